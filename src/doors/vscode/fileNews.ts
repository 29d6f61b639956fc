import { tellsOfGit } from '../../workspace/changedRepositories';

/** A part of one of git's own folders, and the files in it that tell. */
export interface GitWatch {
  /** Below the folder of git; empty for that itself. */
  readonly below: string;
  readonly pattern: string;
}

/**
 * What a commit, a checkout, a rebase or a pull changes in a folder of git's own. The editor watches a folder without what
 * lies deeper when the pattern names files alone, which is all that is needed but for the branches.
 */
export const GIT_WATCHES: readonly GitWatch[] = [
  { below: '', pattern: '{HEAD,packed-refs,shallow}' },
  { below: 'logs', pattern: 'HEAD' },
  { below: 'info', pattern: 'exclude' },
  { below: 'refs', pattern: '**' },
];

/** Whether a change of this file may change an answer: installed packages and git's bookkeeping do not. */
export function isNews(path: string): boolean {
  if (/[\\/]\.git[\\/]/.test(path)) return tellsOfGit(path);
  return !/[\\/]node_modules[\\/]/.test(path);
}
