import type { SymbolKind } from '../contract/codeTool';
import type { SyntaxCapture, SyntaxMatch } from '../ports/codeParser';
import { docCommentAbove, type Comment } from './docComments';
import { isTestDeclaration } from './testDeclarations';
import { routeNameOf } from './routes';
import { signatureAt } from './signature';
import type { SourceText } from './sourceText';

/** A declaration found in a text, before its terms are. Offsets are UTF-16 units, lines are 1-based. */
export interface Declaration {
  readonly name: string;
  readonly kind: SymbolKind;
  readonly start: number;
  readonly end: number;
  readonly line: number;
  readonly endLine: number;
  readonly scope: string;
  readonly signature: string;
  readonly doc: string;
  /** The index of the declaration it lies in; -1 at the top. */
  readonly parent: number;
}

/** A name that is called or used as a type. */
export interface Use {
  readonly name: string;
  readonly at: number;
  readonly line: number;
}

/** What the patterns of a language found in a text. */
export interface FoundSyntax {
  readonly declarations: readonly Declaration[];
  readonly uses: readonly Use[];
  readonly imports: readonly string[];
  /** Stretches of doc comments, which are not counted as code once more. */
  readonly docStretches: readonly (readonly [start: number, end: number])[];
}

/** Where two patterns match one node, the one that says more about it counts. */
const KINDS_BY_WEIGHT: readonly (SymbolKind | 'scope')[] = ['test', 'route', 'class', 'interface', 'enum', 'method', 'function', 'type', 'constant', 'scope'];
const isKind = (name: string): name is SymbolKind | 'scope' => (KINDS_BY_WEIGHT as readonly string[]).includes(name);

/** What holds methods and not just code. */
const HOLDERS: ReadonlySet<SymbolKind | 'scope'> = new Set(['class', 'interface', 'enum', 'type', 'scope']);

/** Functions that lie deeper in other ones are part of those. */
const NESTED_FUNCTIONS = 2;
const CODE_KINDS: ReadonlySet<SymbolKind> = new Set(['function', 'method']);
const IMPORT_LENGTH = 400;
const NAME_LENGTH = 120;
const TEST_NAME_LENGTH = 200;

interface Candidate {
  readonly kind: SymbolKind | 'scope';
  readonly name: string;
  readonly node: SyntaxCapture;
  readonly nameAt: number;
}

