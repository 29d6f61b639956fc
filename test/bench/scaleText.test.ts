import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { madeDocuments, madeName, markdownOf, plainDocumentOf, sourceDocumentOf } from '../../bench/scale/text.mjs';
import { contentOf } from '../../src/text/content';

const PROJECT = path.resolve(__dirname, '..', '..');
const OWN = ['README.md', 'CONTRIBUTING.md', 'docs/ARCHITECTURE.md', 'docs/CONTRACT.md', 'docs/USER_GUIDE.md'];

/** Code with an empty line in it, which would swallow what follows if it were cut there. */
const WITH_CODE = `# Retry a charge

Charges that fail are tried again three times, an hour apart, before anybody is told.

\`\`\`sh
charges retry --all --since yesterday --reason timeout of the bank

charges list --failed --format table --sort amount --of the day
\`\`\`

Whoever is on call looks at the list in the morning and writes to the customers concerned.
`;

const sources = [...OWN.map((name) => sourceDocumentOf(readFileSync(path.join(PROJECT, name), 'utf8'), name)), sourceDocumentOf(WITH_CODE, 'charges')];
const units = sources.reduce((sum, one) => sum + one.units.length, 0);
/** Three times round: what is varied counts, too. */
const sections = 3 * units;

const textsOf = (count: number): string[] => madeDocuments(sources, count).flatMap((document) => document.sections.map(({ text }) => text));

function distinctWords(texts: readonly string[]): number {
  return new Set(texts.flatMap((text) => text.toLowerCase().match(/[a-z]+/g) ?? [])).size;
}

describe('the units of a document', () => {
  it('are its paragraphs under their own headings', () => {
    expect(sourceDocumentOf('# Billing\n\nThe bills are written at the end of each month.\n\n## Late **bills**\n\nA bill that nobody paid is sent again after two weeks.\n', 'x')).toEqual({
      title: 'Billing',
      units: [
        { heading: 'Billing', text: 'The bills are written at the end of each month.' },
        { heading: 'Late bills', text: 'A bill that nobody paid is sent again after two weeks.' },
      ],
    });
  });

  it('leave out what reaches into what follows, and what is hardly any text', () => {
    const open = '```sh\nthis code of many words has no end mark at all in it';
    const comment = '<!-- a comment of many words that ends in the next paragraph or never';
    const underlined = 'a line of many words which the next line makes a heading\n===';
    expect(sourceDocumentOf(`# T\n\nToo short.\n\n${comment}\n\n${underlined}\n\n${open}\n`, 'x').units).toEqual([]);
  });

  it('are never longer than 700 characters', () => {
    const sentence = 'The quick brown fox jumps over the lazy dog of the house. ';
    const { units: cut } = plainDocumentOf('Long', sentence.repeat(40).trim());
    expect(cut.length).toBeGreaterThan(3);
    expect(Math.max(...cut.map(({ text }) => text.length))).toBeLessThanOrEqual(700);
    expect(cut.map(({ text }) => text).join(' ')).toBe(sentence.repeat(40).trim());
  });
});

describe('made documents', () => {
  it('have one passage for each section, as the product splits them', () => {
    for (const document of madeDocuments(sources, sections)) {
      const { passages } = contentOf(markdownOf(document), 'markdown');
      expect(passages.map(({ text }) => text)).toEqual(document.sections.map(({ text }) => text));
    }
  });

  it('have as many sections as asked for, no two alike', () => {
    const texts = textsOf(sections);
    expect(texts).toHaveLength(sections);
    expect(new Set(texts).size).toBe(sections);
  });

  it('are the same in every run, and a larger workspace begins with the texts of a smaller one', () => {
    expect(madeDocuments(sources, sections)).toEqual(madeDocuments(sources, sections));
    expect(textsOf(sections).slice(0, units)).toEqual(textsOf(units));
  });

  it('bring new words for ever, but ever fewer', () => {
    const texts = textsOf(4 * units);
    const [one, two, four] = [units, 2 * units, 4 * units].map((count) => distinctWords(texts.slice(0, count))) as [number, number, number];
    expect(two).toBeGreaterThan(one);
    expect(four).toBeGreaterThan(two);
    expect(four).toBeLessThan(2 * two);
  });

  it('need some text to be made of', () => {
    expect(() => madeDocuments([{ title: 'Empty', units: [] }], 1)).toThrow('no text');
  });
});

it('gives every number a name of its own', () => {
  const names = Array.from({ length: 20_000 }, (_, number) => madeName(number));
  expect(new Set(names).size).toBe(names.length);
  expect(names.every((name) => /^[a-z]{4,6}$/.test(name))).toBe(true);
});
