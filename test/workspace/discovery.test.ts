import { mkdirSync, symlinkSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { createNodeFiles } from '../../src/adapters/nodeFiles';
import type { Files } from '../../src/ports/files';
import { findRepositories, nestedRepository } from '../../src/workspace/discovery';
import { walkRepository } from '../../src/workspace/walk';
import { memoryFiles } from './memoryFiles';
import { temporaryTree } from './temporaryTree';

const digest = { sha256: (data: Uint8Array | string) => `key of ${String(data)}`, blobIds: () => [] };
const ports = (files: Files): { files: Files; digest: typeof digest } => ({ files, digest });

const rootsOf = async (files: Files, folders: readonly string[], exclude: readonly string[] = []): Promise<string[]> =>
  (await findRepositories(ports(files), folders, exclude)).map(({ root }) => root);

describe('findRepositories', () => {
  it('a work tree, a plain folder and a folder inside a work tree are a repository each', async () => {
    const files = memoryFiles({ '/tree/.git/HEAD': '', '/tree/docs/a.md': '', '/plain/a.md': '', '/other/.git': '', '/other/docs/a.md': '' });
    expect(await rootsOf(files, ['/tree', '/plain', '/other/docs'])).toEqual(['/other/docs', '/plain', '/tree']);
  });

  it('the key is the digest of the physical root', async () => {
    const files = memoryFiles({ '/plain/a.md': '' });
    expect(await findRepositories(ports(files), ['/plain'])).toEqual([{ root: '/plain', key: 'key of /plain' }]);
  });

  it('a plain folder with work trees right below it stands for those, and for nothing else in it', async () => {
    const files = memoryFiles({
      '/shop/README.md': '',
      '/shop/api/.git/HEAD': '',
      '/shop/web/.git': 'gitdir: elsewhere\n',
      '/shop/notes/a.md': '',
      '/shop/deeper/lib/.git/HEAD': '',
      '/shop/node_modules/.git/HEAD': '',
      '/shop/old/.git/HEAD': '',
    });
    expect(await rootsOf(files, ['/shop'], ['old'])).toEqual(['/shop/api', '/shop/web']);
  });

  it('folders beside work trees that may not be looked into count, for an answer must name what it lacks', async () => {
    const shut = { fault: 'forbidden' } as const;
    const files = memoryFiles({ '/shop/api/.git/HEAD': '', '/shop/web/.git': shut, '/shop/lost+found/.git': shut, '/shop/.Trash/.git': shut });
    expect(await rootsOf(files, ['/shop'])).toEqual(['/shop/api', '/shop/web']);
  });

  it('a plain folder without work trees stays itself, whatever may not be looked into below it', async () => {
    const files = memoryFiles({ '/notes/a.md': '', '/notes/private/.git': { fault: 'forbidden' } });
    expect(await rootsOf(files, ['/notes'])).toEqual(['/notes']);
  });

  it('inside a work tree a folder is itself, whatever lies below it', async () => {
    const files = memoryFiles({ '/.git/HEAD': '', '/code/api/.git/HEAD': '' });
    expect(await rootsOf(files, ['/code'])).toEqual(['/code']);
  });

  it('the same repository opened twice, directly and by its parent, is there once, in any order', async () => {
    const files = memoryFiles({ '/shop/api/.git/HEAD': '', '/shop/web/.git/HEAD': '' });
    const once = ['/shop/api', '/shop/web'];
    expect(await rootsOf(files, ['/shop', '/shop/api', '/shop/api'])).toEqual(once);
    expect(await rootsOf(files, ['/shop/api', '/shop'])).toEqual(once);
  });

  it.skipIf(process.platform === 'win32')('links to a folder are resolved: one physical root is one repository', async () => {
    const root = temporaryTree({ 'real/.git/HEAD': '' });
    symlinkSync('real', path.join(root, 'alias'));
    expect(await rootsOf(createNodeFiles(), [path.join(root, 'alias'), path.join(root, 'real')])).toEqual([path.join(root, 'real')]);
  });

  it.skipIf(process.platform === 'win32')('links right below a plain folder are not followed', async () => {
    const root = temporaryTree({ 'shop/api/.git/HEAD': '', 'elsewhere/.git/HEAD': '' });
    symlinkSync('../elsewhere', path.join(root, 'shop', 'link'));
    expect(await rootsOf(createNodeFiles(), [path.join(root, 'shop')])).toEqual([path.join(root, 'shop', 'api')]);
  });
});

describe('a folder opened together with one it lies in', () => {
  const tree = {
    '/mono/.git/HEAD': '',
    '/mono/.gitignore': 'scratch/\n',
    '/mono/a.md': '',
    '/mono/packages/one/b.md': '',
    '/mono/packages/.gitignore': 'hidden\n',
    '/mono/packages/hidden/c.md': '',
    '/mono/scratch/d.md': '',
    '/mono/build/e.md': '',
    '/mono/inner/.git/HEAD': '',
    '/mono/inner/docs/f.md': '',
  };
  const files = memoryFiles(tree);

  it('is part of that repository', async () => {
    expect(await rootsOf(files, ['/mono/packages/one', '/mono'])).toEqual(['/mono']);
    expect(await rootsOf(files, ['/mono/packages/one', '/mono/packages', '/mono'])).toEqual(['/mono']);
  });

  it('is one of its own when it is a work tree', async () => {
    expect(await rootsOf(files, ['/mono', '/mono/inner'])).toEqual(['/mono', '/mono/inner']);
  });

  it('belongs to the nested repository it lies in, which a walk of the outer one finds', async () => {
    expect(await rootsOf(files, ['/mono', '/mono/inner/docs'])).toEqual(['/mono']);
  });

  it.each(['/mono/scratch', '/mono/packages/hidden', '/mono/build'])('%s is one of its own: the outer one leaves it out', async (folder) => {
    expect(await rootsOf(files, ['/mono', folder])).toEqual(['/mono', folder]);
  });

  it('is one of its own when files.exclude hides it in the outer one', async () => {
    expect(await rootsOf(files, ['/mono', '/mono/packages/one'], ['packages/*'])).toEqual(['/mono', '/mono/packages/one']);
  });

  it('no document is in two of the repositories', async () => {
    const folders = ['/mono', '/mono/packages', '/mono/packages/one', '/mono/packages/hidden', '/mono/scratch', '/mono/build', '/mono/inner/docs'];
    const found = await findRepositories(ports(files), folders);
    const documents: string[] = [];
    const queue = [...found];
    const seen = new Set<string>();
    for (let next = queue.shift(); next !== undefined; next = queue.shift()) {
      if (seen.has(next.key)) continue;
      seen.add(next.key);
      const walk = await walkRepository(files, next.root, {
        exclude: [],
        excludePatterns: '',
        trackedPaths: null,
        wanted: (file) => file.endsWith('.md'),
      });
      for (const file of walk.files) documents.push(`${next.root}/${file.path}`);
      for (const nested of walk.nested) queue.push(await nestedRepository(ports(files), next, nested));
    }
    expect(documents.sort()).toEqual(Object.keys(tree).filter((file) => file.endsWith('.md')).sort());
  });
});

describe('what cannot be opened', () => {
  const files = memoryFiles({ '/plain/a.md': '', '/home/file.txt': '', '/home/a.md': '' }, { '/locked': 'forbidden' });

  it.each([
    ['missing/folder', 'invalid-argument', 'missing/folder'],
    // An editor's folders are absolute, and the error may reach an agent: no path of the machine.
    ['/home/ada/missing', 'invalid-argument', 'missing'],
    ['/home/file.txt', 'invalid-argument', 'file.txt'],
    ['/locked', 'workspace-not-readable', 'locked'],
  ])('%s is an error that names it as it was written, without the folders it lies in', async (folder, code, shown) => {
    const refusal = findRepositories(ports(files), [folder]);
    await expect(refusal).rejects.toMatchObject({ code });
    await expect(refusal).rejects.toThrow(`"${shown}"`);
  });

  it('no folder at all is an error', async () => {
    await expect(findRepositories(ports(files), [])).rejects.toMatchObject({ code: 'invalid-argument' });
  });

  it('beside readable folders it is a repository whose root cannot be listed, so that the rest answers', async () => {
    expect(await rootsOf(files, ['/plain', '/locked', 'gone'])).toEqual(['/locked', '/plain', 'gone']);
    expect(await files.list('gone', '')).toEqual({ fault: 'absent' });
  });
});

describe('nestedRepository', () => {
  it('lies below the outer root and has the key it has when it is opened itself', async () => {
    const root = temporaryTree({ 'libs/inner/.git/HEAD': '' });
    const files = createNodeFiles();
    const nested = await nestedRepository(ports(files), { root, key: '' }, 'libs/inner');
    expect([nested]).toEqual(await findRepositories(ports(files), [path.join(root, 'libs', 'inner')]));
  });

  it('is named even when it has vanished since', async () => {
    const root = temporaryTree({});
    mkdirSync(path.join(root, 'libs'));
    const nested = await nestedRepository(ports(createNodeFiles()), { root, key: '' }, 'libs/gone');
    expect(nested.root).toBe(path.join(root, 'libs', 'gone'));
  });
});
