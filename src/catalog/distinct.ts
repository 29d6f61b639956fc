import type { Edge, FileNotice, PackageLinks } from '../contract/model';
import type { DeclaredDocument } from './declaration';
import { byCodeUnits } from './repositoryPath';

/** Edges by `from`, type and `to`; of one declared twice the first by path and line. */
export function distinctEdges(edges: readonly Edge[]): Edge[] {
  return distinct(
    [...edges].sort((first, second) => byCodeUnits(first.declaredAt.path, second.declaredAt.path) || first.declaredAt.line - second.declaredAt.line),
    (edge) => `${edge.from}\0${edge.type}\0${edge.to}`,
  ).sort((first, second) => byCodeUnits(first.from, second.from) || byCodeUnits(first.type, second.type) || byCodeUnits(first.to, second.to));
}

/**
 * Declared documents by path and entity. An entity may name a document twice, as a page and below its
 * techdocs: what it says of the single document comes first in its declaration, and counts.
 */
export function distinctDocuments(documents: readonly DeclaredDocument[]): DeclaredDocument[] {
  return distinct(documents, (document) => `${document.path}\0${document.entityRef}`).sort(
    (first, second) => byCodeUnits(first.path, second.path) || byCodeUnits(first.entityRef, second.entityRef),
  );
}

/** Notices by path, line and text, each once. */
export function distinctNotices(notices: readonly FileNotice[]): FileNotice[] {
  return distinct(notices, (notice) => `${notice.path}\0${notice.line}\0${notice.message}`).sort(
    (first, second) =>
      byCodeUnits(first.path, second.path) || (first.line ?? 0) - (second.line ?? 0) || byCodeUnits(first.message, second.message),
  );
}

/** Package links by package and entity; of one required twice the first by path and line. */
export function distinctPackages({ provided, required }: PackageLinks): PackageLinks {
  const byPlace = [...required].sort((first, second) => byCodeUnits(first.declaredAt.path, second.declaredAt.path) || first.declaredAt.line - second.declaredAt.line);
  return {
    provided: distinct(provided, (link) => `${link.packageName}\0${link.entityRef}`).sort((first, second) => byCodeUnits(first.packageName, second.packageName) || byCodeUnits(first.entityRef, second.entityRef)),
    required: distinct(byPlace, (link) => `${link.from}\0${link.packageName}`).sort((first, second) => byCodeUnits(first.from, second.from) || byCodeUnits(first.packageName, second.packageName)),
  };
}

function distinct<T>(items: readonly T[], keyOf: (item: T) => string): T[] {
  const first = new Map<string, T>();
  for (const item of items) {
    const key = keyOf(item);
    if (!first.has(key)) {
      first.set(key, item);
    }
  }
  return [...first.values()];
}
