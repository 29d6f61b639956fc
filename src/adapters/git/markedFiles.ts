import { readdirSync, readFileSync, type Stats, statSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';

/** Files larger than this are told by their size and time. */
const READ_BYTES = 256 * 1024;
/** A file that changed this recently (milliseconds) may change again without its size or time telling. */
const COARSEST_FILE_TIME_MS = 2_000;
/** With more references in files of their own than this, asking git is not much slower. */
const MOST_REFERENCES = 500;
/** Configurations include each other this deep at most, as git itself has it. */
const INCLUDE_DEPTH = 10;

/** Thrown where what is found cannot be marked. */
export class Unmarkable extends Error {}

/** Puts what files hold into a mark. Its methods throw Unmarkable, or what the file system throws. */
export interface Marker {
  readonly add: (name: string, value: string) => void;
  /** A file's bytes, or its size and time when it is large; that it is absent. */
  file(path: string): void;
  /** A file's size and time; that it is absent. */
  facts(path: string): void;
  /** Every file below a folder. */
  tree(folder: string): void;
  /** A git configuration and all that it includes, whatever the conditions. `home` is what `~/` stands for; null: nothing. */
  configuration(path: string, home: string | null): void;
}

/** A marker that hands all it finds to `add`; `now` is in milliseconds since 1970. */
export function createMarker(add: (name: string, value: string) => void, now: number): Marker {
  let references = 0;

  const facts = (path: string): void => {
    const stats = statSync(path, { throwIfNoEntry: false });
    if (stats !== undefined && Math.abs(now - stats.mtimeMs) < COARSEST_FILE_TIME_MS) throw new Unmarkable();
    add(path, stats === undefined ? 'absent' : `${stats.ino} ${stats.size} ${stats.mtimeMs}`);
  };

  const file = (path: string): void => {
    const stats = statOf(path);
    if (stats === null) return add(path, 'absent');
    if (stats.isFile() && stats.size > READ_BYTES) return facts(path);
    add(path, `text ${textOf(path, 'latin1') ?? ''}`);
  };

  const tree = (folder: string): void => {
    if (statOf(folder) === null) return add(folder, 'absent');
    let entries;
    try {
      entries = readdirSync(folder, { withFileTypes: true });
    } catch (error) {
      if (isAbsence(error)) return add(folder, 'absent');
      throw error;
    }
    for (const entry of entries.sort((left, right) => (left.name < right.name ? -1 : 1))) {
      const path = join(folder, entry.name);
      if (entry.isDirectory()) {
        tree(path);
        continue;
      }
      references += 1;
      if (references > MOST_REFERENCES) throw new Unmarkable();
      file(path);
    }
  };

  const configuration = (path: string, home: string | null, depth = 0): void => {
    if (depth > INCLUDE_DEPTH) throw new Unmarkable();
    file(path);
    const text = textOf(path);
    if (text === null) return;
    for (const included of includedPaths(text)) {
      const below = /^~\/(.*)$/.exec(included)?.[1];
      if (below !== undefined && home === null) throw new Unmarkable();
      configuration(below === undefined ? resolve(dirname(path), included) : join(home ?? '', below), home, depth + 1);
    }
  };

  return { add, file, facts, tree, configuration: (path, home) => configuration(path, home) };
}

/**
 * The paths a configuration includes, taken too widely rather than too narrowly: every `path` of a file
 * that has an include section. Throws Unmarkable for one written in a way that only git understands.
 */
function includedPaths(text: string): string[] {
  if (!/\[\s*include/i.test(text)) return [];
  return [...text.matchAll(/^[^\S\n]*(?:\[[^\n]*\][^\S\n]*)?path[^\S\n]*=[^\S\n]*([^\n]*?)\s*$/gim)].map(([, value = '']) => {
    const path = /^"([^"\\]*)"$/.exec(value)?.[1] ?? value;
    if (/["\\#;]|%\(|^~(?!\/)/.test(path)) throw new Unmarkable();
    return path;
  });
}

/** A file's text; null when there is none. Only regular files of some size: a pipe would be waited on for ever. */
export function textOf(path: string, encoding: 'utf8' | 'latin1' = 'utf8'): string | null {
  const stats = statOf(path);
  if (stats === null) return null;
  if (!stats.isFile() || stats.size > READ_BYTES) throw new Unmarkable();
  return readFileSync(path, encoding);
}

function statOf(path: string): Stats | null {
  try {
    // Most of what is looked for is not there, and an error takes long to make.
    return statSync(path, { throwIfNoEntry: false }) ?? null;
  } catch (error) {
    if (isAbsence(error)) return null;
    throw error;
  }
}

function isAbsence(error: unknown): boolean {
  return isFileFault(error) && (error.code === 'ENOENT' || error.code === 'ENOTDIR');
}

/** Whether an error is one of the file system. */
export function isFileFault(error: unknown): error is Error & { readonly code: string } {
  return error instanceof Error && 'code' in error && typeof error.code === 'string';
}
