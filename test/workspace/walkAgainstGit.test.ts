import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';
import { createNodeFiles } from '../../src/adapters/nodeFiles';
import { walkRepository } from '../../src/workspace/walk';
import { gitPaths, runGit, temporaryRoot, writeTree } from './temporaryTree';

// Windows cannot hold some of these names, and Macs fold their case.
const FOLDERS = ['a', 'b', 'ab', 'a b', '.a', 'x[y]', '!n', '#h'];
const FILES = ['a', 'b', 'ab.md', 'b.md', '.a', 'c d', '!n', '#h', 'x[y]', 'n\\o', 'é.md'];
const onLinux = process.platform === 'linux';

const filePath = fc
  .tuple(fc.array(fc.constantFrom(...FOLDERS), { maxLength: 3 }), fc.constantFrom(...FILES))
  .map(([folders, file]) => [...folders, file].join('/'));

// The library documents where it differs from git: `**` beside other characters in a segment, and
// patterns that count bytes of letters beyond ASCII. Neither is generated.
const segment = fc.constantFrom(
  'a', 'b', 'ab', '*', '**', 'a*', '*.md', '*b*', '?', 'a?*', '[ab]', '[!a]', '[^b]*', '[a-c]*', '.a', '.*', 'a b', 'a\\ b',
  'x\\[y\\]', '\\!n', '\\#h', 'n\\\\o', 'é.md', '#h', '!n',
);
const pattern = fc
  .record({
    negated: fc.boolean(),
    anchored: fc.boolean(),
    segments: fc.array(segment, { minLength: 1, maxLength: 3 }),
    folderOnly: fc.boolean(),
    end: fc.constantFrom('', '', '', ' ', '  ', '\r'),
  })
  .map(({ negated, anchored, segments, folderOnly, end }) =>
    [negated ? '!' : '', anchored ? '/' : '', segments.join('/'), folderOnly ? '/' : '', end].join(''),
  );
const ignoreText = fc
  .tuple(fc.constantFrom('', '\uFEFF'), fc.array(fc.oneof({ weight: 6, arbitrary: pattern }, fc.constantFrom('', '   ', '# comment', '/', '!')), { maxLength: 5 }))
  .map(([mark, lines]) => `${mark}${lines.join('\n')}\n`);

const tree = fc.record({
  files: fc.uniqueArray(filePath, { minLength: 1, maxLength: 25 }),
  rootIgnore: ignoreText,
  nestedIgnores: fc.array(fc.tuple(fc.nat(), ignoreText), { maxLength: 3 }),
  infoExclude: ignoreText,
  tracked: fc.array(fc.nat(), { maxLength: 4 }),
});

const RUNS = 60;

function isIgnoredByGit(root: string, folder: string): boolean {
  try {
    runGit(root, 'check-ignore', '-q', '--no-index', '--', folder);
    return true;
  } catch {
    return false;
  }
}

/** Leaves out paths that another path needs as a folder. */
const fitting = (paths: readonly string[]): string[] =>
  paths.filter((file) => !paths.some((other) => other.startsWith(`${file}/`)));

describe.skipIf(!onLinux)('a walk finds what `git ls-files --cached --others --exclude-standard` lists', () => {
  const root = temporaryRoot();
  const files = createNodeFiles();
  runGit(root, 'init', '-q');
  afterAll(() => rmSync(root, { recursive: true, force: true }));

  const build = (generated: typeof tree extends fc.Arbitrary<infer Tree> ? Tree : never): void => {
    for (const name of readdirSync(root)) if (name !== '.git') rmSync(path.join(root, name), { recursive: true });
    rmSync(path.join(root, '.git/index'), { force: true });
    const paths = fitting(generated.files);
    writeTree(root, Object.fromEntries(paths.map((file) => [file, ''])));
    writeFileSync(path.join(root, '.gitignore'), generated.rootIgnore);
    for (const [choice, text] of generated.nestedIgnores) {
      const file = paths[choice % paths.length] ?? '';
      const folder = path.join(root, path.dirname(file));
      mkdirSync(folder, { recursive: true });
      writeFileSync(path.join(folder, '.gitignore'), text);
    }
    mkdirSync(path.join(root, '.git/info'), { recursive: true });
    writeFileSync(path.join(root, '.git/info/exclude'), generated.infoExclude);
    const tracked = [...new Set(generated.tracked.map((choice) => paths[choice % paths.length] ?? ''))];
    if (tracked.length > 0) runGit(root, '--literal-pathspecs', 'add', '-f', '--', ...tracked);
  };

  it('on generated trees, ignore files and tracked files', async () => {
    await fc.assert(
      fc.asyncProperty(tree, async (generated) => {
        build(generated);
        const walk = await walkRepository(files, root, {
          exclude: [],
          excludePatterns: generated.infoExclude,
          trackedPaths: new Set(gitPaths(root, 'ls-files', '-z')),
          wanted: () => true,
        });
        expect(walk.files.map((file) => file.path)).toEqual(gitPaths(root, 'ls-files', '-coz', '--exclude-standard'));
      }),
      { numRuns: RUNS },
    );
  });

  it('on a folder inside the work tree, which the ignore files above reach too', async () => {
    await fc.assert(
      fc.asyncProperty(tree, fc.constantFrom('ab', 'a b'), async (generated, folder) => {
        build(generated);
        const inner = path.join(root, folder);
        mkdirSync(inner, { recursive: true });
        // An opened folder that is ignored itself is read all the same, so git has nothing to say there.
        fc.pre(!isIgnoredByGit(root, folder));
        const walk = await walkRepository(files, inner, {
          exclude: [],
          excludePatterns: generated.infoExclude,
          trackedPaths: new Set(gitPaths(inner, 'ls-files', '-z')),
          prefix: `${folder}/`,
          wanted: () => true,
        });
        expect(walk.files.map((file) => file.path)).toEqual(gitPaths(inner, 'ls-files', '-coz', '--exclude-standard'));
      }),
      { numRuns: RUNS },
    );
  });
});
