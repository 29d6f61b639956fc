import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createNodeFiles } from '../../src/adapters/nodeFiles';
import { FILE_BYTES } from '../../src/contract/constants';
import type { Files } from '../../src/ports/files';
import { type Walk, walkRepository, type WalkOptions } from '../../src/workspace/walk';
import { memoryFiles, type MemoryNode } from './memoryFiles';
import { temporaryTree } from './temporaryTree';

const options: WalkOptions = {
  exclude: [],
  excludePatterns: '',
  trackedPaths: null,
  wanted: (file) => file.endsWith('.md'),
};

const pathsOf = (walk: Walk): string[] => walk.files.map((file) => file.path);
const walkTree = (files: Record<string, string>, changed: Partial<WalkOptions> = {}): Promise<Walk> =>
  walkRepository(createNodeFiles(), temporaryTree(files), { ...options, ...changed });
const walkMemory = (nodes: Record<string, MemoryNode>, changed: Partial<WalkOptions> = {}): Promise<Walk> =>
  walkRepository(memoryFiles(nodes), '/repo', { ...options, ...changed });

describe('what a walk returns', () => {
  it('wanted files with their facts, and every path, by code unit order of whole paths', async () => {
    // `-` and `.` sort before `/`, capitals before small letters.
    const walk = await walkTree({ 'a/z.md': '12345', 'a-b.md': '', 'a.md': '', 'B.md': '', 'a/code.ts': '' });
    expect(pathsOf(walk)).toEqual(['B.md', 'a-b.md', 'a.md', 'a/z.md']);
    expect(walk.paths).toEqual(['B.md', 'a-b.md', 'a.md', 'a/code.ts', 'a/z.md']);
    expect(walk.files.at(-1)?.facts).toMatchObject({ kind: 'file', size: 5 });
    expect(walk.readable).toBe(true);
  });

  it('nothing, and says so, for a root that cannot be listed', async () => {
    const walk = await walkRepository(memoryFiles({}, { '/repo': 'forbidden' }), '/repo', options);
    expect(walk).toMatchObject({ readable: false, files: [], paths: [], skipped: [] });
  });

  it('nothing for an empty folder', async () => {
    expect(await walkTree({})).toMatchObject({ readable: true, files: [], paths: [], skipped: [], nested: [] });
  });
});

