import { QUESTION_LIMIT } from '../contract/constants';
import type { LineRange } from '../contract/model';
import type { PanelRequest } from './messages';

const SOURCE_REF_LIMIT = 8_192;

type Fields = Readonly<Record<string, unknown>>;

/** The fields of a plain object that has these and no others; null for anything else. */
function fieldsOf(value: unknown, names: readonly string[]): Fields | null {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return null;
  const own = Object.keys(value);
  return own.length === names.length && names.every((name) => own.includes(name)) ? (value as Fields) : null;
}

const textOf = (value: unknown, least: number, most: number): string | null =>
  typeof value === 'string' && value.length >= least && value.length <= most ? value : null;

const isLine = (value: unknown): value is number => Number.isSafeInteger(value) && (value as number) >= 1;

function linesOf(value: unknown): LineRange | null {
  const { start, end } = fieldsOf(value, ['start', 'end']) ?? {};
  return isLine(start) && isLine(end) ? { start, end } : null;
}

/**
 * What the panel asks, checked as `panelRequestSchema` does; null for anything that breaks it. Without the schema, because
 * the extension host waits while the library behind that is loaded.
 */
export function panelRequestOf(raw: unknown): PanelRequest | null {
  if (fieldsOf(raw, ['type'])?.type === 'ready') return { type: 'ready' };
  const asked = fieldsOf(raw, ['type', 'question']);
  if (asked?.type === 'ask') {
    const question = textOf(asked.question, 0, QUESTION_LIMIT + 1);
    return question === null ? null : { type: 'ask', question };
  }
  const opened = fieldsOf(raw, ['type', 'sourceRef', 'lines']);
  if (opened?.type !== 'open') return null;
  const sourceRef = textOf(opened.sourceRef, 1, SOURCE_REF_LIMIT);
  const lines = linesOf(opened.lines);
  return sourceRef === null || lines === null ? null : { type: 'open', sourceRef, lines };
}
