import type { Why } from '../contract/tools';
import { harmlessText } from './harmlessText';

/** So many digits of a commit's id are shown to agents: enough to name it in any repository. */
const SHORT_COMMIT = 10;

/** A commit's id as it is shown to agents. */
export function shortCommit(commit: string): string {
  return commit.slice(0, SHORT_COMMIT);
}

/** Quoted line by line, so that nothing in a file can pass for something outside the quote. */
export function quoted(text: string): string[] {
  return harmlessText(text)
    .split(/[\n\u2028\u2029]/)
    .map((line) => (line === '' ? '>' : `> ${line}`));
}

/** By which halves of its score a passage was found. In English whatever the editor speaks: agents read it. */
export function foundBy(why: readonly Pick<Why, 'factor'>[]): string | null {
  const halves = why.flatMap(({ factor }) => (factor === 'words' || factor === 'meaning' ? [factor] : []));
  return halves.length === 0 ? null : `found by ${halves.join(' and ')}`;
}