describe('ignore files', () => {
  it('count without git, nested ones included, the deeper and the later pattern winning', async () => {
    const walk = await walkTree({
      '.gitignore': '*.md\n!keep.md\nprivate/\n',
      'gone.md': '',
      'keep.md': '',
      'docs/.gitignore': '!guide.md\n',
      'docs/guide.md': '',
      'docs/other.md': '',
      'private/keep.md': '',
    });
    expect(pathsOf(walk)).toEqual(['docs/guide.md', 'keep.md']);
  });

  it('a folder brought back by a deeper file counts again (git looks at the last match across files)', async () => {
    const walk = await walkTree({
      '.gitignore': 'notes\n',
      'docs/.gitignore': '!notes\n',
      'docs/notes/a.md': '',
      'notes/b.md': '',
    });
    expect(pathsOf(walk)).toEqual(['docs/notes/a.md']);
  });

  it('`info/exclude` counts, and a .gitignore can bring back what it leaves out', async () => {
    const walk = await walkTree(
      { 'a.md': '', 'b.md': '', '.gitignore': '!b.md\n' },
      { excludePatterns: '/a.md\n/b.md\n' },
    );
    expect(pathsOf(walk)).toEqual(['b.md']);
  });

  it('a tracked file is never ignored, be it in an ignored folder', async () => {
    const walk = await walkTree(
      { '.gitignore': 'private/\n*.tmp.md\n', 'private/in.md': '', 'private/new.md': '', 'a.tmp.md': '', 'b.tmp.md': '' },
      { trackedPaths: new Set(['private/in.md', 'a.tmp.md']) },
    );
    expect(pathsOf(walk)).toEqual(['a.tmp.md', 'private/in.md']);
  });

  it('those above a folder inside a work tree reach into it, anchored where they lie', async () => {
    const root = temporaryTree({
      '.gitignore': '/docs/old.md\n/new.md\n',
      'docs/.gitignore': 'draft.md\n',
      'docs/old.md': '',
      'docs/new.md': '',
      'docs/draft.md': '',
    });
    const walk = await walkRepository(createNodeFiles(), path.join(root, 'docs'), { ...options, prefix: 'docs/' });
    expect(pathsOf(walk)).toEqual(['new.md']);
  });

  it('those above do not empty a folder that is ignored itself: it was opened on purpose', async () => {
    const root = temporaryTree({ '.gitignore': 'scratch/\n*.md\n', 'scratch/a.md': '' });
    const walk = await walkRepository(createNodeFiles(), path.join(root, 'scratch'), { ...options, prefix: 'scratch/' });
    expect(pathsOf(walk)).toEqual(['a.md']);
  });

  it('patterns follow the case of the file system: `A.md` is not `a.md` where both can be', async () => {
    const exact = await walkMemory({ '/repo/.gitignore': 'A.md\n', '/repo/a.md': '' });
    expect(pathsOf(exact)).toEqual(['a.md']);
    const files = memoryFiles({ '/repo/.gitignore': 'A.md\n', '/repo/a.md': '' });
    // A file system that finds every spelling.
    const folding = { ...files, facts: (root: string, at: string) => files.facts(root, at.toLowerCase()) };
    expect(pathsOf(await walkRepository(folding, '/repo', options))).toEqual([]);
  });

  it('one that cannot be read, is too large, or holds a pattern too complex to match is a notice', async () => {
    const walk = await walkMemory({
      '/repo/.gitignore': `a.md\n${'**/x/'.repeat(9)}\n`,
      '/repo/a.md': '',
      '/repo/b/.gitignore': { fault: 'forbidden' },
      '/repo/c/.gitignore': { size: FILE_BYTES + 1 },
      '/repo/c/d.md': '',
    });
    expect(pathsOf(walk)).toEqual(['c/d.md']);
    expect(walk.notices.map(({ path: file, line }) => [file, line])).toEqual([
      ['.gitignore', 2],
      ['b/.gitignore', null],
      ['c/.gitignore', null],
    ]);
  });
});

describe('exclusions', () => {
  it('globs of files.exclude take files and whole folders, tracked or not', async () => {
    const walk = await walkTree(
      { 'a.md': '', 'drafts/b.md': '', 'x/drafts/c.md': '', 'x/note.tmp.md': '' },
      { exclude: ['drafts', '**/*.tmp.md'], trackedPaths: new Set(['drafts/b.md']) },
    );
    expect(pathsOf(walk)).toEqual(['a.md', 'x/drafts/c.md']);
  });

  it('dependencies and caches are left out even when tracked; output folders only what is not tracked', async () => {
    const files = { 'node_modules/a.md': '', 'vendor/a.md': '', 'build/a.md': '', 'build/b.md': '', 'docs/dist/a.md': '' };
    expect(pathsOf(await walkTree(files))).toEqual([]);
    const tracked = new Set(['node_modules/a.md', 'vendor/a.md', 'build/a.md']);
    expect(pathsOf(await walkTree(files, { trackedPaths: tracked }))).toEqual(['build/a.md']);
  });

  it("an editor's default globs change nothing: what they name is left out already", async () => {
    const files = { 'a.md': '', '.DS_Store': '', 'x/Thumbs.db': '', '.svn/a.md': '', 'CVS/a.md': '', 'b.md.crswap': '' };
    const defaults = ['**/.git', '**/.svn', '**/.hg', '**/CVS', '**/.DS_Store', '**/Thumbs.db', '**/*.crswap'];
    const walk = await walkTree(files, { exclude: defaults });
    expect(walk.paths).toEqual(['a.md']);
    expect((await walkTree(files)).paths).toEqual(walk.paths);
  });

  it('a Python environment and a marked cache are told by the file in them', async () => {
    const walk = await walkTree({ 'my-env/pyvenv.cfg': '', 'my-env/a.md': '', 'c/CACHEDIR.TAG': '', 'c/a.md': '', 'd.md': '' });
    expect(pathsOf(walk)).toEqual(['d.md']);
  });

  it('secret-bearing files are named in `skipped` and are in no list; ignored ones are not mentioned', async () => {
    const walk = await walkTree({ '.env': '', 'keys/id_rsa': '', 'b/.env': '', '.env.md': '', '.ssh/notes.md': '', 'b/.gitignore': '.env\n' });
    expect(walk.skipped).toEqual([
      { path: '.env', reason: 'secret-by-name' },
      { path: '.env.md', reason: 'secret-by-name' },
      { path: '.ssh', reason: 'secret-by-name' },
      { path: 'keys/id_rsa', reason: 'secret-by-name' },
    ]);
    expect(walk.paths).toEqual(['b/.gitignore']);
  });

  it('a file of 1 MiB is read, one byte more is too large', async () => {
    const walk = await walkTree({ 'fits.md': 'x'.repeat(FILE_BYTES), 'over.md': 'x'.repeat(FILE_BYTES + 1) });
    expect(pathsOf(walk)).toEqual(['fits.md']);
    expect(walk.skipped).toEqual([{ path: 'over.md', reason: 'too-large' }]);
  });
});

