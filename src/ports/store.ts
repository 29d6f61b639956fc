import type { CandidateSet, PassageHandle } from '../contract/candidates';
import type {
  AttachedBy,
  ContentTerms,
  DocumentContent,
  DocumentFormat,
  Edge,
  Entity,
  EntityRef,
  FileNotice,
  LineRange,
  PackageLinks,
  RedactedFile,
  Redactions,
  RepositoryPath,
  SkippedPath,
  SourceKind,
} from '../contract/model';
import type { VectorStore } from './vectors';

export type { ContentTerms } from '../contract/model';

export { OWN_REPOSITORY_REF } from '../contract/candidates';
export type { CandidateDocument, CandidateSet, PassageHandle } from '../contract/candidates';

/** Names a repository for the store, whatever it is opened beside. */
export type RepositoryKey = string;

/** Names a document's content: the digest of its bytes, its format, and the version of the splitter. */
export type ContentKey = string;

/** A document's content as it is stored, once and for all repositories. `terms[i]` belongs to `passages[i]`. */
export interface StoredContent extends DocumentContent {
  readonly key: ContentKey;
  readonly terms: ContentTerms;
  /** What was left out of it because it looks like a secret; nothing when absent. */
  readonly redactions?: Redactions | null;
}

/** Contents put together as a store keeps them: bytes in a buffer of their own, which may cross from a thread to another. */
export type PackedContents = Uint8Array<ArrayBuffer>;

/** Puts contents together for a store, wherever they are made: one by one, so that none of them is held for long. */
export interface ContentPacker {
  /** Takes a content in (one that was taken in before is left as it is); when there are enough for a pack, that. */
  add(content: StoredContent): PackedContents | null;
  /** What was taken in since the last pack; null when that is nothing. */
  rest(): PackedContents | null;
}

/** A document of one repository: everything about it that its bytes alone do not decide. */
export interface DocumentRecord {
  readonly path: RepositoryPath;
  readonly format: DocumentFormat;
  readonly contentKey: ContentKey;
  /** The title in effect: the content's own, else the file name without its last extension. */
  readonly title: string;
  readonly sourceKind: SourceKind;
  readonly attachedBy: AttachedBy;
  readonly entityRefs: readonly EntityRef[];
  readonly changedAt: string | null;
  readonly dirty: boolean;
  /** The commit a permalink may name: a remote branch has it and the text is the same there. */
  readonly permalinkCommit: string | null;
}

/** What tells, without reading it, that a file has not changed. */
export interface FileStamp {
  readonly path: RepositoryPath;
  readonly size: number;
  readonly modifiedMs: number;
  readonly inode: number;
  /** Hex sha256 of the bytes. */
  readonly digest: string;
  /** The git blob ids the bytes may have (as they are, and with LF line ends where they differ). */
  readonly blobIds: readonly string[];
}

/** What the refresh that made a snapshot did: documents only, catalog files are not counted. */
export interface RefreshCounts {
  readonly found: number;
  readonly read: number;
  readonly parsed: number;
  readonly reused: number;
  readonly removed: number;
}

/** A folder's entries, a file's facts or a link's target: what was asked, what came back. */
export interface Observation {
  readonly asked: 'list' | 'facts' | 'link';
  readonly path: RepositoryPath;
  /** The folder it was asked of where that is not the repository's root (an ignore file above it). */
  readonly root?: string;
  /** The answer, written so that two answers are the same when their texts are. */
  readonly answer: string;
}

/**
 * All that decided what a snapshot holds, besides the stamped files: while it is the same, so is the
 * snapshot. Nothing has to be read to find out.
 */
export interface Footprint {
  /** Git's mark of the repository. */
  readonly git: string;
  readonly observations: readonly Observation[];
}

/** Everything known of one repository. */
export interface RepositorySnapshot {
  /** When it was last compared with the files (ISO, UTC). */
  readonly verifiedAt: string;
  readonly git: {
    readonly kind: 'repository' | 'none' | 'untrusted' | 'unavailable';
    readonly head: string | null;
    readonly prefix: string;
    readonly remoteUrl: string | null;
    readonly changedAt: ReadonlyMap<RepositoryPath, string>;
    readonly notices: readonly string[];
  };
  /** Folders below the root that are repositories of their own. */
  readonly nested: readonly RepositoryPath[];
  /** Of every file read: documents and catalog files. */
  readonly stamps: readonly FileStamp[];
  readonly documents: readonly DocumentRecord[];
  /** How many passages the documents have. */
  readonly passageCount: number;
  readonly entities: readonly Entity[];
  readonly edges: readonly Edge[];
  /** What dependencies between repositories are found by. */
  readonly packages: PackageLinks;
  readonly skipped: readonly SkippedPath[];
  readonly notices: readonly FileNotice[];
  /** Documents and catalog files that something was left out of because it looks like a secret; none when absent. */
  readonly redacted?: readonly RedactedFile[];
  /** Digest of the settings and versions this was made with: another one means it must be made anew. */
  readonly recipe: string;
  /** Digest of all that the catalogs were read from: while it is the same, they are not read again. */
  readonly catalogInputs: string;
  readonly lastRefresh: RefreshCounts;
  /** Null where only a walk can tell whether something changed. */
  readonly footprint: Footprint | null;
}

/** A snapshot whose passages are not counted yet. */
export type UncountedSnapshot = Omit<RepositorySnapshot, 'passageCount'>;

