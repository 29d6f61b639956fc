import type { GitEnd } from './process';

const REASONS: readonly (readonly [pattern: RegExp, reason: string])[] = [
  // What Node says when the folder to start git in is gone.
  [/^spawn .*(?:ENOENT|ENOTDIR|EACCES)/, 'The folder cannot be opened.'],
  [/not a git repository: |gitfile|gitdir/i, 'The .git file of this folder leads to no repository.'],
  [/not a git repository/i, 'The .git folder is damaged.'],
  [/repository (?:version|extension)|repo version|object format/i, 'The repository has a format that the installed git does not know.'],
  [/bad config|config (?:file|value|line)/i, 'The configuration of the repository cannot be read.'],
  [/permission denied/i, 'Git may not read the repository.'],
  [/branch appears to be broken|bad ref|bad revision/i, 'The current branch is damaged.'],
  [/bad object|missing|not a tree|unable to read|could not read|could not fetch|promisor|loose object|corrupt|did not match/i, 'Objects of the commit are missing or damaged.'],
];

/** Why git failed, as a sentence that names no path of the machine. */
export function reasonOf({ code, complaint }: GitEnd): string {
  const known = REASONS.find(([pattern]) => pattern.test(complaint));
  if (known !== undefined) return known[1];
  if (code !== null) return `Git failed with exit code ${code}.`;
  return complaint === '' ? 'Git was started and did not answer.' : 'Git could not be started.';
}

/** Whether git refused the folder because of who owns it (git 2.35.2 and later say it in two ways). */
export function isDubiousOwnership(complaint: string): boolean {
  return /dubious ownership|unsafe repository/i.test(complaint);
}
