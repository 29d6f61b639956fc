import { readFile } from 'node:fs/promises';
import { createStore } from '../../src/adapters/store/store';
import type { DocumentRecord, RepositorySnapshot, StoredContent } from '../../src/ports/store';
import { contentTermsFrom } from '../support/contentTerms';

/*
 * Run as a process of its own: claims a repository, writes contents, posting lists and snapshots into a
 * folder and confirms them, round after round, until it is killed. Arguments: the folder, sql.js's wasm file, the repository's key, the first round's number.
 */

const [folder, wasm, repository, firstRound] = process.argv.slice(2) as [string, string, string, string];
const DOCUMENTS = 30;

function contentOf(key: string): StoredContent {
  const terms = Array.from({ length: 50 }, (_, index) => `term${index}`);
  const passage = { headings: [key], text: terms.join(' ').repeat(5), lines: { start: 1, end: 2 } };
  return { key, title: key, passages: [passage], terms: contentTermsFrom([{ terms, headingTerms: terms.slice(0, 2) }]) };
}

function momentOf(milliseconds: number): string {
  return new Date(milliseconds).toISOString();
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
    // Each round has two moments: written, then confirmed.
    verifiedAt: momentOf(2 * round),
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
    const asked = await store.claimIndexing(repository, 60_000);
    if (asked.kind !== 'granted') throw new Error(asked.kind);
    await store.addContents(keys.map(contentOf));
    const { repository: opened } = await store.open(snapshotOf(keys, round));
    await store.writeSnapshot(repository, opened.snapshot);
    await store.confirmSnapshot(repository, { ...opened.snapshot, verifiedAt: momentOf(2 * round + 1) });
    await asked.claim.release();
    process.stdout.write(`${round}\n`);
  }
}

void writeRounds();
