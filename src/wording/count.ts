import { grouped } from './grouped';

/** A number with its noun: `1 entity`, `1,200 entities`. */
export function countOf(number: number, noun: string): string {
  const plural = noun.endsWith('y') ? `${noun.slice(0, -1)}ies` : `${noun}s`;
  return `${grouped(number)} ${number === 1 ? noun : plural}`;
}