/** Text of a string literal without its quotation marks. */
function unquoted(literal: string): string {
  return literal.replace(/^[a-zA-Z@$]*(?:"""|'''|["'`])/, '').replace(/(?:"""|'''|["'`])$/, '');
}

function captureOf(match: SyntaxMatch, name: string): SyntaxCapture | undefined {
  return match.find((capture) => capture.name === name);
}

function candidateOf(source: SourceText, match: SyntaxMatch): Candidate | null {
  const node = match.find(({ name }) => isKind(name));
  if (node === undefined || !isKind(node.name)) return null;
  if (node.name === 'route') {
    const [verb, path] = [captureOf(match, 'verb'), captureOf(match, 'path')];
    if (verb === undefined || path === undefined) return null;
    const name = routeNameOf(source.text, verb, unquoted(source.text.slice(path.start, path.end)), path.end);
    return name === null ? null : { kind: 'route', name: name.slice(0, NAME_LENGTH), node, nameAt: verb.start };
  }
  const named = captureOf(match, 'name');
  if (named === undefined) return null;
  const text = source.text.slice(named.start, named.end);
  const name = node.name === 'test' ? unquoted(text).slice(0, TEST_NAME_LENGTH) : text.replace(/^#/, '').slice(0, NAME_LENGTH);
  return name.trim() === '' ? null : { kind: node.name, name: name.trim(), node, nameAt: named.start };
}

/** One candidate for each node and name, outer ones before inner ones. */
function distinctCandidates(candidates: readonly Candidate[]): Candidate[] {
  const best = new Map<string, Candidate>();
  for (const candidate of candidates) {
    const key = candidate.kind === 'route' || candidate.kind === 'test' ? `${candidate.node.start} ${candidate.node.end}` : String(candidate.nameAt);
    const known = best.get(key);
    if (known === undefined || KINDS_BY_WEIGHT.indexOf(candidate.kind) < KINDS_BY_WEIGHT.indexOf(known.kind)) best.set(key, candidate);
  }
  return [...best.values()].sort((left, right) => left.node.start - right.node.start || right.node.end - left.node.end);
}

/** A function among the members of something is a method; a constant in a function is nobody's to look for. */
function kindWithin(candidate: Candidate, around: Candidate | undefined): SymbolKind | null {
  const { kind } = candidate;
  if (kind === 'scope') return null;
  if (around === undefined) return kind;
  const isMember = HOLDERS.has(around.kind);
  if (kind === 'function' && isMember && around.kind !== 'scope') return 'method';
  return kind === 'constant' && !isMember ? null : kind;
}

function declarationsOf(source: SourceText, candidates: readonly Candidate[], comments: readonly Comment[], docstrings: ReadonlyMap<number, string>) {
  const declarations: Declaration[] = [];
  const docStretches: [number, number][] = [];
  const open: { readonly candidate: Candidate; readonly index: number }[] = [];
  for (const candidate of candidates) {
    const { node } = candidate;
    while (open.length > 0 && open.at(-1)!.candidate.node.end <= node.start) open.pop();
    const kind = kindWithin(candidate, open.at(-1)?.candidate);
    const parent = open.at(-1)?.index ?? -1;
    const functionsAround = open.filter(({ candidate: { kind: around } }) => around === 'function' || around === 'method').length;
    const isInCode = functionsAround > 0 || open.at(-1)?.candidate.kind === 'constant';
    const isOneLine = node.line === node.endLine;
    const isLost = kind === null || (isInCode && isOneLine && CODE_KINDS.has(kind)) || (kind === 'function' && functionsAround >= NESTED_FUNCTIONS);
    if (isLost) {
      if (candidate.kind === 'scope') open.push({ candidate, index: parent });
      continue;
    }
    const doc = docCommentAbove(source, node.line, comments);
    if (doc !== null) docStretches.push([doc.start, doc.end]);
    const isTest = (kind === 'function' || kind === 'method') && isTestDeclaration(source, node, candidate.name, candidate.nameAt);
    open.push({ candidate, index: declarations.length });
    declarations.push({
      name: candidate.name,
      kind: isTest ? 'test' : kind,
      start: node.start,
      end: node.end,
      line: source.lineAt(candidate.nameAt),
      endLine: node.endLine,
      scope: open
        .slice(0, -1)
        .filter(({ candidate: around }) => HOLDERS.has(around.kind))
        .map(({ candidate: around }) => around.name)
        .join('.')
        .slice(-NAME_LENGTH),
      signature: kind === 'test' ? '' : signatureAt(source.text, candidate.kind === 'route' ? node.start : candidate.nameAt),
      doc: [doc?.text ?? '', docstringIn(docstrings, node)].filter((text) => text !== '').join('\n'),
      parent,
    });
  }
  return { declarations, docStretches };
}

/** A docstring belongs to the declaration that was found with it. */
function docstringIn(docstrings: ReadonlyMap<number, string>, node: SyntaxCapture): string {
  return docstrings.get(node.start) ?? '';
}

/** The docstrings by the start of the innermost candidate around them. */
function docstringsOf(source: SourceText, captures: readonly SyntaxCapture[], candidates: readonly Candidate[]): ReadonlyMap<number, string> {
  const found = new Map<number, string>();
  for (const { start, end } of captures) {
    let around: Candidate | undefined;
    for (const candidate of candidates) {
      if (candidate.node.start > start) break;
      if (candidate.node.end >= end) around = candidate;
    }
    if (around !== undefined && !found.has(around.node.start)) found.set(around.node.start, unquoted(source.text.slice(start, end)));
  }
  return found;
}

/** What the matches of a language's query say about a text. */
export function foundSyntaxOf(source: SourceText, matches: readonly SyntaxMatch[]): FoundSyntax {
  const candidates: Candidate[] = [];
  const comments: Comment[] = [];
  const uses: Use[] = [];
  const imports = new Set<string>();
  const docstrings: SyntaxCapture[] = [];
  for (const match of matches) {
    const candidate = candidateOf(source, match);
    if (candidate !== null) candidates.push(candidate);
    for (const { name, start, end, line, endLine } of match) {
      if (name === 'call' || name === 'use') uses.push({ name: source.text.slice(start, end), at: start, line });
      else if (name === 'comment') comments.push({ start, end, line, endLine });
      else if (name === 'docstring') docstrings.push({ name, start, end, line, endLine });
      else if (name === 'import') imports.add(source.text.slice(start, Math.min(end, start + IMPORT_LENGTH)).replace(/\s+/g, ' '));
    }
  }
  const distinct = distinctCandidates(candidates);
  const { declarations, docStretches } = declarationsOf(source, distinct, comments, docstringsOf(source, docstrings, distinct));
  const stretches = docStretches.concat(docstrings.map(({ start, end }): [number, number] => [start, end]));
  return { declarations, uses, imports: [...imports], docStretches: stretches.sort((left, right) => left[0] - right[0]) };
}
