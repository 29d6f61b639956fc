import { readFile } from 'node:fs/promises';
import { createStore } from '../../src/adapters/store/store';
import type { DocumentRecord, RepositorySnapshot, StoredContent } from '../../src/ports/store';

/*
 * Run as a process of its own: writes contents and snapshots into a folder, round after round, until
 * it is killed. Arguments: the folder, sql.js's wasm file, the repository's key, the first round's number.
 */

const [folder, wasm, repository, firstRound] = process.argv.slice(2) as [string, string, string, string];
const DOCUMENTS = 30;

function contentOf(key: string): StoredContent {
  const terms = Array.from({ length: 50 }, (_, index) => `term${index}`);
  const passage = { headings: [key], text: terms.join(' ').repeat(5), lines: { start: 1, end: 2 } };
  return { key, title: key, passages: [passage], terms: [{ terms, headingTerms: terms.slice(0, 2) }] };
}

function snapshotOf(keys: readonly string[], round: number): RepositorySnapshot {
  const documents = keys.map((key): DocumentRecord => ({
    path: `${key}.md`,
    format: 'markdown',
    contentKey: key,
    title: key,
    sourceKind: 'catalog_doc',
    attachedBy: 'repository',
    entityRefs: [],
    changedAt: null,
    dirty: false,
    permalinkCommit: null,
  }));
  return {
    verifiedAt: String(round),
    git: { kind: 'none', head: null, prefix: '', remoteUrl: null, changedAt: new Map(), notices: [] },
    nested: [],
    stamps: [],
    documents,
    passageCount: keys.length,
    entities: [],
    edges: [],
    packages: { provided: [], required: [] },
    skipped: [],
    notices: [],
    recipe: '',
    catalogInputs: '',
    lastRefresh: { found: 0, read: 0, parsed: 0, reused: 0, removed: 0 },
    footprint: null,
  };
}

async function writeRounds(): Promise<void> {
  const store = createStore({
    folder,
    sqlWasm: () => readFile(wasm),
    log: { debug: () => undefined, warn: (message) => process.stderr.write(`${message}\n`) },
  });
  for (let round = Number(firstRound); ; round += 1) {
    const keys = Array.from({ length: DOCUMENTS }, (_, index) => `document-${index}-${round}`);
    await store.addContents(keys.map(contentOf));
    await store.writeSnapshot(repository, snapshotOf(keys, round));
    process.stdout.write(`${round}\n`);
  }
}

void writeRounds();
