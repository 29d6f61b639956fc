import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { builtinModules } from 'node:module';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { CLI, PROJECT, temporaryFolder } from '../support/cli';

const sourceOf = (bundle: string): string => readFileSync(path.join(PROJECT, 'dist', bundle), 'utf8');

/** Everything a bundle still asks Node (or the editor) for when it is loaded. */
function requiredModules(bundle: string): Set<string> {
  const source = sourceOf(bundle);
  // Behind a quotation mark it is text: ajv writes code that would require its parts.
  const required = [...source.matchAll(/(?<!['"`])\brequire\("([^"]+)"\)/g)].map((match) => (match[1] ?? '').replace(/^node:/, ''));
  return new Set(required);
}

const CONNECTING = ['http', 'https', 'http2', 'net', 'tls', 'dgram', 'dns', 'dns/promises', 'inspector'];

/** All that runs in Node: entries and what they load later. */
const NODE_BUNDLES = ['extension.js', 'writing.js', 'tree.js', 'conversation.js', 'agents.js', 'chat.js', 'worker.js', 'worker-secrets.js', 'splitter.js', 'splitter-secrets.js', 'mcpServer.js', 'cli.js', 'cli-secrets.js', 'mcp.js', 'mcp-http.js', 'watcher.js', 'embedder.js'];

/** What the page of the panel runs: its entry and what it loads later. */
const PAGE_BUNDLES = ['webview.js', 'webview-graph.js', 'webview-highlight.js', 'webview-markdown.js'];

/**
 * Where `http` may stand: in the thread of the MCP server, and in the CLI, whose bundler gathers what its
 * parts ask Node for in the entry; there only the part that listens (mcp-http.js) has it loaded.
 */
const MAY_LISTEN: Record<string, string[]> = { 'mcpServer.js': ['http'], 'cli.js': ['http'] };

/** The members of `http` that a bundle uses. */
function usedOfHttp(bundle: string): Set<string> {
  return new Set([...sourceOf(bundle).matchAll(/\bexternal_node_http_\w*\.(\w+)/g)].map((match) => match[1] ?? ''));
}

/** The source without lines that are comments. */
function codeOf(bundle: string): string {
  return sourceOf(bundle)
    .split('\n')
    .filter((line) => !/^\s*(\*|\/\/|\/\*)/.test(line))
    .join('\n');
}

/** What a run of the CLI loads of Node's modules. */
function loadedBy(args: readonly string[]): string[] {
  const folder = temporaryFolder('loaded');
  const hook = path.join(folder, 'hook.cjs');
  writeFileSync(
    hook,
    `const Module = require('node:module');
     const load = Module._load;
     const loaded = new Set();
     Module._load = function (request) { loaded.add(String(request).replace(/^node:/, '')); return load.apply(this, arguments); };
     process.on('exit', () => require('node:fs').writeFileSync(${JSON.stringify(path.join(folder, 'loaded.json'))}, JSON.stringify([...loaded])));`,
  );
  const env = { ...process.env, WORKSPACE_CONTEXT_HOME: path.join(folder, 'home') };
  spawnSync(process.execPath, ['--require', hook, CLI, ...args], { env, cwd: folder, input: '' });
  return JSON.parse(readFileSync(path.join(folder, 'loaded.json'), 'utf8')) as string[];
}

describe('the built bundles', () => {
  it('see what a bundle requires (guards the checks below against a changed way of bundling)', () => {
    expect(requiredModules('cli.js')).toContain('fs');
    expect(requiredModules('extension.js')).toContain('vscode');
  });

  it.each(['cli.js', 'worker.js'])('%s knows no editor', (bundle) => {
    expect(requiredModules(bundle)).not.toContain('vscode');
  });

  it.each(NODE_BUNDLES)('%s needs nothing that is not part of Node or the editor', (bundle) => {
    const foreign = [...requiredModules(bundle)].filter((name) => name !== 'vscode' && !builtinModules.includes(name));
    expect(foreign).toEqual([]);
  });

  it('are those named here (a new one has to pass the checks below)', () => {
    const built = readdirSync(path.join(PROJECT, 'dist')).filter((name) => name.endsWith('.js'));
    expect(built.sort()).toEqual([...NODE_BUNDLES, ...PAGE_BUNDLES].sort());
  });

  it.each(NODE_BUNDLES)('%s asks for no module that could open a connection, but to listen', (bundle) => {
    expect([...requiredModules(bundle)].filter((name) => CONNECTING.includes(name))).toEqual(MAY_LISTEN[bundle] ?? []);
  });

  // tree-sitter's runtime, copied as it is published, holds code for browsers; in Node it reads the files beside it.
  it('the runtime of the grammars needs nothing that could open a connection', () => {
    const required = requiredModules('grammars/tree-sitter.js');
    expect([...required].filter((name) => !builtinModules.includes(name) || CONNECTING.includes(name))).toEqual([]);
  });

  it.each(['mcpServer.js', 'mcp-http.js'])('%s listens, and uses nothing else of http', (bundle) => {
    expect([...usedOfHttp(bundle)]).toEqual(['createServer']);
  });

  it.each(NODE_BUNDLES.filter((bundle) => !['mcpServer.js', 'mcp-http.js'].includes(bundle)))('%s uses nothing of http', (bundle) => {
    expect([...usedOfHttp(bundle)]).toEqual([]);
  });

  // sql.js (in worker.js and cli.js) and the WebAssembly runtime (in embedder.js) hold code for browsers that
  // could; in Node they read files. network.test.ts runs all of them with the network trapped.
  it.each(NODE_BUNDLES.filter((bundle) => !['worker.js', 'cli.js', 'embedder.js'].includes(bundle)))('%s makes no request with what Node has built in', (bundle) => {
    const requests = codeOf(bundle).matchAll(/.*(\bfetch\(|\bnew (WebSocket|EventSource|XMLHttpRequest)\b).*/g);
    expect([...requests].map(([line]) => line)).toEqual([]);
  });

  it.each([[['ask', 'anything']], [['index']], [['status']], [['mcp']]])('the CLI loads nothing that could open a connection for %j', (args) => {
    const loaded = loadedBy(args);
    expect(loaded).toContain('fs');
    expect(loaded.filter((name) => CONNECTING.includes(name))).toEqual([]);
  });

  it.each([[['ask', 'anything']], [['status']], [['expand', 'anything']]])('the CLI loads no grammar, nor what reads them, for %j', (args) => {
    expect(loadedBy(args).filter((name) => name.includes('tree-sitter'))).toEqual([]);
  });

  it.each([...NODE_BUNDLES, ...PAGE_BUNDLES])('%s holds no path of the machine it was built on', (bundle) => {
    expect(sourceOf(bundle)).not.toContain(PROJECT);
  });
});
