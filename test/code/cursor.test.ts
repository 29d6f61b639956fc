import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { nodeDigest } from '../../src/adapters/nodeDigest';
import { cursorAfter, cursorBindingOf, symbolsBefore } from '../../src/code/cursor';
import { codeContextInput } from '../../src/contract/codeTool';

const requestOf = (more: Record<string, unknown> = {}) => codeContextInput.parse({ repo: 'api', task: 'charge', ...more });
const binding = cursorBindingOf(nodeDigest, requestOf(), 'one');
const reading = (cursor: string, more: Record<string, unknown> = {}, generation = 'one') => () =>
  symbolsBefore(nodeDigest, cursor, cursorBindingOf(nodeDigest, requestOf(more), generation));

describe('a cursor', () => {
  it('says how many symbols came before', () => {
    fc.assert(fc.property(fc.nat(1_000_000), (count) => reading(cursorAfter(nodeDigest, binding, count))() === count));
  });

  it('is of one repository, task and generation, and says which of them is another one', () => {
    const cursor = cursorAfter(nodeDigest, binding, 20);
    expect(reading(cursor, { repo: 'web' })).toThrow(/another repository/);
    for (const more of [{ task: 'pay' }, { mode: 'plan' }, { keywords: ['a'] }, { scope: ['src'] }]) expect(reading(cursor, more)).toThrow(/another question/);
    expect(reading(cursor, {}, 'two')).toThrow(/changed since/);
    // How much of it is shown does not change what comes next.
    expect(reading(cursor, { limit: 3, snippetLines: 2, includeSnippet: false })()).toBe(20);
  });

  it('that was changed, cut or made up is none', () => {
    const cursor = cursorAfter(nodeDigest, binding, 20);
    fc.assert(
      fc.property(fc.nat(cursor.length - 1), fc.constantFrom('0', 'z', '.', ' ', ''), (at, unit) => {
        const changed = cursor.slice(0, at) + unit + cursor.slice(at + 1);
        if (changed !== cursor) expect(reading(changed)).toThrow(/"cursor"/);
      }),
    );
    for (const made of ['x', 'c1....', cursor.repeat(2)]) expect(reading(made)).toThrow(/none that code.context gave/);
  });
});
