import { tellsOfGit } from '../../workspace/changedRepositories';

/** The files of git's own that a commit, a checkout, a rebase or a pull changes, relative to a folder that is opened. */
export const GIT_PATTERNS: readonly string[] = ['.git/{HEAD,packed-refs,shallow}', '.git/logs/HEAD', '.git/refs/**', '.git/info/exclude'];

/** Whether a change of this file may change an answer: installed packages and git's bookkeeping do not. */
export function isNews(path: string): boolean {
  if (/[\\/]\.git[\\/]/.test(path)) return tellsOfGit(path);
  return !/[\\/]node_modules[\\/]/.test(path);
}
