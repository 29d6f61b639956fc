import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { ListRootsRequestSchema } from '@modelcontextprotocol/sdk/types.js';
import { mkdirSync, mkdtempSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterEach, describe, expect, it } from 'vitest';
import { type ContextPack, contextPackSchema } from '../../src/contract/tools';
import { type WorkspaceStatus, workspaceStatusSchema } from '../../src/contract/status';
import { CLI, runCli, temporaryFolder } from '../support/cli';
import { runGit, temporaryRoot, writeTree } from '../workspace/temporaryTree';

function repository(root: string, files: Record<string, string>): string {
  mkdirSync(root, { recursive: true });
  writeTree(root, files);
  runGit(root, 'init', '--quiet', '--initial-branch=main');
  runGit(root, 'add', '--all');
  runGit(root, '-c', 'user.name=Test', '-c', 'user.email=test@example.com', 'commit', '--quiet', '--message', 'A change');
  return root;
}

const refsOf = ({ passages }: ContextPack): string[] => passages.map(({ sourceRef }) => sourceRef).sort();

describe('several folders on the command line', () => {
  const ask = async (home: string, folders: readonly string[], cwd?: string): Promise<ContextPack> => {
    const { code, stdout } = await runCli(['ask', 'frobnicate', '--json', '--no-embeddings', '--limit', '25', ...folders.flatMap((folder) => ['--workspace', folder])], { home, cwd });
    expect(code).toBe(0);
    return contextPackSchema.parse(JSON.parse(stdout));
  };
  const status = async (home: string, folders: readonly string[]): Promise<WorkspaceStatus> => {
    const { stdout } = await runCli(['status', '--json', ...folders.flatMap((folder) => ['--workspace', folder])], { home });
    return workspaceStatusSchema.parse(JSON.parse(stdout));
  };

  it('one repository by a link, a slash at the end and dots is one, its clone beside it is another, and both are parsed once', async () => {
    const place = temporaryRoot();
    const home = temporaryFolder('home');
    const shop = repository(path.join(place, 'code', 'shop'), { 'a.md': 'frobnicate\n', 'docs/b.md': 'frobnicate docs\n' });
    const clone = path.join(place, 'clone', 'shop');
    runGit(place, 'clone', '--quiet', shop, clone);
    symlinkSync(shop, path.join(place, 'alias'), 'junction');
    const folders = [shop, `${shop}/`, `${shop}/../shop`, path.join(place, 'alias'), clone, path.join(shop, 'docs')];
    const refs = ['clone-shop/a.md', 'clone-shop/docs/b.md', 'code-shop/a.md', 'code-shop/docs/b.md'];
    expect(refsOf(await ask(home, folders))).toEqual(refs);
    expect(refsOf(await ask(home, [...folders].reverse()))).toEqual(refs);
    // Two texts, each in two clones.
    const { repositories } = await status(home, folders);
    expect(repositories.map(({ id, documents }) => [id, documents])).toEqual([['clone-shop', 2], ['code-shop', 2]]);
    const contents = readdirSync(path.join(home, 'content')).filter((name) => name.endsWith('.segment'));
    expect(contents).toHaveLength(1);
  });

  it('a workspace file with comments, names, a nested repository and a missing folder answers, and says what it lacks', async () => {
    const place = temporaryRoot();
    const home = temporaryFolder('home');
    const outer = repository(path.join(place, 'outer with space'), { 'a.md': 'frobnicate\n' });
    repository(path.join(outer, 'inner é'), { 'b.md': 'frobnicate inside\n' });
    writeFileSync(path.join(place, 'all.code-workspace'), `{ /* mine */ "folders": [{ "path": "outer with space", "name": "Main" }, { "path": "gone" }], }`);
    const pack = await ask(home, [path.join(place, 'all.code-workspace')]);
    expect([pack.workspace, refsOf(pack), pack.degraded]).toEqual(['all', ['inner é/b.md', 'outer with space/a.md'], ['scope-unreadable']]);
    expect(pack.notices).toEqual([expect.stringMatching(/^gone: The folder cannot be read/)]);
    expect(JSON.stringify(pack)).not.toContain(place);
    // The same answers through a relative path, from within.
    expect(refsOf(await ask(home, ['all.code-workspace'], place))).toEqual(refsOf(pack));
  });

  it('only folders that are missing are an error that names them without the folders they lie in', async () => {
    const place = temporaryRoot();
    writeFileSync(path.join(place, 'all.code-workspace'), '{ "folders": [{ "path": "gone" }] }');
    const { code, stdout } = await runCli(['ask', 'q', '--json', '--workspace', path.join(place, 'all.code-workspace')], { home: temporaryFolder('home') });
    expect([code, JSON.parse(stdout)]).toEqual([2, { error: { code: 'invalid-argument', message: 'There is no folder "gone"; name one that exists.' } }]);
  });
});

