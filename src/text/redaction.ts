import type { Redactions, SecretSpan } from '../contract/model';
import { REDACTION_MARK } from './redactionMark';

/**
 * Part of the key of stored contents, beside the splitter's version. It changes whenever the same text would be
 * redacted otherwise, by our own rules or by another secretlint.
 */
export const REDACTION_VERSION = '2 secretlint-12.0.0';

/** So many places are remembered of one text; more are only counted. */
export const PLACES_KEPT = 20;

/** A shorter value may be a word that means something else where it stands again. */
const SHORTEST_REPEATED = 16;
/** So many different values are looked for again. */
const REPEATED_VALUES = 100;

/** The spans in order, those that overlap or touch made one; the kind is that of the first. */
export function mergedSpans(spans: readonly SecretSpan[]): SecretSpan[] {
  const merged: SecretSpan[] = [];
  for (const span of [...spans].sort((left, right) => left.start - right.start || right.end - left.end)) {
    const last = merged.at(-1);
    if (last === undefined || span.start > last.end) merged.push(span);
    else if (span.end > last.end) merged[merged.length - 1] = { ...last, end: span.end };
  }
  return merged;
}

/** The spans, and those where the same values stand again: a key is often shown with its name once and then used bare. */
export function withRepetitions(text: string, spans: readonly SecretSpan[]): SecretSpan[] {
  const values = new Map<string, string>();
  for (const { start, end, kind } of spans) {
    if (values.size >= REPEATED_VALUES) break;
    const value = text.slice(start, end);
    if (value.length >= SHORTEST_REPEATED && !/\s/.test(value)) values.set(value, kind);
  }
  const all = [...spans];
  for (const [value, kind] of values) {
    for (let at = text.indexOf(value); at >= 0; at = text.indexOf(value, at + value.length)) {
      all.push({ start: at, end: at + value.length, kind });
    }
  }
  return all;
}

const LINE_END = /\r\n?|\n/g;

/**
 * The text with a mark in place of each span (merged, in order). For every line end within a span there is one behind
 * the mark, so every line keeps its number; it is LF, as a CR and an LF that come to stand side by side would be one.
 */
export function redactedText(text: string, spans: readonly SecretSpan[]): string {
  let redacted = '';
  let kept = 0;
  for (const { start, end } of spans) {
    const lineEnds = text.slice(start, end).match(LINE_END)?.length ?? 0;
    redacted += text.slice(kept, start) + REDACTION_MARK + '\n'.repeat(lineEnds);
    kept = end;
  }
  return redacted + text.slice(kept);
}

/** What was left out of a text, and on which lines; the spans are merged and in order. */
export function redactionsOf(text: string, spans: readonly SecretSpan[]): Redactions {
  const places: { line: number; kind: string }[] = [];
  let line = 1;
  let counted = 0;
  for (const { start, kind } of spans) {
    if (places.length >= PLACES_KEPT) break;
    line += text.slice(counted, start).match(LINE_END)?.length ?? 0;
    counted = start;
    const last = places.at(-1);
    if (last?.line !== line || last.kind !== kind) places.push({ line, kind });
  }
  return { count: spans.length, places };
}
