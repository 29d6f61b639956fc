import { readFile } from 'node:fs/promises';
import { createStore } from '../../src/adapters/store/store';
import type { DocumentRecord, RepositorySnapshot, StoredContent } from '../../src/ports/store';
import { contentTermsFrom } from '../support/contentTerms';
import { embeddingFor, MODEL } from './vectorTexts';

/*
 * Run as a process of its own: claims a repository of one document a round, embeds its passages and writes the vectors, round
 * after round, until it is killed. Arguments: the folder, sql.js's wasm file, the repository's key, the first round's number.
 */

const [folder, wasm, repository, firstRound] = process.argv.slice(2) as [string, string, string, string];
const PASSAGES = 20;

function contentOf(key: string): StoredContent {
  const passages = Array.from({ length: PASSAGES }, (_, index) => ({ headings: [], text: `${key} ${index}`, lines: { start: index + 1, end: index + 1 } }));
  return { key, title: key, passages, terms: contentTermsFrom(passages.map(() => ({ terms: ['term'], headingTerms: [] }))) };
}

function snapshotOf(key: string): RepositorySnapshot {
  const document: DocumentRecord = {
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
  };
  return {
    verifiedAt: '2026-11-30T12:00:00.000Z',
    git: { kind: 'none', head: null, prefix: '', remoteUrl: null, changedAt: new Map(), notices: [] },
    nested: [],
    stamps: [],
    documents: [document],
    passageCount: PASSAGES,
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
    model: MODEL,
  });
  const vectors = store.vectors!;
  for (let round = Number(firstRound); ; round += 1) {
    const key = `round-${round}`;
    await store.addContents([contentOf(key)]);
    const { repository: opened } = await store.open(snapshotOf(key));
    await store.writeSnapshot(repository, opened.snapshot);
    const asked = await vectors.claimEmbedding(repository, 60_000);
    if (asked.kind !== 'granted') throw new Error(asked.kind);
    const pending = await vectors.pending(opened, [0], PASSAGES);
    await vectors.add(pending.map(({ digest, text }) => ({ digest, embedding: embeddingFor(text) })));
    await vectors.flush();
    await asked.claim.release();
    process.stdout.write(`${round}\n`);
  }
}

void writeRounds();
