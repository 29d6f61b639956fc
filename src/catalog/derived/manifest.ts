import type { DeclaredAt, RepositoryPath } from '../../contract/model';
import type { Notify } from '../declaration';
import { byCodeUnits, type FileTree } from '../repositoryPath';

/**
 * Names a package across repositories (`npm:@shop/web`, `go:example.org/x`) or, beginning with `at:`,
 * something inside one repository (`at:npm:packages/web`, a folder; `at:compose:db`, a service).
 */
export type PackageKey = string;

/** A dependency a manifest names. Of several keys the first that some component has counts. */
export interface ManifestDependency {
  readonly keys: readonly PackageKey[];
  readonly declaredAt: DeclaredAt;
}

/** A component as a manifest describes it. */
export interface ManifestComponent {
  /** What people call it: a package's name without its scope, a module's last segment. */
  readonly name: string;
  /** The package's full name where that is another; null otherwise. */
  readonly title: string | null;
  readonly description: string | null;
  /** Its folder; null when the manifest does not say (a Compose service without a build of its own). */
  readonly folder: RepositoryPath | null;
  readonly declaredAt: DeclaredAt;
  readonly keys: readonly PackageKey[];
  readonly dependencies: readonly ManifestDependency[];
}

/** The manifests of a repository. */
export interface Manifests {
  readonly texts: ReadonlyMap<RepositoryPath, string>;
  readonly tree: FileTree;
  readonly notify: Notify;
}

/** The manifests whose path fits, sorted by path, with their texts. */
export function manifestsNamed(manifests: Manifests, pattern: RegExp): { path: RepositoryPath; text: string }[] {
  return [...manifests.texts]
    .filter(([path]) => pattern.test(path))
    .map(([path, text]) => ({ path, text }))
    .sort((first, second) => byCodeUnits(first.path, second.path));
}

/** Tells the 1-based line of any offset of a text; made once, asked often. */
export function lineTeller(text: string): (offset: number) => number {
  const starts = [0];
  for (let next = text.indexOf('\n'); next >= 0; next = text.indexOf('\n', next + 1)) {
    starts.push(next + 1);
  }
  return (offset) => {
    let low = 0;
    let high = starts.length;
    while (high - low > 1) {
      const middle = (low + high) >> 1;
      if ((starts[middle] ?? 0) <= offset) {
        low = middle;
      } else {
        high = middle;
      }
    }
    return low + 1;
  };
}

const LINE_LIMIT = 2_000;

/**
 * The first line on which each of the things a pattern finds is written, by the text its first group
 * that fits holds: the parsers of TOML and XML tell no lines. The pattern is asked line by line; very
 * long lines are passed over, as a pattern may take time quadratic in them.
 */
export function firstLines(text: string, pattern: RegExp): ReadonlyMap<string, number> {
  const lines = new Map<string, number>();
  text.split(/\r\n|\n|\r/).forEach((line, index) => {
    for (const match of line.length > LINE_LIMIT ? [] : line.matchAll(pattern)) {
      const found = match.slice(1).find((group) => group !== undefined);
      if (found !== undefined && !lines.has(found)) {
        lines.set(found, index + 1);
      }
    }
  });
  return lines;
}

/** `folder/name`, or `name` at the root. */
export function inFolder(folder: RepositoryPath, name: string): RepositoryPath {
  return folder === '' ? name : `${folder}/${name}`;
}
