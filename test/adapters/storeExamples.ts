import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import os from 'node:os';
import path from 'node:path';
import fc from 'fast-check';
import { afterAll } from 'vitest';
import {
  ATTACHMENTS,
  DOCUMENT_FORMATS,
  EDGE_TYPES,
  type PassageContent,
  SKIP_REASONS,
  SOURCE_KINDS,
} from '../../src/contract/model';
import type { DocumentRecord, RepositorySnapshot, StoredContent } from '../../src/ports/store';
import { createStore, type FolderStore, type StoreOptions } from '../../src/adapters/store/store';
import { contentTermsOf } from '../../src/text/terms';

const wasmPath = createRequire(__filename).resolve('sql.js/dist/sql-wasm.wasm');

const freshFolders: string[] = [];

/** An empty folder that lasts as long as the test file runs. */
export function freshFolder(): string {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'workspace-context-store-'));
  freshFolders.push(folder);
  return folder;
}

afterAll(() => {
  for (const folder of freshFolders) rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
});

export interface Logged {
  readonly store: FolderStore;
  readonly warnings: string[];
}

export function openStore(folder: string, options: Partial<StoreOptions> = {}): Logged {
  const warnings: string[] = [];
  const store = createStore({
    folder,
    sqlWasm: () => readFile(wasmPath),
    log: { debug: () => undefined, warn: (message) => warnings.push(message) },
    ...options,
  });
  return { store, warnings };
}

export function segmentFiles(folder: string): string[] {
  return filesIn(path.join(folder, 'content'));
}

export function snapshotFiles(folder: string): string[] {
  return filesIn(path.join(folder, 'repositories'));
}

function filesIn(folder: string): string[] {
  try {
    return readdirSync(folder)
      .sort()
      .map((name) => path.join(folder, name));
  } catch {
    return [];
  }
}

/** A content of passages under one heading each (`null`: under none). */
export function contentOf(
  key: string,
  title: string | null,
  passages: readonly (readonly [heading: string | null, text: string])[],
): StoredContent {
  const contents = passages.map(([heading, text], index): PassageContent => ({
    headings: heading === null ? [] : [heading],
    text,
    lines: { start: index * 10 + 1, end: index * 10 + 9 },
  }));
  return {
    key,
    title,
    passages: contents,
    terms: contentTermsOf(contents),
  };
}

export function documentOf(path: string, contentKey: string, title: string): DocumentRecord {
  return {
    path,
    format: 'markdown',
    contentKey,
    title,
    sourceKind: 'catalog_doc',
    attachedBy: 'repository',
    entityRefs: [],
    changedAt: null,
    dirty: false,
    permalinkCommit: null,
  };
}

export function snapshotOf(documents: readonly DocumentRecord[], more: Partial<RepositorySnapshot> = {}): RepositorySnapshot {
  return {
    verifiedAt: '2026-11-30T12:00:00.000Z',
    git: { kind: 'none', head: null, prefix: '', remoteUrl: null, changedAt: new Map(), notices: [] },
    nested: [],
    stamps: [],
    documents,
    passageCount: 0,
    entities: [],
    edges: [],
    packages: { provided: [], required: [] },
    skipped: [],
    notices: [],
    recipe: 'recipe',
    catalogInputs: 'inputs',
    lastRefresh: { found: 0, read: 0, parsed: 0, reused: 0, removed: 0 },
    footprint: null,
    ...more,
  };
}

/** Texts of every kind: other scripts, NUL, lone surrogates, the mark that escapes them. */
export const anyText = fc.oneof(
  fc.string({ unit: 'grapheme', maxLength: 12 }),
  fc.string({ unit: 'binary', maxLength: 12 }),
  fc.constantFrom('', '\0', 'a\0b', '\ud800', 'x\udc00y', '\u001a', '\u001a"quoted"', "it's", '日本語', '👩‍👩‍👧', '\ufeffbom', '\r\n', '__proto__'),
  fc.array(fc.integer({ min: 0, max: 0xffff }), { maxLength: 6 }).map((units) => String.fromCharCode(...units)),
);

