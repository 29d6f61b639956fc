import { describe, expect, it } from 'vitest';
import { WorkspaceContextError } from '../../src/contract/errors';
import { workspaceContextInput } from '../../src/contract/tools';
import { checkedArguments } from '../../src/contract/arguments';

function refusal(args: unknown): { code: string; message: string } {
  try {
    checkedArguments(workspaceContextInput, args);
  } catch (thrown) {
    if (thrown instanceof WorkspaceContextError) return { code: thrown.code, message: thrown.message };
    throw thrown;
  }
  throw new Error('the arguments were accepted');
}

describe('checking the arguments of workspace_context', () => {
  it('fills in the default limit of 8', () => {
    expect(checkedArguments(workspaceContextInput, { question: 'why?' })).toEqual({ question: 'why?', limit: 8 });
  });

  it.each([
    ['no arguments at all', undefined, 'invalid-argument', '"question" is missing.'],
    ['no question', {}, 'invalid-argument', '"question" is missing.'],
    ['an empty question', { question: '' }, 'invalid-argument', '"question" must not be empty.'],
    ['a question of spaces', { question: ' \n ' }, 'invalid-argument', '"question" must not be empty.'],
    ['a question that is a number', { question: 4 }, 'invalid-argument', '"question" must be of type string.'],
    ['limit 0', { question: 'q', limit: 0 }, 'invalid-argument', '"limit" must be at least 1.'],
    ['limit 26', { question: 'q', limit: 26 }, 'invalid-argument', '"limit" must be at most 25.'],
    ['limit 1.5', { question: 'q', limit: 1.5 }, 'invalid-argument', '"limit" must be a whole number from 1 to 25.'],
    ['limit "x"', { question: 'q', limit: 'x' }, 'invalid-argument', '"limit" must be a whole number from 1 to 25.'],
    ['limit null', { question: 'q', limit: null }, 'invalid-argument', '"limit" must be a whole number from 1 to 25.'],
    [
      'an unknown argument',
      { question: 'q', top: 3 },
      'unknown-argument',
      'Unknown argument "top"; this tool takes question, workspace, limit, asOf.',
    ],
    [
      'an unknown argument beside a wrong one: the unknown one is told first, for it may be a misspelling',
      { question: 'q', limt: 0, limit: 0 },
      'unknown-argument',
      'Unknown argument "limt"; this tool takes question, workspace, limit, asOf.',
    ],
    [
      'unknown arguments with endless names: they do not bury the sentence',
      { question: 'q', ['k'.repeat(100_000)]: 1, a: 1, b: 1, c: 1, d: 1, e: 1 },
      'unknown-argument',
      `Unknown argument "${'k'.repeat(60)}…", "a", "b", "c", "d" and 1 more; this tool takes question, workspace, limit, asOf.`,
    ],
    ['a list', [], 'invalid-argument', '"the arguments" must be of type object.'],
  ])('refuses %s', (_, args, code, message) => {
    expect(refusal(args)).toEqual({ code, message });
  });

  it('takes 2,000 characters and refuses 2,001', () => {
    expect(checkedArguments(workspaceContextInput, { question: 'x'.repeat(2_000) }).question).toHaveLength(2_000);
    expect(refusal({ question: 'x'.repeat(2_001) })).toEqual({
      code: 'invalid-argument',
      message: '"question" must be at most 2,000 characters long.',
    });
  });
});
