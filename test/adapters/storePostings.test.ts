import { readFileSync, rmSync, statSync, unlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { buildTermTable, lookupIn } from '../../src/adapters/store/termTable';
import type { FolderStore } from '../../src/adapters/store/store';
import { ContentLostError, type SearchableRepository, type StoredContent } from '../../src/ports/store';
import { contentTermsFrom } from '../support/contentTerms';
import { anyText, contentOf, documentOf, freshFolder, openStore, segmentFiles, snapshotOf } from './storeExamples';

const KEY = 'e'.repeat(64);
const postingsFile = (folder: string): string => path.join(folder, 'repositories', `${KEY}.postings`);

/** Writes a repository of these contents, as a refresh does: opened, then written. */
async function write(store: FolderStore, contents: readonly StoredContent[], titles: readonly string[]): Promise<void> {
  await store.addContents(contents);
  const { repository } = await store.open(snapshotOf(contents.map(({ key }, index) => documentOf(`${key}.md`, key, titles[index]!))));
  await store.writeSnapshot(KEY, repository.snapshot);
}

/** The repository as a process that has just started opens it. */
async function reopened(store: FolderStore): Promise<{ repository: SearchableRepository; missing: readonly string[] }> {
  const reading = await store.readSnapshot(KEY);
  if (reading.kind !== 'found') throw new Error(reading.kind);
  return store.open(reading.snapshot);
}

/** All that a repository says: the candidates of each term, and every passage. */
function allOf(repository: SearchableRepository, terms: readonly string[]): unknown {
  const candidates = [...terms, ...terms.map((term) => [term, ...terms.slice(0, 3)])].map((asked) => {
    const { documents, ...columns } = repository.candidates([asked].flat());
    return { ...columns, paths: documents.map((document) => document.path) };
  });
  return { candidates, passages: Array.from({ length: repository.passageCount }, (_, handle) => repository.passage(handle)) };
}

const billing = contentOf('billing', 'Billing', [
  [null, 'Charges are made by the worker.'],
  ['Retries', 'A failed charge is tried again.'],
]);
const orders = contentOf('orders', null, [['Orders', 'The worker ships orders.']]);
const TERMS = ['worker', 'bill', 'charg', 'retri', 'order', 'ship', 'unknown'];

async function example(): Promise<{ folder: string; expected: unknown }> {
  const folder = freshFolder();
  const { store } = openStore(folder);
  await write(store, [billing, orders], ['Billing', 'orders']);
  rmSync(postingsFile(folder));
  const built = (await reopened(openStore(folder).store)).repository;
  const expected = allOf(built, TERMS);
  await write(openStore(folder).store, [billing, orders], ['Billing', 'orders']);
  return { folder, expected };
}

describe('a term table', () => {
  it('finds every term by its number and no other text, whatever the texts hold', () => {
    fc.assert(
      fc.property(fc.uniqueArray(anyText, { maxLength: 60 }), fc.array(anyText, { maxLength: 20 }), (terms, others) => {
        const table = lookupIn(buildTermTable(terms));
        terms.forEach((term, number) => expect(table.get(term)).toBe(number));
        for (const other of others.filter((one) => !terms.includes(one))) expect(table.get(other)).toBeUndefined();
      }),
    );
  });
});

describe('posting lists that were kept', () => {
  it('answer as those that were built, whatever the contents', async () => {
    const anyContent = fc.record({
      title: anyText,
      passages: fc.array(fc.record({ headings: fc.array(anyText, { maxLength: 2 }), text: anyText }), { maxLength: 3 }),
      terms: fc.array(fc.uniqueArray(anyText, { maxLength: 5 }), { minLength: 3, maxLength: 3 }),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(anyContent, { maxLength: 5 }), async (drafts) => {
        const contents = drafts.map(({ title, passages, terms }, index): StoredContent => ({
          key: `key-${index}`,
          title,
          passages: passages.map((passage, line) => ({ ...passage, lines: { start: line + 1, end: line + 2 } })),
          terms: contentTermsFrom(passages.map((_, passage) => ({ terms: terms[passage]!, headingTerms: terms[passage]!.slice(1) }))),
        }));
        const folder = freshFolder();
        const { store } = openStore(folder);
        await write(store, contents, drafts.map(({ title }) => title));
        const asked = [...new Set(drafts.flatMap(({ title, terms }) => [title, ...terms.flat()])), 'unknown'];
        const kept = allOf((await reopened(openStore(folder).store)).repository, asked);
        rmSync(postingsFile(folder));
        const built = allOf((await reopened(openStore(folder).store)).repository, asked);
        expect(kept).toEqual(built);
      }),
      { numRuns: 40 },
    );
  });

  it('are what a restart opens: no segment is read but for the passages that are asked for', async () => {
    const { folder, expected } = await example();
    const { store } = openStore(folder);
    const { repository } = await reopened(store);
    // Overwritten in place with other bytes of the same length: whoever read them would notice.
    const whole = segmentFiles(folder).map((name) => ({ name, bytes: readFileSync(name) }));
    for (const { name, bytes } of whole) writeFileSync(name, Buffer.alloc(bytes.length));
    expect(repository.candidates(['worker']).handles).toHaveLength(2);
    for (const { name, bytes } of whole) writeFileSync(name, bytes);
    expect(allOf(repository, TERMS)).toEqual(expected);
  });

  it('are not used for another snapshot than they were made for', async () => {
    const { folder } = await example();
    const kept = readFileSync(postingsFile(folder));
    await write(openStore(folder).store, [orders], ['orders']);
    writeFileSync(postingsFile(folder), kept);
    const { repository } = await reopened(openStore(folder).store);
    expect(repository.passageCount).toBe(1);
    expect(repository.candidates(['charg']).handles).toHaveLength(0);
  });

  it('are built again, with the same answers, when any one bit of them is another or they are cut off', async () => {
    const { folder, expected } = await example();
    const whole = readFileSync(postingsFile(folder));
    const answer = async (): Promise<unknown> => {
      const { store } = openStore(folder);
      try {
        return allOf((await reopened(store)).repository, TERMS);
      } catch (error) {
        // Postings are looked at when they are asked for.
        expect(error).toBeInstanceOf(ContentLostError);
        return allOf((await reopened(store)).repository, TERMS);
      }
    };
    await fc.assert(
      fc.asyncProperty(fc.nat(whole.length - 1), fc.nat(7), async (at, bit) => {
        const flipped = Buffer.from(whole);
        flipped[at]! ^= 1 << bit;
        writeFileSync(postingsFile(folder), flipped);
        expect(await answer()).toEqual(expected);
      }),
      { numRuns: 200 },
    );
    for (const share of [0, 0.01, 0.3, 0.9, 0.999]) {
      writeFileSync(postingsFile(folder), whole.subarray(0, Math.floor(whole.length * share)));
      expect(await answer(), `cut to ${share}`).toEqual(expected);
    }
  });

  it('tell of a passage that was lost since, and what is left when they are opened again', async () => {
    const { folder } = await example();
    const { store } = openStore(folder);
    const { repository } = await reopened(store);
    for (const name of segmentFiles(folder)) unlinkSync(name);
    expect(() => repository.passage(0)).toThrow(ContentLostError);
    expect((await reopened(store)).missing).toEqual(['billing', 'orders']);
  });

  it('tell of a passage that is damaged in its segment', async () => {
    const { folder } = await example();
    const { store } = openStore(folder);
    const { repository } = await reopened(store);
    for (const name of segmentFiles(folder)) {
      const bytes = readFileSync(name);
      bytes[bytes.indexOf('Charges')]! ^= 1;
      writeFileSync(name, bytes);
    }
    expect(repository.passage(1).text).toBe('A failed charge is tried again.');
    expect(() => repository.passage(0)).toThrow(ContentLostError);
  });

  it('are not opened when a segment they lead to is gone', async () => {
    const { folder } = await example();
    for (const name of segmentFiles(folder)) unlinkSync(name);
    expect((await reopened(openStore(folder).store)).missing).toEqual(['billing', 'orders']);
  });

  it('are written at most every half minute, and then by the next confirmation', async () => {
    const folder = freshFolder();
    let now = Date.now();
    const { store } = openStore(folder, { now: () => now });
    await write(store, [billing], ['Billing']);
    const first = statSync(postingsFile(folder)).ino;
    now += 10_000;
    await write(store, [billing, orders], ['Billing', 'orders']);
    expect(statSync(postingsFile(folder)).ino).toBe(first);
    now += 30_000;
    const reading = await store.readSnapshot(KEY);
    if (reading.kind !== 'found') throw new Error(reading.kind);
    await store.confirmSnapshot(KEY, reading.snapshot);
    expect(statSync(postingsFile(folder)).ino).not.toBe(first);
    expect((await reopened(openStore(folder).store)).repository.passageCount).toBe(3);
  });
});
