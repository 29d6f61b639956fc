/**
 * What a YAML document says, with the line of everything it says. Scalars are the text as it was
 * written: a name such as `no`, `123` or `2024-01-01` stays a name, whatever a YAML version makes of it.
 */
export type YamlValue = YamlText | YamlMapping | YamlSequence | YamlNothing;

export interface YamlText {
  readonly kind: 'text';
  readonly text: string;
  /** 1-based. */
  readonly line: number;
  /** True when written without quotes and not as a block. */
  readonly plain: boolean;
}

export interface YamlEntry {
  readonly key: string;
  /** Line of the key. */
  readonly line: number;
  readonly value: YamlValue;
}

export interface YamlMapping {
  readonly kind: 'mapping';
  readonly line: number;
  readonly entries: ReadonlyMap<string, YamlEntry>;
}

export interface YamlSequence {
  readonly kind: 'sequence';
  readonly line: number;
  readonly items: readonly YamlValue[];
}

/** An empty value, or an alias that leads nowhere. */
export interface YamlNothing {
  readonly kind: 'nothing';
  readonly line: number;
}

const NULLS = new Set(['', '~', 'null', 'Null', 'NULL']);

/** True when the value is absent, empty, or an unquoted YAML null. */
export function isNothing(value: YamlValue | undefined): boolean {
  return value === undefined || value.kind === 'nothing' || (value.kind === 'text' && value.plain && NULLS.has(value.text));
}

/** What a mapping has under a key; undefined when it is no mapping, or has no such key, or nothing under it. */
export function valueAt(value: YamlValue | undefined, ...keys: readonly string[]): YamlValue | undefined {
  let current = value;
  for (const key of keys) {
    current = current?.kind === 'mapping' ? current.entries.get(key)?.value : undefined;
  }
  return isNothing(current) ? undefined : current;
}

/** The same, when it is text. */
export function textAt(value: YamlValue | undefined, ...keys: readonly string[]): YamlText | undefined {
  const found = valueAt(value, ...keys);
  return found?.kind === 'text' ? found : undefined;
}

/** The text under a key without the white space around it; null when there is none. */
export function trimmedAt(value: YamlValue | undefined, ...keys: readonly string[]): string | null {
  const text = textAt(value, ...keys)?.text.trim() ?? '';
  return text === '' ? null : text;
}

/** A value as a list: a sequence's items without the empty ones, any other value as a list of one. */
export function itemsOf(value: YamlValue | undefined): readonly YamlValue[] {
  if (value === undefined || isNothing(value)) {
    return [];
  }
  return value.kind === 'sequence' ? value.items.filter((item) => !isNothing(item)) : [value];
}

/** The entries of a mapping in the order written; none for anything else. */
export function entriesOf(value: YamlValue | undefined): readonly YamlEntry[] {
  return value?.kind === 'mapping' ? [...value.entries.values()] : [];
}

/** A mapping's text entries as a record; safe for keys such as `__proto__`. */
export function textRecordOf(value: YamlValue | undefined): Record<string, string> {
  return Object.fromEntries(
    entriesOf(value).flatMap((entry) => (entry.value.kind === 'text' ? [[entry.key, entry.value.text] as const] : [])),
  );
}
