import { readFileSync, unlinkSync, writeFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { SearchableRepository, StoredContent } from '../../src/ports/store';
import { termsOf } from '../../src/text/terms';
import { contentTermsFrom, passageTermsIn } from '../support/contentTerms';
import { anyText, contentOf, documentOf, freshFolder, openStore, segmentFiles, snapshotOf } from './storeExamples';

const billing = contentOf('billing', 'Billing', [
  [null, 'Charges are made by the worker.'],
  ['Retries', 'A failed charge is tried again.'],
]);
const orders = contentOf('orders', null, [['Orders', 'The worker ships orders.']]);
const documents = [documentOf('docs/billing.md', 'billing', 'Billing'), documentOf('docs/orders.md', 'orders', 'orders')];
const snapshot = snapshotOf(documents);

/** Rows `[path, first line, matched terms, matched heading terms]`, sorted. */
function found(repository: SearchableRepository, terms: readonly string[]): (readonly [string, number, number, number])[] {
  const candidates = repository.candidates(terms);
  return Array.from(candidates.handles, (_, row) => {
    const document = candidates.documents[candidates.documentOf[row]!]!;
    return [
      document.path,
      candidates.firstLines[row]!,
      candidates.matchedTerms[row]!,
      candidates.matchedHeadingTerms[row]!,
    ] as const;
  }).sort((left, right) => (left[0] === right[0] ? left[1] - right[1] : left[0] < right[0] ? -1 : 1));
}

/** Every passage of a repository, as it is returned. */
function passagesOf(repository: SearchableRepository): { path: string; headings: readonly string[]; text: string; lines: object }[] {
  return Array.from({ length: repository.passageCount }, (_, handle) => {
    const { document, headings, text, lines } = repository.passage(handle);
    return { path: document.path, headings, text, lines };
  });
}

describe('stored contents', () => {
  it('are searched with the counts of the asked terms, titles included', async () => {
    const { store } = openStore(freshFolder());
    await store.addContents([billing, orders]);
    const { repository, missing } = await store.open(snapshot);
    expect(missing).toEqual([]);
    expect(repository.passageCount).toBe(3);
    expect(found(repository, [...termsOf('billing'), ...termsOf('worker')])).toEqual([
      ['docs/billing.md', 1, 2, 1], // the title, which is the heading here, and `worker` in the text
      ['docs/billing.md', 11, 1, 0], // the title alone
      ['docs/orders.md', 1, 1, 0],
    ]);
    const { exact, cosines } = repository.candidates(['worker']);
    expect({ exact, cosines }).toEqual({ exact: true, cosines: null });
  });

  it('come back as they were written, for another process too, whatever their texts hold', async () => {
    const anyContent = fc.record({
      title: fc.option(anyText),
      passages: fc.array(fc.record({ headings: fc.array(anyText, { maxLength: 3 }), text: anyText }), { maxLength: 4 }),
      terms: fc.array(fc.uniqueArray(anyText, { maxLength: 4 }), { minLength: 4, maxLength: 4 }),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(anyContent, { maxLength: 5 }), async (drafts) => {
        const contents = drafts.map(({ title, passages, terms }, index): StoredContent => ({
          key: `key-${index}`,
          title,
          passages: passages.map((passage, line) => ({ ...passage, lines: { start: line + 1, end: line + 3 } })),
          terms: contentTermsFrom(passages.map((_, passage) => ({ terms: terms[passage]!, headingTerms: terms[passage]!.slice(0, 1) }))),
        }));
        const folder = freshFolder();
        await openStore(folder).store.addContents(contents);
        const { store } = openStore(folder);
        const titles = await store.contentTitles(contents.map(({ key }) => key));
        expect([...titles].sort()).toEqual(contents.map(({ key, title }) => [key, title]).sort());
        const { repository, missing } = await store.open(
          snapshotOf(contents.map(({ key }) => documentOf(`${key}.md`, key, ''))),
        );
        expect(missing).toEqual([]);
        expect(passagesOf(repository)).toEqual(
          contents.flatMap(({ key, passages }) => passages.map((passage) => ({ path: `${key}.md`, ...passage }))),
        );
        for (const { key, passages, terms } of contents) {
          for (const [index, { terms: own, headingTerms }] of passageTermsIn(terms).entries()) {
            for (const term of own) {
              const heading = headingTerms.includes(term) ? 1 : 0;
              expect(found(repository, [term])).toContainEqual([`${key}.md`, passages[index]!.lines.start, 1, heading]);
            }
          }
        }
      }),
      { numRuns: 40 },
    );
  });

  it('are candidates exactly where looking at every passage finds a term', async () => {
    const word = fc.constantFrom('state', 'worker', 'billing', 'secrets', 'rotate', 'queue', 'API', 'deploys');
    const words = fc.array(word, { maxLength: 4 }).map((chosen) => chosen.join(' '));
    const drafts = fc.array(
      fc.record({ title: words, passages: fc.array(fc.tuple(fc.option(words), words), { maxLength: 3 }) }),
      { maxLength: 4 },
    );
    await fc.assert(
      fc.asyncProperty(drafts, words, async (contents, question) => {
        const { store } = openStore(freshFolder());
        await store.addContents(contents.map(({ passages }, index) => contentOf(`key-${index}`, null, passages)));
        const { repository } = await store.open(
          snapshotOf(contents.map(({ title }, index) => documentOf(`${index}.md`, `key-${index}`, title))),
        );
        const asked = [...new Set(termsOf(question))];
        const expected = contents.flatMap(({ title, passages }, index) =>
          passages.flatMap(([heading, text], passage) => {
            const has = new Set(termsOf([title, heading ?? '', text].join(' | ')));
            const ownHeading = new Set(termsOf(heading ?? title));
            const matched = asked.filter((term) => has.has(term)).length;
            const inHeading = asked.filter((term) => ownHeading.has(term)).length;
            return matched === 0 ? [] : [[`${index}.md`, passage * 10 + 1, matched, inHeading]];
          }),
        );
        expect(found(repository, asked)).toEqual(expected);
      }),
      { numRuns: 60 },
    );
  });

  it('are found alike in whatever order and however many at a time they were added', async () => {
    const together = openStore(freshFolder()).store;
    await together.addContents([billing, orders]);
    const apart = openStore(freshFolder()).store;
    await apart.addContents([orders]);
    await apart.addContents([billing]);
    const terms = ['bill', 'worker', 'order', 'charg', 'retri'];
    const one = (await together.open(snapshot)).repository;
    const other = (await apart.open(snapshotOf([...documents].reverse()))).repository;
    expect(found(other, terms)).toEqual(found(one, terms));
  });

  it('serve every document that has them, each with its own title', async () => {
    const { store } = openStore(freshFolder());
    await store.addContents([orders]);
    const { repository } = await store.open(
      snapshotOf([documentOf('a.md', 'orders', 'Alpha'), documentOf('b.md', 'orders', 'Beta')]),
    );
    expect(found(repository, ['beta', 'ship'])).toEqual([
      ['a.md', 1, 1, 0],
      ['b.md', 1, 2, 0],
    ]);
  });

  it('have handles that rise with the passages of a document', async () => {
    const { store } = openStore(freshFolder());
    await store.addContents([billing]);
    const { repository } = await store.open(snapshotOf([documents[0]!]));
    expect(passagesOf(repository).map(({ text }) => text)).toEqual(billing.passages.map(({ text }) => text));
  });

  it('are stored once, by whomever they are added', async () => {
    const folder = freshFolder();
    await openStore(folder).store.addContents([billing, billing]);
    const before = segmentFiles(folder);
    await openStore(folder).store.addContents([billing]);
    expect(segmentFiles(folder)).toEqual(before);
    const { repository } = await openStore(folder).store.open(snapshotOf([documents[0]!]));
    expect(repository.passageCount).toBe(2);
  });

  it('are known, and those that are not are named as missing and left out', async () => {
    const folder = freshFolder();
    await openStore(folder).store.addContents([billing]);
    const { store } = openStore(folder);
    expect(await store.knownContents(['billing', 'orders'])).toEqual(new Set(['billing']));
    const { repository, missing } = await store.open(snapshot);
    expect(missing).toEqual(['orders']);
    expect(found(repository, ['worker']).map(([path]) => path)).toEqual(['docs/billing.md']);
  });

  it('can be searched before they have reached the disk', async () => {
    const { store } = openStore(freshFolder());
    const writing = store.addContents([billing, orders]);
    const { missing } = await store.open(snapshot);
    expect(missing).toEqual([]);
    await writing;
  });

  it('are seen by a process that had looked before they were added', async () => {
    const folder = freshFolder();
    const { store } = openStore(folder);
    expect((await store.open(snapshot)).missing).toEqual(['billing', 'orders']);
    await openStore(folder).store.addContents([billing, orders]);
    expect((await store.open(snapshot)).missing).toEqual([]);
  });
});

describe('a damaged segment', () => {
  async function twoSegments(): Promise<{ folder: string; file: string }> {
    const folder = freshFolder();
    const { store } = openStore(folder);
    await store.addContents([billing]);
    const [file] = segmentFiles(folder);
    await store.addContents([orders]);
    return { folder, file: file! };
  }

  /** What is missing when a damaged segment held `billing`, and whether the file was removed. */
  async function missingWith(damage: (whole: Buffer) => Buffer): Promise<{ missing: readonly string[]; removed: boolean; warned: boolean }> {
    const { folder, file } = await twoSegments();
    writeFileSync(file, damage(readFileSync(file)));
    const { store, warnings } = openStore(folder);
    const { repository, missing } = await store.open(snapshot);
    expect(found(repository, ['ship']).map(([path]) => path)).toEqual(['docs/orders.md']);
    expect(warnings.join('')).not.toContain(folder);
    return { missing, removed: !segmentFiles(folder).includes(file), warned: warnings.length > 0 };
  }

  it('is ignored, removed, and its contents are missing, at whatever length it was cut off', async () => {
    for (const share of [0, 0.05, 0.1, 0.2, 0.4, 0.5, 0.8, 0.95, 0.999]) {
      const outcome = await missingWith((whole) => whole.subarray(0, Math.floor(whole.length * share)));
      expect(outcome, `cut to ${share}`).toEqual({ missing: ['billing'], removed: true, warned: true });
    }
  });

  it('is noticed when it is zeroed, longer, or something else', async () => {
    const damages = [
      (whole: Buffer) => Buffer.alloc(whole.length),
      (whole: Buffer) => Buffer.concat([whole.subarray(0, whole.length - 64), Buffer.alloc(64)]),
      (whole: Buffer) => Buffer.concat([whole, Buffer.from('more')]),
      () => Buffer.from('not a segment, but long enough to be taken for the header of one, if nobody looks at it well'),
    ];
    for (const damage of damages) {
      expect(await missingWith(damage)).toEqual({ missing: ['billing'], removed: true, warned: true });
    }
  });

  it('is noticed when any one bit is another', async () => {
    const { folder, file } = await twoSegments();
    const whole = readFileSync(file);
    await fc.assert(
      fc.asyncProperty(fc.nat(whole.length - 1), fc.nat(7), async (at, bit) => {
        const flipped = Buffer.from(whole);
        flipped[at]! ^= 1 << bit;
        writeFileSync(file, flipped);
        expect((await openStore(folder).store.open(snapshot)).missing).toEqual(['billing']);
      }),
    );
  });

  it('is repaired by adding its contents again, in the process that noticed', async () => {
    const { folder, file } = await twoSegments();
    const whole = readFileSync(file);
    whole[whole.length - 1]! ^= 1;
    writeFileSync(file, whole);
    const { store } = openStore(folder);
    expect((await store.open(snapshot)).missing).toEqual(['billing']);
    expect(await store.knownContents(['billing'])).toEqual(new Set());
    await store.addContents([billing]);
    expect((await store.open(snapshot)).missing).toEqual([]);
    expect((await openStore(folder).store.open(snapshot)).missing).toEqual([]);
  });

  it('does not matter while another segment has its contents', async () => {
    const { folder, file } = await twoSegments();
    const copy = file.replace(/-[0-9a-f]{16}/, `-${'0'.repeat(16)}`);
    const whole = readFileSync(file);
    writeFileSync(copy, whole);
    writeFileSync(file, whole.subarray(0, 100));
    expect((await openStore(folder).store.open(snapshot)).missing).toEqual([]);
  });

  it('is left alone, unread, when another version of the product wrote it', async () => {
    const { folder, file } = await twoSegments();
    const newer = readFileSync(file);
    newer.writeUInt32LE(newer.readUInt32LE(8) + 1, 8);
    writeFileSync(file, newer);
    expect((await openStore(folder).store.open(snapshot)).missing).toEqual(['billing']);
    expect(segmentFiles(folder)).toContain(file);
  });

  it('may vanish while a process has it loaded', async () => {
    const { folder } = await twoSegments();
    const { store } = openStore(folder);
    const { repository } = await store.open(snapshot);
    for (const file of segmentFiles(folder)) unlinkSync(file);
    expect(passagesOf(repository)).toHaveLength(3);
    expect((await store.open(snapshot)).missing).toEqual(['billing', 'orders']);
  });
});