let client: Client | null = null;
afterEach(async () => {
  await client?.close();
  client = null;
});

/** A client whose folders change while it is connected. */
async function connect(cwd: string, roots: string[]) {
  const home = temporaryFolder('home');
  const connected = new Client({ name: 'test', version: '1' }, { capabilities: { roots: { listChanged: true } } });
  client = connected;
  connected.setRequestHandler(ListRootsRequestSchema, () => ({ roots: roots.map((root) => ({ uri: pathToFileURL(root).href })) }));
  await connected.connect(
    new StdioClientTransport({
      command: process.execPath,
      args: [CLI, 'mcp', '--no-embeddings'],
      cwd,
      env: { ...(process.env as Record<string, string>), WORKSPACE_CONTEXT_HOME: home },
      stderr: 'ignore',
    }),
  );
  const call = async (question: string, more: object = {}) => connected.callTool({ name: 'workspace_context', arguments: { question, ...more } });
  const once = async (question: string): Promise<ContextPack> => contextPackSchema.parse((await call(question)).structuredContent);
  return {
    home,
    call,
    once,
    change: async (...next: string[]) => {
      roots.splice(0, roots.length, ...next);
      await connected.sendRootsListChanged();
    },
    /** Asks until nothing is cold any more: the first question starts the index. */
    indexed: async (question: string): Promise<ContextPack> => {
      for (;;) {
        const pack = await once(question);
        if (!pack.degraded.includes('index-cold')) return pack;
        await new Promise((resolve) => setTimeout(resolve, 50));
      }
    },
  };
}

describe('the folders of an MCP client', () => {
  it('may come and go while it is connected: each answer is of those there are', async () => {
    const place = mkdtempSync(path.join(tmpdir(), 'workspace-context-roots-'));
    const [one, two] = [repository(path.join(place, 'one'), { 'a.md': 'frobnicate one\n' }), repository(path.join(place, 'two'), { 'b.md': 'frobnicate two\n' })];
    const { change, once, indexed, call } = await connect(place, [one]);
    expect(refsOf(await indexed('frobnicate'))).toEqual(['one/a.md']);
    await change(one, two);
    const first = await once('frobnicate');
    // The known one answers at once, and the answer says that the other one is not there yet.
    expect([refsOf(first), first.degraded]).toEqual([['one/a.md'], ['index-cold']]);
    expect(refsOf(await indexed('frobnicate'))).toEqual(['one/a.md', 'two/b.md']);
    await change(two);
    const without = await once('frobnicate');
    expect([without.workspace, refsOf(without), without.degraded]).toEqual(['two', ['two/b.md'], []]);
    expect(JSON.stringify(without)).not.toContain('one/a.md');
    await change(two, one);
    const again = await once('frobnicate');
    expect([refsOf(again), again.degraded]).toEqual([['one/a.md', 'two/b.md'], []]);

    await change();
    const nothing = await call('frobnicate');
    expect(nothing.isError).toBe(true);
    expect(JSON.stringify(nothing.content)).toContain('closed all the folders');
    await change(one);
    expect(refsOf(await once('frobnicate'))).toEqual(['one/a.md']);
  });
});
