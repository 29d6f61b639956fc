import { OWN_REPOSITORY_REF, type CandidateSet } from '../contract/candidates';
import { ENTITY_BONUS, RECENCY_BONUS, TITLE_BONUS } from '../contract/constants';
import type { EntityRef, LastRun } from '../contract/model';
import { longestNamed, namedAs, type NamedEntity } from './namedEntity';
import { countEntries, entriesOf, preparedDocumentsOf, type NumberedLists } from './preparedDocuments';
import type { Question } from './question';
import { recencyValueAt, shareOf } from './score';

/** One repository's candidates, and what the workspace knows of that repository. */
export interface RankedRepository {
  readonly id: string;
  /** The ref of the repository's own entity: takes the place of OWN_REPOSITORY_REF. */
  readonly ownRef: EntityRef;
  /** Null when no run was recorded. */
  readonly lastRun: LastRun | null;
  readonly candidates: CandidateSet;
}

/** What ranking has to know besides question and candidates. */
export interface RankingContext {
  /** The clock of the score, in milliseconds since 1970. */
  readonly now: number;
  /** The declared title of an entity; null when it has none. */
  readonly titleOf: (ref: EntityRef) => string | null;
}

/** What the documents of one repository add to the scores of their passages, by index among its candidates. */
export interface DocumentFacts {
  /** Share of the question's terms in the title. */
  titleShare(documentIndex: number): number;
  named(documentIndex: number): NamedEntity | null;
  recency(documentIndex: number): number;
  /** The three bonuses together; only the rounding of the sum may differ from the score's. */
  bonus(documentIndex: number): number;
}

/** For each repository, what its documents add: worked out for a document when it is first asked about. */
export function documentFactsOf(
  question: Question,
  repositories: readonly RankedRepository[],
  context: RankingContext,
): readonly DocumentFacts[] {
  return repositories.map((repository) => factsOfRepository(question, repository, context));
}

function factsOfRepository(
  question: Question,
  { candidates: { documents }, ownRef }: RankedRepository,
  { now, titleOf }: RankingContext,
): DocumentFacts {
  const { titleTerms, entityRefs, changedAt } = preparedDocumentsOf(documents);
  const isAsked = askedNumbers(question, titleTerms);
  const refs = [...entityRefs.numbers.keys()].map((ref) => (ref === OWN_REPOSITORY_REF ? ownRef : ref));
  const namedAlone = namedOnce(question, refs, titleOf);
  const bonuses = new Float64Array(documents.length).fill(Number.NaN);
  const facts: DocumentFacts = {
    titleShare: (document) => shareOf(countEntries(titleTerms, document, isAsked), question.terms.length),
    named: (document) => longestNamed(Array.from(entriesOf(entityRefs, document), namedAlone)),
    recency: (document) => recencyValueAt(changedAt[document] ?? Number.NaN, now),
    bonus: (document) => {
      const known = bonuses[document] ?? 0;
      if (!Number.isNaN(known)) {
        return known;
      }
      const bonus =
        TITLE_BONUS * facts.titleShare(document) +
        ENTITY_BONUS * Math.min(1, countEntries(entityRefs, document, (ref) => namedAlone(ref) !== null)) +
        RECENCY_BONUS * facts.recency(document);
      bonuses[document] = bonus;
      return bonus;
    },
  };
  return facts;
}

/** Whether the question asks for the term with a number. */
function askedNumbers(question: Question, { numbers }: NumberedLists): (number: number) => boolean {
  const asked = new Uint8Array(numbers.size);
  for (const { term } of question.terms) {
    const number = numbers.get(term);
    if (number !== undefined) {
      asked[number] = 1;
    }
  }
  return (number) => asked[number] === 1;
}

/** How the question names each of these entities, worked out when it is first asked for. */
function namedOnce(
  question: Question,
  refs: readonly EntityRef[],
  titleOf: (ref: EntityRef) => string | null,
): (number: number) => NamedEntity | null {
  const naming: (NamedEntity | null | undefined)[] = refs.map(() => undefined);
  return (number) => {
    const known = naming[number];
    if (known !== undefined) {
      return known;
    }
    const ref = refs[number] ?? '';
    const named = namedAs(question, { ref, title: titleOf(ref) });
    naming[number] = named;
    return named;
  };
}
