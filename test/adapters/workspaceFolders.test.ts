import { writeFileSync } from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import { pathToFileURL } from 'node:url';
import { describe, expect, it, vi } from 'vitest';
import { currentFolder, scopeOf } from '../../src/adapters/workspaceFolders';
import { temporaryTree } from '../workspace/temporaryTree';

const json = (value: unknown): string => JSON.stringify(value);

describe('scopeOf folders', () => {
  it('names the workspace after the folder and keeps the path as it was written', async () => {
    const root = temporaryTree({ 'shop/a.md': '' });
    const written = path.relative(process.cwd(), path.join(root, 'shop'));
    expect(await scopeOf([written], process.cwd())).toEqual({ name: 'shop', folders: [written], exclude: [], epicGlobs: null });
  });

  it('several are joined by +; the same one twice counts once', async () => {
    const root = temporaryTree({ 'api/a.md': '', 'web/a.md': '' });
    const [api, web] = [path.join(root, 'api'), path.join(root, 'web')];
    expect(await scopeOf([api, web, `${api}${path.sep}`], root)).toMatchObject({ name: 'api+web', folders: [expect.stringMatching(/api.?$/), web] });
  });

  it('relative paths are relative to the folder given', async () => {
    const root = temporaryTree({ 'api/a.md': '' });
    expect(await scopeOf(['api'], root)).toMatchObject({ folders: [path.join(root, 'api')] });
  });

  it('without a path: the work tree around the current folder, `.git` being a folder or a file', async () => {
    const root = temporaryTree({ 'repo/.git': '', 'repo/docs/deep/a.md': '' });
    expect(await scopeOf([], path.join(root, 'repo', 'docs', 'deep'))).toMatchObject({ name: 'repo', folders: [path.join(root, 'repo')] });
  });

  it('without a path or a work tree: the current folder', async () => {
    const root = temporaryTree({ 'plain/a.md': '' });
    expect(await scopeOf([], path.join(root, 'plain'))).toMatchObject({ name: 'plain', folders: [path.join(root, 'plain')] });
  });

  it("the current folder's own work tree is written relative to it: no path of the machine in messages", async () => {
    const { folders } = await scopeOf([], process.cwd());
    expect(folders.map((folder) => path.isAbsolute(folder))).toEqual([false]);
  });

  it("a folder's settings give files.exclude (entries that are plainly on) and, when it is the only one, epicGlobs", async () => {
    const settings = '// mine\n{ "files.exclude": { "b": true, "a": true, "c": false, "d": {"when": "x"} }, "workspaceContext.epicGlobs": ["plans/*"], }';
    const root = temporaryTree({ 'one/.vscode/settings.json': settings, 'two/.vscode/settings.json': json({ 'files.exclude': { z: true } }) });
    const [one, two] = [path.join(root, 'one'), path.join(root, 'two')];
    expect(await scopeOf([one], root)).toMatchObject({ exclude: ['a', 'b'], epicGlobs: ['plans/*'] });
    expect(await scopeOf([one, two], root)).toMatchObject({ exclude: ['a', 'b', 'z'], epicGlobs: null });
  });

  it('damaged settings of a folder count as far as they can be read, and settings above it do not count', async () => {
    const root = temporaryTree({
      '.vscode/settings.json': json({ 'files.exclude': { above: true } }),
      'one/.vscode/settings.json': '{ "files.exclude": { "a": true, ',
      'two/.vscode/settings.json': '[1]',
    });
    expect(await scopeOf([path.join(root, 'one')], root)).toMatchObject({ exclude: ['a'] });
    expect(await scopeOf([path.join(root, 'two')], root)).toMatchObject({ exclude: [] });
  });
});

