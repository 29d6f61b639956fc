import { expect, it } from 'vitest';
import type { Redactions } from '../../src/contract/model';
import { contentOf, freshFolder, openStore, segmentFiles } from './storeExamples';

const left: Redactions = { count: 30, places: [{ line: 3, kind: 'GitHub token' }, { line: 9, kind: 'private key' }] };

it('what was left out of a content is kept with it: in memory, on disk, and when segments are merged', async () => {
  const folder = freshFolder();
  const { store } = openStore(folder);
  // One call, one segment: of the small ones, 16 are let be.
  const keys = Array.from({ length: 20 }, (_, index) => `key-${index}`);
  for (const [index, key] of keys.entries()) {
    await store.addContents([{ ...contentOf(key, null, [[null, `text ${index}`]]), redactions: index % 5 === 0 ? { ...left, count: index } : null }]);
  }
  expect(segmentFiles(folder).length).toBeLessThan(20);
  const expected = [0, 5, 10, 15].map((index) => [`key-${index}`, { ...left, count: index }]);
  for (const one of [store, openStore(folder).store]) {
    expect([...(await one.contentRedactions(keys))].sort()).toEqual(expected.sort());
    expect(await one.contentRedactions(['key-1', 'unknown'])).toEqual(new Map());
  }
});
