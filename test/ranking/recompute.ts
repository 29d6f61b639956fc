/**
 * Computes the score of a returned passage again, from the answer's JSON alone. Written from the
 * published ranking contract and sharing no code with the product, so that both must agree with the
 * contract to agree with each other. Only the Porter stemmer is the same library.
 */
import { readFileSync } from 'node:fs';
import { stemmer } from 'stemmer';

/** The parts of a row that decide its score. */
export interface AnsweredRow {
  readonly entityRefs: readonly string[];
  readonly title: string;
  readonly headingPath: readonly string[];
  readonly text: string;
  readonly changedAt: string | null;
  readonly why: readonly { readonly factor: string; readonly weight: number; readonly value: number }[];
}

/** The parts of an answer that decide the scores of its rows. */
export interface AnsweredPack {
  readonly question: string;
  readonly scoredAt: string;
  readonly neighborhood: { readonly nodes: readonly { readonly ref: string; readonly title: string }[] };
}

const stopWords = new Set(
  readFileSync(new URL('./worked-examples/stop-words.txt', import.meta.url), 'utf8').split(/\s+/).filter(Boolean),
);

/**
 * The score of `row`. The cosine and the verdict of the last run are the two inputs that stand in
 * `why[]` only; everything else is worked out from the text.
 */
export function recomputeScore(pack: AnsweredPack, row: AnsweredRow): number {
  const asked = recomputeQuestionTerms(pack.question);
  if (asked.size === 0) return 0;
  const share = (has: Set<string>) => [...asked].filter((term) => has.has(term)).length / asked.size;

  const words = share(new Set([...row.headingPath, row.text].flatMap((part) => [...recomputeTerms(part)])));
  const meaning = row.why.find((reason) => reason.factor === 'meaning');
  // A cosine of 0 or less adds nothing and has no row, but halves the weight of words all the same.
  const embedded = meaning !== undefined || row.why.some((reason) => reason.factor === 'words' && reason.weight !== 1);
  const relevance = embedded ? 0.6 * words + 0.4 * (meaning?.value ?? 0) : words;
  if (Number(relevance.toFixed(9)) < 0.4) return relevance;

  const titles = new Map(pack.neighborhood.nodes.map((node) => [node.ref, node.title]));
  const named = row.entityRefs.some((ref) => recomputeNames(pack.question, ref, titles.get(ref) ?? null));
  const days = (Date.parse(pack.scoredAt) - Date.parse(row.changedAt ?? 'unknown')) / 86_400_000;
  const recency = Number.isNaN(days) ? 0 : Math.min(1, Math.max(0, 1 - days / 365));
  const succeeded = row.why.some((reason) => reason.factor === 'runHealth' && reason.value === 1);
  return (
    relevance + 0.2 * share(recomputeTerms(row.title)) + (named ? 0.15 : 0) + 0.1 * recency + (succeeded ? 0.05 : 0)
  );
}

/** Whether the question names the entity: ref, name or title as consecutive whole tokens. */
export function recomputeNames(question: string, ref: string, title: string | null): boolean {
  const line = (text: string) => ` ${tokenize(text).join(' ').toLowerCase()} `;
  return [ref, ref.replace(/^[^/]*\//, ''), title ?? '']
    .map(line)
    .some((name) => name.trim() !== '' && line(question).includes(name));
}

/** The distinct terms of a text. */
export function recomputeTerms(text: string): Set<string> {
  return new Set(tokenize(text).flatMap(termsOfToken));
}

/** The distinct terms a question asks for. */
export function recomputeQuestionTerms(question: string): Set<string> {
  const tokens = tokenize(question);
  const kept = tokens.filter((token) => isIdentifier(token) || !stopWords.has(token.toLowerCase()));
  return new Set((kept.length > 0 ? kept : tokens).flatMap(termsOfToken));
}

const letter = '[\\p{L}\\p{M}\\p{N}]';
const ending = new RegExp(`(?<=${letter})['’](?:s|t|re|ve|ll|d|m)(?!${letter})`, 'giu');
const run = new RegExp(`${letter}+(?:[-_.:/@#+]+${letter}+)*`, 'gu');
const unspaced = /[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}]/u;
const innerCapital = /(?<=\p{Ll})(?=\p{Lu})|(?<=\p{Lu})(?=\p{Lu}\p{Ll}{2})/u;
const segmenter = new Intl.Segmenter('en', { granularity: 'word' });

function tokenize(text: string): string[] {
  const runs = text.normalize('NFKC').replace(ending, '').match(run) ?? [];
  return runs.flatMap((token) =>
    unspaced.test(token)
      ? [...segmenter.segment(token)]
          .filter((piece) => piece.isWordLike)
          // A separator counts inside a token only, and the segmenter leaves some at a piece's ends.
          .map((piece) => piece.segment.replace(/^[-_.:/@#+]+|[-_.:/@#+]+$/gu, ''))
          .filter((piece) => piece !== '')
      : [token],
  );
}

function isIdentifier(token: string): boolean {
  return /[-_.:/@#+]|\p{N}/u.test(token) || innerCapital.test(token);
}

function termsOfToken(token: string): string[] {
  if (!isIdentifier(token)) return [stem(token)];
  const parts = token.split(/[-_.:/@#+]+/u).flatMap((part) => (/\p{N}/u.test(part) ? [part] : part.split(innerCapital)));
  return [token.toLowerCase(), ...parts.filter((part) => part !== '').map(stem)];
}

function stem(word: string): string {
  const lower = word.toLowerCase();
  return /^[a-z]+$/.test(lower) ? stemmer(lower).replace(/(?<=[aeou])i$/, 'y') : lower;
}
