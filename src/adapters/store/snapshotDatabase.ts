import type { Database, SqlJsStatic, SqlValue } from 'sql.js';
import type { AttachedBy, DocumentFormat, EdgeType, SkipReason, SourceKind } from '../../contract/model';
import type { RepositorySnapshot } from '../../ports/store';
import {
  flagCell,
  flagOf,
  nullableNumberOf,
  nullableTextCell,
  nullableTextOf,
  numberOf,
  textCell,
  textOf,
} from './sqlCells';

/**
 * Kept in the database's `user_version`. To be raised with every change of `RepositorySnapshot` or of
 * the tables: files of another version are made anew.
 */
export const SCHEMA_VERSION = 1;

const SCHEMA = `
  PRAGMA user_version = ${SCHEMA_VERSION};
  CREATE TABLE meta (name TEXT PRIMARY KEY, json TEXT NOT NULL) WITHOUT ROWID;
  CREATE TABLE stamps (id INTEGER PRIMARY KEY, path TEXT NOT NULL, size INTEGER NOT NULL, modified_ms REAL NOT NULL,
    inode INTEGER NOT NULL, digest TEXT NOT NULL, blob_ids TEXT NOT NULL);
  CREATE TABLE documents (id INTEGER PRIMARY KEY, path TEXT NOT NULL, format TEXT NOT NULL, content_key TEXT NOT NULL,
    title TEXT NOT NULL, source_kind TEXT NOT NULL, attached_by TEXT NOT NULL, changed_at TEXT, dirty INTEGER NOT NULL,
    permalink_commit TEXT);
  CREATE TABLE document_entities (document INTEGER NOT NULL, position INTEGER NOT NULL, entity_ref TEXT NOT NULL,
    PRIMARY KEY (document, position)) WITHOUT ROWID;
  CREATE TABLE entities (id INTEGER PRIMARY KEY, ref TEXT NOT NULL, kind TEXT NOT NULL, namespace TEXT NOT NULL,
    name TEXT NOT NULL, title TEXT, description TEXT, type TEXT, annotations TEXT NOT NULL, derived INTEGER NOT NULL,
    path TEXT NOT NULL, line INTEGER NOT NULL);
  CREATE TABLE edges (id INTEGER PRIMARY KEY, from_ref TEXT NOT NULL, type TEXT NOT NULL, to_ref TEXT NOT NULL,
    derived INTEGER NOT NULL, path TEXT NOT NULL, line INTEGER NOT NULL);
  CREATE TABLE skipped (id INTEGER PRIMARY KEY, path TEXT NOT NULL, reason TEXT NOT NULL);
  CREATE TABLE notices (id INTEGER PRIMARY KEY, path TEXT NOT NULL, line INTEGER, message TEXT NOT NULL);
  CREATE TABLE changed_at (id INTEGER PRIMARY KEY, path TEXT NOT NULL, changed_at TEXT NOT NULL);
`;

/** What is kept as JSON, as it is, beside the tables. */
type SnapshotFacts = Omit<
  RepositorySnapshot,
  'git' | 'stamps' | 'documents' | 'entities' | 'edges' | 'skipped' | 'notices'
>;
type GitFacts = Omit<RepositorySnapshot['git'], 'changedAt'>;

/** A snapshot and where its contents were when it was written. */
export interface StoredSnapshot {
  readonly snapshot: RepositorySnapshot;
  /** Names of the segments that held its contents; they may have been merged since. */
  readonly segments: readonly string[];
}

/** The bytes of a database that holds the snapshot. */
export function encodeSnapshot(sql: SqlJsStatic, { snapshot, segments }: StoredSnapshot): Uint8Array {
  const database = new sql.Database();
  try {
    database.exec(SCHEMA);
    database.exec('BEGIN');
    const { git, stamps, documents, entities, edges, skipped, notices, ...facts } = snapshot;
    const { changedAt, ...gitFacts } = git;
    const meta = { facts, gitFacts, segments };
    insert(database, 'meta', Object.entries(meta).map(([name, value]) => [name, JSON.stringify(value)]));
    insert(
      database,
      'stamps',
      stamps.map((stamp, id) => [
        id,
        textCell(stamp.path),
        stamp.size,
        stamp.modifiedMs,
        stamp.inode,
        textCell(stamp.digest),
        JSON.stringify(stamp.blobIds),
      ]),
    );
    insert(
      database,
      'documents',
      documents.map((document, id) => [
        id,
        textCell(document.path),
        document.format,
        textCell(document.contentKey),
        textCell(document.title),
        document.sourceKind,
        document.attachedBy,
        nullableTextCell(document.changedAt),
        flagCell(document.dirty),
        nullableTextCell(document.permalinkCommit),
      ]),
    );
    insert(
      database,
      'document_entities',
      documents.flatMap(({ entityRefs }, document) =>
        entityRefs.map((ref, position) => [document, position, textCell(ref)]),
      ),
    );
    insert(
      database,
      'entities',
      entities.map((entity, id) => [
        id,
        textCell(entity.ref),
        textCell(entity.kind),
        textCell(entity.namespace),
        textCell(entity.name),
        nullableTextCell(entity.title),
        nullableTextCell(entity.description),
        nullableTextCell(entity.type),
        JSON.stringify(entity.annotations),
        flagCell(entity.derived),
        textCell(entity.declaredAt.path),
        entity.declaredAt.line,
      ]),
    );
    insert(
      database,
      'edges',
      edges.map((edge, id) => [
        id,
        textCell(edge.from),
        edge.type,
        textCell(edge.to),
        flagCell(edge.derived),
        textCell(edge.declaredAt.path),
        edge.declaredAt.line,
      ]),
    );
    insert(database, 'skipped', skipped.map(({ path, reason }, id) => [id, textCell(path), reason]));
    insert(
      database,
      'notices',
      notices.map(({ path, line, message }, id) => [id, textCell(path), line, textCell(message)]),
    );
    insert(database, 'changed_at', [...changedAt].map(([path, time], id) => [id, textCell(path), textCell(time)]));
    database.exec('COMMIT');
    return database.export();
  } finally {
    database.close();
  }
}

