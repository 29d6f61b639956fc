import { mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { createWatcher } from '../../src/adapters/watcher';
import type { Watching } from '../../src/ports/watcher';
import { runGit, temporaryRoot, temporaryTree } from '../workspace/temporaryTree';

const silent = { debug: () => undefined, warn: () => undefined };
const LONG = 15_000;
const open: Watching[] = [];
afterEach(async () => {
  await Promise.all(open.splice(0).map((watching) => watching.close()));
});

/** A watch that is set up, and a wait for paths to be reported. */
async function watched(folder: string) {
  const seen = new Set<string>();
  let heard = (): void => undefined;
  let ready = false;
  const watching = createWatcher(silent)(
    [folder],
    (change) => {
      if (change === 'everything') ready = true;
      else change.paths.forEach((each) => seen.add(each));
      heard();
    },
    () => undefined,
  );
  open.push(watching);
  const until = async (isTrue: () => boolean): Promise<void> => {
    while (!isTrue()) {
      await new Promise<void>((resolve) => {
        // The timer keeps the test alive; the watch does not.
        const timer = setTimeout(resolve, 100);
        heard = () => (clearTimeout(timer), resolve());
      });
    }
  };
  await until(() => ready);
  return { seen, until, saw: (...segments: string[]) => until(() => seen.has(path.join(folder, ...segments))) };
}

const repository = (files: Record<string, string>): string => {
  const root = temporaryTree(files);
  runGit(root, 'init', '--quiet', '--initial-branch=main');
  return root;
};
const commit = (root: string): void => {
  runGit(root, 'add', '--all');
  runGit(root, '-c', 'user.name=Test', '-c', 'user.email=test@example.com', 'commit', '--quiet', '--allow-empty', '--message', 'A change');
};

describe('the watcher', () => {
  it('reports what is written, created, renamed and deleted, by absolute path, also in folders made since', async () => {
    const root = temporaryTree({ 'docs/a.md': 'one\n', 'b.md': 'two\n' });
    const { seen, saw, until } = await watched(root);
    writeFileSync(path.join(root, 'docs', 'a.md'), 'one more\n');
    await saw('docs', 'a.md');
    mkdirSync(path.join(root, 'new'));
    await saw('new');
    seen.clear();
    writeFileSync(path.join(root, 'new', 'c.md'), 'three\n');
    // The file, or else its folder once more: it may have come while the watch of that was being set up.
    await until(() => seen.has(path.join(root, 'new')) || seen.has(path.join(root, 'new', 'c.md')));
    renameSync(path.join(root, 'b.md'), path.join(root, 'moved.md'));
    await saw('moved.md');
    rmSync(path.join(root, 'docs', 'a.md'));
    await saw('b.md');
  }, LONG);

  it('reports a commit and a branch switch, and nothing of objects, locks, the index and node_modules', async () => {
    const root = repository({ 'a.md': 'one\n' });
    commit(root);
    mkdirSync(path.join(root, 'node_modules'));
    const { seen, saw } = await watched(root);
    writeFileSync(path.join(root, 'node_modules', 'x.md'), 'x\n');
    writeFileSync(path.join(root, 'a.md'), 'two\n');
    commit(root);
    await saw('.git', 'logs', 'HEAD');
    runGit(root, 'checkout', '--quiet', '-b', 'other');
    await saw('.git', 'HEAD');
    writeFileSync(path.join(root, 'last.md'), 'last\n');
    await saw('last.md');
    const told = [...seen].map((place) => path.relative(root, place).split(path.sep).join('/'));
    expect(told.filter((place) => /objects|\.lock$|^\.git\/index|node_modules\/|COMMIT_EDITMSG/.test(place))).toEqual([]);
  }, LONG);

  it('reports the HEAD of a linked work tree, which lies elsewhere', async () => {
    const root = repository({ 'a.md': 'one\n' });
    commit(root);
    const linked = path.join(temporaryRoot(), 'linked');
    runGit(root, 'worktree', 'add', '--quiet', linked, '-b', 'linked');
    const { seen, until } = await watched(linked);
    commit(linked);
    await until(() => [...seen].some((place) => place.startsWith(path.join(root, '.git') + path.sep)));
  }, LONG);

  it('reports nothing any more once it is closed', async () => {
    const root = temporaryTree({ 'a.md': 'one\n' });
    const { seen } = await watched(root);
    await open.splice(0)[0]?.close();
    writeFileSync(path.join(root, 'a.md'), 'two\n');
    const other = await watched(root);
    writeFileSync(path.join(root, 'b.md'), 'b\n');
    await other.saw('b.md');
    expect([...seen]).toEqual([]);
  }, LONG);
});
