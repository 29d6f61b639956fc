import type { SqlValue } from 'sql.js';

/** Marks a text that is kept as JSON. */
const ESCAPED = '\u001a';

/** sql.js ends a text at NUL, spoils lone surrogates and drops a byte order mark in front. */
const NOT_AS_IT_IS = /\0|\p{Surrogate}|^[\u001a\ufeff]/u;

/** The cell of a text: itself, or, where sql.js would spoil it, a mark and its JSON. */
export function textCell(text: string): string {
  return NOT_AS_IT_IS.test(text) ? ESCAPED + JSON.stringify(text) : text;
}

export function nullableTextCell(text: string | null): string | null {
  return text === null ? null : textCell(text);
}

/** @throws TypeError when the cell holds no text. */
export function textOf(cell: SqlValue | undefined): string {
  if (typeof cell !== 'string') throw new TypeError('A cell of the index should hold text.');
  return cell.startsWith(ESCAPED) ? (JSON.parse(cell.slice(ESCAPED.length)) as string) : cell;
}

export function nullableTextOf(cell: SqlValue | undefined): string | null {
  return cell === null ? null : textOf(cell);
}

/** @throws TypeError when the cell holds no number. */
export function numberOf(cell: SqlValue | undefined): number {
  if (typeof cell !== 'number') throw new TypeError('A cell of the index should hold a number.');
  return cell;
}

export function nullableNumberOf(cell: SqlValue | undefined): number | null {
  return cell === null ? null : numberOf(cell);
}

export function flagCell(flag: boolean): number {
  return flag ? 1 : 0;
}

export function flagOf(cell: SqlValue | undefined): boolean {
  return numberOf(cell) === 1;
}
