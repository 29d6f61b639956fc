import { bitOf, type CodeContent, type CodeReading, type CodeUnit, FIELD_BITS } from '../contract/codeModel';
import type { SymbolKind } from '../contract/codeTool';
import type { Redactions } from '../contract/model';
import type { SyntaxMatch } from '../ports/codeParser';
import { termsOf } from '../text/terms';
import { type Declaration, foundSyntaxOf, type FoundSyntax, type Use } from './declarations';
import { summaryOf } from './docComments';
import { isMinified, saysGenerated } from './generatedText';
import { type SourceText, sourceTextOf } from './sourceText';
import { windowsOf } from './windows';

/** Raised when the same bytes would give other units: it is part of their keys. */
export const CODE_VERSION = 1;

/** What holds methods: its body is what lies between them. */
const HOLDERS: ReadonlySet<SymbolKind> = new Set(['class', 'interface', 'enum', 'type']);
const USES_OF_UNIT = 500;
const IMPORTS_OF_FILE = 500;
const [NAME, SIGNATURE, SUMMARY, BODY] = [bitOf('name'), bitOf('signature'), bitOf('summary'), bitOf('body')];

/** The terms of a content, numbered as they are met. */
function termNumbers() {
  const dictionary: string[] = [];
  const numbers = new Map<string, number>();
  const numberOf = (term: string): number => {
    const known = numbers.get(term);
    if (known !== undefined) return known;
    numbers.set(term, dictionary.length);
    return dictionary.push(term) - 1;
  };
  return {
    dictionary,
    /** Texts by their field's bit, as the terms of a unit. */
    termsIn: (fields: readonly (readonly [bit: number, text: string])[]): number[] => {
      const bits = new Map<number, number>();
      for (const [bit, text] of fields) {
        if (text === '') continue;
        for (const term of termsOf(text)) {
          const number = numberOf(term);
          bits.set(number, (bits.get(number) ?? 0) | bit);
        }
      }
      return Array.from(bits, ([number, found]) => (number << FIELD_BITS) | found);
    },
  };
}

/** The text between two offsets without stretches in it, which are in order; a line break stands for each. */
function textWithout(text: string, start: number, end: number, stretches: readonly (readonly [number, number])[]): string {
  const parts: string[] = [];
  let at = start;
  for (const [from, to] of stretches) {
    if (to <= at) continue;
    if (from >= end) break;
    if (from > at) parts.push(text.slice(at, from));
    at = to;
  }
  if (at < end) parts.push(text.slice(at, end));
  return parts.join('\n');
}

/** Of each declaration, and of what lies in none (the last one), what is used in it, each name once. */
function usesByUnit(declarations: readonly Declaration[], uses: readonly Use[]): (readonly [string, number])[][] {
  const names = Array.from({ length: declarations.length + 1 }, () => new Map<string, number>());
  const open: number[] = [];
  let next = 0;
  for (const { name, at, line } of [...uses].sort((left, right) => left.at - right.at)) {
    while (next < declarations.length && (declarations[next] as Declaration).start <= at) open.push(next++);
    while (open.length > 0 && (declarations[open.at(-1) as number] as Declaration).end <= at) open.pop();
    const own = names[open.at(-1) ?? declarations.length] as Map<string, number>;
    if (!own.has(name) && own.size < USES_OF_UNIT) own.set(name, line);
  }
  return names.map((own) => [...own]);
}

