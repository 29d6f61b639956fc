import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { CodePack } from '../../src/contract/codeTool';
import { jsonBytes } from '../../src/contract/jsonBytes';
import { fittedCodePack, type FittedParts, type SaidOfAnswer } from '../../src/workspace/codeBudget';

const TEXT = fc.string({ unit: 'grapheme', maxLength: 30 });
const PLACE = fc.record({ name: TEXT, path: TEXT, line: fc.nat() });
const PACK: fc.Arbitrary<CodePack> = fc.record({
  repo: TEXT,
  task: TEXT,
  symbols: fc.array(fc.record({ name: TEXT, path: TEXT, line: fc.nat(), kind: fc.constant('function' as const), score: fc.double({ noNaN: true, noDefaultInfinity: true }), why: fc.constant([]) }), { minLength: 1, maxLength: 6 }),
  related: fc.array(PLACE, { maxLength: 5 }),
  snippets: fc.array(fc.record({ name: TEXT, path: TEXT, line: fc.nat(), code: TEXT }), { maxLength: 5 }),
  tests: fc.array(PLACE, { maxLength: 5 }),
  outOfScope: fc.nat(),
  evidence: fc.constant([]),
  notices: fc.array(TEXT, { maxLength: 2 }),
});

/** What is said depends on what is left, as in an answer. */
const said = ({ symbols, droppedSnippets, droppedPlaces }: FittedParts): SaidOfAnswer => ({
  evidence: [
    {
      completeness: 'lower_bound',
      freshness: { indexedAt: null, stale: false },
      generation: { commit: null, dirty: false },
      reasons: [`${symbols} symbols`, ...(droppedSnippets > 0 ? [`${droppedSnippets} snippets`] : []), ...(droppedPlaces > 0 ? [`${droppedPlaces} places`] : [])],
    },
  ],
  nextCursor: symbols > 3 ? 'c' : null,
});

/** The same by its definition: the whole answer counted anew for each part that goes. */
function byDefinition(pack: CodePack, bytes: number): CodePack {
  const [symbols, snippets, related, tests] = [[...pack.symbols], [...pack.snippets], [...pack.related], [...pack.tests]];
  for (;;) {
    const droppedPlaces = pack.related.length + pack.tests.length - related.length - tests.length;
    const { evidence, nextCursor } = said({ symbols: symbols.length, droppedSnippets: pack.snippets.length - snippets.length, droppedPlaces });
    const whole = { ...pack, symbols, snippets, related, tests, evidence };
    if (jsonBytes(whole) <= bytes || snippets.length + related.length + tests.length + symbols.length === 1) return nextCursor === null ? whole : { ...whole, nextCursor };
    (snippets.length > 0 ? snippets : related.length + tests.length > 0 ? (related.length >= tests.length ? related : tests) : symbols).pop();
  }
}

it('drops one part after another until the rest, with what is then said of it, is within its bytes', () => {
  fc.assert(
    fc.property(PACK, fc.nat(4_000), (pack, bytes) => {
      expect(fittedCodePack(pack, bytes, said)).toEqual(byDefinition(pack, bytes));
    }),
  );
});
