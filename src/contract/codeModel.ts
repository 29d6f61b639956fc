import type { SymbolKind } from './codeTool';
import type { Redactions, RepositoryPath } from './model';

/** The fields of a unit that terms are found in; each is a bit, so that one number says in which of them a term is. */
export const CODE_FIELDS = ['name', 'signature', 'summary', 'body'] as const;
export type CodeField = (typeof CODE_FIELDS)[number];
/** Bits that say in which of the fields a term is, the first field's the lowest. */
export const FIELD_BITS = CODE_FIELDS.length;

/** The bit of a field. */
export function bitOf(field: CodeField): number {
  return 1 << CODE_FIELDS.indexOf(field);
}

/** A declaration, or a stretch of a file that belongs to none: what is ranked and returned. Lines are 1-based. */
export interface CodeUnit {
  /** Empty for a stretch of a file, which is named by the file. */
  readonly name: string;
  readonly kind: SymbolKind;
  readonly line: number;
  readonly endLine: number;
  /** The name of what it is declared in (a class, a namespace); empty at the top. */
  readonly scope: string;
  readonly signature: string;
  /** Of its doc comment, the first sentences. */
  readonly summary: string;
  /** Its terms: `(index in the dictionary << 4) | bits of CODE_FIELDS`, each term once. */
  readonly terms: readonly number[];
  /** What it calls or names as a type, each once, with the line where that is first. */
  readonly uses: readonly (readonly [name: string, line: number])[];
}

/** How a content became units: by its grammar, by lines because there is none, or by lines because the grammar failed on it. */
export type CodeReading = 'grammar' | 'lines' | 'failed';

/** What a file of code holds, as far as its bytes and its language decide. */
export interface CodeContent {
  readonly reading: CodeReading;
  readonly units: readonly CodeUnit[];
  /** The distinct terms of all units. */
  readonly dictionary: readonly string[];
  /** The statements it imports by, without line breaks. */
  readonly imports: readonly string[];
  /** A program wrote it, as it says itself. */
  readonly generated: boolean;
  /** Made for machines to load: lines that nobody reads. */
  readonly minified: boolean;
  readonly redactions: Redactions | null;
}

/** Names a file's content: the digest of its bytes, its language, and the version of how it is read. */
export type CodeKey = string;

/** A file of code of one repository: everything about it that its bytes alone do not decide. */
export interface CodeFile {
  readonly path: RepositoryPath;
  readonly size: number;
  readonly modifiedMs: number;
  readonly inode: number;
  /** Hex sha256 of the bytes. */
  readonly digest: string;
  readonly key: CodeKey;
  /** The git blob ids the bytes may have (as they are, and with LF line ends where they differ). */
  readonly blobIds: readonly string[];
  /** Attributes of `.gitattributes`: true or false where one is set. */
  readonly attributes?: { readonly generated?: boolean; readonly vendored?: boolean };
}

/** What is known of the code of one repository. */
export interface CodeManifest {
  /** Digest of the versions and settings it was made with. */
  readonly recipe: string;
  /** When it was last compared with the files (ISO, UTC). */
  readonly verifiedAt: string;
  /** HEAD then; null without git. */
  readonly commit: string | null;
  /** Whether the files of code differed from that commit. */
  readonly dirty: boolean;
  readonly files: readonly CodeFile[];
  /** Files of code that are not in it, and why that makes an answer partial. */
  readonly leftOut: readonly { readonly path: RepositoryPath; readonly reason: 'too-large' | 'unreadable' | 'secrets-unchecked' }[];
  /** Links that leave the repository, and repositories in it: what is there is not of this one. */
  readonly outside: readonly RepositoryPath[];
}
