import type { LastRun } from '../contract/model';
import type { Factor, Why } from '../contract/tools';
import type { QuestionTerm } from '../text/terms';
import { partTerms } from './matchedTerms';
import type { NamedEntity } from './namedEntity';
import type { Question } from './question';
import type { FactorRow } from './score';

const MILLISECONDS_A_DAY = 24 * 60 * 60 * 1000;
/** A long question has hundreds of words: a list of them all would crowd passages out of the answer. */
const LISTED_WORDS = 30;
/** The same for a word that is very long, in UTF-16 units. */
const LISTED_LENGTH = 60;

/** What the explanation of a score speaks about. */
export interface ExplainedPassage {
  readonly title: string;
  /** The title and the headings below it. */
  readonly headingPath: readonly string[];
  readonly text: string;
  readonly changedAt: string | null;
  readonly named: NamedEntity | null;
  readonly repositoryId: string;
  readonly lastRun: LastRun | null;
}

export interface ExplanationContext {
  /** The clock of the score, in milliseconds since 1970. */
  readonly now: number;
  /** Id of the embedding model the cosine comes from. */
  readonly model: string;
}

/**
 * `why[]`: the factors of a score, each with a sentence in the question's own words. Words are looked
 * up in the passage as it is returned, so that a reader finds them there.
 */
export function explainScore(
  question: Question,
  factors: readonly FactorRow[],
  passage: ExplainedPassage,
  context: ExplanationContext,
): Why[] {
  const details: Record<Factor, (row: FactorRow) => string> = {
    words: () => wordsDetail(question, passage),
    meaning: ({ value }) =>
      `cosine ${value.toFixed(3)} between the question and the passage (model ${context.model})`,
    title: () => titleDetail(question, passage.title),
    entity: () => entityDetail(passage.named),
    recency: () => recencyDetail(passage.changedAt, context.now),
    runHealth: () => runHealthDetail(passage.repositoryId, passage.lastRun),
  };
  return factors.map((row) => ({ ...row, detail: details[row.factor](row) }));
}

function wordsDetail(question: Question, { headingPath, text }: ExplainedPassage): string {
  const { found, missing } = partTerms(question, [...headingPath, text].join('\n'));
  const named = found.length === 0 ? '' : `: ${listOf(found)}`;
  const notFound = missing.length === 0 ? '' : `; not found: ${listOf(missing)}`;
  return `${shareInWords(found, question)}${named}${notFound}`;
}

function titleDetail(question: Question, title: string): string {
  const { found } = partTerms(question, title);
  return `${shareInWords(found, question)} ${found.length === 1 ? 'is' : 'are'} in the title: ${listOf(found)}`;
}

function shareInWords(found: readonly QuestionTerm[], { terms }: Question): string {
  return `${found.length} of ${terms.length} ${terms.length === 1 ? 'word' : 'words'} of the question`;
}

function listOf(terms: readonly QuestionTerm[]): string {
  const words = terms.slice(0, LISTED_WORDS).map(({ surface }) => shortened(surface));
  const more = terms.length - words.length;
  return more === 0 ? words.join(', ') : `${words.join(', ')} and ${more} more`;
}

function shortened(words: string): string {
  return words.length <= LISTED_LENGTH ? words : `${words.slice(0, LISTED_LENGTH).replace(/[\uD800-\uDBFF]$/u, '')}…`;
}

function entityDetail(named: NamedEntity | null): string {
  return named === null
    ? 'the question names its entity'
    : `the question names ${shortened(named.ref)}: “${shortened(named.words)}” is its ${named.by}`;
}

function recencyDetail(changedAt: string | null, now: number): string {
  const changed = Date.parse(changedAt ?? '');
  const date = dateOf(changedAt);
  if (changed > now) {
    return `last changed on ${date}, after the time of the question`;
  }
  const days = Math.floor((now - changed) / MILLISECONDS_A_DAY);
  if (days === 0) {
    return `last changed less than a day before the question (${date})`;
  }
  return `last changed ${days} ${days === 1 ? 'day' : 'days'} before the question (${date})`;
}

function runHealthDetail(repositoryId: string, lastRun: LastRun | null): string {
  const date = dateOf(lastRun?.endedAt ?? null);
  const known = [lastRun?.name ?? null, date].filter((part) => part !== null).join(', ');
  return `the last run in ${repositoryId} succeeded${known === '' ? '' : ` (${known})`}`;
}

/** The day (UTC) of an ISO time; null when it is none. */
function dateOf(time: string | null): string | null {
  const milliseconds = Date.parse(time ?? '');
  return Number.isNaN(milliseconds) ? null : new Date(milliseconds).toISOString().slice(0, 10);
}