/**
 * The snapshot in a database's bytes.
 * @throws Error when they are no database of this schema.
 */
export function decodeSnapshot(sql: SqlJsStatic, bytes: Uint8Array): StoredSnapshot {
  const database = new sql.Database(bytes);
  try {
    const meta = new Map(rows(database, 'SELECT name, json FROM meta', (cells) => [textOf(cells[0]), textOf(cells[1])] as const));
    const metaValue = <Value>(name: string): Value => JSON.parse(textOf(meta.get(name))) as Value;
    const entityRefs = new Map<number, string[]>();
    rows(database, 'SELECT document, entity_ref FROM document_entities ORDER BY document, position', (cells) => {
      const document = numberOf(cells[0]);
      const refs = entityRefs.get(document) ?? [];
      entityRefs.set(document, refs);
      refs.push(textOf(cells[1]));
    });
    const changedAt = new Map(
      rows(database, 'SELECT path, changed_at FROM changed_at ORDER BY id', (cells) => [textOf(cells[0]), textOf(cells[1])] as const),
    );
    const snapshot: RepositorySnapshot = {
      ...metaValue<SnapshotFacts>('facts'),
      git: { ...metaValue<GitFacts>('gitFacts'), changedAt },
      stamps: rows(database, 'SELECT path, size, modified_ms, inode, digest, blob_ids FROM stamps ORDER BY id', (cells) => ({
        path: textOf(cells[0]),
        size: numberOf(cells[1]),
        modifiedMs: numberOf(cells[2]),
        inode: numberOf(cells[3]),
        digest: textOf(cells[4]),
        blobIds: JSON.parse(textOf(cells[5])) as string[],
      })),
      documents: rows(
        database,
        `SELECT id, path, format, content_key, title, source_kind, attached_by, changed_at, dirty, permalink_commit
         FROM documents ORDER BY id`,
        (cells) => ({
          path: textOf(cells[1]),
          format: textOf(cells[2]) as DocumentFormat,
          contentKey: textOf(cells[3]),
          title: textOf(cells[4]),
          sourceKind: textOf(cells[5]) as SourceKind,
          attachedBy: textOf(cells[6]) as AttachedBy,
          entityRefs: entityRefs.get(numberOf(cells[0])) ?? [],
          changedAt: nullableTextOf(cells[7]),
          dirty: flagOf(cells[8]),
          permalinkCommit: nullableTextOf(cells[9]),
        }),
      ),
      entities: rows(
        database,
        `SELECT ref, kind, namespace, name, title, description, type, annotations, derived, path, line
         FROM entities ORDER BY id`,
        (cells) => ({
          ref: textOf(cells[0]),
          kind: textOf(cells[1]),
          namespace: textOf(cells[2]),
          name: textOf(cells[3]),
          title: nullableTextOf(cells[4]),
          description: nullableTextOf(cells[5]),
          type: nullableTextOf(cells[6]),
          annotations: JSON.parse(textOf(cells[7])) as Record<string, string>,
          derived: flagOf(cells[8]),
          declaredAt: { path: textOf(cells[9]), line: numberOf(cells[10]) },
        }),
      ),
      edges: rows(database, 'SELECT from_ref, type, to_ref, derived, path, line FROM edges ORDER BY id', (cells) => ({
        from: textOf(cells[0]),
        type: textOf(cells[1]) as EdgeType,
        to: textOf(cells[2]),
        derived: flagOf(cells[3]),
        declaredAt: { path: textOf(cells[4]), line: numberOf(cells[5]) },
      })),
      skipped: rows(database, 'SELECT path, reason FROM skipped ORDER BY id', (cells) => ({
        path: textOf(cells[0]),
        reason: textOf(cells[1]) as SkipReason,
      })),
      notices: rows(database, 'SELECT path, line, message FROM notices ORDER BY id', (cells) => ({
        path: textOf(cells[0]),
        line: nullableNumberOf(cells[1]),
        message: textOf(cells[2]),
      })),
    };
    return { snapshot, segments: metaValue('segments') };
  } finally {
    database.close();
  }
}

function insert(database: Database, table: string, values: readonly SqlValue[][]): void {
  const width = values[0]?.length;
  if (width === undefined) return;
  const statement = database.prepare(`INSERT INTO ${table} VALUES (${Array(width).fill('?').join(', ')})`);
  try {
    for (const row of values) statement.run(row);
  } finally {
    statement.free();
  }
}

function rows<Row>(database: Database, query: string, rowOf: (cells: readonly SqlValue[]) => Row): Row[] {
  const statement = database.prepare(query);
  const found: Row[] = [];
  try {
    while (statement.step()) found.push(rowOf(statement.get()));
  } finally {
    statement.free();
  }
  return found;
}
