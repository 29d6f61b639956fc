import { readFileSync } from 'node:fs';
import path from 'node:path';
import fc from 'fast-check';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { scanModuleText } from '../../scripts/term-scan.mjs';
import { createPlainScan } from '../../src/text/termScan/plainScan';
import { FINISHED, FOREIGN_CHARACTER, RUN_BYTES, UNKNOWN_RUN } from '../../src/text/termScan/termScan';
import { createWebAssemblyScan } from '../../src/text/termScan/webAssemblyScan';
import { contentTermsOf, termsOf } from '../../src/text/terms';

const classes = Uint8Array.from({ length: 128 }, (_, unit) => (/[0-9A-Za-z]/.test(String.fromCharCode(unit)) ? 1 : '-_.:/@#+'.includes(String.fromCharCode(unit)) ? 2 : 0));

/** The runs of an ASCII text as a scan that knows nothing finds them, none of them remembered. */
function unknownRuns(text: string): string[] {
  const scan = required();
  const length = scan.put(text);
  const runs: string[] = [];
  for (let at = 0; scan.scan(at, length) === UNKNOWN_RUN; ) {
    const { start, end } = scan.stoppedAt();
    runs.push(text.slice(start, end));
    at = end;
  }
  return runs;
}

const asciiText = fc
  .array(fc.oneof(fc.stringMatching(/^[a-z]{1,40}$/), fc.stringMatching(/^[A-Z0-9_.:/@#+-]{1,20}$/), fc.stringMatching(/^[ -~\n\t]{0,5}$/)), { maxLength: 20 })
  .map((pieces) => pieces.join(''));

const required = () => {
  const scan = createWebAssemblyScan(classes);
  if (scan === null) throw new Error('this machine runs no WebAssembly with SIMD');
  return scan;
};
const scans = [['in WebAssembly', required], ['in JavaScript', createPlainScan]] as const;

describe('the scan for terms', () => {
  it('is made of scan.wat', async () => {
    const written = readFileSync(path.join(import.meta.dirname, '../../src/text/termScan/scanModule.ts'), 'utf8');
    expect(written).toBe(await scanModuleText());
  });

  it('finds the runs that a regular expression finds', () => {
    fc.assert(
      fc.property(asciiText, (text) => {
        expect(unknownRuns(text)).toEqual(text.match(/[0-9A-Za-z]+(?:[-_.:/@#+]+[0-9A-Za-z]+)*/g) ?? []);
      }),
      { numRuns: 1000 },
    );
  });

  // Sixteen bytes are looked at together, eight hashed together: where a run ends in them must not matter.
  it.each(Array.from({ length: 40 }, (_, length) => length + 1))('tells a run of %i letters from those that differ in one', (length) => {
    const scan = required();
    const run = 'abcdefgh'.repeat(6).slice(0, length);
    expect(scan.scan(0, scan.put(`${run} `))).toBe(UNKNOWN_RUN);
    expect(scan.remember([7])).toBe(true);
    scan.beginContent();
    scan.beginText();
    expect(scan.scan(0, scan.put(run))).toBe(FINISHED);
    expect(Array.from(scan.newTerms())).toEqual([7]);
    for (let place = 0; place < length; place += 1) {
      const other = `${run.slice(0, place)}z${run.slice(place + 1)}`;
      expect(scan.scan(0, scan.put(other))).toBe(UNKNOWN_RUN);
      expect(scan.stoppedAt()).toEqual({ start: 0, end: length });
    }
    expect(scan.scan(0, scan.put(`${run}z`))).toBe(UNKNOWN_RUN);
  });

  it('remembers no run that is too long', () => {
    const scan = required();
    expect(scan.scan(0, scan.put('a'.repeat(RUN_BYTES + 1)))).toBe(UNKNOWN_RUN);
    expect(scan.remember([0])).toBe(false);
    expect(scan.scan(0, scan.put('a'.repeat(RUN_BYTES)))).toBe(UNKNOWN_RUN);
    expect(scan.remember([0])).toBe(true);
  });

  it.each([
    ['é', 0],
    ['  é', 2],
    ['  aé', 2],
    ['  a-é', 2],
    ['  a — b', 4],
  ])('stops in %j where the run begins that meets what is no ASCII, at byte %i', (text, start) => {
    const scan = required();
    let length = scan.put('a');
    scan.scan(0, length);
    scan.remember([0]);
    length = scan.put(text);
    expect(scan.scan(0, length)).toBe(FOREIGN_CHARACTER);
    expect(scan.stoppedAt().start).toBe(start);
  });

  it.each(scans)('%s gives a term once to a text, and counts it as new once for a content', (_, create) => {
    const scan = create();
    const given = () => {
      const result = { entries: Array.from(scan.entries()), added: Array.from(scan.newTerms()) };
      scan.taken();
      return result;
    };
    scan.beginContent();
    scan.beginText();
    for (const term of [5, 9, 5]) scan.give(term);
    // An entry is the term's place in the content, twice.
    expect(given()).toEqual({ entries: [0, 2], added: [5, 9] });
    scan.beginText();
    for (const term of [9, 3]) scan.give(term);
    expect(given()).toEqual({ entries: [2, 4], added: [3] });
    scan.beginContent();
    scan.beginText();
    scan.give(9);
    expect(given()).toEqual({ entries: [0], added: [9] });
  });

  it.each(scans)('%s marks the terms of a section’s own heading, which are not given by it', (_, create) => {
    const scan = create();
    scan.beginContent();
    scan.beginText();
    scan.beginSection();
    scan.give(4);
    scan.endOwnHeading();
    for (const term of [4, 6]) scan.give(term);
    // The mark is the entry's last bit.
    expect(Array.from(scan.entries())).toEqual([1, 2]);
  });

  it.each(scans)('%s begins a content anew when the one before was never finished', (_, create) => {
    const scan = create();
    scan.beginContent();
    scan.beginText();
    scan.give(1);
    scan.beginSection();
    scan.beginContent();
    scan.beginText();
    scan.give(2);
    expect({ entries: Array.from(scan.entries()), added: Array.from(scan.newTerms()) }).toEqual({ entries: [0], added: [2] });
  });

  it('has room for more terms when it is asked to', () => {
    const scan = required();
    scan.beginContent();
    scan.beginText();
    scan.give(1);
    scan.reserve(2_000_000);
    scan.give(1_999_999);
    scan.give(1);
    expect(Array.from(scan.newTerms())).toEqual([1, 1_999_999]);
  });
});

describe('the terms of a text that is longer than what is scanned at once', () => {
  const long = (word: (index: number) => string, count: number) => Array.from({ length: count }, (_, index) => word(index));

  it.each([
    ['of words', long((index) => `word${index}`, 20_000).join(' ')],
    ['of words with characters beyond ASCII', long((index) => `größe${index}`, 20_000).join(' ')],
    ['of lines without a space', long((index) => `line${index}`, 20_000).join('\n')],
    ['of words between bars', `${'x|'.repeat(40_000)} last`],
    ['of words behind one endless run', `${'x'.repeat(40_000)} last ${'y'.repeat(30_000)}`],
  ])('are those of its parts: %s', (_, text) => {
    expect(termsOf(text)).toEqual([...new Set(text.split(/[ \n|]+/).flatMap((part) => termsOf(part)))]);
  });

  // The scan has room for 131,072 terms; an identifier of so many parts gives one more, itself.
  it('are all its terms where one run gives more than the scan has room for', () => {
    const parts = long((index) => `${index + 1}x`, 131_072);
    const run = parts.join('-');
    expect(termsOf(run)).toEqual([run, ...parts]);
  });

  it('are those of its heading, too, for each passage of a section with more terms than there is room for', () => {
    const headings = [0, 1].map((half) => long((index) => `h${2 * index + half}x`, 70_000).join(' '));
    const passage = (text: string) => ({ headings, text, lines: { start: 1, end: 1 } });
    const { dictionary, counts, entries } = contentTermsOf([passage('one'), passage('two')]);
    const own = headings.join(' ').split(' ');
    expect(dictionary).toEqual([...own, 'on', 'two']);
    expect(Array.from(counts)).toEqual([140_001, 140_001]);
    expect(Array.from(entries.subarray(140_001), (entry) => dictionary[entry >>> 1])).toEqual([...own, 'two']);
  });

  it('are found after more runs than are remembered, too', () => {
    const runs = long((index) => `r1x${index}`, 150_000);
    expect(termsOf(runs.join(' '))).toEqual(runs);
    expect(termsOf('r1x0 after')).toEqual(['r1x0', 'after']);
  });
});

describe('the terms of a text where WebAssembly is missing', () => {
  afterEach(() => {
    vi.unstubAllGlobals();
    vi.resetModules();
  });

  it('are the same, in the same order', async () => {
    const passages = [
      { headings: ['Retry queues'], text: 'Retries of billing-worker, of the größe and 配置管理', lines: { start: 1, end: 1 } },
      { headings: ['Retry queues'], text: 'HTTPServer: it retries', lines: { start: 2, end: 2 } },
      { headings: [], text: 'plain words, plain queues', lines: { start: 3, end: 3 } },
    ];
    const { numbering: ours, ...expected } = contentTermsOf(passages);
    vi.stubGlobal('WebAssembly', undefined);
    vi.resetModules();
    const plain = await import('../../src/text/terms');
    const { numbering: theirs, ...found } = plain.contentTermsOf(passages);
    expect(found).toEqual(expected);
    expect(theirs?.numbers.length).toBe(ours?.numbers.length);
  });
});
