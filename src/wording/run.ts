import { ageOf } from './age';

const OUTCOMES = { succeeded: 'succeeded', failed: 'failed', unknown: 'ended, how is not known,' } as const;

/**
 * A recorded run in words: `npm test succeeded 3 minutes ago`; `a command` where its name is not known.
 * @param now ISO 8601, what the age is counted to.
 */
export function runOf(
  run: { readonly verdict: keyof typeof OUTCOMES; readonly name: string | null; readonly endedAt: string | null },
  now: string,
): string {
  return `${run.name ?? 'a command'} ${OUTCOMES[run.verdict]} ${ageOf(run.endedAt ?? '', now)}`;
}
