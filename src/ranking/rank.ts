import { ANSWER_FLOOR, NEAREST_FLOOR, NEAREST_LIMIT } from '../contract/constants';
import type { PassageHandle } from '../contract/candidates';
import { candidateScoresOf, type CandidateScores } from './candidateScores';
import { documentFactsOf, type DocumentFacts, type RankedRepository, type RankingContext } from './documentFacts';
import type { NamedEntity } from './namedEntity';
import type { Question } from './question';
import { comparedValue, scorePassage, valueCompared, type PassageScore } from './score';
import { compareByCloseness, compareCodeUnits, compareStandings, type Standing } from './standing';
import { createTopSelection } from './topSelection';

export type { RankedRepository, RankingContext } from './documentFacts';

/** A passage that made it into an answer. */
export interface RankedPassage extends PassageScore {
  /** Index into the repositories that were ranked. */
  readonly repositoryIndex: number;
  readonly handle: PassageHandle;
  /** Index into the documents of that repository's candidates. */
  readonly documentIndex: number;
  /** The entity the question names and the passage belongs to, whether or not it earned the bonus. */
  readonly named: NamedEntity | null;
}

export interface Ranking {
  /** Best first, none below ANSWER_FLOOR. */
  readonly passages: readonly RankedPassage[];
  /** True when some repository's candidates were not all there are. */
  readonly capped: boolean;
}

const COMPARED_ANSWER_FLOOR = comparedValue(ANSWER_FLOOR);
const COMPARED_NEAREST_FLOOR = comparedValue(NEAREST_FLOOR);

/**
 * The best `limit` passages at or above ANSWER_FLOOR, in the contract's order, whatever the order of
 * repositories and candidates.
 */
export function rankPassages(
  question: Question,
  repositories: readonly RankedRepository[],
  context: RankingContext,
  limit: number,
): Ranking {
  const scorer = scorerOf(question, repositories, context);
  const selection = createTopSelection<Standing>(limit, compareStandings);
  const candidate = emptyStanding();
  repositories.forEach((repository, repositoryIndex) => {
    const scores = scorer.scores[repositoryIndex]!;
    const rows = repository.candidates.handles.length;
    let bar = selection.worst()?.score ?? COMPARED_ANSWER_FLOOR;
    let clearlyBelow = justBelow(bar);
    for (let row = 0; row < rows; row += 1) {
      const relevance = scores.relevance(row);
      if (relevance + scores.mostBonus < clearlyBelow || scores.roughScore(row, relevance) < clearlyBelow) {
        continue;
      }
      const score = comparedValue(scores.score(row, relevance));
      if (score >= bar) {
        scorer.stand(candidate, repositoryIndex, row, score);
        if (selection.wants(candidate)) {
          selection.offer({ ...candidate });
          bar = selection.worst()?.score ?? COMPARED_ANSWER_FLOOR;
          clearlyBelow = justBelow(bar);
        }
      }
    }
  });
  return {
    passages: selection.best().map(scorer.rankedPassage),
    capped: repositories.some(({ candidates }) => !candidates.exact),
  };
}

/**
 * The passages closest to the question in meaning that are not among `passages`: at most
 * NEAREST_LIMIT, none with a cosine below NEAREST_FLOOR, the closest first. Empty without embeddings, and for a
 * question without any term.
 */
