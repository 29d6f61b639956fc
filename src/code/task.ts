import { questionTermsOf, termsOf } from '../text/terms';

/** A name of code as a task writes it: its last part, and what it says it is declared in. */
export interface NamedSymbol {
  readonly name: string;
  /** The parts before it, outermost first (`Cart` of `Cart.addItem`). */
  readonly scope: readonly string[];
  /** As it was written. */
  readonly surface: string;
}

/** A distinct term of a task and the words that gave it. */
export interface TaskTerm {
  readonly term: string;
  readonly surface: string;
}

/** What a task asks for. */
export interface Task {
  readonly terms: readonly TaskTerm[];
  /** Those of its terms that say where: what it begins with before a colon, as people title changes (`billing: …`, `fix(billing): …`). */
  readonly area: ReadonlySet<string>;
  readonly names: readonly NamedSymbol[];
  /** Paths of routes it names (`/orders/{id}`). */
  readonly routes: readonly string[];
}

const NAME = /[\p{L}_$][\p{L}\p{N}_$]*(?:(?:\.|::|#|->)[\p{L}_$][\p{L}\p{N}_$]*)*[!?]?/gu;
const ROUTE = /(?<![\w.])\/[\w{}:.*/-]*[\w}]/g;
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

/** Reads a task and the keywords beside it; a keyword is a name whatever it looks like. */
export function taskOf(text: string, keywords: readonly string[]): Task {
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
  return { terms: questionTermsOf([text, ...keywords].join('\n')), area: areaOf(text), names: [...names.values()], routes };
}
