/** Walks through earlier questions, the last one first, as a shell does; what was being typed is at the near end. */
export interface HistoryWalk {
  /** The question before the one shown; null where there is none. @param typed what the box holds now. */
  older(typed: string): string | null;
  /** The one after it, at last what was being typed; null where that is shown already. */
  newer(): string | null;
  /** Whether a question of the history is shown. */
  isWalking(): boolean;
  /** Something was typed or asked: the next walk begins anew. */
  leave(): void;
}

/** A walk through what `questions` gives at the time it begins. */
export function historyWalk(questions: () => readonly string[]): HistoryWalk {
  let walked: readonly string[] = [];
  let at = -1;
  let typed = '';
  return {
    older: (now) => {
      if (at < 0) {
        typed = now;
        // To be shown what one has typed already would look as if nothing happened.
        walked = questions().filter((question) => question !== now);
      }
      if (at + 1 >= walked.length) return null;
      at += 1;
      return walked[at] ?? null;
    },
    newer: () => {
      if (at < 0) return null;
      at -= 1;
      return at < 0 ? typed : (walked[at] ?? null);
    },
    isWalking: () => at >= 0,
    leave: () => {
      at = -1;
    },
  };
}

/** The questions that hold all words of a filter, letter case ignored; their order stays. */
export function filteredQuestions(questions: readonly string[], filter: string): readonly string[] {
  const words = filter.toLocaleLowerCase().split(/\s+/).filter((word) => word !== '');
  return questions.filter((question) => {
    const text = question.toLocaleLowerCase();
    return words.every((word) => text.includes(word));
  });
}
