import {
  COMPARED_DECIMALS,
  ENTITY_BONUS,
  MATCH_FLOOR,
  MEANING_WEIGHT,
  RECENCY_BONUS,
  RECENCY_DAYS,
  RUN_HEALTH_BONUS,
  TITLE_BONUS,
  WORDS_WEIGHT,
} from '../contract/constants';
import type { RunVerdict } from '../contract/model';
import type { Why } from '../contract/tools';
import { countAsked } from './matchedTerms';
import type { NamedEntity } from './namedEntity';
import type { Question } from './question';
import { titleTermsOf } from './titleTerms';

const MILLISECONDS_A_DAY = 24 * 60 * 60 * 1000;
const COMPARED_UNITS = 10 ** COMPARED_DECIMALS;

/** What a passage brings to its score, the question and the clock aside. */
export interface PassageFacts {
  /** How many of the question's distinct terms the passage has (heading path and text). */
  readonly matchedTerms: number;
  /** Its document's title. */
  readonly title: string;
  /** The entity the passage belongs to and the question names; null when there is none. */
  readonly named: NamedEntity | null;
  /** Cosine of question and passage; null or NaN when either is not embedded. */
  readonly cosine: number | null;
  /** ISO time of the last commit that changed the document; null when unknown. */
  readonly changedAt: string | null;
  /** Verdict of the last run of its repository. */
  readonly lastRun: RunVerdict;
}

/** A row of `why[]` without the words that explain it. */
export type FactorRow = Omit<Why, 'detail'>;

export interface PassageScore {
  readonly score: number;
  readonly relevance: number;
  /** One row per factor that added something, in the contract's order; their contributions add up to `score`. */
  readonly factors: readonly FactorRow[];
}

/**
 * The score of a passage, a pure function of question, passage and clock: relevance, and from
 * MATCH_FLOOR on the four bonuses (ranking contract, version 1).
 * @param now the clock, in milliseconds since 1970.
 */
export function scorePassage(question: Question, facts: PassageFacts, now: number): PassageScore {
  const wordsValue = shareOf(facts.matchedTerms, question.terms.length);
  const cosine = question.terms.length === 0 ? Number.NaN : (facts.cosine ?? Number.NaN);
  const relevance = relevanceOf(wordsValue, cosine);
  const embedded = Number.isFinite(cosine);
  const rows = [factorRow('words', embedded ? WORDS_WEIGHT : 1, wordsValue)];
  if (embedded) {
    rows.push(factorRow('meaning', MEANING_WEIGHT, Math.max(0, cosine)));
  }
  if (reaches(relevance, MATCH_FLOOR)) {
    const titleShare = shareOf(countAsked(question, titleTermsOf(facts.title)), question.terms.length);
    rows.push(
      factorRow('title', TITLE_BONUS, titleShare),
      factorRow('entity', ENTITY_BONUS, facts.named === null ? 0 : 1),
      factorRow('recency', RECENCY_BONUS, recencyValue(facts.changedAt, now)),
      factorRow('runHealth', RUN_HEALTH_BONUS, runHealthValue(facts.lastRun)),
    );
  }
  const factors = rows.filter((row) => row.contribution > 0);
  return { score: factors.reduce((sum, row) => sum + row.contribution, 0), relevance, factors };
}

/** `part / whole`, and 0 of nothing. */
export function shareOf(part: number, whole: number): number {
  return whole === 0 ? 0 : part / whole;
}

/**
 * How much a passage is about the question, 0 to 1.
 * @param wordsValue share of the question's terms that the passage has.
 * @param cosine NaN (or infinite) when question or passage is not embedded: then words count alone.
 */
export function relevanceOf(wordsValue: number, cosine: number): number {
  return Number.isFinite(cosine) ? WORDS_WEIGHT * wordsValue + MEANING_WEIGHT * Math.max(0, cosine) : wordsValue;
}

/** How recent a change is: 1 now (or later), falling linearly to 0 after 365 days; 0 when unknown or no time. */
export function recencyValue(changedAt: string | null, now: number): number {
  return recencyValueAt(Date.parse(changedAt ?? ''), now);
}

/** The same for a change at a time in milliseconds since 1970; NaN when unknown. */
export function recencyValueAt(changedAt: number, now: number): number {
  const age = (now - changedAt) / MILLISECONDS_A_DAY;
  return Number.isNaN(age) ? 0 : Math.min(1, Math.max(0, 1 - age / RECENCY_DAYS));
}

/** 1 for a run that succeeded; a failed or unknown one earns nothing. */
export function runHealthValue(verdict: RunVerdict): number {
  return verdict === 'succeeded' ? 1 : 0;
}

/** A score as it is compared: rounded to nine decimals, as a whole number of 10⁻⁹. */
export function comparedValue(value: number): number {
  return Math.round(value * COMPARED_UNITS);
}

/** The value that is compared as `compared`: the inverse of `comparedValue`. */
export function valueCompared(compared: number): number {
  return compared / COMPARED_UNITS;
}

/** Whether a value is at or above a floor, as the contract compares them. */
export function reaches(value: number, floor: number): boolean {
  return comparedValue(value) >= comparedValue(floor);
}

function factorRow(factor: FactorRow['factor'], weight: number, value: number): FactorRow {
  return { factor, weight, value, contribution: weight * value };
}
