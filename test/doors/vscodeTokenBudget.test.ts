import { describe, expect, it } from 'vitest';
import { textWithinBudget } from '../../src/doors/vscode/tokenBudget';
import { fittedPack } from '../../src/workspace/packBudget';
import { packTextOf } from '../../src/workspace/packText';
import { contextPack, passageRow } from './vscodePack';

const writing = { textOf: packTextOf, fitted: fittedPack };
const countWords = async (text: string): Promise<number> => text.split(/\s+/).filter(Boolean).length;

describe('textWithinBudget', () => {
  it('leaves a text alone that fits', async () => {
    const pack = contextPack(3);
    expect(await textWithinBudget(pack, 1_000_000, writing, countWords)).toBe(packTextOf(pack));
  });

  it('drops the lowest passages until it fits, and says so', async () => {
    const pack = contextPack(8);
    const budget = 400;
    const text = await textWithinBudget(pack, budget, writing, countWords);
    expect(await countWords(text)).toBeLessThanOrEqual(budget);
    expect(text).toContain('page-1.md');
    expect(text).not.toContain('page-8.md');
    expect(text).toContain('candidates-capped');
  });

  it('keeps as much as fits: one passage more would be too many', async () => {
    const pack = contextPack(8);
    const budget = 400;
    const text = await textWithinBudget(pack, budget, writing, countWords);
    const kept = text.match(/page-\d+\.md,/g)?.length ?? 0;
    const onePassage = (await countWords(packTextOf(contextPack(2)))) - (await countWords(packTextOf(contextPack(1))));
    expect(kept).toBeGreaterThan(1);
    expect((await countWords(text)) + onePassage).toBeGreaterThan(budget);
  });

  it('drops passages close in meaning before answers', async () => {
    const pack = contextPack(2, { nearest: [passageRow(91), passageRow(92)] });
    const budget = await countWords(packTextOf({ ...pack, nearest: [] }));
    const text = await textWithinBudget(pack, budget + 20, writing, countWords);
    expect(text).toContain('page-2.md');
    expect(text).not.toContain('page-91.md');
  });

  it('keeps the first passage even when it alone is over the budget', async () => {
    const text = await textWithinBudget(contextPack(5), 1, writing, countWords);
    expect(text).toContain('page-1.md');
    expect(text).not.toContain('page-2.md');
  });
});
