import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { OWN_REPOSITORY_REF } from '../../src/contract/candidates';
import { ANSWER_FLOOR, MAXIMUM_PASSAGES, NEAREST_FLOOR, NEAREST_LIMIT } from '../../src/contract/constants';
import { findNamedEntity } from '../../src/ranking/namedEntity';
import { analyzeQuestion } from '../../src/ranking/question';
import { nearestPassages, rankPassages, type RankedRepository, type RankingContext } from '../../src/ranking/rank';
import { scorePassage } from '../../src/ranking/score';
import { repositoryOf, type WrittenPassage } from './candidates';

const now = Date.parse('2026-11-30T12:00:00Z');
const titles = new Map([['component:default/billing-worker', 'Billing worker']]);
const context: RankingContext = { now, titleOf: (ref) => titles.get(ref) ?? null };
const asked = 'rotate the secrets of billing worker';
const question = analyzeQuestion(asked);

/** Where the ranked passages stand: `repository/path:first line`. */
function placesOf(
  repositories: readonly RankedRepository[],
  ranked: readonly { repositoryIndex: number; documentIndex: number; handle: number }[],
): string[] {
  return ranked.map(({ repositoryIndex, documentIndex, handle }) => {
    const { id, candidates } = repositories[repositoryIndex]!;
    const row = Array.from(candidates.handles).indexOf(handle);
    return `${id}/${candidates.documents[documentIndex]!.path}:${candidates.firstLines[row]}`;
  });
}

function rankedPlaces(repositories: readonly RankedRepository[], limit = MAXIMUM_PASSAGES): string[] {
  return placesOf(repositories, rankPassages(question, repositories, context, limit).passages);
}

const words = fc.constantFrom('rotate', 'secrets', 'billing', 'worker', 'ledger', 'rotating', 'billing-worker');
const texts = fc.array(words, { maxLength: 5 }).map((list) => list.join(' '));
const written: fc.Arbitrary<WrittenPassage> = fc.record({
  path: fc.constantFrom('a.md', 'b.md', 'docs/a.md', 'Z.md'),
  firstLine: fc.integer({ min: 1, max: 4 }),
  title: texts,
  headings: fc.array(texts, { maxLength: 2 }),
  text: texts,
  cosine: fc.option(fc.constantFrom(-0.5, 0, 0.2, 0.3, 0.38, 0.9, 0.2999999999, 0.2999999996)),
  changedAt: fc.constantFrom(null, '2026-11-20T00:00:00Z', '2026-11-20T00:00:00.001Z', '2020-01-01T00:00:00Z'),
  entityRefs: fc.subarray(['component:default/billing-worker', OWN_REPOSITORY_REF, 'component:default/ledger']),
});
const workspaces = fc.record({
  embeddings: fc.boolean(),
  repositories: fc.uniqueArray(
    fc.record({
      id: fc.constantFrom('worker', 'shop', 'Shop', 'a'),
      verdict: fc.constantFrom('succeeded', 'failed', 'unknown'),
      passages: fc.array(written, { maxLength: 30 }),
    }),
    { selector: ({ id }) => id, maxLength: 3 },
  ),
});
type Workspace = typeof workspaces extends fc.Arbitrary<infer Value> ? Value : never;

function open({ repositories, embeddings }: Workspace): RankedRepository[] {
  return repositories.map(({ id, verdict, passages }) => ({
    ...repositoryOf(question, id, passages, embeddings),
    lastRun: { verdict, name: null, endedAt: null },
  }));
}

const nine = (value: number) => Number(value.toFixed(9));
const ordered = (first: string, second: string) => (first === second ? 0 : first < second ? -1 : 1);

/** Every passage of the workspace scored alone and sorted as the contract is written, nothing left out. */
function sortedNaively(workspace: Workspace) {
  const all = open(workspace).flatMap((repository, repositoryIndex) =>
    workspace.repositories[repositoryIndex]!.passages.map((passage, row) => {
      const { candidates, id, lastRun } = repository;
      const refs = passage.entityRefs!.map((ref) => (ref === OWN_REPOSITORY_REF ? `repo:default/${id}` : ref));
      const entities = refs.map((ref) => ({ ref, title: context.titleOf(ref) }));
      const cosine = candidates.cosines?.[row] ?? Number.NaN;
      const { score } = scorePassage(
        question,
        {
          matchedTerms: candidates.matchedTerms[row]!,
          title: passage.title!,
          named: findNamedEntity(question, entities),
          cosine,
          changedAt: passage.changedAt!,
          lastRun: lastRun!.verdict,
        },
        now,
      );
      const headingShare = candidates.matchedHeadingTerms[row]! / question.terms.length;
      return { id, path: passage.path, line: passage.firstLine!, row, score, headingShare, cosine };
    }),
  );
  return all.sort(
    (first, second) =>
      nine(second.score) - nine(first.score) ||
      second.headingShare - first.headingShare ||
      ordered(first.id, second.id) ||
      ordered(first.path, second.path) ||
      first.line - second.line ||
      first.row - second.row,
  );
}

