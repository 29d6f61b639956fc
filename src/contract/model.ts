/**
 * The words every room shares. Paths in here are always relative to their repository, with `/`
 * between folders, whatever the machine; only adapters know where a repository really lies.
 */

/** `kind:namespace/name`, kind and name lower-case; namespace `default` unless declared. */
export type EntityRef = string;

/**
 * Stands for a repository's own entity in its catalog and in stored rows: the repository's id depends
 * on what is opened beside it, so `repo:default/<id>` is put in its place when an answer is made.
 */
export const OWN_REPOSITORY_REF: EntityRef = 'repo:default/.';

/** A path relative to its repository's root, folders separated by `/`. */
export type RepositoryPath = string;

export const SOURCE_KINDS = ['catalog_doc', 'repo_overview', 'epic_doc'] as const;
export type SourceKind = (typeof SOURCE_KINDS)[number];

/** How a document came to its entity: its entity names it, a component's folder holds it, or only the repository does. */
export const ATTACHMENTS = ['declared', 'folder', 'repository'] as const;
export type AttachedBy = (typeof ATTACHMENTS)[number];

/** The relations kept as edges, each in the one direction it is declared in. */
export const EDGE_TYPES = [
  'dependsOn',
  'partOf',
  'ownedBy',
  'providesApi',
  'consumesApi',
  'memberOf',
  'childOf',
] as const;
export type EdgeType = (typeof EDGE_TYPES)[number];

/** `out`: what an entity depends on; `in`: what depends on it; `both`: either. */
export const DIRECTIONS = ['out', 'in', 'both'] as const;
export type Direction = (typeof DIRECTIONS)[number];

/** Where in a repository something is declared; `line` is 1-based. */
export interface DeclaredAt {
  readonly path: RepositoryPath;
  readonly line: number;
}

/** A node of the component graph. */
export interface Entity {
  readonly ref: EntityRef;
  /** Lower-case kind: `component`, `api`, `resource`, `system`, `domain`, `group`, `user`, `location`, `repo`… */
  readonly kind: string;
  readonly namespace: string;
  /** The name as it was declared (its ref has it lower-cased). */
  readonly name: string;
  /** The declared title; null when none is declared. */
  readonly title: string | null;
  readonly description: string | null;
  /** `spec.type` where declared. */
  readonly type: string | null;
  readonly annotations: Readonly<Record<string, string>>;
  /** True when read from a manifest (package.json, go.mod…) and not declared in a catalog file. */
  readonly derived: boolean;
  readonly declaredAt: DeclaredAt;
}

/** A relation between two entities, as one file declares it. */
export interface Edge {
  readonly from: EntityRef;
  readonly type: EdgeType;
  readonly to: EntityRef;
  readonly derived: boolean;
  readonly declaredAt: DeclaredAt;
}

/** A package that an entity is, by its name in its ecosystem (`npm:@shop/web`, `go:example.org/x`). */
export interface ProvidedPackage {
  readonly packageName: string;
  readonly entityRef: EntityRef;
}

/** A package an entity depends on and that its own repository does not have. */
export interface RequiredPackage {
  readonly from: EntityRef;
  readonly packageName: string;
  readonly declaredAt: DeclaredAt;
}

/** What dependencies between repositories are found by. */
export interface PackageLinks {
  readonly provided: readonly ProvidedPackage[];
  readonly required: readonly RequiredPackage[];
}

export const DOCUMENT_FORMATS = ['markdown', 'mdx', 'asciidoc', 'restructuredtext', 'plain'] as const;
export type DocumentFormat = (typeof DOCUMENT_FORMATS)[number];

/** 1-based, both inclusive. */
export interface LineRange {
  readonly start: number;
  readonly end: number;
}

/** A part of a document under one heading: what is ranked and returned. */
export interface PassageContent {
  /** The headings above the text, outermost first, without the document's title. */
  readonly headings: readonly string[];
  /** The source between the passage's first and last non-blank line, as written. */
  readonly text: string;
  readonly lines: LineRange;
}

/** The terms of a content's passages: of their headings and text, distinct (the title's are added when they are searched). */
export interface ContentTerms {
  /** The distinct terms of all passages. */
  readonly dictionary: readonly string[];
  /** Passage by passage, each of its terms once: `(index in the dictionary << 1) | inItsOwnHeading`, that is its innermost one. */
  readonly entries: Uint32Array;
  /** By passage: how many of the entries are its own. */
  readonly counts: Uint32Array;
  /** What the dictionary's terms are numbered where they were found; absent where that is not known. */
  readonly numbering?: TermNumbering;
}

/** Numbers of terms: equal ones of the same table stand for equal terms, so that no term need be looked up by its letters again. */
export interface TermNumbering {
  readonly table: object;
  readonly numbers: Uint32Array;
}

/** What a document's bytes alone decide. */
export interface DocumentContent {
  /** The title its front matter or a heading gives; null when only the file name is left to name it. */
  readonly title: string | null;
  readonly passages: readonly PassageContent[];
}

/** Something a person should know about a file; `line` is 1-based. */
export interface FileNotice {
  readonly path: RepositoryPath;
  readonly line: number | null;
  /** A sentence without the path: the reader of the notice puts path and line before it. */
  readonly message: string;
}

/** A stretch of a text that looks like a secret, in UTF-16 units: `start` inclusive, `end` exclusive. */
export interface SecretSpan {
  readonly start: number;
  readonly end: number;
  /** What it looks like, as a person would name it (`GitHub token`). */
  readonly kind: string;
}

/** What was left out of a text because it looks like a secret: never the secret itself. */
export interface Redactions {
  readonly count: number;
  /** The first of them, each line and kind once; `line` is 1-based. */
  readonly places: readonly { readonly line: number; readonly kind: string }[];
}

/** A file that something was left out of. */
export interface RedactedFile extends Redactions {
  readonly path: RepositoryPath;
}

/** Why a file or folder was left out. */
export const SKIP_REASONS = [
  'too-large',
  'too-deep',
  'binary',
  'secret-by-name',
  'secrets-unchecked',
  'link-leaves-repository',
  'unreadable',
  'test-data',
  'template-skeleton',
] as const;
export type SkipReason = (typeof SKIP_REASONS)[number];

export interface SkippedPath {
  readonly path: RepositoryPath;
  readonly reason: SkipReason;
}

/** Whether the last recorded run of a repository succeeded. */
export const RUN_VERDICTS = ['succeeded', 'failed', 'unknown'] as const;
export type RunVerdict = (typeof RUN_VERDICTS)[number];

/** The last recorded run of a repository. */
export interface LastRun {
  readonly verdict: RunVerdict;
  /** What ran, as a person would name it (`npm test`); null when that is not known. */
  readonly name: string | null;
  /** When it ended (ISO, UTC); null when that is not known. */
  readonly endedAt: string | null;
}
