import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { batchEntries } from '../../../src/adapters/git/blobs';
import { countingGit, makeSandbox, type Sandbox } from './sandbox';

let sandbox: Sandbox;
beforeEach(() => {
  sandbox = makeSandbox();
});
afterEach(() => sandbox.remove());

const T = 1_000_000_000;
const LIMIT = 1000;
const textOf = (content: unknown): unknown => (content instanceof Uint8Array ? Buffer.from(content).toString('latin1') : content);

describe('the contents of blobs', () => {
  it('are read with one process: empty ones, ones without a last line end, ones that look like its own lines', async () => {
    const repository = sandbox.repository('shop');
    const files = { 'empty.md': '', 'one.md': 'x', 'lines.md': 'a\n\nb\n', 'odd.md': 'abc blob 3\nxyz\nabc missing\n', 'large.md': 'x'.repeat(LIMIT + 1), 'limit.md': 'y'.repeat(LIMIT) };
    sandbox.commit(repository, T, files);
    const ids = Object.keys(files).map((path) => sandbox.git(repository, 'rev-parse', `HEAD:${path}`));
    const { git, commands } = countingGit(sandbox.env);
    const contents = await git.readBlobs(repository, sandbox.git(repository, 'rev-parse', 'HEAD^{tree}'), ids, LIMIT);
    expect(ids.map((id) => textOf(contents.get(id)))).toEqual(
      Object.values(files).map((text) => (text.length > LIMIT ? 'too-large' : text)),
    );
    expect(commands).toEqual(['cat-file']);
  });

  it('are asked for once where two paths have one, and not at all where none is wanted', async () => {
    const repository = sandbox.repository('shop');
    sandbox.commit(repository, T, { 'a.md': 'text\n' });
    const tree = sandbox.git(repository, 'rev-parse', 'HEAD^{tree}');
    const id = sandbox.git(repository, 'rev-parse', 'HEAD:a.md');
    const { git, commands } = countingGit(sandbox.env);
    expect((await git.readBlobs(repository, tree, [id, id], LIMIT)).size).toBe(1);
    expect((await git.readBlobs(repository, tree, [], LIMIT)).size).toBe(0);
    expect(commands).toEqual(['cat-file']);
  });

  it('are the committed bytes, not what a filter or a line-end setting makes of them', async () => {
    const repository = sandbox.repository('shop');
    sandbox.commit(repository, T, { '.gitattributes': '*.md text eol=crlf\n', 'a.md': 'one\r\ntwo\r\n' });
    const id = sandbox.git(repository, 'rev-parse', 'HEAD:a.md');
    const { git } = countingGit(sandbox.env);
    expect(textOf((await git.readBlobs(repository, 'HEAD', [id], LIMIT)).get(id))).toBe('one\ntwo\n');
  });

  it('are missing where an object was deleted, and the others are read', async () => {
    const repository = sandbox.repository('shop');
    sandbox.commit(repository, T, { 'a.md': 'first\n', 'b.md': 'second\n', 'c.md': 'third\n' });
    const ids = ['a.md', 'b.md', 'c.md'].map((path) => sandbox.git(repository, 'rev-parse', `HEAD:${path}`));
    const [, gone = ''] = ids;
    rmSync(join(repository, '.git', 'objects', gone.slice(0, 2), gone.slice(2)), { force: true });
    const { git } = countingGit(sandbox.env);
    const contents = await git.readBlobs(repository, sandbox.git(repository, 'rev-parse', 'HEAD^{tree}'), ids, LIMIT);
    expect(ids.map((id) => textOf(contents.get(id)))).toEqual(['first\n', 'missing', 'third\n']);
  });

  it('are all missing where there is no repository or no git', async () => {
    const { git } = countingGit(sandbox.env);
    expect([...(await git.readBlobs(sandbox.folder, 'abc', ['abc'], LIMIT))]).toEqual([['abc', 'missing']]);
  });
});

