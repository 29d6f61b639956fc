import { createHash } from 'node:crypto';
import { join } from 'node:path';
import type { EmbeddingModel } from '../../ports/embedder';
import type { Log } from '../../ports/log';
import type { PassageHandle, RepositorySnapshot, SearchableRepository } from '../../ports/store';
import type { EmbeddedText, VectorCoverage, VectorStore } from '../../ports/vectors';
import { createVectorColumn, type VectorColumn } from '../../ranking/vectorColumn';
import { questionVectorOf, storedVectorOf } from '../../ranking/vectors';
import { embeddedTextOf } from '../../text/embeddedText';
import { embeddingLockKeyOf, modelFolderNameOf, REPOSITORY_FOLDER, VECTOR_FOLDER } from './fileNames';
import { claimLock } from './indexingLock';
import { createKnownTexts, CUT_VECTOR, DIGEST_WORDS, digestOfHex, FAILS, hexOf, NO_KNOWN_TOKEN, UNKNOWN, VECTOR } from './knownTexts';
import { createPace } from '../pace';
import { createPassageDigests } from './passageDigests';
import type { VectorSource } from './passageVectors';
import { createQueue, type Queue } from './queue';
import type { RepositoryFiles } from './repositoryFiles';
import { enterDocument, enterKnown, kindsOf, passageCosines, passageCountOf, placesOf, type RepositoryTexts, repositoryTexts } from './repositoryTexts';
import { createVectorSegments } from './vectorSegments';

/** So many passages are digested before it is looked which of their texts are known: each look has its price. */
const DIGESTED_AT_ONCE = 1024;

/** The vector store of an index folder. */
export interface FolderVectorStore extends VectorStore, VectorSource {
  /** Names of vector segments in use here: trimming keeps them. */
  inUse(): ReadonlySet<string>;
  removed(name: string): void;
  /** Forgets all vectors. */
  forget(): Promise<void>;
}

export interface VectorStoreOptions {
  /** The index folder. */
  readonly folder: string;
  readonly model: EmbeddingModel;
  /** The product's version. */
  readonly version: string;
  readonly files: RepositoryFiles;
  /** In which everything that writes has its turn. */
  readonly written: Queue;
  /** Called after vectors were written, in the same turn. */
  readonly afterWriting: () => Promise<void>;
  readonly log: Log;
  readonly now: () => number;
}

/** The cosines of a question with all rows that a column had. */
interface Asked {
  readonly question: Float32Array;
  readonly column: VectorColumn;
  readonly cosines: Float64Array;
}

