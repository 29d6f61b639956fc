import { EventEmitter } from 'node:events';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import type { FSWatcher } from 'chokidar';
import { describe, expect, it } from 'vitest';
import { createWatcher, type StartWatch } from '../../src/adapters/watcher';
import { pathlessLog } from '../../src/ports/log';
import type { FileChange } from '../../src/ports/watcher';
import { watchedService } from '../../src/workspace/watchedService';
import { nodeService } from '../workspace/nodeService';
import { temporaryTree } from '../workspace/temporaryTree';

const ASK = { wait: true, now: null };
/** As an agent asks: the answer is what the index holds. */
const AT_ONCE = { wait: false, now: null };
const FIVE_MINUTES = 5 * 60 * 1000;

class BrokenWatch extends EventEmitter {
  closed = 0;
  async close(): Promise<void> {
    this.closed += 1;
  }
  /** As Node does when the machine grants no more watches. */
  fail(code: string, place: string): void {
    this.emit('error', Object.assign(new Error(`${code}: System limit for number of file watchers reached, watch '${place}'`), { code }));
  }
}

/** A watcher over a watch that the test has in its hands. */
function watcherOver(broken: BrokenWatch | Error) {
  const lines: string[] = [];
  const startWatch: StartWatch = () => {
    if (broken instanceof Error) throw broken;
    return broken as unknown as FSWatcher;
  };
  return { lines, watchFolders: createWatcher(pathlessLog((line) => lines.push(line), []), startWatch) };
}

const settled = () => new Promise((resolve) => setTimeout(resolve, 50));

describe('a watch that fails', () => {
  it.each([
    ['ENOSPC', /fs\.inotify\.max_user_watches/],
    ['EMFILE', /ulimit -n/],
    ['ENFILE', /ulimit -n/],
    ['ENOSYS', /network drive/],
  ])('of %s is told once, in words that say what to do, and ends', async (code, advice) => {
    const root = temporaryTree({ 'a.md': 'one\n' });
    const broken = new BrokenWatch();
    const { watchFolders, lines } = watcherOver(broken);
    const changes: FileChange[] = [];
    const failures: string[] = [];
    const watching = watchFolders([root], (change) => changes.push(change), (message) => failures.push(message));
    await settled();
    // The system refuses the watch of every folder, not only that of the first.
    for (let folder = 0; folder < 100; folder += 1) broken.fail(code, path.join(root, `folder-${folder}`));
    expect(failures).toEqual([expect.stringMatching(advice)]);
    expect(failures[0]).toMatch(/Changes are found with the next question instead/);
    expect(failures[0]).not.toContain(root);
    expect(broken.closed).toBe(1);
    expect(lines).toHaveLength(1);
    expect(lines.join('\n')).not.toContain(root);
    // What was on its way is not reported any more.
    broken.emit('all', 'change', path.join(root, 'a.md'));
    broken.emit('ready');
    expect(changes).toEqual([]);
    await watching.close();
  });

  it.each(['EACCES', 'EPERM', 'ENOENT', 'ELOOP'])('of one place (%s) goes on with the others and tells nobody', async (code) => {
    const root = temporaryTree({ 'a.md': 'one\n' });
    const broken = new BrokenWatch();
    const { watchFolders } = watcherOver(broken);
    const changes: FileChange[] = [];
    const failures: string[] = [];
    const watching = watchFolders([root], (change) => changes.push(change), (message) => failures.push(message));
    await settled();
    broken.fail(code, path.join(root, 'closed'));
    broken.emit('all', 'change', path.join(root, 'a.md'));
    expect(failures).toEqual([]);
    expect(changes).toEqual([{ paths: [path.join(root, 'a.md')] }]);
    expect(broken.closed).toBe(0);
    await watching.close();
  });

  it('from the start is told as well, and can be closed', async () => {
    const failures: string[] = [];
    const { watchFolders } = watcherOver(Object.assign(new Error('no more'), { code: 'ENOSPC' }));
    const watching = watchFolders([temporaryTree({ 'a.md': 'one\n' })], () => undefined, (message) => failures.push(message));
    await settled();
    expect(failures).toHaveLength(1);
    await watching.close();
  });

  it('before it was set up is not begun at all when it is closed', async () => {
    let begun = 0;
    const watchFolders = createWatcher({ debug: () => undefined, warn: () => undefined }, () => {
      begun += 1;
      return new BrokenWatch() as unknown as FSWatcher;
    });
    await watchFolders([temporaryTree({ 'a.md': 'one\n' })], () => undefined, () => undefined).close();
    expect(begun).toBe(0);
  });

  it('is in the next answer once, in the status always, and questions find changes by the age of the index', async () => {
    const root = temporaryTree({ 'docs/a.md': '# Rollout\n\nThe rollout takes an hour.\n' });
    const broken = new BrokenWatch();
    const { watchFolders } = watcherOver(broken);
    const core = nodeService([root]);
    const service = watchedService(core, (onChange, onFailure) => watchFolders([root], onChange, onFailure));
    const ask = () => service.ask({ question: 'rollout rollback' }, AT_ONCE);
    expect((await service.ask({ question: 'rollout rollback' }, ASK)).notices).toEqual([]);
    await settled();
    broken.fail('ENOSPC', root);
    expect((await ask()).notices).toEqual([expect.stringMatching(/max_user_watches/)]);
    expect((await ask()).notices).toEqual([]);
    expect((await service.status()).notices[0]).toMatch(/max_user_watches/);

    writeFileSync(path.join(root, 'docs', 'a.md'), '# Rollback\n\nThe rollback takes a minute.\n');
    const textsOf = async () => (await ask()).passages.map(({ text }) => text).join('\n');
    // Nobody told of the change, and the index is young: the answer is the one before.
    expect(await textsOf()).toContain('an hour');
    core.pass(FIVE_MINUTES + 1);
    // This question finds the index old and has it refreshed in the background; the one after it has the change.
    await textsOf();
    await service.idle();
    expect(await textsOf()).toContain('a minute');
    await service.unwatch();
  });

  it('before anybody asked is in the answer to an expansion as well', async () => {
    const root = temporaryTree({ 'docs/a.md': '# A\n' });
    const service = watchedService(nodeService([root]), (_onChange, onFailure) => {
      onFailure('The folders cannot be watched.');
      return { close: async () => undefined };
    });
    const pack = await service.expand({ entityRef: 'component:default/none' }, ASK);
    expect(pack.notices[0]).toBe('The folders cannot be watched.');
  });
});
