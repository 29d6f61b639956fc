import { readFileSync } from 'node:fs';
import { builtinModules } from 'node:module';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { PROJECT } from '../support/cli';

/** Everything a bundle still asks Node (or the editor) for when it is loaded. */
function requiredModules(bundle: string): Set<string> {
  const source = readFileSync(path.join(PROJECT, 'dist', bundle), 'utf8');
  // Behind a quotation mark it is text: ajv writes code that would require its parts.
  const required = [...source.matchAll(/(?<!['"`])\brequire\("([^"]+)"\)/g)].map((match) => (match[1] ?? '').replace(/^node:/, ''));
  return new Set(required);
}

const CONNECTING = ['http', 'https', 'http2', 'net', 'tls', 'dgram', 'dns', 'dns/promises', 'inspector'];

describe('the built bundles', () => {
  it('see what a bundle requires (guards the checks below against a changed way of bundling)', () => {
    expect(requiredModules('cli.js')).toContain('fs');
    expect(requiredModules('extension.js')).toContain('vscode');
  });

  it.each(['cli.js', 'worker.js'])('%s knows no editor', (bundle) => {
    expect(requiredModules(bundle)).not.toContain('vscode');
  });

  it.each(['cli.js', 'worker.js', 'extension.js'])('%s needs nothing that is not part of Node or the editor', (bundle) => {
    const foreign = [...requiredModules(bundle)].filter((name) => name !== 'vscode' && !builtinModules.includes(name));
    expect(foreign).toEqual([]);
  });

  it.each(['cli.js', 'worker.js', 'extension.js'])('%s loads no module that could open a connection', (bundle) => {
    expect([...requiredModules(bundle)].filter((name) => CONNECTING.includes(name))).toEqual([]);
  });

  it.each(['cli.js', 'worker.js', 'extension.js', 'webview.js'])('%s holds no path of the machine it was built on', (bundle) => {
    expect(readFileSync(path.join(PROJECT, 'dist', bundle), 'utf8')).not.toContain(PROJECT);
  });
});