export function nearestPassages(
  question: Question,
  repositories: readonly RankedRepository[],
  context: RankingContext,
  passages: readonly Pick<RankedPassage, 'repositoryIndex' | 'handle'>[],
): readonly RankedPassage[] {
  // Its relevance to everything is 0, so nothing could be said of why a passage is shown.
  if (question.terms.length === 0) return [];
  const scorer = scorerOf(question, repositories, context);
  const selection = createTopSelection<Standing>(NEAREST_LIMIT, compareByCloseness);
  const candidate = emptyStanding();
  repositories.forEach(({ candidates }, repositoryIndex) => {
    if (candidates.cosines === null) {
      return;
    }
    const scores = scorer.scores[repositoryIndex]!;
    const shown = new Set(
      passages.filter((passage) => passage.repositoryIndex === repositoryIndex).map(({ handle }) => handle),
    );
    const rows = candidates.handles.length;
    for (let row = 0; row < rows; row += 1) {
      const cosine = comparedValue(scores.cosine(row));
      const bar = Math.max(COMPARED_NEAREST_FLOOR, selection.worst()?.cosine ?? 0);
      if (cosine >= bar && Number.isFinite(cosine) && !shown.has(candidates.handles[row] ?? -1)) {
        scorer.stand(candidate, repositoryIndex, row, comparedValue(scores.score(row, scores.relevance(row))));
        if (selection.wants(candidate)) {
          selection.offer({ ...candidate });
        }
      }
    }
  });
  return selection.best().map(scorer.rankedPassage);
}

interface Scorer {
  readonly scores: readonly CandidateScores[];
  /** Writes a row's place in the order into `standing`. */
  stand(standing: Standing, repositoryIndex: number, row: number, score: number): void;
  rankedPassage(standing: Standing): RankedPassage;
}

function scorerOf(question: Question, repositories: readonly RankedRepository[], context: RankingContext): Scorer {
  const facts = documentFactsOf(question, repositories, context);
  const scores = repositories.map((repository, index) => candidateScoresOf(question, repository, facts[index]!));
  const places = placesOf(repositories);
  return {
    scores,
    stand: (standing, repositoryIndex, row, score) => {
      const { candidates } = repositories[repositoryIndex]!;
      standing.repositoryIndex = repositoryIndex;
      standing.row = row;
      standing.score = score;
      standing.cosine = comparedValue(scores[repositoryIndex]!.cosine(row));
      standing.headingTerms = candidates.matchedHeadingTerms[row] ?? 0;
      standing.repositoryPlace = places[repositoryIndex] ?? 0;
      standing.path = candidates.documents[candidates.documentOf[row] ?? -1]?.path ?? '';
      standing.firstLine = candidates.firstLines[row] ?? 0;
      standing.handle = candidates.handles[row] ?? 0;
    },
    rankedPassage: ({ repositoryIndex, row }) =>
      rankedPassageAt(question, repositories[repositoryIndex]!, facts[repositoryIndex]!, context, repositoryIndex, row),
  };
}

function rankedPassageAt(
  question: Question,
  { candidates, lastRun }: RankedRepository,
  facts: DocumentFacts,
  context: RankingContext,
  repositoryIndex: number,
  row: number,
): RankedPassage {
  const documentIndex = candidates.documentOf[row] ?? -1;
  const document = candidates.documents[documentIndex];
  const named = facts.named(documentIndex);
  const scored = scorePassage(
    question,
    {
      matchedTerms: candidates.matchedTerms[row] ?? 0,
      title: document?.title ?? '',
      named,
      cosine: candidates.cosines?.[row] ?? null,
      changedAt: document?.changedAt ?? null,
      lastRun: lastRun?.verdict ?? 'unknown',
    },
    context.now,
  );
  return { ...scored, repositoryIndex, handle: candidates.handles[row] ?? 0, documentIndex, named };
}

/** A score so far below a compared one that rounding cannot make them equal. */
function justBelow(compared: number): number {
  return valueCompared(compared - 1);
}

/** Each repository's place among all, ordered by id in code-unit order. */
function placesOf(repositories: readonly RankedRepository[]): readonly number[] {
  const places: number[] = new Array(repositories.length).fill(0);
  repositories
    .map(({ id }, index) => ({ id, index }))
    .sort((first, second) => compareCodeUnits(first.id, second.id) || first.index - second.index)
    .forEach(({ index }, place) => {
      places[index] = place;
    });
  return places;
}

function emptyStanding(): Standing {
  return {
    repositoryIndex: 0,
    row: 0,
    score: 0,
    cosine: 0,
    headingTerms: 0,
    repositoryPlace: 0,
    path: '',
    firstLine: 0,
    handle: 0,
  };
}