/** The first line of what lies outside of all declarations that is more than an import or a comment. */
function firstLineOutside(source: SourceText, outside: readonly (readonly [number, number])[], imports: readonly string[]): number {
  const isTelling = (line: string): boolean =>
    line !== '' && !/^(?:\/\/|\/\*|\*|#|--|<!|"""|'''|;|%)/.test(line) && !/^(?:import|from|use|using|package|require|include|#include|alias|export \{)\b/.test(line) && !imports.includes(line);
  for (const [start, end] of outside) {
    for (let line = source.lineAt(start); source.startOf(line) < end && line <= source.lineCount; line += 1) {
      if (source.startOf(line) >= start && isTelling(source.line(line).trim())) return line;
    }
  }
  return 1;
}

function gapsBetween(length: number, inner: readonly (readonly [number, number])[]): [number, number][] {
  const gaps: [number, number][] = [];
  let at = 0;
  for (const [from, to] of inner) {
    if (from > at) gaps.push([at, from]);
    at = Math.max(at, to);
  }
  if (at < length) gaps.push([at, length]);
  return gaps;
}

function unitsOfDeclarations(source: SourceText, found: FoundSyntax, numbered: ReturnType<typeof termNumbers>): CodeUnit[] {
  const { text } = source;
  const { declarations, docStretches, imports } = found;
  const uses = usesByUnit(declarations, found.uses);
  const inside = new Map<number, [number, number][]>();
  for (const { parent, start, end } of declarations) {
    const inner = inside.get(parent) ?? [];
    inner.push([start, end]);
    inside.set(parent, inner);
  }
  const byStart = (stretches: readonly (readonly [number, number])[]) => [...stretches].sort((left, right) => left[0] - right[0]);
  const units = declarations.map((declaration, index): CodeUnit => {
    const { name, kind, start, end, line, endLine, scope, signature, doc } = declaration;
    const inner = HOLDERS.has(kind) ? (inside.get(index) ?? []) : [];
    const body = textWithout(text, start, end, byStart(inner.concat(docStretches.filter(([from]) => from >= start && from < end).map(([from, to]): [number, number] => [from, to]))));
    const terms = numbered.termsIn([[NAME, name], [SIGNATURE, `${signature}\n${scope}`], [SUMMARY, doc], [BODY, body]]);
    return { name, kind, line, endLine, scope, signature, summary: summaryOf(doc), terms, uses: uses[index] ?? [] };
  });
  const taken = byStart((inside.get(-1) ?? []).concat(docStretches.map(([from, to]): [number, number] => [from, to])));
  const terms = numbered.termsIn([[BODY, textWithout(text, 0, text.length, taken)]]);
  const ownUses = uses.at(-1) ?? [];
  if (terms.length > 0) {
    const line = firstLineOutside(source, gapsBetween(text.length, taken), imports);
    units.push({ name: '', kind: 'file', line, endLine: source.lineCount, scope: '', signature: '', summary: '', terms, uses: ownUses });
  }
  return units;
}

function unitsOfLines(source: SourceText, uses: readonly Use[], numbered: ReturnType<typeof termNumbers>): CodeUnit[] {
  return windowsOf(source).flatMap(({ line, endLine }): CodeUnit[] => {
    const terms = numbered.termsIn([[BODY, source.text.slice(source.startOf(line), source.startOf(endLine + 1))]]);
    if (terms.length === 0) return [];
    const own = new Map<string, number>();
    for (const use of uses) if (use.line >= line && use.line <= endLine && !own.has(use.name)) own.set(use.name, use.line);
    return [{ name: '', kind: 'file', line, endLine, scope: '', signature: '', summary: '', terms, uses: [...own] }];
  });
}

/**
 * What a text of code holds.
 * @param text without secrets, which are left out by line.
 * @param matches of its language's query; null: it is read by its lines, for the reason that `reading` gives.
 */
export function codeContentOf(text: string, reading: CodeReading, matches: readonly SyntaxMatch[] | null, redactions: Redactions | null): CodeContent {
  const source = sourceTextOf(text);
  const numbered = termNumbers();
  const found = matches === null ? null : foundSyntaxOf(source, matches);
  const units =
    found === null || found.declarations.length === 0
      ? unitsOfLines(source, found?.uses ?? [], numbered)
      : unitsOfDeclarations(source, found, numbered);
  return {
    reading,
    units,
    dictionary: numbered.dictionary,
    imports: (found?.imports ?? []).slice(0, IMPORTS_OF_FILE),
    generated: saysGenerated(text),
    minified: isMinified(source),
    redactions,
  };
}
