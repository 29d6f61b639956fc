import type { CodeKey } from '../contract/codeModel';
import type { RepositoryPath } from '../contract/model';
import type { Digest } from '../ports/digest';
import { formatOf } from '../text/formats';
import { REDACTION_VERSION } from '../text/redaction';
import { CODE_VERSION } from './content';
import { type Language, languageOf } from './languages';

/** The language of a file of code; null for documents, which passages are made of, and for everything else. */
export function languageOfCode(path: RepositoryPath): Language | null {
  return formatOf(path) === null ? languageOf(path) : null;
}

/** Whether a path is one of code by its name. */
export function isCodePath(path: RepositoryPath): boolean {
  return languageOfCode(path) !== null;
}

/** The key of a file's content: equal bytes of one language share it, in every repository. */
export function codeContentKeyOf(digest: Digest, path: RepositoryPath, fileDigest: string): CodeKey {
  return digest.sha256(`code ${CODE_VERSION} ${REDACTION_VERSION}\0${languageOfCode(path)?.name ?? ''}\0${fileDigest}`);
}
