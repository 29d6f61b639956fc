import { dirname, join, resolve } from 'node:path';
import { isDubiousOwnership, reasonOf } from './failure';
import { outputOf, type GitEnd, type GitRunner } from './process';
import { hasDotGit } from './repositoryFiles';

/** What is checked out where a folder lies. */
export interface WorkTreeFacts {
  readonly kind: 'work-tree';
  /** Full id of HEAD; null before the first commit. */
  readonly head: string | null;
  /** The checked-out branch without `refs/heads/`; null when HEAD is detached or has no commit. */
  readonly branch: string | null;
  readonly objectFormat: 'sha1' | 'sha256';
  /** `''` at the top of the work tree, else like `docs/guides/`. */
  readonly prefix: string;
  readonly isShallow: boolean;
  /** Absolute paths of two files of the repository, which may not exist. */
  readonly excludeFile: string;
  readonly shallowFile: string;
}

export type WorkTreeReading =
  | WorkTreeFacts
  | { readonly kind: 'none' }
  | { readonly kind: 'untrusted' }
  | { readonly kind: 'unavailable'; readonly reason: string };

const EXCLUDE = 'info/exclude';

/** Asks git about a folder with one process, with two where HEAD has no commit. */
export async function readWorkTree(git: GitRunner, folder: string): Promise<WorkTreeReading> {
  const answer = await outputOf(
    git([
      'rev-parse',
      '--is-inside-work-tree',
      '--is-shallow-repository',
      '--show-object-format',
      '--git-path',
      EXCLUDE,
      '--show-prefix',
      'HEAD',
      '--symbolic-full-name',
      'HEAD',
    ]),
  );
  const lines = answer.text.split('\n');
  const [inside, shallow, objectFormat] = lines;
  if (inside === 'false') return { kind: 'none' };
  if (inside !== 'true' || shallow === undefined || objectFormat === undefined) return failedReading(answer, folder);

  // What follows may hold line breaks of its own: the exclude file is told by its last words, the
  // prefix is what then remains before the lines on HEAD (only its name where it has no commit).
  const excludeEnd = lines.findIndex((line, index) => index >= 3 && line.endsWith(EXCLUDE));
  const hasCommit = answer.code === 0;
  const [head, reference] = hasCommit ? lines.slice(-3, -1) : [];
  const excludeFile = resolve(folder, lines.slice(3, excludeEnd + 1).join('\n'));
  if (excludeEnd < 0) return { kind: 'unavailable', reason: reasonOf(answer) };
  if (!hasCommit && (await isBranchBroken(git))) {
    return { kind: 'unavailable', reason: 'The current branch is damaged.' };
  }
  return {
    kind: 'work-tree',
    head: head ?? null,
    branch: reference?.startsWith('refs/heads/') === true ? reference.slice('refs/heads/'.length) : null,
    objectFormat: objectFormat === 'sha256' ? 'sha256' : 'sha1',
    prefix: lines.slice(excludeEnd + 1, hasCommit ? -3 : -2).join('\n'),
    isShallow: shallow === 'true',
    excludeFile,
    // Both lie in the folder that all work trees of a repository share.
    shallowFile: join(dirname(dirname(excludeFile)), 'shallow'),
  };
}

async function failedReading(end: GitEnd, folder: string): Promise<WorkTreeReading> {
  if (isDubiousOwnership(end.complaint)) return { kind: 'untrusted' };
  // Git walks on upward past a `.git` that is none, and then says that there is no repository.
  const foundNothing = /not a git repository \(or any/i.test(end.complaint);
  if (foundNothing && !(await hasDotGit(folder))) return { kind: 'none' };
  return { kind: 'unavailable', reason: reasonOf(end) };
}

/** Tells a branch whose file is damaged from one without commits: rev-parse says the same of both. */
async function isBranchBroken(git: GitRunner): Promise<boolean> {
  const { complaint } = await outputOf(git(['log', '-1', '--format=']));
  return !/does not have any commits yet/i.test(complaint);
}