describe('rankPassages', () => {
  it('gives what scoring and sorting every passage gives, cut at the floor and the limit', () => {
    fc.assert(
      fc.property(workspaces, fc.integer({ min: 1, max: MAXIMUM_PASSAGES }), (workspace, limit) => {
        const repositories = open(workspace);
        const naive = sortedNaively(workspace)
          .filter(({ score }) => nine(score) >= ANSWER_FLOOR)
          .slice(0, limit);
        const { passages } = rankPassages(question, repositories, context, limit);
        expect(
          passages.map((row) => ({ id: repositories[row.repositoryIndex]!.id, handle: row.handle, score: row.score })),
        ).toEqual(naive.map(({ id, row, score }) => ({ id, handle: row, score })));
        for (const { factors, score } of passages) {
          expect(factors.reduce((sum, row) => sum + row.contribution, 0)).toBe(score);
        }
      }),
      { numRuns: 300 },
    );
  });

  it('does not depend on the order of repositories or candidates', () => {
    fc.assert(
      fc.property(workspaces, (workspace) => {
        const repositories = open(workspace);
        const reversed = repositories.map(backwards).reverse();
        const answer = (opened: RankedRepository[]) => {
          const { passages } = rankPassages(question, opened, context, 8);
          const nearest = nearestPassages(question, opened, context, passages);
          return [...passages, ...nearest].map((row) => [opened[row.repositoryIndex]!.id, row.handle, row.score]);
        };
        expect(answer(reversed)).toEqual(answer(repositories));
      }),
    );
  });

  it('breaks a tie by the share of the question in the own heading', () => {
    const shop = repositoryOf(question, 'shop', [
      { path: 'a.md', text: 'rotate secrets of the billing worker' },
      { path: 'b.md', headings: ['Secrets'], text: 'rotate, billing worker' },
      { path: 'c.md', headings: ['Rotate secrets'], text: 'billing worker' },
      { path: 'd.md', headings: ['Rotate secrets', 'Steps'], text: 'billing worker' },
    ]);
    expect(rankedPlaces([shop])).toEqual(['shop/c.md:1', 'shop/b.md:1', 'shop/a.md:1', 'shop/d.md:1']);
  });

  it('then by repository id, path and first line, capitals before small letters and lines as numbers', () => {
    const text = 'rotate secrets';
    const shop = repositoryOf(question, 'shop', [
      { path: 'b.md', text },
      { path: 'a.md', text, firstLine: 10 },
      { path: 'a.md', text, firstLine: 9 },
      { path: 'B.md', text },
    ]);
    const api = repositoryOf(question, 'api', [{ path: 'z.md', text }]);
    expect(rankedPlaces([shop, api])).toEqual([
      'api/z.md:1',
      'shop/B.md:1',
      'shop/a.md:9',
      'shop/a.md:10',
      'shop/b.md:1',
    ]);
  });

  it('keeps the cuts of one long line in the order of the text', () => {
    const cut = { path: 'a.md', text: 'rotate secrets', firstLine: 3 };
    const shop = repositoryOf(question, 'shop', [cut, cut, cut]);
    expect(rankPassages(question, [backwards(shop)], context, 2).passages.map(({ handle }) => handle)).toEqual([0, 1]);
  });

  it('takes scores that differ after the ninth decimal for equal', () => {
    // 1 ms of 365 days is a recency of 3·10⁻¹¹, a score of 3·10⁻¹²: the path decides.
    const text = 'rotate secrets billing worker';
    const shop = repositoryOf(question, 'shop', [
      { path: 'b.md', text, changedAt: '2026-11-20T00:00:00.001Z' },
      { path: 'a.md', text, changedAt: '2026-11-20T00:00:00.000Z' },
    ]);
    expect(rankedPlaces([shop])).toEqual(['shop/a.md:1', 'shop/b.md:1']);
  });

  it('returns nothing below the answer floor', () => {
    const seven = analyzeQuestion('alpha beta gamma delta epsilon zeta eta');
    const six = analyzeQuestion('alpha beta gamma delta epsilon zeta');
    const ranked = (one: typeof six) =>
      rankPassages(one, [repositoryOf(one, 'shop', [{ path: 'a.md', text: 'alpha' }])], context, 8).passages;
    expect(ranked(six).map(({ score }) => score)).toEqual([1 / 6]);
    expect(ranked(seven)).toEqual([]); // 1/7 is 0.143
  });

  it('lets a passage without any of the words in from a cosine of 0.375 on', () => {
    const shop = repositoryOf(
      question,
      'shop',
      [
        { path: 'a.md', text: 'ledger', cosine: 0.375 },
        { path: 'b.md', text: 'ledger', cosine: 0.374 },
      ],
      true,
    );
    expect(rankedPlaces([shop])).toEqual(['shop/a.md:1']);
  });

  it("puts the repository's own ref in the place of the stored one", () => {
    const passage = { path: 'README.md', text: 'rotate the secrets', entityRefs: [OWN_REPOSITORY_REF] };
    const worker = repositoryOf(question, 'worker', [passage]);
    const shop = repositoryOf(question, 'shop', [passage]);
    const { passages } = rankPassages(question, [worker, shop], context, 8);
    expect(passages.map(({ named }) => named?.ref ?? null)).toEqual(['repo:default/worker', null]);
    expect(passages[0]!.score - passages[1]!.score).toBeCloseTo(0.15, 9);
  });

  it('says when the candidates of some repository were not all', () => {
    const whole = repositoryOf(question, 'a', []);
    const cut = { ...whole, id: 'b', candidates: { ...whole.candidates, exact: false } };
    expect(rankPassages(question, [whole, cut], context, 8).capped).toBe(true);
    expect(rankPassages(question, [whole], context, 8).capped).toBe(false);
  });

  it('answers with nothing for no repository, no limit and a question without any term', () => {
    const nothing = analyzeQuestion('?');
    const shop = repositoryOf(nothing, 'shop', [{ path: 'a.md', text: 'rotate', cosine: 0.9 }], true);
    expect(rankPassages(question, [], context, 8)).toEqual({ passages: [], capped: false });
    expect(rankPassages(nothing, [shop], context, 8).passages).toEqual([]);
    expect(rankedPlaces([repositoryOf(question, 'shop', [{ path: 'a.md', text: asked }])], 0)).toEqual([]);
  });

  it('asks about no document whose passages stay below the match floor', () => {
    const shop = repositoryOf(question, 'shop', [
      { path: 'a.md', text: 'rotate', entityRefs: ['component:default/below'] }, // 1 of 4 terms
      { path: 'b.md', text: 'rotate secrets', entityRefs: ['component:default/above'] },
      { path: 'c.md', text: 'rotate secrets', entityRefs: ['component:default/above'] },
    ]);
    const seen: string[] = [];
    const titleOf = (ref: string) => {
      seen.push(ref);
      return null;
    };
    // A limit of 2 leaves the first one out: a passage that is returned asks for its entity, to explain itself.
    rankPassages(question, [shop], { now, titleOf }, 2);
    expect(seen).toEqual(['component:default/above']); // once, for both of its documents
  });
});

