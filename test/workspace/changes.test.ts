import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Timer } from '../../src/ports/timer';
import type { FileChange } from '../../src/ports/watcher';
import { createChangeCollector } from '../../src/workspace/changeCollector';
import { tellsOfGit } from '../../src/workspace/changedRepositories';
import { createChanges } from '../../src/workspace/changes';

const log = { debug: () => undefined, warn: () => undefined };

/** A timer whose time passes when it is told to. */
function manualTimer(): Timer & { pass(milliseconds: number): void } {
  let now = 0;
  let waiting: { at: number; work: () => void }[] = [];
  return {
    after: (milliseconds, work) => {
      const entry = { at: now + milliseconds, work };
      waiting.push(entry);
      return () => {
        waiting = waiting.filter((each) => each !== entry);
      };
    },
    pass: (milliseconds) => {
      const until = now + milliseconds;
      for (;;) {
        const next = waiting.filter(({ at }) => at <= until).sort((left, right) => left.at - right.at)[0];
        if (next === undefined) break;
        waiting = waiting.filter((each) => each !== next);
        now = next.at;
        next.work();
      }
      now = until;
    },
  };
}

describe('the collector', () => {
  const PAUSES = { quiet: 10, longest: 100 };

  it('hands on what came together once it is quiet, each path once', () => {
    const timer = manualTimer();
    const batches: FileChange[] = [];
    const collector = createChangeCollector(timer, PAUSES, (change) => batches.push(change));
    for (const path of ['/a', '/b', '/a']) {
      collector.add({ paths: [path] });
      timer.pass(9);
    }
    expect(batches).toEqual([]);
    timer.pass(1);
    expect(batches).toEqual([{ paths: ['/a', '/b'] }]);
    timer.pass(1_000);
    expect(batches).toHaveLength(1);
  });

  it('does not wait for quiet for ever', () => {
    const timer = manualTimer();
    const batches: FileChange[] = [];
    const collector = createChangeCollector(timer, PAUSES, (change) => batches.push(change));
    for (let i = 0; i < 21; i += 1) {
      collector.add({ paths: [`/${i}`] });
      timer.pass(5);
    }
    // 105 ms have passed, never 10 of them quiet.
    expect(batches).toHaveLength(1);
  });

  it('knows no paths any more once everything changed, and forgets what is disposed of', () => {
    const timer = manualTimer();
    const batches: FileChange[] = [];
    const collector = createChangeCollector(timer, PAUSES, (change) => batches.push(change));
    collector.add({ paths: ['/a'] });
    collector.add('everything');
    collector.flush();
    collector.add({ paths: ['/b'] });
    collector.dispose();
    timer.pass(1_000);
    expect(batches).toEqual(['everything']);
  });

  it('loses no path and hands on none twice in a batch, however they come', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.integer({ min: 0, max: 30 }), fc.integer({ min: 0, max: 20 }))), (steps) => {
        const timer = manualTimer();
        const batches: FileChange[] = [];
        const collector = createChangeCollector(timer, PAUSES, (change) => batches.push(change));
        for (const [path, pause] of steps) {
          collector.add({ paths: [`/${path}`] });
          timer.pass(pause);
        }
        timer.pass(1_000);
        const handedOn = batches.map((batch) => (batch === 'everything' ? [] : batch.paths));
        expect(new Set(handedOn.flat())).toEqual(new Set(steps.map(([path]) => `/${path}`)));
        for (const paths of handedOn) expect(new Set(paths).size).toBe(paths.length);
      }),
    );
  });
});

/** Ends when all that was to be done at once is done. */
const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

