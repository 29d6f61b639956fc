import type { EntityRef } from '../contract/model';
import { tokensOf } from '../text/tokens';
import { boundedMemo } from './boundedMemo';
import type { Question } from './question';

/** What an entity may be called by, besides its ref and the name in it. */
export interface EntityNames {
  readonly ref: EntityRef;
  readonly title: string | null;
}

/** An entity that a question names. */
export interface NamedEntity {
  readonly ref: EntityRef;
  readonly by: 'ref' | 'name' | 'title';
  /** The words it is named by, as the question writes them. */
  readonly words: string;
}

/** Names stay the same from question to question; a workspace has some thousands of them. */
const REMEMBERED_NAMES = 20_000;

const tokensOfName = boundedMemo(
  (name: string): readonly string[] => tokensOf(name).map((token) => token.lower),
  REMEMBERED_NAMES,
);

/** The name in a ref (`kind:namespace/name`): what follows its first `/`; the whole ref where there is none. */
export function nameInRef(ref: EntityRef): string {
  return ref.slice(ref.indexOf('/') + 1);
}

/**
 * How the question names an entity: its ref, its name or its title as consecutive whole tokens of
 * the question, case ignored; by the most characters, then ref before name before title. Null when
 * it does not name it.
 */
export function namedAs(question: Question, { ref, title }: EntityNames): NamedEntity | null {
  const ways = [
    ['ref', ref],
    ['name', nameInRef(ref)],
    ['title', title ?? ''],
  ] as const;
  return longestNamed(
    ways.map(([by, called]) => {
      const words = wordsNaming(question, tokensOfName(called));
      return words === null ? null : { ref, by, words };
    }),
  );
}

/** The one that is named by the most characters, of equals the earliest; null when none is. */
export function longestNamed(found: readonly (NamedEntity | null)[]): NamedEntity | null {
  return found.reduce<NamedEntity | null>(
    (best, one) => (one !== null && (best === null || one.words.length > best.words.length) ? one : best),
    null,
  );
}

/** The entity among `entities` that the question names, the longest match; null when it names none. */
export function findNamedEntity(question: Question, entities: readonly EntityNames[]): NamedEntity | null {
  return longestNamed(entities.map((entity) => namedAs(question, entity)));
}

/** The question's own words where these tokens first stand one after the other in it; null when they do not. */
function wordsNaming(question: Question, name: readonly string[]): string | null {
  const first = name[0];
  if (first === undefined) {
    return null;
  }
  for (const start of question.tokenPositions.get(first) ?? []) {
    if (name.every((token, offset) => question.tokens[start + offset]?.lower === token)) {
      return question.tokens
        .slice(start, start + name.length)
        .map((token) => token.surface)
        .join(' ');
    }
  }
  return null;
}
