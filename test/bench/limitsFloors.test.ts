import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { bareAnswer, bareIndexOf } from '../../bench/limits/bareIndex.mjs';
import { bareTermsOf } from '../../bench/limits/bareTerms.mjs';
import { limitCells } from '../../bench/limits/cells.mjs';

it('takes the bare terms of a text: words in lower case, stemmed, each once', () => {
  expect([...bareTermsOf('Deploys the workers; DEPLOYING worker-7, v1beta')]).toEqual(['deploi', 'the', 'worker', '7', 'v1beta']);
});

describe('the bare answer', () => {
  const words = fc.array(fc.constantFrom('red', 'green', 'blue', 'white', 'black'), { maxLength: 6 }).map((some) => some.join(' '));

  it('is what counting in every text gives', () => {
    fc.assert(
      fc.property(fc.array(words, { maxLength: 30 }), words, fc.integer({ min: 1, max: 10 }), (texts, question, limit) => {
        const asked = [...bareTermsOf(question)];
        const counted = texts
          .map((text, number) => ({ number, count: asked.filter((term) => bareTermsOf(text).has(term)).length }))
          .filter(({ count }) => count > 0)
          .sort((one, other) => other.count - one.count || one.number - other.number)
          .slice(0, limit)
          .map(({ number }) => number);
        expect(bareAnswer(bareIndexOf(texts), question, limit)).toEqual(counted);
      }),
    );
  });
});

it('tells ours, the floor, their ratio, and a verdict where there is a goal', () => {
  expect(
    limitCells([
      { label: 'restart', ours: 30, floor: 20, floorLabel: 'git status', goal: 3 },
      { label: 'cold index', ours: 500, floor: 100, floorLabel: 'bare parts', goal: 2 },
      { label: 'question', ours: 1.284, floor: 0.5, floorLabel: 'lists' },
    ]).slice(1),
  ).toEqual([
    ['restart', '30 ms', '20 ms', '1.50', '3', 'met', 'git status'],
    ['cold index', '500 ms', '100 ms', '5.00', '2', 'missed', 'bare parts'],
    ['question', '1.28 ms', '0.50 ms', '2.57', '', '', 'lists'],
  ]);
});
