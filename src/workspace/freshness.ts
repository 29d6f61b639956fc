import { STALE_AFTER_MILLISECONDS } from '../contract/constants';

/** Whether what was verified then (ISO) counts as true at `nowMs`: it is at most five minutes old, and not of a future that a wrong clock made. */
export function isFresh(verifiedAt: string, nowMs: number): boolean {
  const age = nowMs - Date.parse(verifiedAt);
  return age >= 0 && age <= STALE_AFTER_MILLISECONDS;
}
