import { CODE_FIELDS, FIELD_BITS } from '../contract/codeModel';
import { CODE_WEIGHTS, EXACT_VALUES, REPEAT_SHARE } from '../contract/codeScore';
import type { CodeFactor, CodeWhy } from '../contract/codeTool';
import type { CodeIndex } from './codeIndex';
import { deductionOf, placeOfUnit, type RankedUnit } from './rank';
import type { CodeMatches, ExactName, WeighedTerm } from './score';

const SHOWN_WORDS = 8;

function wordsOf(terms: readonly WeighedTerm[]): string {
  const surfaces = [...new Set([...terms].sort((left, right) => right.weight - left.weight).map(({ surface }) => surface))];
  const shown = surfaces.slice(0, SHOWN_WORDS).map((surface) => `"${surface}"`);
  return `${shown.join(', ')}${surfaces.length > shown.length ? ` and ${surfaces.length - shown.length} more` : ''}`;
}

/** What an index knows of the terms of a task around a unit. */
function termsAround(index: CodeIndex, matches: CodeMatches, unit: number) {
  const file = index.fileOf[unit]!;
  return matches.terms.map((term) => {
    const { units, isInPath } = index.postingsIn(term.term, file);
    const own = units.find((entry) => entry >> FIELD_BITS === unit);
    return { term, bits: own === undefined ? 0 : own & ((1 << FIELD_BITS) - 1), isInFile: units.length > 0, isInPath: isInPath || term.languageFiles.has(file) };
  });
}

const FIELD_WORDS = { name: 'its name', signature: 'its signature', summary: 'its comment', body: 'its code' } as const;
const PLACE_WORDS = { test: 'a test', generated: 'generated', vendored: 'from somewhere else (vendored)', minified: 'minified', lines: 'found by its lines, not by declarations' } as const;

const EXACT_WORDS: Readonly<Record<ExactName['by'], (surface: string) => string>> = {
  name: (surface) => `the task names it: "${surface}"`,
  otherCase: (surface) => `the task names it: "${surface}", but for upper and lower case`,
  file: (surface) => `the task names its file: "${surface}"`,
  scope: (surface) => `the task names it in "${surface}", which is not there`,
};

/** Why a unit has its score: one row for each factor that added or took away something; they add up to it. */
export function codeWhyOf(index: CodeIndex, matches: CodeMatches, { unit, words, before }: RankedUnit): CodeWhy[] {
  const file = index.fileOf[unit]!;
  const rows: CodeWhy[] = [];
  const add = (factor: CodeFactor, weight: number, value: number, detail: string): void => {
    const contribution = weight * value;
    if (contribution !== 0) rows.push({ factor, weight, value, contribution, detail });
  };
  const around = termsAround(index, matches, unit);
  const exact = matches.exact.get(unit);
  if (exact !== undefined) add('exactName', CODE_WEIGHTS.exactName, EXACT_VALUES[exact.by], EXACT_WORDS[exact.by](exact.surface));
  CODE_FIELDS.forEach((field, bit) => {
    const found = around.filter(({ bits }) => (bits & (1 << bit)) !== 0).map(({ term }) => term);
    add(field, CODE_WEIGHTS[field], matches.fields[field][unit]!, `${wordsOf(found)} in ${FIELD_WORDS[field]}`);
  });
  add('path', CODE_WEIGHTS.path, matches.paths[file]!, `${wordsOf(around.filter(({ isInPath }) => isInPath).map(({ term }) => term))} ${around.some(({ term }) => term.languageFiles.has(file)) ? 'in its path or its language' : 'in its path'}`);
  add('file', CODE_WEIGHTS.file, matches.texts[file]!, `${wordsOf(around.filter(({ isInFile }) => isInFile).map(({ term }) => term))} in its file`);
  const place = placeOfUnit(index, unit);
  const deduction = deductionOf(matches, place);
  if (place !== null) add('place', -deduction, words, place === 'outside' ? 'it stands outside of all declarations' : `its file is ${PLACE_WORDS[place]}`);
  const left = words * (1 - deduction);
  if (before > 0) add('repeat', REPEAT_SHARE ** before - 1, left, `${before} of its file ${before === 1 ? 'stands' : 'stand'} before it`);
  return rows;
}
