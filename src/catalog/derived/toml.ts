import { parse } from 'smol-toml';
import type { RepositoryPath } from '../../contract/model';
import { isTooDeeplyBracketed } from './nesting';
import { firstLines, type Manifests } from './manifest';

/** A TOML table, or anything else a key may hold. */
export type TomlValue = unknown;

/** The root table of a TOML file; null, with a notice, when it cannot be parsed. */
export function parseToml(path: RepositoryPath, text: string, manifests: Manifests): TomlValue {
  if (isTooDeeplyBracketed(text)) {
    manifests.notify({ path, line: 1, message: 'This TOML file is nested too deeply; it is left out.' });
    return null;
  }
  try {
    return parse(text);
  } catch (error) {
    const line = error instanceof Error && 'line' in error && typeof error.line === 'number' ? error.line : 1;
    manifests.notify({ path, line, message: 'This file is not valid TOML; it is left out.' });
    return null;
  }
}

/** What a table has under a row of keys; undefined where there is no such table. */
export function tomlAt(value: TomlValue, ...keys: readonly string[]): TomlValue {
  return keys.reduce<unknown>((current, key) => (isTable(current) && Object.hasOwn(current, key) ? current[key] : undefined), value);
}

/** The keys and values of a table; none for anything else. */
export function tomlEntries(value: TomlValue): [string, TomlValue][] {
  return isTable(value) ? Object.entries(value) : [];
}

/** A text that is not empty; null for anything else. */
export function tomlText(value: TomlValue): string | null {
  return typeof value === 'string' && value !== '' ? value : null;
}

/** The texts of an array; none for anything else. */
export function tomlTexts(value: TomlValue): string[] {
  return Array.isArray(value) ? value.filter((item): item is string => typeof item === 'string') : [];
}

/** Lines on which keys are first written, as `key =`, `key.x =` or `[… .key]`. */
export function keyLines(text: string): (key: string) => number {
  const dotted = /^[ \t]*([\w-]+)[ \t]*\.|^[ \t]*["']([^"']+)["'][ \t]*\./;
  const plain = /^[ \t]*["']?([^"'=\s[\]]+)["']?[ \t]*=/;
  const header = /^[ \t]*\[+[^\]]*?["']?([\w@/-]+)["']?\]/;
  const lines = firstLines(text, new RegExp([dotted, plain, header].map((pattern) => pattern.source).join('|'), 'g'));
  return (key) => lines.get(key) ?? 1;
}

function isTable(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof Date);
}
