import { readFileSync } from 'node:fs';
import { afterAll, describe, expect, it } from 'vitest';
import type { Embedder } from '../../../src/ports/embedder';
import { allOf, cosine, helper, PASSAGE, realEmbedder, vectorIn } from './lines';

interface Reference {
  readonly text: string;
  readonly tokens: number;
  readonly vector: readonly number[];
}

const { vectors } = JSON.parse(readFileSync(helper('reference.json'), 'utf8')) as { vectors: Reference[] };
const JAPANESE = /\p{Script=Han}/u;
const opened: Embedder[] = [];
const open = (...options: Parameters<typeof realEmbedder>): Embedder => {
  const embedder = realEmbedder(...options);
  opened.push(embedder);
  return embedder;
};
const embedder = open();

afterAll(() => Promise.all(opened.map((one) => one.stop())));

describe.each(['native', 'wasm'] as const)('vectors of the %s runtime', (runtime) => {
  const ours = runtime === 'native' ? embedder : open({ runtime });

  it('agree with those computed independently from the float32 weights, to a cosine of 0.98', async () => {
    const worded = vectors.filter(({ text }) => text !== '' && !JAPANESE.test(text));
    const embeddings = await allOf(ours, worded.map(({ text }) => text));
    const cosines = embeddings.map((embedding, index) => cosine(vectorIn(embedding), worded[index]?.vector ?? []));
    expect(worded).toHaveLength(10);
    expect(Math.min(...cosines)).toBeGreaterThanOrEqual(0.98);
  });

  it('have 384 numbers and a length of 1', async () => {
    const [embedding] = await allOf(ours, [PASSAGE]);
    const vector = vectorIn(embedding);
    expect(vector).toHaveLength(384);
    expect(cosine(vector, vector)).toBeCloseTo(1, 6);
    expect(Math.hypot(...vector)).toBeCloseTo(1, 6);
  });

  it('run on what the state says', async () => {
    await allOf(ours, [PASSAGE]);
    expect(ours.state()).toMatchObject({ phase: 'ready', runtime, reason: null });
  });
});

describe('a text', () => {
  it('has the same vector, bit for bit, whatever is embedded around it and whether as a question or not', async () => {
    const [alone] = await allOf(embedder, [PASSAGE]);
    const among = await allOf(embedder, ['short', PASSAGE, 'word '.repeat(400), PASSAGE]);
    const asked = await embedder.embedQuestion(PASSAGE);
    expect(vectorIn(among[1])).toEqual(vectorIn(alone));
    expect(vectorIn(among[3])).toEqual(vectorIn(alone));
    expect(asked).toEqual(vectorIn(alone));
  });

  it.each([
    ['nothing', ''],
    ['white space', ' \n\t '],
    ['one emoji, which the model does not know', '🎉'],
    ['ten thousand times a, longer than any word the model knows', 'a'.repeat(10_000)],
    ['a special token of the model by name', '[MASK] [SEP]'],
    ['control characters', '\u0000\u0007\u001b'],
    ['half a surrogate pair', '\ud83c'],
    ['a word of Hindi, of which the model knows no part', 'भुगतान'],
    ['a private-use character', '\ue000'],
  ])('of %s has no vector', async (_, text) => {
    expect(await allOf(embedder, [text])).toEqual([{ kind: 'none', why: 'no-known-token' }]);
    expect(await embedder.embedQuestion(text)).toBeNull();
  });

  it.each([
    ['an emoji beside words', 'release party 🎉'],
    ['Japanese', '日本語のドキュメント'],
    ['Cyrillic', 'Повторная попытка оплаты'],
    ['Arabic', 'إعادة محاولة الدفع'],
    ['Greek', 'Επανάληψη της χρέωσης'],
    ['ten thousand lines', 'retry\n'.repeat(10_000)],
  ])('of %s has a vector', async (_, text) => {
    const [embedding] = await allOf(embedder, [text]);
    expect(vectorIn(embedding).every(Number.isFinite)).toBe(true);
  });

  it('of 512 tokens (510 words, a beginning and an end) is whole, of 513 it is cut: both have one vector', async () => {
    const [whole, cut] = await allOf(embedder, ['word '.repeat(510), 'word '.repeat(511)]);
    expect(whole).toMatchObject({ kind: 'vector', cut: false });
    expect(cut).toMatchObject({ kind: 'vector', cut: true });
    expect(vectorIn(cut)).toEqual(vectorIn(whole));
  });

  it('of a million characters is cut and has the vector of its beginning', async () => {
    const [long, beginning] = await allOf(embedder, ['word '.repeat(200_000), 'word '.repeat(510)]);
    expect(long).toMatchObject({ kind: 'vector', cut: true });
    expect(vectorIn(long)).toEqual(vectorIn(beginning));
  });
});
