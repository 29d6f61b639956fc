import type { RepositoryPath } from '../contract/model';
import type { Files, PhysicalRoot } from '../ports/files';
import type { Git, GitFiles, GitState } from '../ports/git';
import type { Footprint, RepositorySnapshot } from '../ports/store';
import { formatOf } from '../text/formats';
import { declares } from './catalogReading';
import { observedFiles } from './footprint';
import { type Walk, walkRepository } from './walk';

/** A repository as it is on disk at this moment: what git says of it, and which of its files matter. */
export interface Survey {
  /** What git said by the time that files can be read. */
  readonly files: GitFiles | GitState;
  /** All that git says, its history included, which may take longer than reading every document. Never rejects. */
  readonly git: Promise<GitState>;
  readonly walk: Walk;
  /** What to compare with next time, given what git said and the files that are stamped; null where only a survey can tell. */
  readonly footprint: (git: GitState, stamped: ReadonlySet<RepositoryPath>) => Footprint | null;
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
  let onFiles: (files: GitFiles) => void = () => undefined;
  const told = new Promise<GitFiles>((resolve) => {
    onFiles = resolve;
  });
  const git = ports.git.inspect(root, known, onFiles);
  const files = await Promise.race([told, git]);
  // Files that only a Location names are told by having been read last time.
  const readBefore = new Set(previous?.stamps.map((stamp) => stamp.path) ?? []);
  const observed = observedFiles(ports.files, root);
  const walk = await walkRepository(observed.files, root, {
    exclude,
    excludePatterns: files.kind === 'repository' ? files.excludePatterns : '',
    prefix: files.kind === 'repository' ? files.prefix : '',
    trackedPaths: files.kind === 'repository' ? new Set(files.headBlobs.keys()) : null,
    wanted: (path) => formatOf(path) !== null || declares(path) || readBefore.has(path),
  });
  const footprint: Survey['footprint'] = (git, stamped) => {
    const observations = observed.observations(stamped);
    // Git that failed may succeed next time although nothing it depends on changed.
    return gitMark === null || observations === null || git.kind === 'unavailable' ? null : { git: gitMark, observations };
  };
  return { files, git, walk, footprint };
}
