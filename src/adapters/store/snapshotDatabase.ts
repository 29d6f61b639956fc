import type { SqlJsStatic } from 'sql.js';
import type { RepositorySnapshot } from '../../ports/store';
import { rowsOfTable } from './sqliteTable';

/**
 * Kept in the database's `user_version`. To be raised with every change of `RepositorySnapshot` or of
 * the table: files of another version are made anew.
 */
export const SCHEMA_VERSION = 3;

/**
 * One row for each part of a snapshot, as JSON. A snapshot is only ever read and written as a whole, and a
 * row for each of its documents and files was the largest cost of an index (bench/profile.mjs).
 */
const SCHEMA = `
  PRAGMA page_size = 16384;
  PRAGMA user_version = ${SCHEMA_VERSION};
  CREATE TABLE parts (name TEXT NOT NULL, json TEXT NOT NULL);
`;

/** A snapshot and where its contents were when it was written. */
export interface StoredSnapshot {
  readonly snapshot: RepositorySnapshot;
  /** Names of the segments that held its contents; they may have been merged since. */
  readonly segments: readonly string[];
}

/** The name of the part that is no field of a snapshot. */
const SEGMENTS = 'segments';

/** The bytes of a database that holds the snapshot. */
export function encodeSnapshot(sql: SqlJsStatic, { snapshot, segments }: StoredSnapshot): Uint8Array {
  const git = { ...snapshot.git, changedAt: [...snapshot.git.changedAt] };
  const parts: Record<string, unknown> = { ...snapshot, git, [SEGMENTS]: segments };
  const database = new sql.Database();
  try {
    database.exec(SCHEMA);
    database.exec('BEGIN');
    // As bytes, which sql.js copies at once: a text it writes unit by unit, twice over.
    for (const [name, part] of Object.entries(parts)) {
      database.run('INSERT INTO parts VALUES (?, CAST(? AS TEXT))', [name, Buffer.from(JSON.stringify(part), 'utf8')]);
    }
    database.exec('COMMIT');
    return database.export();
  } finally {
    database.close();
  }
}

/**
 * The snapshot that `encodeSnapshot` put into a database.
 * @throws when the bytes are no such database; what the caller can do about it does not depend on why.
 */
export function decodeSnapshot(bytes: Uint8Array): StoredSnapshot {
  const parts = Object.fromEntries(rowsOfTable(bytes, 'parts').map(([name, json]) => [String(name), JSON.parse(String(json)) as unknown]));
  const { [SEGMENTS]: segments, git, ...snapshot } = parts as Record<string, unknown> & {
    git: Omit<RepositorySnapshot['git'], 'changedAt'> & { changedAt: [string, string][] };
  };
  return {
    snapshot: { ...snapshot, git: { ...git, changedAt: new Map(git.changedAt) } } as unknown as RepositorySnapshot,
    segments: segments as readonly string[],
  };
}
