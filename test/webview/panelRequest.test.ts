import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { QUESTION_LIMIT } from '../../src/contract/constants';
import { panelRequestSchema } from '../../src/webview/messages';
import { panelRequestOf } from '../../src/webview/panelRequest';

const bySchema = (raw: unknown): unknown => {
  const parsed = panelRequestSchema.safeParse(raw);
  return parsed.success ? parsed.data : null;
};

/** Values that stand near the borders of what is allowed, and others. */
const line = fc.oneof(fc.integer({ min: -1, max: 3 }), fc.double(), fc.constant(2 ** 53), fc.string());
const lines = fc.oneof(fc.record({ start: line, end: line }), fc.record({ start: line, end: line, more: line }), fc.record({ start: line }), fc.anything());
const text = fc.oneof(fc.string(), fc.constantFrom('', 'q'.repeat(QUESTION_LIMIT + 1), 'q'.repeat(QUESTION_LIMIT + 2), 'r'.repeat(8_192), 'r'.repeat(8_193)), fc.anything());
const message = fc.record(
  { type: fc.constantFrom('ready', 'ask', 'open', 'other', 1), question: text, sourceRef: text, lines, more: fc.anything() },
  { requiredKeys: [] },
);

describe('panelRequestOf', () => {
  it('takes what the schema of the messages takes, and nothing else', () => {
    fc.assert(
      fc.property(fc.oneof(message, fc.anything()), (raw) => {
        expect(panelRequestOf(raw)).toEqual(bySchema(raw));
      }),
      { numRuns: 2_000 },
    );
  });

  it.each([
    [{ type: 'ready' }],
    [{ type: 'ask', question: '' }],
    [{ type: 'ask', question: 'q'.repeat(QUESTION_LIMIT + 1) }],
    [{ type: 'open', sourceRef: 'shop-api/docs/a.md', lines: { start: 1, end: 2 } }],
  ])('takes %j as it is', (raw) => {
    expect(panelRequestOf(raw)).toEqual(raw);
    expect(bySchema(raw)).toEqual(raw);
  });
});