describe('a partial clone', () => {
  it('has what was fetched before; what is missing is said and not fetched', async () => {
    const origin = sandbox.repository('origin');
    sandbox.git(origin, 'config', 'uploadpack.allowFilter', 'true');
    sandbox.git(origin, 'config', 'uploadpack.allowAnySHA1InWant', 'true');
    const paths = ['a.md', 'b.md', 'c.md', 'd.md', 'e.md'];
    sandbox.commit(origin, T, Object.fromEntries(paths.map((path) => [path, `${path}\n`])));
    const clone = join(sandbox.folder, 'clone');
    sandbox.git(sandbox.folder, 'clone', '-q', '--filter=blob:none', '--no-checkout', pathToFileURL(origin).href, clone);
    const ids = paths.map((path) => sandbox.git(origin, 'rev-parse', `HEAD:${path}`));
    const [, second = '', , fourth = ''] = ids;
    // Looking at a blob fetches it: these two are here from now on.
    for (const id of [second, fourth]) sandbox.git(clone, 'cat-file', 'blob', id);
    const lacking = (): string[] =>
      sandbox.git(clone, 'rev-list', '--objects', '--missing=print', 'HEAD').split('\n').filter((line) => line.startsWith('?')).sort();
    const before = lacking();
    expect(before).toHaveLength(3);

    const { git, commands } = countingGit(sandbox.env);
    const contents = await git.readBlobs(clone, sandbox.git(clone, 'rev-parse', 'HEAD^{tree}'), ids, LIMIT);
    expect(ids.map((id) => textOf(contents.get(id)))).toEqual(['missing', 'b.md\n', 'missing', 'd.md\n', 'missing']);
    expect(lacking()).toEqual(before);
    // Gits before 2.39 go on after a missing object and need no second question.
    expect([['cat-file'], ['cat-file', 'rev-list', 'cat-file']]).toContainEqual(commands);
  });
});

describe('the output of cat-file', () => {
  const entry = (id: string, content: Buffer): Buffer => Buffer.concat([Buffer.from(`${id} blob ${content.length}\n`), content, Buffer.from('\n')]);

  async function* inPieces(whole: Buffer, cuts: readonly number[]): AsyncGenerator<Buffer> {
    const places = [0, ...cuts.map((cut) => cut % (whole.length + 1)).sort((a, b) => a - b), whole.length];
    for (const [index, end] of places.slice(1).entries()) yield whole.subarray(places[index], end);
  }

  // However a pipe cuts the stream, the objects are the same.
  it('gives every object whole, wherever it is cut', async () => {
    const contents = fc.array(fc.oneof(fc.uint8Array({ maxLength: 20 }), fc.constantFrom(Buffer.from('\n'), Buffer.from('ab missing\n'))), { maxLength: 6 });
    await fc.assert(
      fc.asyncProperty(contents, fc.array(fc.nat(500), { maxLength: 12 }), fc.nat(20), async (blobs, cuts, limit) => {
        const named = blobs.map((bytes, index) => ({ id: index.toString(16).padStart(4, '0'), bytes: Buffer.from(bytes) }));
        const whole = Buffer.concat(named.flatMap(({ id, bytes }) => [Buffer.from('ffff missing\n'), entry(id, bytes)]));
        const found: unknown[] = [];
        for await (const { id, content } of batchEntries(inPieces(whole, cuts), limit)) {
          found.push([id, typeof content === 'string' ? content : Buffer.from(content).toString('hex')]);
        }
        expect(found).toEqual(named.map(({ id, bytes }) => [id, bytes.length > limit ? 'too-large' : bytes.toString('hex')]));
      }),
    );
  });

  it('leaves out an object that the output ends within', async () => {
    const whole = entry('ab', Buffer.from('text'));
    for (let length = 0; length < whole.length; length += 1) {
      for await (const found of batchEntries(inPieces(whole.subarray(0, length), []), 10)) throw new Error(`gave ${found.id}`);
    }
  });
});
