import { describe, expect, it } from 'vitest';
import { cellOf, compareCounts, ratioRows, verdictOf } from '../../bench/compare.mjs';

describe('a count beside the stored one', () => {
  it.each([
    // One document more that is parsed is the regression this is for.
    ['counts.sample.documentChanged.documentsParsed', 1, 2, 'worse'],
    ['counts.sample.documentChanged.documentsParsed', 2, 1, 'better'],
    ['counts.sample.cold.gitProcesses', 17, 17, 'same'],
    ['counts.sample.restart.gitProcesses', 0, 1, 'worse'],
    // What is reused was not done again.
    ['counts.sample.restart.documentsReused', 66, 65, 'worse'],
    ['counts.sample.restart.documentsReused', 65, 66, 'better'],
    // Documents that are not found any more are no saving.
    ['counts.sample.cold.documentsFound', 66, 65, 'worse'],
    ['counts.sample.cold.documentsFound', 66, 67, 'worse'],
    // What is asked of a generated workspace is the same text, to the byte.
    ['scale.1000.bytesOfText', 1_000_000, 1_000_001, 'worse'],
    ['scale.1000.questionsThatFindTheirPage', 200, 199, 'worse'],
    // 1,000,000 bytes may become 1,000,000 + 8,192 + 10,000.
    ['counts.sample.cold.indexBytesWritten', 1_000_000, 1_018_192, 'same'],
    ['counts.sample.cold.indexBytesWritten', 1_000_000, 1_018_193, 'worse'],
    ['counts.sample.cold.indexBytesWritten', 1_000_000, 981_807, 'better'],
  ])('%s, %d and then %d, is %s', (name, before, now, verdict) => {
    expect(verdictOf(name, before, now)).toBe(verdict);
  });

  it('is shown alone where it is the same, else with what it was', () => {
    expect(cellOf('a.gitProcesses', 4, 4)).toBe('4');
    expect(cellOf('a.gitProcesses', 3, 4)).toBe('4 (was 3)');
    expect(cellOf('a.gitProcesses', undefined, 4)).toBe('4 (new)');
  });
});

describe('all counts beside the stored ones', () => {
  const stored = { 'counts.sample.cold.filesOpened': 10, 'counts.sample.cold.threads': 1, 'counts.orun.cold.filesOpened': 20 };

  it('tells the worse from the better', () => {
    const measured = { ...stored, 'counts.sample.cold.filesOpened': 11, 'counts.sample.cold.threads': 0 };
    expect(compareCounts(stored, measured)).toEqual({
      worse: ['counts.sample.cold.filesOpened: 11, was 10'],
      better: ['counts.sample.cold.threads: 0, was 1'],
      missing: [],
      absent: 0,
    });
  });

  it('misses what is on one side only', () => {
    const { missing } = compareCounts(stored, { 'counts.sample.cold.filesOpened': 10, 'counts.sample.cold.threads': 1, 'counts.sample.cold.sockets': 0 });
    expect(missing).toEqual(['counts.orun.cold.filesOpened is stored and was not measured.', 'counts.sample.cold.sockets was measured and is not stored.']);
  });

  it('does not miss what cannot be measured on this machine', () => {
    const measured = { 'counts.sample.cold.filesOpened': 10, 'counts.sample.cold.threads': 1 };
    expect(compareCounts(stored, measured, (name) => name.startsWith('counts.orun.'))).toEqual({ worse: [], better: [], missing: [], absent: 1 });
  });
});

describe('times beside the stored ones', () => {
  it('are ratios, of those that both have', () => {
    expect(ratioRows({ a: 100, b: 50, gone: 1 }, { a: 150, b: 50, come: 2 })).toEqual([
      ['', 'now', 'stored', 'ratio'],
      ['a', '150', '100', '1.50'],
      ['b', '50', '50', '1.00'],
    ]);
  });

  it('leave out what changed too little to be told', () => {
    // 1.2 and 1 / 1.2 lie within a quarter, 1 / 1.3 does not.
    expect(ratioRows({ a: 100, b: 120, c: 130 }, { a: 120, b: 100, c: 100 }, 1.25)).toEqual([
      ['', 'now', 'stored', 'ratio'],
      ['c', '100', '130', '0.77'],
    ]);
    expect(ratioRows({ a: 100 }, { a: 100 }, 1.25)).toBeNull();
  });
});
