import { CONTRACT_VERSION } from '../../src/contract/constants';
import type { ContextPack, PassageRow } from '../../src/contract/tools';

/** A passage row for the tests of this door; its parts add up to its score. */
export function passageRow(number: number, more: Partial<PassageRow> = {}): PassageRow {
  return {
    entityRefs: ['component:default/billing-worker'],
    attachedBy: 'declared',
    sourceKind: 'catalog_doc',
    sourceRef: `shop-api/docs/page-${number}.md`,
    lines: { start: 3, end: 9 },
    sourceCommit: '0123456789abcdef0123456789abcdef01234567',
    changedAt: '2026-01-01T00:00:00.000Z',
    dirty: false,
    sourceUri: `workspace:/shop-api/docs/page-${number}.md#L3-L9`,
    title: 'Billing',
    headingPath: ['Billing', `Part ${number}`],
    text: `Text of passage ${number}. ${'More of it. '.repeat(20)}`,
    score: 0.7,
    why: [
      { factor: 'words', weight: 1, value: 0.5, contribution: 0.5, detail: 'half of the words' },
      { factor: 'title', weight: 0.2, value: 1, contribution: 0.2, detail: 'all in the title' },
      { factor: 'recency', weight: 0.1, value: 0, contribution: 0, detail: 'unknown' },
    ],
    ...more,
  };
}

/** A pack of `count` such passages. */
export function contextPack(count: number, more: Partial<ContextPack> = {}): ContextPack {
  return {
    contract: CONTRACT_VERSION,
    workspace: 'shop',
    question: 'how are refunds billed?',
    indexedAt: '2026-02-01T00:00:00.000Z',
    scoredAt: '2026-02-01T00:02:00.000Z',
    asOf: null,
    passages: Array.from({ length: count }, (_, index) => passageRow(index + 1)),
    nearest: [],
    neighborhood: { nodes: [], edges: [] },
    embedding: { model: 'none', state: 'off' },
    degraded: [],
    notices: [],
    ...more,
  };
}
