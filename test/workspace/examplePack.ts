import type { ContextPack, PassageRow } from '../../src/contract/tools';

/** A row as an answer has it; every part can be replaced. */
export function exampleRow(more: Partial<PassageRow> = {}): PassageRow {
  return {
    entityRefs: ['component:default/billing-worker'],
    attachedBy: 'folder',
    sourceKind: 'catalog_doc',
    sourceRef: 'shop-api/docs/billing.md',
    lines: { start: 4, end: 6 },
    sourceCommit: '0123456789abcdef0123456789abcdef01234567',
    changedAt: '2026-11-01T00:00:00.000Z',
    dirty: false,
    sourceUri: 'workspace:/shop-api/docs/billing.md#L4-L6',
    title: 'Billing',
    headingPath: ['Billing', 'Retries'],
    text: 'A failed charge is retried.',
    score: 1.2,
    why: [
      { factor: 'words', weight: 1, value: 1, contribution: 1, detail: '2 of 2 words of the question: failed, charge' },
      { factor: 'title', weight: 0.2, value: 1, contribution: 0.2, detail: 'in the title' },
    ],
    ...more,
  };
}

/** A whole answer around the given rows. */
export function examplePack(more: Partial<ContextPack> = {}): ContextPack {
  return {
    contract: '1.0.0',
    workspace: 'shop',
    question: 'failed charge',
    indexedAt: '2026-11-30T00:00:00.000Z',
    scoredAt: '2026-11-30T00:00:00.000Z',
    asOf: null,
    passages: [exampleRow()],
    nearest: [],
    neighborhood: { nodes: [], edges: [] },
    embedding: { model: 'Xenova/all-MiniLM-L6-v2', state: 'off' },
    degraded: [],
    notices: [],
    ...more,
  };
}
