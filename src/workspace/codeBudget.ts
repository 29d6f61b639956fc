import type { CodePack } from '../contract/codeTool';
import { jsonBytes } from '../contract/jsonBytes';

/** How much of an answer is left, and what was dropped of it. */
export interface FittedParts {
  readonly symbols: number;
  readonly droppedSnippets: number;
  readonly droppedPlaces: number;
}

/** What an answer says of itself, which depends on how much of it there is. */
export interface SaidOfAnswer {
  readonly evidence: CodePack['evidence'];
  readonly nextCursor: string | null;
}

/**
 * An answer of at most so many bytes of UTF-8 JSON, its cursor aside: the last snippets go first, then related files and
 * tests, then the last symbols, of which one stays.
 * @param said tells what is said of an answer that is cut so far.
 */
export function fittedCodePack(pack: CodePack, bytes: number, said: (parts: FittedParts) => SaidOfAnswer): CodePack {
  const [symbols, snippets, related, tests] = [[...pack.symbols], [...pack.snippets], [...pack.related], [...pack.tests]];
  const places = related.length + tests.length;
  // Each part is counted once: an answer of many parts is cut at many places before it fits.
  const lists = [symbols, related, snippets, tests].map((list) => ({ list, sizes: list.map((part) => jsonBytes(part)) }));
  const listBytes = (): number => lists.reduce((sum, { list, sizes }) => sum + sizes.slice(0, list.length).reduce((all, size) => all + size, 0) + Math.max(0, list.length - 1), 0);
  for (;;) {
    const { evidence, nextCursor } = said({
      symbols: symbols.length,
      droppedSnippets: pack.snippets.length - snippets.length,
      droppedPlaces: places - related.length - tests.length,
    });
    const { repo, task, outOfScope, notices } = pack;
    const empty: CodePack = { repo, task, outOfScope, notices, symbols: [], related: [], snippets: [], tests: [], evidence };
    const isDroppable = snippets.length + related.length + tests.length > 0 || symbols.length > 1;
    if (!isDroppable || jsonBytes(empty) + listBytes() <= bytes) {
      const fitted: CodePack = { ...empty, symbols, related, snippets, tests };
      return nextCursor === null ? fitted : { ...fitted, nextCursor };
    }
    const list = snippets.length > 0 ? snippets : related.length + tests.length > 0 ? (related.length >= tests.length ? related : tests) : symbols;
    list.pop();
  }
}

/** Makes an answer that was given already fit into fewer bytes, and says so. */
export function fittedCode(pack: CodePack, bytes: number): CodePack {
  return fittedCodePack(pack, bytes, ({ symbols, droppedSnippets, droppedPlaces }) => {
    const lost = pack.symbols.length - symbols;
    const lower = [...(lost > 0 ? [`The last ${lost} of the symbols did not fit.`] : []), ...(droppedPlaces > 0 ? [`${droppedPlaces} related files and tests did not fit.`] : [])];
    const trimmed = droppedSnippets > 0 ? [`${droppedSnippets} ${droppedSnippets === 1 ? 'snippet' : 'snippets'} did not fit.`] : [];
    const [first] = pack.evidence;
    if (first === undefined || lower.length + trimmed.length === 0) return { evidence: pack.evidence, nextCursor: pack.nextCursor ?? null };
    const before = pack.evidence.filter(({ completeness }) => completeness !== 'complete');
    const said = [
      ...(lower.length === 0 ? [] : [{ ...first, completeness: 'lower_bound' as const, reasons: lower }]),
      ...(trimmed.length === 0 ? [] : [{ ...first, completeness: 'source_trimmed' as const, reasons: trimmed }]),
    ];
    // A cursor goes on after all that was given once.
    return { evidence: [...before, ...said], nextCursor: lost > 0 ? null : (pack.nextCursor ?? null) };
  });
}
