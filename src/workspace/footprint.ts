import type { RepositoryPath } from '../contract/model';
import type { FileFacts, FileFault, Files, PhysicalRoot } from '../ports/files';
import type { Git } from '../ports/git';
import type { FileStamp, Footprint, Observation, RepositorySnapshot } from '../ports/store';
import { COARSEST_FILE_TIME_MS, stampHolds } from './readFiles';

/*
 * A walk is decided by what the file system answers it, and a snapshot by the walk, the stamped files and
 * git. So asking the same again and getting the same answers shows that nothing changed, without ignore
 * rules, catalogs, posting lists or a git process: a refresh of an unchanged repository is this and no more.
 */

/** No text of entries: each of those ends with a slash, or is empty. */
const UNLISTED = 'unlisted';

const NO_PATHS: ReadonlySet<RepositoryPath> = new Set();

const faultText = (fault: FileFault): string => `fault ${fault}`;

function factsText(facts: FileFacts | { fault: FileFault }): string {
  return 'fault' in facts ? faultText(facts.fault) : `${facts.kind} ${facts.size} ${facts.modifiedMs} ${facts.inode}`;
}

function linkText(target: { path: RepositoryPath } | 'outside'): string {
  return target === 'outside' ? target : `to ${target.path}`;
}

/** Files that remember what they were asked and what they answered, while a walk uses them. */
export interface ObservedFiles {
  readonly files: Files;
  /** What was seen, apart from the facts of `stamped` files; null when two answers to one question differed. */
  observations(stamped: ReadonlySet<RepositoryPath>): readonly Observation[] | null;
}

/** Watches what is asked of a repository's files. Reading a file counts as asking for its facts. */
export function observedFiles(files: Files, root: PhysicalRoot): ObservedFiles {
  const seen = new Map<string, Observation>();
  let contradicted = false;
  const observe = (asked: Observation['asked'], at: PhysicalRoot, path: RepositoryPath, answer: string): void => {
    const key = `${asked} ${at}\0${path}`;
    const before = seen.get(key);
    if (before === undefined) seen.set(key, { asked, path, ...(at === root ? {} : { root: at }), answer });
    else if (before.answer !== answer) contradicted = true;
  };
  return {
    files: {
      ...files,
      list: async (at, path) => {
        // Before it is listed: what comes in between will then make another text.
        observe('list', at, path, (await files.entriesText(at, path)) ?? UNLISTED);
        return files.list(at, path);
      },
      facts: async (at, path) => {
        const facts = await files.facts(at, path);
        observe('facts', at, path, factsText(facts));
        return facts;
      },
      followLink: async (at, path) => {
        const target = await files.followLink(at, path);
        observe('link', at, path, linkText(target));
        return target;
      },
      read: async (at, path, limit) => {
        // Before it is read: what changes in between will then have other facts than these.
        observe('facts', at, path, factsText(await files.facts(at, path)));
        return files.read(at, path, limit);
      },
    },
    observations: (stamped) =>
      contradicted
        ? null
        : [...seen.values()].filter(({ asked, path, root: at }) => asked !== 'facts' || at !== undefined || !stamped.has(path)),
  };
}

/** Whether a file's facts are as they were, and old enough that they could not be the same after a change. */
function factsHold(text: string, facts: FileFacts | { fault: FileFault }, verifiedAtMs: number): boolean {
  if (factsText(facts) !== text) return false;
  return 'fault' in facts || facts.kind !== 'file' || facts.modifiedMs < verifiedAtMs - COARSEST_FILE_TIME_MS;
}

async function observationHolds(files: Files, root: PhysicalRoot, observation: Observation, verifiedAtMs: number): Promise<boolean> {
  const { asked, path, root: at = root, answer } = observation;
  switch (asked) {
    case 'list':
      return ((await files.entriesText(at, path)) ?? UNLISTED) === answer;
    case 'facts':
      return factsHold(answer, await files.facts(at, path), verifiedAtMs);
    case 'link':
      return linkText(await files.followLink(at, path)) === answer;
  }
}

async function stampStillHolds(files: Files, root: PhysicalRoot, stamp: FileStamp, verifiedAtMs: number): Promise<boolean> {
  const facts = await files.facts(root, stamp.path);
  return !('fault' in facts) && facts.kind === 'file' && stampHolds(stamp, facts, verifiedAtMs);
}

/**
 * Whether a repository is still what its snapshot says, told by folders' entries, files' facts and git's
 * mark alone. False also where that cannot be told.
 * @param except stamped files that are not looked at: their text may have changed.
 */
export async function footprintHolds(
  ports: { readonly files: Files; readonly git: Git },
  root: PhysicalRoot,
  snapshot: RepositorySnapshot,
  except: ReadonlySet<RepositoryPath> = NO_PATHS,
): Promise<boolean> {
  const footprint: Footprint | null = snapshot.footprint;
  if (footprint === null || (await ports.git.mark(root)) !== footprint.git) return false;
  const verifiedAtMs = Date.parse(snapshot.verifiedAt);
  for (const observation of footprint.observations) {
    if (!(await observationHolds(ports.files, root, observation, verifiedAtMs))) return false;
  }
  for (const stamp of snapshot.stamps) {
    if (!except.has(stamp.path) && !(await stampStillHolds(ports.files, root, stamp, verifiedAtMs))) return false;
  }
  return true;
}