/** Whether a process may index a repository. */
export type IndexingClaim =
  /** It may, alone, until it gives the claim back. */
  | { readonly kind: 'granted'; readonly claim: HeldClaim }
  /** Another process was still indexing it when the time to wait was over. */
  | { readonly kind: 'taken' }
  /** Claims cannot be kept, for the reason given: what is indexed will not be kept either. */
  | { readonly kind: 'unwritable'; readonly error: StoreUnwritableError };

export interface HeldClaim {
  /** Says that the work goes on: a claim that was not renewed for a minute counts as given up. Cheap, may be called often. */
  renew(): void;
  /** Gives the claim back. Never throws. */
  release(): Promise<void>;
}

/** What became of a stored snapshot. */
export type SnapshotReading =
  | { readonly kind: 'found'; readonly snapshot: RepositorySnapshot }
  | { readonly kind: 'absent' }
  /** The file was there and could not be used; it will be replaced. */
  | { readonly kind: 'damaged' };

/** A passage as it is returned. */
export interface StoredPassage {
  readonly document: DocumentRecord;
  readonly headings: readonly string[];
  readonly text: string;
  readonly lines: LineRange;
}

/** One repository's passages, ready to be searched. */
export interface SearchableRepository {
  readonly snapshot: RepositorySnapshot;
  readonly passageCount: number;
  /** How many passages a document has; 0 for one that is not in it. */
  passagesOf(path: RepositoryPath): number;
  /**
   * `terms` are the question's distinct terms, `question` its vector (of length 1) by the model of the store's
   * vectors; null asks by words alone. With a vector, every passage that has one is a candidate, too.
   * @throws ContentLostError as `passage`.
   */
  candidates(terms: readonly string[], question?: Float32Array | null): CandidateSet;
  /** @throws ContentLostError when its text was removed or damaged since: opening the snapshot again tells what is left. */
  passage(handle: PassageHandle): StoredPassage;
}

/**
 * Where indexes are kept. It speaks of passages, terms and candidates, never of files: sql.js and
 * content files implement it first, a database server may follow.
 */
export interface Store {
  /** The vectors of the model in use; null where meaning is off. */
  readonly vectors: VectorStore | null;
  /** The snapshot as it was last written or confirmed, by any process. */
  readSnapshot(repository: RepositoryKey): Promise<SnapshotReading>;
  /** Names the state of the stored snapshot: another one as soon as any process writes or confirms it; null without one. Cheap. */
  snapshotMark(repository: RepositoryKey): Promise<string | null>;
  /** Replaces the repository's snapshot, all of it or nothing. */
  writeSnapshot(repository: RepositoryKey, snapshot: RepositorySnapshot): Promise<void>;
  /** Whether what is stored is this snapshot (as this store read or wrote it), all its contents included. Cheap. */
  holdsSnapshot(repository: RepositoryKey, snapshot: RepositorySnapshot): Promise<boolean>;
  /**
   * Says that the stored snapshot was compared with the files and is still true: from now on it is read
   * with the `verifiedAt` and `lastRefresh` of the given one. Does nothing when another one was stored
   * since. Much cheaper than writing it.
   */
  confirmSnapshot(repository: RepositoryKey, snapshot: RepositorySnapshot): Promise<void>;
  /**
   * Asks to be the only process that indexes a repository, and waits while another one is, at most so
   * many milliseconds. Advisory: snapshots stay whole without it, only work would be done twice. The
   * claim of a process that died is given to the next one that asks.
   */
  claimIndexing(repository: RepositoryKey, atMostMs: number): Promise<IndexingClaim>;
  /** Which of these contents are stored. */
  knownContents(keys: readonly ContentKey[]): Promise<ReadonlySet<ContentKey>>;
  /** Titles of stored contents (null: the content has none of its own). */
  contentTitles(keys: readonly ContentKey[]): Promise<ReadonlyMap<ContentKey, string | null>>;
  /** What was left out of stored contents; those that are whole are not in it. */
  contentRedactions(keys: readonly ContentKey[]): Promise<ReadonlyMap<ContentKey, Redactions>>;
  /**
   * Adds contents; one that is stored already is left as it is. They can be searched from then on, even
   * when this rejects with StoreUnwritableError because they could not be kept.
   */
  addContents(contents: readonly StoredContent[]): Promise<void>;
  /** Makes packs for `addPacked`. */
  createPacker(): ContentPacker;
  /** Adds packs that a packer of such a store made, in this thread or another one. As `addContents`, also in what it rejects with. */
  addPacked(packs: readonly PackedContents[]): Promise<void>;
  /**
   * Makes a snapshot searchable, and counts its passages. Contents that are missing or damaged are named in `missing` and
   * their documents left out: the caller splits those again.
   */
  open(snapshot: UncountedSnapshot): Promise<{ repository: SearchableRepository; missing: readonly ContentKey[] }>;
  /** Removes everything stored, of every repository. */
  clear(): Promise<void>;
}

/** A passage of an open repository could not be read any more. */
export class ContentLostError extends Error {
  constructor(readonly snapshot: RepositorySnapshot) {
    super('A passage of the index could not be read.');
    this.name = 'ContentLostError';
  }
}

/** A store that cannot be written to says so with this; what it holds may still be read. */
export class StoreUnwritableError extends Error {
  constructor(reason: string, options?: ErrorOptions) {
    super(reason, options);
    this.name = 'StoreUnwritableError';
  }
}
