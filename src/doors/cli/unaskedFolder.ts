import { existsSync } from 'node:fs';
import path from 'node:path';
import { harmlessLine } from '../../workspace/harmlessText';
import type { IndexProgress, WorkspaceService } from '../../workspace/service';
import type { SharedOptions } from './options';

type Show = (progress: IndexProgress) => void;

/** Whether nothing says that the current folder is meant: no option names it, and it is in no repository. */
function isUnasked({ workspace, json }: Pick<SharedOptions, 'workspace' | 'json'>, cwd: string): boolean {
  if (json || workspace.length > 0) return false;
  for (let folder = cwd; ; folder = path.dirname(folder)) {
    if (existsSync(path.join(folder, '.git'))) return false;
    if (folder === path.dirname(folder)) return true;
  }
}

/**
 * Says which folder it is, before the progress of its first index: whoever stands in a plain folder and names none may
 * not mean it. Nothing is said of a folder that was indexed before.
 */
export async function announcing(
  stderr: { write(text: string): unknown },
  options: Pick<SharedOptions, 'workspace' | 'json'>,
  service: Pick<WorkspaceService, 'status'>,
  show: Show,
): Promise<Show> {
  if (!isUnasked(options, process.cwd())) return show;
  const { workspace, repositories } = await service.status();
  if (repositories.some(({ verifiedAt }) => verifiedAt !== null)) return show;
  let said = false;
  return (progress) => {
    if (!said) stderr.write(`Indexing the folder "${harmlessLine(workspace)}"; name another with --workspace.\n`);
    said = true;
    show(progress);
  };
}
