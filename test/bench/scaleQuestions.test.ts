import { describe, expect, it } from 'vitest';
import { randomNumbers, shuffled } from '../../bench/scale/random.mjs';
import { QUESTION_KINDS, questionsFrom } from '../../bench/scale/questions.mjs';

/** More than the questions look at for words that many passages have. */
const SHARED = 320;

/** 400 passages: each of words that all have, and of words that it has for itself. */
const passages = Array.from({ length: 400 }, (_, number) => {
  const own = ['a', 'b', 'c', 'd'].map((letter) => `own${letter}${[...String(number)].map((digit) => 'klmnopqrst'[Number(digit)]).join('')}`);
  const shared = Array.from({ length: SHARED }, (_, word) => `shared${[...String(word)].map((digit) => 'abcdefghij'[Number(digit)]).join('')}`);
  return { path: `page-${number}.md`, text: shuffled([...own, ...shared], number).join(' ') };
});
const questions = questionsFrom(passages, 90);

describe('questions made from passages', () => {
  it('are different ones, of each kind in turn, and the same in every run', () => {
    expect(questions).toHaveLength(90);
    expect(new Set(questions.map(({ question }) => question)).size).toBe(90);
    expect(questions.map(({ kind }) => kind)).toEqual(questions.map((_, index) => QUESTION_KINDS[index % 3]));
    expect(questionsFrom(passages, 90)).toEqual(questions);
  });

  it('ask with words of the passage they are made from', () => {
    for (const { kind, question, path } of questions) {
      const text = passages.find((passage) => passage.path === path)?.text ?? '';
      const words = question.match(kind === 'stretch' ? /[a-z]+/g : /(?:own|shared)[a-z]+/g) ?? [];
      expect(words.length).toBeGreaterThanOrEqual(3);
      expect(words.filter((word) => !text.split(' ').includes(word))).toEqual([]);
    }
  });

  it('ask for the rarest words, and for words that many passages have', () => {
    expect(questions.filter(({ kind }) => kind === 'rare').every(({ question }) => /^what about own\w+ and own\w+ and own\w+\?$/.test(question))).toBe(true);
    expect(questions.filter(({ kind }) => kind === 'common').every(({ question }) => /^how do (?:shared\w+ ){5}go together\?$/.test(question))).toBe(true);
  });

  it('are fewer where the passages give no more', () => {
    expect(questionsFrom([{ path: 'a.md', text: 'two words' }], 10)).toEqual([]);
  });
});

it('draws numbers from 0 up to but without 1, the same for a seed', () => {
  const numbers = Array.from({ length: 1000 }, randomNumbers(7));
  expect(numbers.every((number) => number >= 0 && number < 1)).toBe(true);
  expect(numbers).toEqual(Array.from({ length: 1000 }, randomNumbers(7)));
  expect(numbers).not.toEqual(Array.from({ length: 1000 }, randomNumbers(8)));
});

it('shuffles without losing anything', () => {
  const numbers = Array.from({ length: 100 }, (_, index) => index);
  const mixed = shuffled(numbers, 3);
  expect(mixed).not.toEqual(numbers);
  expect([...mixed].sort((one, other) => one - other)).toEqual(numbers);
});
