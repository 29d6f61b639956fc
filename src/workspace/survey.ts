import type { RepositoryPath } from '../contract/model';
import type { Files, PhysicalRoot } from '../ports/files';
import type { Git, GitState } from '../ports/git';
import type { Footprint, RepositorySnapshot } from '../ports/store';
import { formatOf } from '../text/formats';
import { declares } from './catalogReading';
import { observedFiles } from './footprint';
import { type Walk, walkRepository } from './walk';

/** A repository as it is on disk at this moment: what git says of it, and which of its files matter. */
export interface Survey {
  readonly git: GitState;
  readonly walk: Walk;
  /** What to compare with next time, given the files that are stamped; null where only a survey can tell. */
  readonly footprint: (stamped: ReadonlySet<RepositoryPath>) => Footprint | null;
}

/** Looks at a repository without reading a document; what `previous` knows of its history is not read again. */
export async function surveyRepository(
  ports: { files: Files; git: Git },
  root: PhysicalRoot,
  exclude: readonly string[],
  previous: RepositorySnapshot | null,
): Promise<Survey> {
  const known =
    previous !== null && previous.git.head !== null
      ? { head: previous.git.head, changedAt: previous.git.changedAt }
      : null;
  // Before git is asked: what changes in between will then have another mark.
  const gitMark = await ports.git.mark(root);
  const git = await ports.git.inspect(root, known);
  // Files that only a Location names are told by having been read last time.
  const readBefore = new Set(previous?.stamps.map((stamp) => stamp.path) ?? []);
  const observed = observedFiles(ports.files, root);
  const walk = await walkRepository(observed.files, root, {
    exclude,
    excludePatterns: git.kind === 'repository' ? git.excludePatterns : '',
    prefix: git.kind === 'repository' ? git.prefix : '',
    trackedPaths: git.kind === 'repository' ? new Set(git.headBlobs.keys()) : null,
    wanted: (path) => formatOf(path) !== null || declares(path) || readBefore.has(path),
  });
  const footprint = (stamped: ReadonlySet<RepositoryPath>): Footprint | null => {
    const observations = observed.observations(stamped);
    // Git that failed may succeed next time although nothing it depends on changed.
    return gitMark === null || observations === null || git.kind === 'unavailable' ? null : { git: gitMark, observations };
  };
  return { git, walk, footprint };
}
