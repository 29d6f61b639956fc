import { describe, expect, it } from 'vitest';
import { outlineRows } from '../../src/workspace/outlineRows';
import { sharedWork } from '../../src/workspace/sharedWork';
import { NOON, nodeService } from './nodeService';
import { temporaryTree, writeTree } from './temporaryTree';

const documents = (count: number, from = 0): Record<string, string> =>
  Object.fromEntries(Array.from({ length: count }, (_, number) => [`docs/${from + number}.md`, `# Page ${from + number}\n\nText ${from + number}.\n`]));

describe('work that is shared', () => {
  const endless = () => {
    let signal: AbortSignal | null = null;
    const work = sharedWork<number, string>((_onProgress, callOff) => {
      signal = callOff;
      return new Promise((_resolve, reject) => callOff.addEventListener('abort', () => reject(callOff.reason)));
    });
    return { work, isCalledOff: () => signal?.aborted };
  };

  it('is called off when the last of those that wait gives up', async () => {
    const { work, isCalledOff } = endless();
    const [one, other] = [new AbortController(), new AbortController()];
    const [first, second] = [work.join(() => undefined, one.signal), work.join(() => undefined, other.signal)];
    one.abort(new Error('one left'));
    await expect(first).rejects.toThrow('one left');
    expect(isCalledOff()).toBe(false);
    other.abort(new Error('the other left'));
    await expect(second).rejects.toThrow('the other left');
    expect(isCalledOff()).toBe(true);
    expect(work.isGivenUp()).toBe(true);
    await work.ended;
  });

  it('goes on while somebody waits who cannot give up', async () => {
    const { work, isCalledOff } = endless();
    void work.join(() => undefined).catch(() => undefined);
    const quitter = new AbortController();
    const joined = work.join(() => undefined, quitter.signal);
    quitter.abort(new Error('left'));
    await expect(joined).rejects.toThrow('left');
    expect(isCalledOff()).toBe(false);
  });

  it('tells everybody how far it is, but for those who gave up', async () => {
    let tell: (progress: number) => void = () => undefined;
    const work = sharedWork<number, void>((onProgress) => {
      tell = onProgress;
      return new Promise(() => undefined);
    });
    const told: string[] = [];
    const quitter = new AbortController();
    void work.join((progress) => told.push(`one ${progress}`));
    work.join((progress) => told.push(`other ${progress}`), quitter.signal).catch(() => undefined);
    tell(1);
    quitter.abort(new Error('left'));
    tell(2);
    expect(told).toEqual(['one 1', 'other 1', 'one 2']);
  });
});

describe('a refresh that is cancelled', () => {
  it('leaves a cold repository unindexed, and the next one does all of it', async () => {
    const root = temporaryTree(documents(40));
    const service = nodeService([root]);
    const quitter = new AbortController();
    const refresh = service.index((progress) => progress.done === 3 && quitter.abort(new Error('cancelled')), {}, { signal: quitter.signal });
    await expect(refresh).rejects.toThrow('cancelled');
    await service.idle();
    expect(await outlineRows(service, { of: 'repositories' })).toMatchObject([{ verifiedAt: null, documents: 0, running: null, problem: null }]);
    expect((await service.index()).repositories).toMatchObject([{ documents: 40, problem: null, lastError: null }]);
  });

  it('leaves an index as it was: it answers what it answered before, here and in the next process', async () => {
    const root = temporaryTree(documents(2));
    const service = nodeService([root]);
    await service.index();
    writeTree(root, documents(40, 2));
    const quitter = new AbortController();
    const seen: number[] = [];
    const refresh = service.index(
      ({ done }) => {
        seen.push(done);
        if (done === 3) quitter.abort(new Error('cancelled'));
      },
      {},
      { signal: quitter.signal },
    );
    await expect(refresh).rejects.toThrow('cancelled');
    await service.idle();
    // It ended with the document it was at: of forty only four were split.
    expect(Math.max(...seen)).toBeLessThanOrEqual(4);
    for (const one of [service, nodeService([root], { home: service.home })]) {
      expect(await outlineRows(one, { of: 'repositories' })).toMatchObject([{ documents: 2 }]);
      const { passages } = await one.ask({ question: 'page' }, { wait: false, now: NOON });
      expect(passages).toHaveLength(2);
    }
  });

  it('goes on for somebody else who waits for it, too', async () => {
    const root = temporaryTree(documents(40));
    const service = nodeService([root]);
    const quitter = new AbortController();
    const cancelled = service.index((progress) => progress.done === 3 && quitter.abort(new Error('cancelled')), {}, { signal: quitter.signal });
    const other = service.index();
    await expect(cancelled).rejects.toThrow('cancelled');
    expect((await other).repositories).toMatchObject([{ documents: 40 }]);
  });

  it('gives its claim back: the next process need not wait for it', async () => {
    const root = temporaryTree(documents(40));
    const service = nodeService([root]);
    const quitter = new AbortController();
    await expect(
      service.index((progress) => progress.done === 3 && quitter.abort(new Error('cancelled')), {}, { signal: quitter.signal }),
    ).rejects.toThrow('cancelled');
    await service.idle();
    // It would wait two minutes for a claim that is held, and the test would not end in time.
    expect((await nodeService([root], { home: service.home }).index()).repositories).toMatchObject([{ documents: 40 }]);
  });

  it('ends a question that waits for a cold index as well', async () => {
    const service = nodeService([temporaryTree(documents(40))]);
    const quitter = new AbortController();
    const asked = service.ask({ question: 'page' }, { wait: true, now: NOON }, (progress) => progress.done === 3 && quitter.abort(new Error('cancelled')), {
      signal: quitter.signal,
    });
    await expect(asked).rejects.toThrow('cancelled');
    await service.idle();
    expect(await outlineRows(service, { of: 'repositories' })).toMatchObject([{ documents: 0 }]);
  });
});
