import { CHANGE_WORDS } from '../contract/codeScore';
import { type QuestionTerm, questionTermsOf, termsOf } from '../text/terms';
import { isCodePath } from './codeFiles';

/** A name of code as a task writes it: its last part, and what it says it is declared in. */
export interface NamedSymbol {
  readonly name: string;
  /** The parts before it, outermost first (`Cart` of `Cart.addItem`). */
  readonly scope: readonly string[];
  /** As it was written. */
  readonly surface: string;
}

/** A distinct term of a task and the words that gave it. */
export interface TaskTerm extends QuestionTerm {
  /** It says what is to be done ("fix", "add"), which says little about where. */
  readonly isChange: boolean;
}

/** What a task asks for. */
export interface Task {
  readonly terms: readonly TaskTerm[];
  /** Those of its terms that say where: what it begins with before a colon, as people title changes (`billing: …`, `fix(billing): …`). */
  readonly area: ReadonlySet<string>;
  readonly names: readonly NamedSymbol[];
  /** Paths of routes it names (`/orders/{id}`). */
  readonly routes: readonly string[];
  /** Files of code it names by name and ending, with or without folders above (`cart/total.go`). */
  readonly files: readonly string[];
  /** It speaks of tests. */
  readonly isAboutTests: boolean;
}

const NAME = /[\p{L}_$][\p{L}\p{N}_$]*(?:(?:\.|::|#|->)[\p{L}_$][\p{L}\p{N}_$]*)*[!?]?/gu;
const ROUTE = /(?<![\w.])\/[\w{}:.*/-]*[\w}]/g;
/** Numbers of issues, pull requests and advisories: they are nowhere in the code, and their digits are anywhere. */
const ISSUE = /(?<![\p{L}\p{N}&/])(?:(?:GH-|#)\d+|CVE-\d{4}-\d+)(?![\p{L}\p{N}])/giu;
const PATH = /[\p{L}\p{N}_.@+~\\/-]+/gu;
/** Where two names are joined. */
const JOINT = /\.|::|#|->/;

function namedSymbolOf(surface: string): NamedSymbol {
  const parts = surface.split(JOINT);
  return { name: parts.at(-1) ?? surface, scope: parts.slice(0, -1), surface };
}

/** Whether a word is written as people write names of code and not words: `addItem`, `add_item`, `add()`, `Cart.add`, quoted. */
function isWrittenAsCode(text: string, word: string, at: number): boolean {
  const before = text[at - 1] ?? '';
  const after = text.slice(at + word.length, at + word.length + 2);
  if (/[`]/.test(before) && after.startsWith('`')) return true;
  if (/["']/.test(before) && after.startsWith(before)) return true;
  if (after.startsWith('()') || (after.startsWith('(') && after !== '( ' && before !== '(')) return true;
  const last = word.split(JOINT).at(-1) ?? '';
  if (/::|#|->/.test(word)) return true;
  return /[\p{L}\p{N}$]_[\p{L}\p{N}]|^_+[\p{L}\p{N}]/u.test(last) || /\p{Ll}\p{Lu}|\p{Lu}{2,}\p{Ll}{2}/u.test(last) || (word.includes('.') && /\p{Lu}/u.test(word));
}

const AREA = /^\s*(?:\w+!?\(([^()\n]{1,60})\)!?|([^:\n]{1,40})):(?=\s)/u;
const AREA_WORDS = 4;
/** What a change is, and not where. */
const KINDS_OF_CHANGE: ReadonlySet<string> = new Set(
  'fix feat feature bug bugfix hotfix chore docs doc refactor perf performance style test tests build ci revert todo question task wip note'.split(' '),
);

function areaOf(text: string): ReadonlySet<string> {
  const [, inBrackets, before = ''] = AREA.exec(text) ?? [];
  const area = inBrackets ?? before;
  const isShort = area.trim().split(/\s+/).length <= AREA_WORDS;
  return new Set(isShort && !KINDS_OF_CHANGE.has(area.trim().toLowerCase()) ? termsOf(area) : []);
}

/** A text without the numbers of issues, unless it is made of nothing else. */
function withoutIssues(text: string): string {
  const left = text.replace(ISSUE, ' ');
  return /[\p{L}\p{N}]/u.test(left) ? left : text;
}

function filesIn(text: string): string[] {
  const written = Array.from(text.matchAll(PATH), ([path]) => path.replaceAll('\\', '/').replace(/^(?:\.{0,2}\/)+/, '').replace(/[./-]+$/, ''));
  return [...new Set(written.filter((path) => /[^/.]\.[^/.]+$/.test(path) && isCodePath(path)))];
}

const CHANGE_TERMS: ReadonlySet<string> = new Set(CHANGE_WORDS.flatMap(termsOf));
const TEST_TERMS: ReadonlySet<string> = new Set(['test', 'spec'].flatMap(termsOf));

/** Reads a task and the keywords beside it; a keyword is a name whatever it looks like. */
export function taskOf(written: string, keywords: readonly string[]): Task {
  const text = withoutIssues(written);
  const names = new Map<string, NamedSymbol>();
  for (const match of text.matchAll(NAME)) {
    const [word] = match;
    if (isWrittenAsCode(text, word, match.index)) names.set(word, namedSymbolOf(word));
  }
  for (const keyword of keywords) {
    const word = keyword.trim().replace(/\(\)$/, '');
    if (word !== '') names.set(word, namedSymbolOf(word));
  }
  const whole = text.trim().replace(/\(\)$/, '');
  if (/^[\p{L}_$][\p{L}\p{N}_$]*$/u.test(whole)) names.set(whole, namedSymbolOf(whole));
  const routes = [...new Set([text, ...keywords].flatMap((one) => [...one.matchAll(ROUTE)].map(([route]) => route)))];
  const area = areaOf(text);
  // What names the place is no change, whatever word it is.
  const places = new Set([...area, ...keywords.flatMap(termsOf)]);
  const terms = questionTermsOf([text, ...keywords].join('\n')).map((one) => ({ ...one, isChange: CHANGE_TERMS.has(one.term) && !places.has(one.term) }));
  return {
    terms,
    area,
    names: [...names.values()],
    routes,
    files: [...new Set([text, ...keywords].flatMap(filesIn))],
    isAboutTests: terms.some(({ term }) => TEST_TERMS.has(term)),
  };
}