const count = fc.nat();
const time = fc.constantFrom('2026-11-30T12:00:00Z', '1970-01-01T00:00:00.000Z', '2025-02-28T23:59:59+05:30');
const declaredAt = fc.record({ path: anyText, line: fc.integer({ min: 1, max: 1_000_000 }) });

export const anySnapshot: fc.Arbitrary<RepositorySnapshot> = fc.record({
  verifiedAt: time,
  git: fc.record({
    kind: fc.constantFrom('repository', 'none', 'untrusted', 'unavailable'),
    head: fc.option(anyText),
    prefix: anyText,
    remoteUrl: fc.option(anyText),
    changedAt: fc.array(fc.tuple(anyText, time), { maxLength: 5 }).map((pairs) => new Map(pairs)),
    notices: fc.array(anyText, { maxLength: 2 }),
  }),
  nested: fc.array(anyText, { maxLength: 2 }),
  stamps: fc.array(
    fc.record({
      path: anyText,
      size: fc.nat(Number.MAX_SAFE_INTEGER),
      modifiedMs: fc.double({ min: 0, max: 4e12, noNaN: true }).map((milliseconds) => milliseconds + 0),
      inode: fc.nat(Number.MAX_SAFE_INTEGER),
      digest: anyText,
      blobIds: fc.array(anyText, { maxLength: 2 }),
    }),
    { maxLength: 5 },
  ),
  documents: fc.array(
    fc.record({
      path: anyText,
      format: fc.constantFrom(...DOCUMENT_FORMATS),
      contentKey: anyText,
      title: anyText,
      sourceKind: fc.constantFrom(...SOURCE_KINDS),
      attachedBy: fc.constantFrom(...ATTACHMENTS),
      entityRefs: fc.array(anyText, { maxLength: 3 }),
      changedAt: fc.option(time),
      dirty: fc.boolean(),
      permalinkCommit: fc.option(anyText),
    }),
    { maxLength: 5 },
  ),
  passageCount: count,
  entities: fc.array(
    fc.record({
      ref: anyText,
      kind: anyText,
      namespace: anyText,
      name: anyText,
      title: fc.option(anyText),
      description: fc.option(anyText),
      type: fc.option(anyText),
      annotations: fc.dictionary(anyText, anyText, { maxKeys: 3, noNullPrototype: true }),
      derived: fc.boolean(),
      declaredAt,
    }),
    { maxLength: 4 },
  ),
  edges: fc.array(
    fc.record({ from: anyText, type: fc.constantFrom(...EDGE_TYPES), to: anyText, derived: fc.boolean(), declaredAt }),
    { maxLength: 4 },
  ),
  packages: fc.record({
    provided: fc.array(fc.record({ packageName: anyText, entityRef: anyText }), { maxLength: 2 }),
    required: fc.array(fc.record({ from: anyText, packageName: anyText, declaredAt }), { maxLength: 2 }),
  }),
  skipped: fc.array(fc.record({ path: anyText, reason: fc.constantFrom(...SKIP_REASONS) }), { maxLength: 3 }),
  notices: fc.array(fc.record({ path: anyText, line: fc.option(fc.integer({ min: 1 })), message: anyText }), {
    maxLength: 3,
  }),
  recipe: anyText,
  catalogInputs: anyText,
  lastRefresh: fc.record({ found: count, read: count, parsed: count, reused: count, removed: count }),
  footprint: fc.option(
    fc.record({
      git: anyText,
      observations: fc.array(
        fc.record(
          { asked: fc.constantFrom('list', 'facts', 'link'), path: anyText, root: anyText, answer: anyText },
          { requiredKeys: ['asked', 'path', 'answer'] },
        ),
        { maxLength: 4 },
      ),
    }),
  ),
});
