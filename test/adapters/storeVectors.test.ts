import { rmSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { embeddedTextOf } from '../../src/text/embeddedText';
import { ContentLostError, type DocumentRecord, type SearchableRepository, type Store } from '../../src/ports/store';
import { cosineOf, questionVectorOf, storedVectorOf } from '../../src/ranking/vectors';
import { analyzeQuestion } from '../../src/ranking/question';
import { rankPassages } from '../../src/ranking/rank';
import { contentTermsFrom } from '../support/contentTerms';
import { anyText, contentOf, documentOf, freshFolder, openStore, segmentFiles, snapshotOf } from './storeExamples';
import {
  embed,
  embeddedRepository,
  embeddingFor,
  MODEL,
  numbered,
  numbersUpTo,
  openVectors,
  orderOf,
  reopen,
  vectorFor,
  vectorsOf,
  waitingOf,
  writeRepository,
} from './vectorExamples';

const KEY = 'a'.repeat(64);
const OTHER_KEY = 'b'.repeat(64);

/** The cosine of a question with each passage, by its handle, as the definition has it. */
function expectedCosines(repository: SearchableRepository, question: Float32Array): number[] {
  return Array.from({ length: repository.passageCount }, (_, handle) => {
    const { document, headings, text } = repository.passage(handle);
    const embedding = embeddingFor(embeddedTextOf(document.title, headings, text));
    return embedding.kind === 'vector' ? cosineOf(questionVectorOf(question)!, storedVectorOf(embedding.vector)!) : Number.NaN;
  });
}

/** What ranking makes of a repository's passages: handle and score of each that is good enough, best first. */
function scores(repository: SearchableRepository, question: Float32Array | null): [number, number][] {
  const analyzed = analyzeQuestion('Which worker ships orders?');
  const candidates = repository.candidates(analyzed.terms.map(({ term }) => term), question);
  const ranked = { id: 'repository', ownRef: 'repo:default/repository', lastRun: null, candidates };
  const { passages } = rankPassages(analyzed, [ranked], { now: 0, titleOf: () => null }, 100);
  return passages.map(({ handle, score }) => [handle, score]);
}

const columnsOf = (repository: SearchableRepository, terms: readonly string[], question: Float32Array | null) => {
  const { handles, documentOf: documents, matchedTerms, matchedHeadingTerms, firstLines, cosines, exact } = repository.candidates(terms, question);
  const plain = (column: ArrayLike<number>): number[] => Array.from(column);
  return {
    exact,
    handles: plain(handles),
    documents: plain(documents),
    matchedTerms: plain(matchedTerms),
    matchedHeadingTerms: plain(matchedHeadingTerms),
    firstLines: plain(firstLines),
    cosines: cosines === null ? null : plain(cosines),
  };
};

describe('a store without a model', () => {
  it('has no vectors', () => {
    expect(openStore(freshFolder()).store.vectors).toBeNull();
  });
});

describe('vectors', () => {
  it('are asked for once for each text, given at once, and found again by the next process', async () => {
    const folder = freshFolder();
    const { store, vectors } = openVectors(folder);
    // Two documents of one title with one passage in common: three texts.
    const contents = [contentOf('one', 'Billing', [['A', 'first'], ['A', 'second']]), contentOf('two', 'Billing', [['A', 'second'], ['A', 'third']])];
    const repository = await writeRepository(store, KEY, contents);
    expect(await vectors.attach(repository)).toEqual({ passages: 4, embedded: 0, cut: 0, without: 0 });
    expect(await embed(store, repository)).toEqual(['Billing > A\nfirst', 'Billing > A\nsecond', 'Billing > A\nthird']);
    const question = vectorFor('a question');
    expect(columnsOf(repository, [], question).cosines).toEqual(expectedCosines(repository, question));
    await vectors.flush();

    const next = openVectors(folder);
    const again = await reopen(next.store, KEY);
    expect(await next.vectors.attach(again)).toEqual({ passages: 4, embedded: 4, cut: 0, without: 0 });
    expect(await embed(next.store, again)).toEqual([]);
    expect(columnsOf(again, ['second'], question)).toEqual(columnsOf(repository, ['second'], question));
  });

  it('count those that are cut and those that have none, which are not asked for again', async () => {
    const folder = freshFolder();
    const { store, vectors } = openVectors(folder);
    const texts = ['a plain one', 'a long one', 'nothing known', 'failing each time'];
    const repository = await writeRepository(store, KEY, texts.map((text, index) => contentOf(`key-${index}`, null, [[null, text]])));
    await embed(store, repository);
    const coverage = { passages: 4, embedded: 2, cut: 1, without: 2 };
    expect(await vectors.attach(repository)).toEqual(coverage);
    await vectors.flush();
    const next = openVectors(folder);
    expect(await next.vectors.attach(await reopen(next.store, KEY))).toEqual(coverage);
    // What this version of the product fails on another one may not fail on.
    const newer = openVectors(folder, { version: '2' });
    const again = await reopen(newer.store, KEY);
    expect(await newer.vectors.attach(again)).toEqual({ ...coverage, without: 1 });
    expect(await embed(newer.store, again)).toEqual([expect.stringContaining('failing')]);
  });

  it('without a direction count as none', async () => {
    const { store, vectors } = openVectors(freshFolder());
    const repository = await writeRepository(store, KEY, [numbered(0)]);
    const [first, second] = await vectors.pending(repository, [0], 2);
    const zeros = new Float32Array(MODEL.dimensions);
    await vectors.add([
      { digest: first!.digest, embedding: { kind: 'vector', vector: zeros, cut: true } },
      { digest: second!.digest, embedding: { kind: 'vector', vector: zeros.map(() => Number.NaN), cut: false } },
    ]);
    expect(await vectors.attach(repository)).toEqual({ passages: 2, embedded: 0, cut: 0, without: 2 });
  });

  it('that are known are passed over', async () => {
    const { store, vectors } = openVectors(freshFolder());
    const repository = await writeRepository(store, KEY, [contentOf('one', null, [[null, 'text']])]);
    const digest = (await vectors.pending(repository, [0], 1))[0]!.digest;
    const embeddingOf = (text: string) => [{ digest, embedding: { kind: 'vector' as const, vector: vectorFor(text), cut: false } }];
    await vectors.add(embeddingOf('first'));
    await vectors.add(embeddingOf('second'));
    const question = vectorFor('first');
    expect(repository.candidates([], question).cosines![0]).toBeGreaterThan(0.999);
  });

  it('are asked for in the order given, each text once, no more than wanted', async () => {
    const { store, vectors } = openVectors(freshFolder());
    const repository = await writeRepository(store, KEY, numbersUpTo(4).map(numbered));
    const titlesOf = async (order: number[], atMost: number) =>
      (await vectors.pending(repository, order, atMost)).map(({ text }) => text.split('\n')[0]);
    expect(await titlesOf([2, 0, 7, -1, 2], 3)).toEqual(['Title 2 > First', 'Title 2 > Second', 'Title 0 > First']);
    expect(await titlesOf([3], 10)).toEqual(['Title 3 > First', 'Title 3 > Second']);
    expect(await titlesOf([], 10)).toEqual([]);
  });

  it('of a document without content are not asked for, and the others are', async () => {
    const { store, vectors } = openVectors(freshFolder());
    await store.addContents([numbered(1)]);
    const documents = [documentOf('lost.md', 'lost', 'Lost'), documentOf('1.md', 'key-1', 'Title 1')];
    const { repository } = await store.open(snapshotOf(documents));
    expect((await vectors.pending(repository, [0, 1], 10)).map(({ text }) => text.split(' > ')[0])).toEqual(['Title 1', 'Title 1']);
  });

  it('are not looked for in a repository of another store', async () => {
    const repository = await writeRepository(openVectors(freshFolder()).store, KEY, [numbered(0)]);
    await expect(openVectors(freshFolder()).vectors.attach(repository)).rejects.toThrow('not opened by this store');
  });

  it('of a text that is gone cannot be asked for', async () => {
    const folder = freshFolder();
    await writeRepository(openVectors(folder).store, KEY, [numbered(0)]);
    const { store, vectors } = openVectors(folder);
    const repository = await reopen(store, KEY);
    for (const file of segmentFiles(folder)) rmSync(file);
    await expect(vectors.pending(repository, [0], 1)).rejects.toBeInstanceOf(ContentLostError);
  });
});

describe('nothing is embedded twice', () => {
  const file = (number: number, name = `${number}.md`): DocumentRecord => documentOf(name, `key-${number}`, `Title ${number}`);

  it.each<[string, DocumentRecord[]]>([
    ['a renamed file', [file(0, 'renamed.md'), file(1), file(2)]],
    ['another order', [file(2), file(0), file(1)]],
    ['a removed file', [file(2)]],
    ['the same file twice', [file(0), file(1), file(2), file(1, 'copy.md')]],
  ])('after %s', async (_, documents) => {
    const { store, vectors } = openVectors(freshFolder());
    await embeddedRepository(store, KEY, numbersUpTo(3));
    const { repository } = await store.open(snapshotOf(documents));
    expect(waitingOf(await vectors.attach(repository))).toBe(0);
    const question = vectorFor('question');
    expect(columnsOf(repository, ['worker'], question).cosines).toEqual(expectedCosines(repository, question));
  });

  it('in a second clone, in this process and in another one', async () => {
    const folder = freshFolder();
    const { store } = openVectors(folder);
    await embeddedRepository(store, KEY, numbersUpTo(3));
    const second = await writeRepository(store, OTHER_KEY, numbersUpTo(3).map(numbered));
    expect(await embed(store, second)).toEqual([]);
    const other = openVectors(folder).store;
    expect(await embed(other, await writeRepository(other, 'c'.repeat(64), numbersUpTo(3).map(numbered)))).toEqual([]);
  });

  it('when a branch comes back, after a restart', async () => {
    const folder = freshFolder();
    await embeddedRepository(openVectors(folder).store, KEY, [0, 1, 2]);
    await embeddedRepository(openVectors(folder).store, KEY, [0, 3]);
    const { store } = openVectors(folder);
    const back = await writeRepository(store, KEY, [0, 1, 2].map(numbered));
    expect(await embed(store, back)).toEqual([]);
    expect(waitingOf(await vectorsOf(store).attach(back))).toBe(0);
  });

  it('but for the document that changed, and without reading the others', async () => {
    const folder = freshFolder();
    await embeddedRepository(openVectors(folder).store, KEY, numbersUpTo(3));
    const { store, vectors } = openVectors(folder);
    await store.readSnapshot(KEY);
    await store.addContents([numbered(7)]);
    const { repository } = await store.open(snapshotOf([file(0), file(1), file(2), file(7)]));
    const read: number[] = [];
    const watched = { ...repository, passage: (handle: number) => (read.push(handle), repository.passage(handle)) };
    expect(await vectors.attach(watched)).toEqual({ passages: 8, embedded: 6, cut: 0, without: 0 });
    expect(read).toEqual([]);
    expect(await vectors.pending(watched, orderOf(repository), 10)).toHaveLength(2);
    expect(new Set(read)).toEqual(new Set([6, 7]));
  });

  it('as long as its title is the same: a title is part of what is embedded', async () => {
    const { store } = openVectors(freshFolder());
    await embeddedRepository(store, KEY, [0]);
    const { repository } = await store.open(snapshotOf([documentOf('0.md', 'key-0', 'Another title')]));
    expect(await embed(store, repository)).toHaveLength(2);
  });
});

describe('candidates in meaning', () => {
  const anyPassage = fc.record({
    headings: fc.array(fc.constantFrom('Billing', 'Orders', ''), { maxLength: 2 }),
    text: fc.oneof(fc.constantFrom('nothing here', 'failing here', 'the worker ships'), anyText),
    terms: fc.uniqueArray(fc.constantFrom('bill', 'order', 'worker', 'ship'), { maxLength: 3 }),
  });
  const anyContent = fc.record({ title: fc.constantFrom('Billing', 'Orders'), passages: fc.array(anyPassage, { maxLength: 4 }) });

  async function repositoryOf(store: Store, contents: readonly { title: string; passages: readonly (typeof anyPassage extends fc.Arbitrary<infer P> ? P : never)[] }[]) {
    const stored = contents.map(({ title, passages }, index) => ({
      key: `key-${index}`,
      title,
      passages: passages.map(({ headings, text }, line) => ({ headings, text, lines: { start: line + 1, end: line + 1 } })),
      terms: contentTermsFrom(passages.map(({ terms }) => ({ terms, headingTerms: terms.slice(1) }))),
    }));
    return writeRepository(store, KEY, stored);
  }

  it('are all passages that share a term or have a vector, as brute force finds them, whatever order they are embedded in', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(anyContent, { maxLength: 4 }),
        fc.uniqueArray(fc.constantFrom('bill', 'order', 'worker', 'unknown'), { maxLength: 3 }),
        fc.nat({ max: 12 }),
        fc.boolean(),
        async (contents, terms, embeddedTexts, isReversed) => {
          const folder = freshFolder();
          const { store, vectors } = openVectors(folder);
          const repository = await repositoryOf(store, contents);
          const order = isReversed ? orderOf(repository).reverse() : orderOf(repository);
          const pending = await vectors.pending(repository, order, embeddedTexts);
          await vectors.add(pending.map(({ digest, text }) => ({ digest, embedding: embeddingFor(text) })));
          const question = vectorFor('what is asked');

          // As the digest sees them: lone surrogates are all the same in UTF-8.
          const seen = (text: string): string => Buffer.from(text, 'utf8').toString();
          const have = new Set(pending.map(({ text }) => seen(text)));
          const words = repository.candidates(terms);
          const rowOf = new Map(Array.from(words.handles, (handle, row) => [handle, row]));
          const all = expectedCosines(repository, question).map((cosine, handle) => {
            const { document, headings, text } = repository.passage(handle);
            return have.has(seen(embeddedTextOf(document.title, headings, text))) ? cosine : Number.NaN;
          });
          const handles = all.flatMap((cosine, handle) => (rowOf.has(handle) || !Number.isNaN(cosine) ? [handle] : []));
          const byWords = (column: ArrayLike<number>) => handles.map((handle) => (rowOf.has(handle) ? column[rowOf.get(handle)!]! : 0));
          const expected = {
            exact: true,
            handles,
            documents: handles.map((handle) => words.documents.indexOf(repository.passage(handle).document)),
            matchedTerms: byWords(words.matchedTerms),
            matchedHeadingTerms: byWords(words.matchedHeadingTerms),
            firstLines: handles.map((handle) => repository.passage(handle).lines.start),
            cosines: handles.map((handle) => all[handle]!),
          };
          expect(columnsOf(repository, terms, question)).toEqual(expected);

          await vectors.flush();
          const next = openVectors(folder);
          const again = await reopen(next.store, KEY);
          await next.vectors.attach(again);
          expect(columnsOf(again, terms, question)).toEqual(expected);
        },
      ),
      { numRuns: 60 },
    );
  });

  it('are those of words alone, to the byte, when no question is given', async () => {
    const folder = freshFolder();
    const { store } = openVectors(folder);
    const repository = await embeddedRepository(store, KEY, numbersUpTo(3));
    const without = await reopen(openStore(folder).store, KEY);
    for (const terms of [['worker'], ['charg', 'titl'], ['unknown'], []]) {
      expect(repository.candidates(terms)).toEqual(without.candidates(terms));
      expect(repository.candidates(terms, null)).toEqual(without.candidates(terms));
    }
  });

  it.each([
    ['no vector is attached', async (store: Store) => writeRepository(store, KEY, numbersUpTo(3).map(numbered)), vectorFor('question')],
    ['the question has no direction', async (store: Store) => embeddedRepository(store, KEY, numbersUpTo(3)), new Float32Array(MODEL.dimensions)],
  ])('are those of words alone without cosines where %s', async (_, open, question) => {
    const repository = await open(openVectors(freshFolder()).store);
    const { cosines, ...words } = columnsOf(repository, ['worker'], null);
    expect(cosines).toBeNull();
    expect(columnsOf(repository, ['worker'], question)).toEqual({ ...words, cosines: words.handles.map(() => Number.NaN) });
  });

  it('of several repositories share the cosines of one question, also while vectors are added', async () => {
    const { store, vectors } = openVectors(freshFolder());
    const first = await embeddedRepository(store, KEY, [0, 1]);
    const second = await writeRepository(store, OTHER_KEY, [1, 2].map(numbered));
    const question = vectorFor('question');
    expect(columnsOf(first, [], question).cosines).toEqual(expectedCosines(first, question));
    await vectors.attach(second);
    expect(columnsOf(second, [], question).cosines).toEqual(expectedCosines(second, question).slice(0, 2));
    await embed(store, second);
    expect(columnsOf(second, [], question).cosines).toEqual(expectedCosines(second, question));
  });

  it('score on words alone where a passage has no vector', async () => {
    const { store, vectors } = openVectors(freshFolder());
    const repository = await writeRepository(store, KEY, numbersUpTo(4).map(numbered));
    const pending = await vectors.pending(repository, [0, 1], 4);
    await vectors.add(pending.map(({ digest, text }) => ({ digest, embedding: embeddingFor(text) })));
    const withoutVector = new Set([4, 5, 6, 7]);
    const scoresOf = (question: Float32Array | null) => scores(repository, question).filter(([handle]) => withoutVector.has(handle));
    expect(scoresOf(vectorFor('question'))).toEqual(scoresOf(null));
    expect(scoresOf(null).length).toBeGreaterThan(0);
  });
});
