import type { PlainData } from './plainData';

/** Facts of an object that say it is not whole, each by what makes it say so. */
const SIGNS: Readonly<Record<string, (value: PlainData) => boolean>> = {
  truncated: Boolean,
  partial: Boolean,
  incomplete: Boolean,
  lowerBound: Boolean,
  omitted: (value) => typeof value === 'number' && value > 0,
  nextCursor: (value) => value !== null && value !== '',
  completeness: (value) => value !== 'complete',
};

/** Those of them that say something was cut off. */
const CUT = ['truncated', 'omitted'];

function says(data: PlainData, names: readonly string[]): boolean {
  if (Array.isArray(data)) return data.some((part: PlainData) => says(part, names));
  if (typeof data !== 'object' || data === null) return false;
  return Object.entries(data).some(([name, value]) => (names.includes(name) && SIGNS[name]?.(value as PlainData) === true) || says(value as PlainData, names));
}

/** Whether anything in an answer, however deep, says that it is not all there is. */
export function isStructurallyPartial(data: PlainData): boolean {
  return says(data, Object.keys(SIGNS));
}

/** Whether anything in an answer, however deep, says that something was cut off. */
export function isStructurallyTruncated(data: PlainData): boolean {
  return says(data, CUT);
}