describe('scopeOf workspace files', () => {
  it('takes folders relative to the file, absolute and as addresses, and its settings', async () => {
    const root = temporaryTree({ 'api/a.md': '', 'ws/x': '' });
    const content = `\uFEFF{
      // comments and a trailing comma are allowed
      "folders": [{ "path": "../api" }, { "path": ${json(path.join(root, 'ws'))} }, { "uri": "${pathToFileURL(path.join(root, 'api', 'docs')).href}" }, { "uri": "ssh://host/x" },],
      "settings": { "files.exclude": { "**/old": true }, "workspaceContext.epicGlobs": ["plans/*", "", 7] },
    }`;
    const file = path.join(temporaryTree({}), 'shop.code-workspace');
    writeFileSync(path.join(root, 'ws', 'shop.code-workspace'), content);
    expect(await scopeOf([path.join(root, 'ws', 'shop.code-workspace')], path.dirname(file))).toEqual({
      name: 'shop',
      folders: [path.join(root, 'api'), path.join(root, 'ws'), path.join(root, 'api', 'docs'), 'ssh://host/x'],
      exclude: ['**/old'],
      epicGlobs: ['plans/*'],
    });
  });

  it('a folder that is missing is kept: the answer says so', async () => {
    const root = temporaryTree({ 'a.code-workspace': json({ folders: [{ path: 'gone' }] }) });
    expect(await scopeOf([path.join(root, 'a.code-workspace')], root)).toMatchObject({ folders: [path.join(root, 'gone')] });
  });

  it('a file given relative to the current folder has folders relative to it', async () => {
    const root = temporaryTree({ 'a.code-workspace': json({ folders: [{ path: 'api' }] }), 'api/a.md': '' });
    const written = path.relative(process.cwd(), path.join(root, 'a.code-workspace'));
    const { folders } = await scopeOf([written], process.cwd());
    expect(folders).toEqual([path.join(path.dirname(written), 'api')]);
  });
});

describe('scopeOf refuses', () => {
  const root = temporaryTree({
    'note.txt': '',
    'bad.code-workspace': '{\n  "folders": [\n    { "path": }\n  ]\n}',
    'none.code-workspace': '{}',
    'list.code-workspace': '[]',
    'empty.code-workspace': json({ folders: [] }),
    'odd.code-workspace': json({ folders: [{ name: 'x' }, 7, { path: '' }] }),
    'deep.code-workspace': '['.repeat(200_000),
    'large.code-workspace': ' '.repeat(1024 * 1024 + 1),
  });

  it.each([
    ['missing', /There is no "missing"/],
    ['note.txt', /"note.txt" is neither a folder nor a .code-workspace file/],
    ['bad.code-workspace', /"bad.code-workspace" is not valid JSON \(.* in line 3\)/],
    ['none.code-workspace', /no list of "folders"/],
    ['list.code-workspace', /no list of "folders"/],
    ['empty.code-workspace', /names no folder/],
    ['odd.code-workspace', /names no folder/],
    ['deep.code-workspace', /nested too deeply/],
    ['large.code-workspace', /over 1 MiB/],
    ['', /is empty/],
    ['a\0b', /cannot be read/],
  ])('%j in one sentence that names it as it was written', async (written, message) => {
    const refusal = await scopeOf([written], root).catch((thrown: unknown) => thrown);
    expect(refusal).toMatchObject({ name: 'WorkspaceContextError', message: expect.stringMatching(message) });
    expect(String(refusal)).not.toContain(root);
  });
});

describe('currentFolder', () => {
  it('is that of the process', () => {
    expect(currentFolder()).toBe(process.cwd());
  });

  it('says what to do when it was removed under the feet of the shell', () => {
    const gone = vi.spyOn(process, 'cwd').mockImplementation(() => {
      throw Object.assign(new Error('ENOENT: process.cwd failed, the current working directory was likely removed'), { code: 'ENOENT' });
    });
    try {
      expect(() => currentFolder()).toThrow('The current folder is no longer there; change to one that exists.');
    } finally {
      gone.mockRestore();
    }
  });
});