describe('nearestPassages', () => {
  it('gives the closest of the others by cosine, equally close ones in the order of passages', () => {
    fc.assert(
      fc.property(workspaces, fc.integer({ min: 0, max: 5 }), (workspace, limit) => {
        const repositories = open(workspace);
        const { passages } = rankPassages(question, repositories, context, limit);
        const shown = new Set(passages.map((row) => `${repositories[row.repositoryIndex]!.id} ${row.handle}`));
        const naive = sortedNaively(workspace)
          .filter(({ id, row, cosine }) => nine(cosine) >= NEAREST_FLOOR && !shown.has(`${id} ${row}`))
          .sort((first, second) => nine(second.cosine) - nine(first.cosine))
          .slice(0, NEAREST_LIMIT);
        const nearest = nearestPassages(question, repositories, context, passages);
        expect(
          nearest.map((row) => ({ id: repositories[row.repositoryIndex]!.id, handle: row.handle, score: row.score })),
        ).toEqual(naive.map(({ id, row, score }) => ({ id, handle: row, score })));
      }),
      { numRuns: 300 },
    );
  });

  it('is empty without embeddings', () => {
    const shop = repositoryOf(question, 'shop', [{ path: 'a.md', text: 'ledger', cosine: 0.9 }]);
    expect(nearestPassages(question, [shop], context, [])).toEqual([]);
  });

  it('is empty for a question without terms, which nothing is relevant to', () => {
    const none = analyzeQuestion('-----');
    expect(none.terms).toEqual([]);
    const shop = repositoryOf(none, 'shop', [{ path: 'a.md', text: 'ledger', cosine: 0.9 }], true);
    expect(nearestPassages(none, [shop], context, [])).toEqual([]);
  });

  it('leaves passages that are not embedded yet alone', () => {
    const shop = repositoryOf(
      question,
      'shop',
      [
        { path: 'a.md', text: asked },
        { path: 'b.md', text: 'ledger', cosine: 0.31 },
      ],
      true,
    );
    expect(placesOf([shop], nearestPassages(question, [shop], context, []))).toEqual(['shop/b.md:1']);
  });

  it('returns rows below the answer floor too, with their own score', () => {
    const shop = repositoryOf(question, 'shop', [{ path: 'a.md', text: 'ledger', cosine: 0.3 }], true);
    const [row] = nearestPassages(question, [shop], context, []);
    expect(row?.score).toBeCloseTo(0.12, 12);
    expect(row?.factors.map(({ factor }) => factor)).toEqual(['meaning']);
  });
});

/** The same repository, its candidates found in the opposite order. */
function backwards(repository: RankedRepository): RankedRepository {
  const { candidates } = repository;
  const turned = <Value>(column: ArrayLike<Value>) => Array.from(column).reverse();
  return {
    ...repository,
    candidates: {
      ...candidates,
      handles: turned(candidates.handles),
      documentOf: turned(candidates.documentOf),
      matchedTerms: turned(candidates.matchedTerms),
      matchedHeadingTerms: turned(candidates.matchedHeadingTerms),
      firstLines: turned(candidates.firstLines),
      cosines: candidates.cosines === null ? null : turned(candidates.cosines),
    },
  };
}
