import { describe, expect, it } from 'vitest';
import type { SearchableRepository } from '../../src/ports/store';
import { createMeaning, meaningOff } from '../../src/workspace/meaning';
import type { Member } from '../../src/workspace/members';
import type { IndexProgress } from '../../src/workspace/service';
import { fakeEmbedder, fakeRepository, fakeVectors, handTimer, MODEL, wordsVector } from './fakeEmbedding';

const member = (id: string, searchable: SearchableRepository | null): Member => ({ id, key: id, searchable, snapshot: null, problem: null, unreadable: false, root: `/${id}` }) as unknown as Member;
const nothing = (): void => undefined;
const settle = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 20));

function made(inBackground = true) {
  const embedder = fakeEmbedder();
  const vectors = fakeVectors();
  const timer = handTimer();
  const meaning = createMeaning(
    { embedder, power: { onBattery: async () => false }, inBackground },
    { vectors, timer, log: { debug: nothing, warn: nothing } },
  );
  return { embedder, vectors, timer, meaning };
}

const QUESTION = 'how are secrets rotated';

describe('the meaning of a question', () => {
  it('is its vector once all passages are embedded', async () => {
    const { meaning } = made();
    const members = [member('api', fakeRepository(['rotate the secrets', 'deploy it']))];
    await meaning.finish(members, nothing);
    expect(await meaning.ofQuestion(QUESTION, members, false)).toEqual({
      model: MODEL.id,
      state: 'ready',
      vector: wordsVector(QUESTION),
      notices: [],
    });
  });

  it('is pending while a passage waits, with the vector as soon as any has one', async () => {
    const { meaning, vectors } = made();
    const members = [member('api', fakeRepository(['rotate the secrets', 'deploy it']))];
    expect(await meaning.ofQuestion(QUESTION, members, false)).toMatchObject({ state: 'pending', vector: null });
    await vectors.add([{ digest: 'deploy it', embedding: { kind: 'vector', vector: wordsVector('deploy it')!, cut: false } }]);
    expect(await meaning.ofQuestion(QUESTION, members, false)).toMatchObject({ state: 'pending', vector: wordsVector(QUESTION) });
  });

  it('is not asked for where no passage could be compared with it', async () => {
    const { meaning, embedder } = made();
    await meaning.ofQuestion(QUESTION, [member('api', fakeRepository(['rotate the secrets']))], true);
    await meaning.ofQuestion(QUESTION, [member('api', null)], true);
    expect(embedder.questions).toEqual([]);
  });

  it('does not hold an answer up that it comes too late for', async () => {
    const { meaning, embedder, timer } = made();
    const members = [member('api', fakeRepository(['rotate the secrets']))];
    await meaning.finish(members, nothing);
    embedder.holdQuestions();
    const asked = meaning.ofQuestion(QUESTION, members, false);
    await settle();
    timer.run();
    expect(await asked).toMatchObject({ state: 'pending', vector: null, notices: [expect.stringContaining('by words alone') as string] });
  });

  it('is off, with the reason, when the embedder has failed', async () => {
    const { meaning, embedder } = made();
    const members = [member('api', fakeRepository(['rotate the secrets']))];
    await meaning.finish(members, nothing);
    embedder.fail('The model is damaged.');
    expect(await meaning.ofQuestion(QUESTION, members, false)).toEqual({
      model: MODEL.id,
      state: 'off',
      vector: null,
      notices: ['Meaning is off: The model is damaged.'],
    });
    expect((await meaning.status(members)).workspace).toMatchObject({ state: 'off', runtime: null, waiting: null });
  });

  it('is off without a word where people switched it off, and with one where it cannot be on', async () => {
    expect(await meaningOff({ off: null }).ofQuestion(QUESTION, [], false)).toMatchObject({ state: 'off', vector: null, notices: [] });
    expect(await meaningOff({ off: 'The folder lacks config.json.' }).ofQuestion(QUESTION, [], false)).toMatchObject({
      notices: ['The folder lacks config.json.'],
    });
  });
});

describe('the passages', () => {
  it('are embedded in the background from the first question on, where that is wanted', async () => {
    for (const inBackground of [true, false]) {
      const { meaning, embedder } = made(inBackground);
      meaning.follow([member('api', fakeRepository(['rotate the secrets']))]);
      await settle();
      expect(embedder.texts).toHaveLength(inBackground ? 1 : 0);
    }
  });

  it('are counted for people while they are embedded', async () => {
    const { meaning } = made();
    const told: IndexProgress[] = [];
    await meaning.finish([member('api', fakeRepository(['one text', 'another text']))], (progress) => told.push(progress));
    expect(told.at(-1)).toEqual({ repositoryId: 'api', step: 'embedding', done: 2, total: 2 });
  });

  it('are accounted for: embedded, cut, without a vector, waiting', async () => {
    const { meaning } = made();
    const long = 'word '.repeat(200);
    const members = [member('api', fakeRepository(['one text', long, '🙂'])), member('cold', null)];
    const before = await meaning.status(members);
    expect(before.repositories).toEqual([{ embedded: 0, cut: 0, without: 0, pending: 3 }, null]);
    // Nothing has run yet.
    expect(before.workspace).toMatchObject({ state: 'pending', runtime: null });
    await meaning.finish(members, nothing);
    const after = await meaning.status(members);
    // The fake model takes 600 characters.
    expect(after.repositories).toEqual([{ embedded: 2, cut: 1, without: 1, pending: 0 }, null]);
    expect(after.workspace).toMatchObject({ model: MODEL.id, state: 'ready', runtime: 'native', waiting: null, notices: [] });
  });

  it('say why they wait', async () => {
    const { meaning } = made();
    const members = [member('api', fakeRepository(['one text']))];
    meaning.hold(null);
    meaning.follow(members);
    await settle();
    expect((await meaning.status(members)).workspace.waiting).toBe('paused');
    meaning.resume();
    await settle();
    expect((await meaning.status(members)).workspace).toMatchObject({ state: 'ready', waiting: null });
  });
});

it('does not hold an answer up while the vectors of the passages are being loaded', async () => {
  const { meaning, vectors, timer } = made();
  const attach = vectors.attach;
  let loaded = (): void => undefined;
  const loading = new Promise<void>((resolve) => (loaded = resolve));
  vectors.attach = async (repository) => {
    await loading;
    return attach(repository);
  };
  const members = [member('api', fakeRepository(['rotate the secrets']))];
  const asked = meaning.ofQuestion(QUESTION, members, false);
  await settle();
  timer.run();
  expect(await asked).toMatchObject({ state: 'pending', vector: null, notices: [expect.stringContaining('still being loaded') as string] });
  loaded();
  expect(await meaning.ofQuestion(QUESTION, members, false)).toMatchObject({ state: 'pending', vector: null, notices: [] });
});
