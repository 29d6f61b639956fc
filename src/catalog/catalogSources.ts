import type { FileNotice, RepositoryPath, SkippedPath } from '../contract/model';
import { catalogFileKindOf, isTemplate, isTestData, skeletonFoldersOf } from './catalogFiles';
import { isBackstage } from './backstage';
import { isLocation, locationTargets } from './locations';
import { byCodeUnits, isWithin, type FileTree } from './repositoryPath';
import { readYamlDocuments, type YamlDocument, type YamlReading } from './yamlDocuments';

/** A catalog file that counts, with the documents that could be read. */
export interface CatalogSource {
  readonly path: RepositoryPath;
  readonly documents: readonly YamlDocument[];
}

export interface CatalogSources {
  /** Sorted by path. */
  readonly sources: readonly CatalogSource[];
  readonly notices: readonly FileNotice[];
  readonly skipped: readonly SkippedPath[];
  /** Files that Locations name and whose text was not handed in. */
  readonly wanted: readonly RepositoryPath[];
}

/**
 * Which files declare entities: those named like catalog files, and those that Locations in them lead
 * to, without test data and template skeletons.
 */
export function catalogSourcesOf(texts: ReadonlyMap<RepositoryPath, string>, tree: FileTree): CatalogSources {
  const readings = new Map<RepositoryPath, YamlReading>();
  const readingOf = (path: RepositoryPath): YamlReading | null => {
    const text = texts.get(path);
    if (text !== undefined && !readings.has(path)) {
      readings.set(path, readYamlDocuments(path, text));
    }
    return readings.get(path) ?? null;
  };
  // A template found on the way may turn files already followed into parts of its skeleton: start again
  // with what is known then. Skeletons are only ever added, so this ends.
  const skeletons = new Set<RepositoryPath>();
  for (;;) {
    const walk = followLocations(texts, tree, readingOf, skeletons);
    const before = skeletons.size;
    walk.templates.forEach((folder) => skeletons.add(folder));
    if (skeletons.size === before) {
      const notices = [...walk.sources.flatMap((source) => readingOf(source.path)?.notices ?? []), ...walk.notices];
      return { sources: walk.sources, notices, skipped: skippedOf([...texts.keys(), ...tree.paths], skeletons), wanted: walk.wanted };
    }
  }
}

interface Walk {
  readonly sources: CatalogSource[];
  readonly notices: FileNotice[];
  readonly wanted: RepositoryPath[];
  /** Skeleton folders of the templates met. */
  readonly templates: RepositoryPath[];
}

function followLocations(
  texts: ReadonlyMap<RepositoryPath, string>,
  tree: FileTree,
  readingOf: (path: RepositoryPath) => YamlReading | null,
  skeletons: ReadonlySet<RepositoryPath>,
): Walk {
  const left = (path: RepositoryPath): boolean => isTestData(path) || isInSkeleton(path, skeletons);
  const starts = [...texts.keys()].filter((path) => (catalogFileKindOf(path) ?? 'mkdocs') !== 'mkdocs' && !left(path)).sort(byCodeUnits);
  const visited = new Set(starts);
  const queue = [...starts];
  const walk: Walk = { sources: [], notices: [], wanted: [], templates: [] };
  for (let next = queue.shift(); next !== undefined; next = queue.shift()) {
    const path = next;
    const reading = readingOf(path);
    if (reading === null) {
      walk.wanted.push(path);
      continue;
    }
    walk.sources.push({ path, documents: reading.documents });
    for (const document of reading.documents) {
      if (isTemplate(document)) {
        walk.templates.push(...skeletonFoldersOf(path, document));
      } else if (isBackstage(document) && isLocation(document)) {
        for (const target of locationTargets(path, document, tree, (notice) => walk.notices.push(notice))) {
          if (!visited.has(target) && !left(target)) {
            visited.add(target);
            queue.push(target);
          }
        }
      }
    }
  }
  walk.sources.sort((first, second) => byCodeUnits(first.path, second.path));
  walk.wanted.sort(byCodeUnits);
  return walk;
}

function isInSkeleton(path: RepositoryPath, skeletons: ReadonlySet<RepositoryPath>): boolean {
  return [...skeletons].some((folder) => isWithin(path, folder));
}

/** The files named like declarations that were left out, sorted by path. */
function skippedOf(paths: readonly RepositoryPath[], skeletons: ReadonlySet<RepositoryPath>): SkippedPath[] {
  return [...new Set(paths)].sort(byCodeUnits).flatMap((path): SkippedPath[] => {
    if (catalogFileKindOf(path) !== 'declaration') {
      return [];
    }
    return isTestData(path)
      ? [{ path, reason: 'test-data' }]
      : isInSkeleton(path, skeletons)
        ? [{ path, reason: 'template-skeleton' }]
        : [];
  });
}
