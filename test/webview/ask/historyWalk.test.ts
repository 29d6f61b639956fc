import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { filteredQuestions, historyWalk } from '../../../src/webview/ask/historyWalk';

describe('historyWalk', () => {
  it('goes back in time and forth again, to what was being typed', () => {
    const walk = historyWalk(() => ['third', 'second', 'first']);
    expect(walk.older('typed')).toBe('third');
    expect(walk.older('third')).toBe('second');
    expect(walk.older('second')).toBe('first');
    expect(walk.older('first')).toBeNull();
    expect(walk.newer()).toBe('second');
    expect(walk.newer()).toBe('third');
    expect(walk.newer()).toBe('typed');
    expect(walk.newer()).toBeNull();
    expect(walk.isWalking()).toBe(false);
  });

  it('passes over the question that stands in the box already', () => {
    expect(historyWalk(() => ['asked', 'before']).older('asked')).toBe('before');
  });

  it('keeps its way while questions are added, and begins anew after it was left', () => {
    let questions = ['second', 'first'];
    const walk = historyWalk(() => questions);
    expect(walk.older('')).toBe('second');
    questions = ['third', ...questions];
    expect(walk.older('second')).toBe('first');
    walk.leave();
    expect(walk.older('')).toBe('third');
  });

  it('has nowhere to go without a history', () => {
    const walk = historyWalk(() => []);
    expect(walk.older('typed')).toBeNull();
    expect(walk.newer()).toBeNull();
  });

  it('comes back to what was typed after as many steps as it went', () => {
    fc.assert(
      fc.property(fc.uniqueArray(fc.string({ minLength: 1 })), fc.string(), fc.nat(8), (questions, typed, steps) => {
        const walk = historyWalk(() => questions);
        let went = 0;
        let shown = typed;
        for (let step = 0; step < steps; step += 1) {
          const older = walk.older(shown);
          if (older === null) break;
          shown = older;
          went += 1;
        }
        for (; went > 0; went -= 1) shown = walk.newer() ?? 'nothing';
        expect(shown).toBe(typed);
      }),
    );
  });
});

describe('filteredQuestions', () => {
  it('keeps those that have all words, in any order and case', () => {
    const questions = ['How do refunds WORK?', 'who owns refunds', 'deploy'];
    expect(filteredQuestions(questions, 'work refund')).toEqual(['How do refunds WORK?']);
    expect(filteredQuestions(questions, '  ')).toEqual(questions);
    expect(filteredQuestions(questions, 'nothing')).toEqual([]);
  });
});