export function createVectorStore(options: VectorStoreOptions): FolderVectorStore {
  const { folder, model, version, files, written, afterWriting, log, now } = options;
  const repositoryFolder = join(folder, REPOSITORY_FOLDER);
  const texts = createKnownTexts();
  let column = createVectorColumn(model.dimensions);
  /** Texts that are known and were not on the disk; those that have a home by now are. */
  let unwritten: number[] = [];
  const digests = createPassageDigests(repositoryFolder, texts, now);
  const segments = createVectorSegments({
    folder: join(folder, VECTOR_FOLDER, modelFolderNameOf(model.id)),
    model,
    product: version,
    texts,
    rows: { add: (vector) => column.add(vector), vector: (row) => column.vector(row) },
    onLost: (lost) => {
      unwritten = [...unwritten, ...lost];
    },
    log,
    now,
  });
  const opened = new WeakMap<RepositorySnapshot, RepositoryTexts>();
  /** Repositories that were attached, as long as anybody has them: their digests are kept once their files are. */
  const attached = new Set<WeakRef<RepositoryTexts>>();
  const isAttached = new WeakSet<RepositoryTexts>();
  /** The last question: it is asked of one repository after the other. Older ones are not kept, whoever keeps their vectors. */
  let asked: Asked | null = null;
  /** Looks through files one after the other: each finds what those before it took. */
  const searched = createQueue();

  const rowCosines = (question: Float32Array): Float64Array => {
    if (asked?.question === question && asked.column === column && asked.cosines.length === column.count) return asked.cosines;
    const vector = questionVectorOf(question);
    const cosines = vector === null ? new Float64Array(column.count).fill(Number.NaN) : column.cosines(vector);
    asked = { question, column, cosines };
    return cosines;
  };

  const textsOf = ({ snapshot }: SearchableRepository): RepositoryTexts => {
    const own = opened.get(snapshot);
    if (own === undefined) throw new Error('This repository was not opened by this store.');
    return own;
  };

  /** Finds out what is known of the repository's passages, by this process and on the disk. */
  const search = (own: RepositoryTexts): Promise<void> =>
    searched(async () => {
      if (!isAttached.has(own)) attached.add(new WeakRef(own));
      isAttached.add(own);
      if (own.undigested > 0) {
        for (const repository of files.keys()) await digests.read(repository);
        enterKnown(own, digests);
      }
      await segments.search();
    });

  const coverageOf = async (own: RepositoryTexts): Promise<VectorCoverage> => {
    const { counts, homes } = kindsOf(own, texts);
    await segments.use(homes);
    const cut = counts[CUT_VECTOR]!;
    return { passages: passageCountOf(own), embedded: counts[VECTOR]! + cut, cut, without: counts[NO_KNOWN_TOKEN]! + counts[FAILS]! };
  };

  /** Digests the passages of documents from one on that are not digested, as many as are worth a look at the disk. */
  const digestFrom = async (repository: SearchableRepository, own: RepositoryTexts, documents: readonly number[], from: number): Promise<void> => {
    const pace = createPace();
    let passages = 0;
    for (let index = from; index < documents.length && passages < DIGESTED_AT_ONCE; index += 1) {
      const document = documents[index]!;
      if (own.digested[document] !== null) continue;
      const start = own.starts[document]!;
      const found = new Uint32Array(own.starts[document + 1]! - start);
      for (let passage = 0; passage < found.length; passage += 1) {
        found[passage] = texts.intern(digestOf(textOf(repository, start + passage)), 0);
        await pace();
      }
      enterDocument(own, document, digests.add(own.documents[document]!, found), digests);
      passages += found.length;
    }
    if (segments.isBehind()) await searched(() => segments.search());
  };

  /** Passages of which nothing is known, one for each text, at most so many. */
  const pendingOf = async (repository: SearchableRepository, own: RepositoryTexts, documents: readonly number[], atMost: number) => {
    const found = new Map<number, PassageHandle>();
    for (let index = 0; index < documents.length && found.size < atMost; index += 1) {
      const document = documents[index]!;
      if (own.digested[document] === null) await digestFrom(repository, own, documents, index);
      const end = own.starts[document + 1]!;
      for (let passage = own.starts[document]!; passage < end && found.size < atMost; passage += 1) {
        const text = own.passages[passage]! - 1;
        if (texts.kinds[text] === UNKNOWN && !found.has(text)) found.set(text, passage);
      }
    }
    return found;
  };

  const keepDigests = async (): Promise<void> => {
    for (const reference of attached) {
      const own = reference.deref();
      if (own === undefined) attached.delete(reference);
      const repository = own === undefined ? undefined : files.ownerOf(own.listed);
      if (own === undefined || repository === undefined) continue;
      const known = own.digested.filter((document) => document !== null);
      if (known.length > 0) await digests.write(repository, known);
    }
  };

  return {
    model,

    vectorsOf: (snapshot, documents, starts) => {
      const own = repositoryTexts(snapshot.documents, documents, starts);
      opened.set(snapshot, own);
      return { cosines: (question) => passageCosines(own, texts, () => rowCosines(question)) };
    },

    attach: async (repository) => {
      const own = textsOf(repository);
      await search(own);
      return coverageOf(own);
    },

    pending: async (repository, order, atMost) => {
      const own = textsOf(repository);
      await search(own);
      const documents = order.map(placesOf(own)).filter((document) => document !== undefined);
      const found = await pendingOf(repository, own, documents, atMost);
      return [...found].map(([text, passage]) => ({
        digest: hexOf(texts.digests, text * DIGEST_WORDS),
        text: textOf(repository, passage),
      }));
    },

    add: async (embedded) => {
      for (const { digest, embedding } of embedded) {
        const text = texts.intern(digestOfHex(digest), 0);
        if (texts.kinds[text] !== UNKNOWN) continue;
        const vector = embedding.kind === 'vector' ? storedVectorOf(embedding.vector) : null;
        if (vector !== null) texts.rows[text] = column.add(vector);
        texts.kinds[text] = kindOf(embedding, vector !== null);
        unwritten.push(text);
      }
    },

    flush: () =>
      written(async () => {
        const isUnwritten = (text: number): boolean => texts.homes[text] === 0 && texts.kinds[text] !== UNKNOWN;
        const due = unwritten.filter(isUnwritten);
        try {
          await segments.write(due);
        } finally {
          unwritten = unwritten.filter(isUnwritten);
        }
        await keepDigests();
        if (due.length === 0) return;
        await segments.mergeSmall();
        await afterWriting();
      }),

    claimEmbedding: (repository, atMostMs) => claimLock({ folder: repositoryFolder, repository: embeddingLockKeyOf(repository), now }, atMostMs),

    inUse: segments.inUse,

    removed: segments.removed,

    forget: () =>
      searched(async () => {
        texts.forget();
        segments.forget();
        digests.forget();
        column = createVectorColumn(model.dimensions);
        unwritten = [];
      }),
  };
}

/** What is embedded of a passage. @throws ContentLostError */
function textOf(repository: SearchableRepository, handle: PassageHandle): string {
  const { document, headings, text } = repository.passage(handle);
  return embeddedTextOf(document.title, headings, text);
}

function digestOf(text: string): Uint32Array {
  const digest = createHash('sha256').update(text, 'utf8').digest();
  return new Uint32Array(new Uint8Array(digest).buffer, 0, DIGEST_WORDS);
}

function kindOf(embedding: EmbeddedText['embedding'], hasVector: boolean): number {
  if (embedding.kind === 'none') return embedding.why === 'fails' ? FAILS : NO_KNOWN_TOKEN;
  if (!hasVector) return NO_KNOWN_TOKEN;
  return embedding.cut ? CUT_VECTOR : VECTOR;
}