describe('changes while git is at work', () => {
  function working() {
    const timer = manualTimer();
    const batches: FileChange[] = [];
    const git = { isAtWork: true };
    const changes = createChanges(
      { timer, log },
      async (change) => batches.push(change),
      async () => git.isAtWork,
    );
    /** So many moments of quiet. */
    const quiet = async (moments: number): Promise<void> => {
      for (let moment = 0; moment < moments; moment += 1) {
        timer.pass(150);
        await settled();
      }
    };
    return { changes, batches, git, quiet };
  }

  it('are one batch with what comes until it is done, however often it pauses, and all who reported are told', async () => {
    const { changes, batches, git, quiet } = working();
    const told: unknown[] = [];
    for (const file of ['/a', '/b', '/c']) {
      void changes.report({ paths: [file] }).then((result) => told.push(result));
      await quiet(15);
    }
    expect(batches).toEqual([]);
    git.isAtWork = false;
    await quiet(1);
    expect([batches, told]).toEqual([[{ paths: ['/a', '/b', '/c'] }], [1, 1, 1]]);
  });

  it('do not wait for a lock that was left behind, nor for a git that goes on and on', async () => {
    const { changes, batches, quiet } = working();
    void changes.report({ paths: ['/a'] });
    // Twenty moments without any news are enough.
    await quiet(20);
    expect(batches).toEqual([]);
    await quiet(1);
    expect(batches).toEqual([{ paths: ['/a'] }]);
    for (let moment = 0; moment < 300; moment += 1) {
      void changes.report({ paths: [`/${moment}`] });
      await quiet(1);
    }
    expect(batches).toHaveLength(1);
    await quiet(1);
    expect(batches).toHaveLength(2);
  });

  it('are looked at at once for a question when they are few, and when all has to be done', async () => {
    const { changes, batches, quiet } = working();
    void changes.report({ paths: ['/a'] });
    await quiet(3);
    await changes.seen();
    expect(batches).toEqual([{ paths: ['/a'] }]);
    void changes.report('everything');
    await quiet(3);
    await changes.seen();
    expect(batches).toHaveLength(1);
    await changes.idle();
    expect(batches).toEqual([{ paths: ['/a'] }, 'everything']);
  });

  it('are looked at where that cannot be told', async () => {
    const timer = manualTimer();
    let refreshes = 0;
    const changes = createChanges({ timer, log }, async () => (refreshes += 1), async () => Promise.reject(new Error('gone')));
    const told = changes.report({ paths: ['/a'] });
    timer.pass(150);
    expect(await told).toBe(1);
    expect(refreshes).toBe(1);
  });
});

describe('changes', () => {
  it('looks at one batch at a time, and tells all who reported one the same', async () => {
    const timer = manualTimer();
    const seen: FileChange[] = [];
    let atOnce = 0;
    const changes = createChanges({ timer, log }, async (change) => {
      expect((atOnce += 1)).toBe(1);
      await Promise.resolve();
      seen.push(change);
      atOnce -= 1;
      return seen.length;
    });
    const first = [changes.report({ paths: ['/a'] }), changes.report({ paths: ['/b'] })];
    timer.pass(150);
    await settled();
    const second = changes.report({ paths: ['/c'] });
    timer.pass(150);
    expect(await Promise.all([...first, second])).toEqual([1, 1, 2]);
    expect(seen).toEqual([{ paths: ['/a', '/b'] }, { paths: ['/c'] }]);
  });

  it('a question has a few changes looked at at once, and does not wait longer than its limit', async () => {
    const timer = manualTimer();
    let started = 0;
    const changes = createChanges({ timer, log }, () => {
      started += 1;
      return new Promise<void>(() => undefined);
    });
    void changes.report({ paths: ['/a'] });
    const question = changes.seen();
    await settled();
    expect(started).toBe(1);
    timer.pass(150);
    await question;
  });

  it('a question does not cut a burst in two', async () => {
    const timer = manualTimer();
    let refreshes = 0;
    const changes = createChanges({ timer, log }, async () => (refreshes += 1));
    for (let i = 0; i < 2_500; i += 1) void changes.report({ paths: [`/${i}`] });
    await changes.seen();
    for (let i = 2_500; i < 5_000; i += 1) void changes.report({ paths: [`/${i}`] });
    await changes.seen();
    await changes.idle();
    expect(refreshes).toBe(1);
  });

  it('a refresh that fails is told as nothing, and the next one runs', async () => {
    const timer = manualTimer();
    const changes = createChanges({ timer, log }, async (change) => {
      if (change === 'everything') throw new Error('broken');
      return 'done';
    });
    const broken = changes.report('everything');
    timer.pass(150);
    await settled();
    const next = changes.report({ paths: ['/a'] });
    timer.pass(150);
    expect(await Promise.all([broken, next])).toEqual([null, 'done']);
  });
});

describe('what tells of git', () => {
  it.each(['/r/.git', '/r/.git/HEAD', 'C:\\r\\.git\\HEAD', '/r/.git/refs/heads/main', '/r/.git/packed-refs', '/r/.git/logs/HEAD', '/r/.git/info/exclude', '/r/.git/worktrees/x/HEAD'])(
    '%s does',
    (path) => expect(tellsOfGit(path)).toBe(true),
  );
  it.each(['/r/.git/index', '/r/.git/HEAD.lock', '/r/.git/objects/ab/cd', '/r/.git/COMMIT_EDITMSG', '/r/.git/refs/heads/main.lock'])('%s does not', (path) =>
    expect(tellsOfGit(path)).toBe(false),
  );
});
