import type { LineRange, RepositoryPath } from '../contract/model';
import type { DocumentRecord, RepositorySnapshot } from '../ports/store';
import { permalinkOf, workspaceUriOf } from './permalink';

/** `repository id/path inside it`: how answers, notices and doors name a file. */
export function sourceRefOf(repositoryId: string, path: RepositoryPath): string {
  return `${repositoryId}/${path}`;
}

/** Splits a `sourceRef` at the end of its repository id; null when there is no path in it. */
export function partsOfSourceRef(sourceRef: string): { repositoryId: string; path: RepositoryPath } | null {
  const slash = sourceRef.indexOf('/');
  if (slash <= 0 || slash === sourceRef.length - 1) return null;
  return { repositoryId: sourceRef.slice(0, slash), path: sourceRef.slice(slash + 1) };
}

/**
 * Where a reader finds the lines: a permalink on the repository's forge where one would open the same
 * text, else `workspace:/repository/path#L1-L2`.
 */
export function sourceUriOf(
  repositoryId: string,
  git: RepositorySnapshot['git'],
  document: DocumentRecord,
  lines: LineRange,
): string {
  const permalink =
    document.permalinkCommit !== null && git.remoteUrl !== null
      ? permalinkOf({
          remoteUrl: git.remoteUrl,
          commit: document.permalinkCommit,
          path: git.prefix + document.path,
          lines,
        })
      : null;
  return permalink ?? workspaceUriOf(sourceRefOf(repositoryId, document.path), lines);
}
