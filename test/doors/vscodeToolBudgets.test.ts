import { describe, expect, it, vi } from 'vitest';
import type { CodePack } from '../../src/contract/codeTool';
import type { ExpandPack } from '../../src/contract/expandTool';
import { codeWriting, contextWriting, expandWriting, textWithinBudget, workspaceCodeWriting } from '../../src/doors/vscode/toolWriting';
import type { Writing } from '../../src/doors/vscode/tokenBudget';
import { row, symbol } from '../support/codeRows';
import { contextPack } from './vscodePack';

vi.mock('vscode', () => ({}));

/** A stand-in for a model's tokens that can be counted again. */
const countWords = async (text: string): Promise<number> => text.split(/\s+/).filter(Boolean).length;

const { contract, workspace, indexedAt } = contextPack(0);
const expanded: ExpandPack = {
  contract, workspace, indexedAt, entityRef: 'component:default/a', depth: 1, direction: 'both', asOf: null, degraded: [], notices: [],
  nodes: Array.from({ length: 60 }, (_, index) => ({ ref: `component:default/n${index}`, kind: 'component', title: `Component ${index}`, declared: true })),
  edges: Array.from({ length: 60 }, (_, index) => ({
    from: 'component:default/a', type: 'dependsOn' as const, to: `component:default/n${index}`, distance: 1, derived: false, dangling: false, sourceRef: 'shop/catalog-info.yaml', line: index + 1, sourceCommit: null,
  })),
};
const symbols = Array.from({ length: 40 }, (_, index) => symbol({ name: `symbol${index}`, line: index + 1 }));
const whole = row('api', {}, symbols);
const code = { ...whole.result!, evidence: whole.evidence, notices: [], outOfScope: 0 };

/** A tool's answer within a budget, however its answers are written. */
function within<Pack>(pack: Pack, writing: Writing<Pack>) {
  return {
    whole: writing.textOf(pack),
    least: writing.textOf(writing.fitted(pack, 0)),
    of: (budget: number): Promise<string> => textWithinBudget(pack, budget, writing, countWords),
  };
}

/** Each tool with a long answer. */
const TOOLS = [
  ['workspace_context', within(contextPack(20), contextWriting)],
  ['workspace_expand', within(expanded, expandWriting)],
  ['code_context', within<CodePack>(code, codeWriting)],
  ['workspace_code_context', within({ repositories: [whole, row('web', {}, symbols)], partial: false }, workspaceCodeWriting)],
] as const;

describe.each(TOOLS)('the budget of a call of %s', (_, answer) => {
  it('is obeyed, and used: a larger one gives more', async () => {
    const all = await countWords(answer.whole);
    const budgets = [0.3, 0.6, 0.9].map((share) => Math.floor(all * share));
    const used = await Promise.all(budgets.map(async (budget) => countWords(await answer.of(budget))));
    used.forEach((count, index) => expect(count).toBeLessThanOrEqual(budgets[index]!));
    expect(used).toEqual([...used].sort((one, other) => one - other));
    expect(used[0]).toBeLessThan(used[2]!);
  });

  it('leaves an answer alone that fits, and where it is too small gives the least there can be', async () => {
    expect(await answer.of(1_000_000)).toBe(answer.whole);
    expect(await answer.of(1)).toBe(answer.least);
  });
});