describe('nested repositories', () => {
  it('a folder with a .git folder or file is named and not entered; the root is not nested', async () => {
    const walk = await walkTree({
      '.git/HEAD': '',
      'a.md': '',
      'libs/inner/.git/HEAD': '',
      'libs/inner/b.md': '',
      'module/.git': 'gitdir: ../.git/modules/module\n',
      'module/c.md': '',
      'node_modules/x/.git/HEAD': '',
    });
    expect(pathsOf(walk)).toEqual(['a.md']);
    expect(walk.nested).toEqual(['libs/inner', 'module']);
  });

  it('the .git file of a submodule opened itself is no file of its own', async () => {
    expect((await walkTree({ '.git': 'gitdir: x\n', 'a.md': '' })).paths).toEqual(['a.md']);
  });
});

describe.skipIf(process.platform === 'win32')('links on disk', () => {
  it('inside: not read twice; outside: skipped when it is a folder or wanted; circles end', async () => {
    const outside = temporaryTree({ 'secret.md': '', 'folder/x.md': '' });
    const root = temporaryTree({ 'docs/a.md': '' });
    const link = (target: string, name: string): void => symlinkSync(target, path.join(root, name));
    link('docs/a.md', 'README.md');
    link('docs', 'documentation');
    link('..', path.join('docs', 'up'));
    link('docs', path.join('docs', 'docs'));
    link(path.join(outside, 'secret.md'), 'leaves.md');
    link(path.join(outside, 'secret.md'), 'leaves.txt');
    link(path.join(outside, 'folder'), 'folder');
    link(path.join(outside, 'folder'), 'node_modules');
    link('missing', 'dangling.md');
    link('circle-b.md', 'circle-a.md');
    link('circle-a.md', 'circle-b.md');
    const walk = await walkRepository(createNodeFiles(), root, options);
    expect(pathsOf(walk)).toEqual(['docs/a.md']);
    expect(walk.links).toEqual([
      { path: 'README.md', target: 'docs/a.md' },
      { path: 'docs/up', target: '' },
      { path: 'documentation', target: 'docs' },
    ]);
    expect(walk.skipped).toEqual([
      { path: 'circle-a.md', reason: 'unreadable' },
      { path: 'circle-b.md', reason: 'unreadable' },
      { path: 'dangling.md', reason: 'unreadable' },
      { path: 'folder', reason: 'link-leaves-repository' },
      { path: 'leaves.md', reason: 'link-leaves-repository' },
    ]);
  });

  it('names that are no UTF-8 are said to be unreadable, in files and in folders', async () => {
    const root = temporaryTree({ 'a.md': '' });
    const broken = (name: string): Buffer => Buffer.concat([Buffer.from(`${root}/`), Buffer.from([0xff]), Buffer.from(name)]);
    try {
      writeFileSync(broken('.md'), '');
      mkdirSync(broken('dir'));
    } catch {
      return; // Macs refuse such names.
    }
    const walk = await walkRepository(createNodeFiles(), root, options);
    expect(pathsOf(walk)).toEqual(['a.md']);
    expect(walk.skipped).toEqual([
      { path: '\uFFFD.md', reason: 'unreadable' },
      { path: '\uFFFDdir', reason: 'unreadable' },
    ]);
  });
});

