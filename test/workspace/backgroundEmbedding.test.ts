import { describe, expect, it } from 'vitest';
import { StoreUnwritableError } from '../../src/ports/store';
import { createBackgroundEmbedding, type EmbeddableRepository } from '../../src/workspace/backgroundEmbedding';
import { type FakeRepository, fakeEmbedder, fakeRepository, fakeVectors, handTimer } from './fakeEmbedding';

const named = (id: string, searchable: FakeRepository): EmbeddableRepository => ({ key: id, id, searchable });
const numbered = (count: number, name = 'text'): string[] => Array.from({ length: count }, (_, index) => `${name} ${'abcdefghij'[index % 10]}${'klmnopqrst'[Math.floor(index / 10) % 10]}`);
const nothing = (): void => undefined;
/** Lets everything run that does not wait for a timer. */
const settle = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 20));

function made(onBattery: () => boolean = () => false, before?: (text: string) => Promise<void>) {
  const embedder = fakeEmbedder(before);
  const vectors = fakeVectors();
  const timer = handTimer();
  const warnings: string[] = [];
  const background = createBackgroundEmbedding({
    embedder,
    vectors,
    timer,
    power: { onBattery: async () => onBattery() },
    log: { debug: nothing, warn: (message) => warnings.push(message) },
  });
  return { embedder, vectors, timer, background, warnings };
}

