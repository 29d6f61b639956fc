/**
 * How long ranking takes once the candidates are found: the best 8 of 100,000 passages of four
 * repositories. Run with `npx vite-node bench/ranking.ts`. Prints milliseconds; asserts nothing.
 */
import type { CandidateSet } from '../src/contract/candidates';
import { DEFAULT_PASSAGES } from '../src/contract/constants';
import { analyzeQuestion, type Question } from '../src/ranking/question';
import { nearestPassages, rankPassages, type RankedRepository, type RankingContext } from '../src/ranking/rank';

const PASSAGES = 100_000;
const REPOSITORIES = 4;
const PASSAGES_A_DOCUMENT = 10;
const RUNS = 51;

const context: RankingContext = {
  now: Date.parse('2026-11-30T12:00:00Z'),
  titleOf: (ref) => `Component ${ref.slice(-3)}`,
};

/** The same numbers in every run: a linear congruential generator. */
function randomNumbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

function candidatesFor(question: Question, seed: number, matchedShare: number, embeddings: boolean): CandidateSet {
  const random = randomNumbers(seed);
  const count = PASSAGES / REPOSITORIES;
  const terms = question.terms.length;
  const matched = Uint16Array.from({ length: count }, () => Math.round(matchedShare * terms * random() ** 0.5));
  return {
    exact: true,
    handles: Uint32Array.from({ length: count }, (_, row) => row),
    documentOf: Uint32Array.from({ length: count }, (_, row) => Math.floor(row / PASSAGES_A_DOCUMENT)),
    matchedTerms: matched,
    matchedHeadingTerms: matched.map((terms) => Math.floor(terms * random())),
    firstLines: Uint32Array.from({ length: count }, (_, row) => (row % PASSAGES_A_DOCUMENT) * 20 + 1),
    cosines: embeddings ? Float32Array.from({ length: count }, () => random() * 0.7) : null,
    documents: Array.from({ length: Math.ceil(count / PASSAGES_A_DOCUMENT) }, (_, index) => ({
      path: `docs/area-${index % 40}/page-${index}.md`,
      title: `How the ${index % 2 === 0 ? 'billing' : 'ledger'} worker of area ${seed}-${index} is run`,
      entityRefs: [`component:default/service-${seed}-${index % 300}`],
      changedAt: new Date(context.now - random() * 400 * 86_400_000).toISOString(),
    })),
  };
}

function workspaceFor(question: Question, matchedShare: number, embeddings: boolean): RankedRepository[] {
  return Array.from({ length: REPOSITORIES }, (_, index) => ({
    id: `repository-${index}`,
    ownRef: `repo:default/repository-${index}`,
    lastRun: null,
    candidates: candidatesFor(question, index + 1, matchedShare, embeddings),
  }));
}

function measure(label: string, asked: string, matchedShare: number, embeddings: boolean): void {
  const question = analyzeQuestion(asked);
  const repositories = workspaceFor(question, matchedShare, embeddings);
  const times = Array.from({ length: RUNS }, () => {
    const start = performance.now();
    const { passages } = rankPassages(analyzeQuestion(asked), repositories, context, DEFAULT_PASSAGES);
    nearestPassages(question, repositories, context, passages);
    return performance.now() - start;
  });
  const [first] = times;
  const sorted = [...times].sort((one, other) => one - other);
  const at = (share: number) => sorted[Math.floor(share * (RUNS - 1))]!.toFixed(1);
  console.log(`${label}: best ${at(0)} ms, p50 ${at(0.5)} ms, p95 ${at(0.95)} ms, first ${first!.toFixed(1)} ms`);
}

console.log(`${PASSAGES} candidates, ${PASSAGES / PASSAGES_A_DOCUMENT} documents, ${REPOSITORIES} repositories`);
measure('one word, every passage has it', 'worker', 1, false);
measure('five words, the passages have up to all', 'how do we rotate the secrets of billing-worker?', 1, false);
measure('five words, the passages have up to half', 'how do we rotate the secrets of billing-worker?', 0.5, false);
measure('five words, with cosines', 'how do we rotate the secrets of billing-worker?', 0.5, true);