describe('faults', () => {
  it('what may not be read is reported, what vanished is not there, and the rest goes on', async () => {
    const files = memoryFiles(
      {
        '/repo/a.md': '',
        '/repo/locked.md': { fault: 'forbidden' },
        '/repo/broken.md': { fault: 'failed' },
        '/repo/vanished.md': { fault: 'absent' },
        '/repo/locked.ts': { fault: 'forbidden' },
      },
      { '/repo/forbidden': 'forbidden', '/repo/gone': 'absent', '/repo/node_modules': 'forbidden' },
    );
    const walk = await walkRepository(files, '/repo', options);
    expect(pathsOf(walk)).toEqual(['a.md']);
    expect(walk.skipped).toEqual([
      { path: 'broken.md', reason: 'unreadable' },
      { path: 'forbidden', reason: 'unreadable' },
      { path: 'locked.md', reason: 'unreadable' },
    ]);
  });

  it('a pipe is never looked into, and said where a document was expected', async () => {
    const walk = await walkMemory({ '/repo/README.md': { pipe: true }, '/repo/socket': { pipe: true } });
    expect(walk.skipped).toEqual([{ path: 'README.md', reason: 'unreadable' }]);
    expect(walk.paths).toEqual([]);
  });

  it('entries with names that no path can hold are passed over', async () => {
    const files = memoryFiles({ '/repo/a.md': '' });
    const names = ['', '.', '..', 'x/y.md', 'z\0.md', 'a.md'];
    const odd = { ...files, list: async () => ({ entries: names.map((name) => ({ name, kind: 'file' as const })) }) };
    expect((await walkRepository(odd, '/repo', options)).paths).toEqual(['a.md']);
  });

  it('a tree of 200 folders in each other is walked, and what lies deeper is said: their paths would take ever longer to resolve', async () => {
    const endless: Files = {
      ...memoryFiles({}),
      list: async (_root, at) => ({
        entries: [{ name: 'a.md', kind: 'file' }, ...(at.length < 2 * 5_000 ? [{ name: 'd', kind: 'folder' as const }] : [])],
      }),
      facts: async (_root, at) => (at.endsWith('.md') ? { kind: 'file', size: 0, modifiedMs: 0, inode: 0 } : { fault: 'absent' }),
    };
    const walk = await walkRepository(endless, '/repo', options);
    expect(pathsOf(walk)).toHaveLength(201);
    expect(pathsOf(walk)).toContain(`${'d/'.repeat(200)}a.md`);
    expect(walk.skipped).toEqual([{ path: `${'d/'.repeat(200)}d`, reason: 'too-deep' }]);
  });

  it('the order in which a folder lists its entries does not matter', async () => {
    const nodes = {
      '/repo/.gitignore': 'b.md\n',
      '/repo/a.md': '',
      '/repo/b.md': '',
      '/repo/c/d.md': '',
      '/repo/c/.env': '',
      '/repo/e/.git': '',
    };
    const files = memoryFiles(nodes);
    const expected = await walkRepository(files, '/repo', options);
    await fc.assert(
      fc.asyncProperty(fc.integer(), async (seed) => {
        const shuffled = {
          ...files,
          list: async (root: string, at: string) => {
            const listing = await files.list(root, at);
            if ('fault' in listing) return listing;
            const rank = (name: string): number => Math.imul(seed ^ (name.codePointAt(0) ?? 0), 2_654_435_761) ^ name.length;
            return { entries: [...listing.entries].sort((left, right) => rank(left.name) - rank(right.name)) };
          },
        };
        expect(await walkRepository(shuffled, '/repo', options)).toEqual(expected);
      }),
    );
  });
});