describe('embedding in the background', () => {
  it('embeds every text once, writes it, and has nothing more to do', async () => {
    const { background, embedder, vectors } = made();
    const repositories = [named('api', fakeRepository(numbered(40)))];
    background.follow(repositories);
    await background.finish(nothing);
    expect([...embedder.texts].sort()).toEqual(numbered(40).sort());
    expect(vectors.flushes).toBeGreaterThan(0);
    background.follow(repositories);
    await background.finish(nothing);
    expect(embedder.texts).toHaveLength(40);
  });

  it('embeds a text that two repositories share once', async () => {
    const { background, embedder } = made();
    background.follow([named('api', fakeRepository(['same words', 'of api'])), named('web', fakeRepository(['same words', 'of web']))]);
    await background.finish(nothing);
    expect([...embedder.texts].sort()).toEqual(['of api', 'of web', 'same words']);
  });

  it('gives each repository its turn, so that a large one does not keep a small one waiting', async () => {
    const { background, embedder } = made();
    background.follow([named('large', fakeRepository(numbered(90, 'large'))), named('small', fakeRepository(['small one']))]);
    await background.finish(nothing);
    // The large one's first turn comes before it, and no second one.
    expect(embedder.texts.indexOf('small one')).toBeLessThan(90 / 2);
  });

  it('embeds what is changed when it is followed again, and nothing else', async () => {
    const { background, embedder } = made();
    background.follow([named('api', fakeRepository(['first one', 'second one']))]);
    await background.finish(nothing);
    background.follow([named('api', fakeRepository(['first one', 'another one']))]);
    await background.finish(nothing);
    expect(embedder.texts).toEqual(['first one', 'second one', 'another one']);
  });

  it('tells how far it is', async () => {
    const { background } = made();
    const told: number[] = [];
    background.follow([named('api', fakeRepository([...numbered(40), '🙂']))]);
    await background.finish((_repository, { embedded, without, passages }) => {
      expect(passages).toBe(41);
      told.push(embedded + without);
    });
    expect(told).toEqual([...told].sort((left, right) => left - right));
    expect(told.at(-1)).toBe(41);
  });

  it('does nothing while it is held, and goes on afterwards', async () => {
    const { background, embedder } = made();
    background.hold(null);
    background.follow([named('api', fakeRepository(numbered(3)))]);
    await settle();
    expect(embedder.texts).toHaveLength(0);
    expect(background.waiting()).toBe('paused');
    background.resume();
    await settle();
    expect(embedder.texts).toHaveLength(3);
    expect(background.waiting()).toBeNull();
  });

  it('goes on by itself after a hold of some milliseconds, which does not end a longer one', async () => {
    const { background, embedder, timer } = made();
    background.hold(1_000);
    background.follow([named('api', fakeRepository(numbered(3)))]);
    await settle();
    expect([background.waiting(), embedder.texts.length]).toEqual(['typing', 0]);
    background.hold(null);
    background.hold(1_000);
    timer.run();
    await settle();
    expect([background.waiting(), embedder.texts.length]).toEqual(['paused', 0]);
    background.resume();
    background.hold(1_000);
    timer.run();
    await settle();
    expect(embedder.texts).toHaveLength(3);
  });

  it('waits while the machine runs on its battery, but not for someone who waits for it', async () => {
    let isOnBattery = true;
    const { background, embedder, timer } = made(() => isOnBattery);
    const repositories = [named('api', fakeRepository(numbered(3)))];
    background.follow(repositories);
    await settle();
    expect([background.waiting(), embedder.texts.length]).toEqual(['battery', 0]);
    isOnBattery = false;
    timer.run();
    await settle();
    expect(embedder.texts).toHaveLength(3);

    isOnBattery = true;
    background.follow([named('api', fakeRepository(numbered(5)))]);
    await background.finish(nothing);
    expect(embedder.texts).toHaveLength(5);
  });

  it('leaves a repository to the process that embeds it already, and takes over when that is gone', async () => {
    const { background, embedder, vectors, timer } = made();
    vectors.taken = true;
    background.follow([named('api', fakeRepository(numbered(3)))]);
    await settle();
    expect([background.waiting(), embedder.texts.length]).toEqual(['other-process', 0]);
    vectors.taken = false;
    timer.run();
    await settle();
    expect([background.waiting(), embedder.texts.length]).toEqual([null, 3]);
  });

  it('keeps what was made when the embedder fails, says nothing of waiting, and does not try again', async () => {
    const { background, embedder, vectors } = made(undefined, async (text) => {
      if (text === 'text ck') embedder.fail('It is broken.');
    });
    background.follow([named('api', fakeRepository(numbered(3)))]);
    await background.finish(nothing);
    expect([...vectors.known.keys()]).toEqual(['text ak', 'text bk']);
    expect(background.waiting()).toBeNull();
  });

  it('says that embeddings are not kept, and goes on', async () => {
    const { background, vectors } = made();
    vectors.unwritable = new StoreUnwritableError('The folder cannot be written to.');
    background.follow([named('api', fakeRepository(numbered(3)))]);
    await background.finish(nothing);
    expect(background.problem()).toBe('The embeddings are not kept for next time: The folder cannot be written to.');
    expect(vectors.known.size).toBe(3);
  });

  it('writes what was made when it was made a while ago, however few they are: what is killed then has lost little', async () => {
    const flushesAt: Record<string, number> = {};
    const { background, vectors, timer } = made(undefined, async (text) => {
      flushesAt[text] = vectors.flushes;
      // The time runs out during the second turn (of 32 texts).
      if (text === numbered(90)[40]) timer.run();
    });
    background.follow([named('api', fakeRepository(numbered(90)))]);
    await background.finish(nothing);
    expect([flushesAt[numbered(90)[40]!], flushesAt[numbered(90)[80]!]]).toEqual([0, 1]);
    expect(timer.waiting).toBe(0);
  });

  it('writes what was made before a hold without an end, in the middle of a turn, and leaves the repository to others', async () => {
    const { background, embedder, vectors } = made(undefined, async (text) => {
      if (text === numbered(90)[10]) background.hold(null);
    });
    background.follow([named('api', fakeRepository(numbered(90)))]);
    await settle();
    await background.held();
    // Eleven: the one it was at is made, too.
    expect([embedder.texts.length, vectors.known.size, vectors.flushes, vectors.claims]).toEqual([11, 11, 1, 0]);
    background.resume();
    await background.finish(nothing);
    expect([embedder.texts.length, vectors.known.size, vectors.claims]).toEqual([90, 90, 0]);
  });

  it('is not waited for where nothing is held, or nothing is done', async () => {
    const { background } = made();
    await background.held();
    background.hold(null);
    await background.held();
    background.follow([named('api', fakeRepository(numbered(3)))]);
    await background.held();
    expect(background.waiting()).toBe('paused');
  });

  it('leaves what is not open any more', async () => {
    const { background, embedder } = made();
    background.follow([named('api', fakeRepository(numbered(90)))]);
    background.follow([named('web', fakeRepository(['only this']))]);
    await background.finish(nothing);
    await settle();
    // At most the turn that was under way.
    expect(embedder.texts.length).toBeLessThan(40);
    expect(embedder.texts).toContain('only this');
  });
});
