/** Changes that people make to a repository: a document or a file of code gets a line more, everything is committed. */
import { execFileSync } from 'node:child_process';
import { appendFileSync } from 'node:fs';

/** @param {{ file: string, text: string } | { commit: string }} change paths are whole; `commit` is the repository's folder. */
export function applyChange(change) {
  if ('file' in change) {
    appendFileSync(change.file, change.text);
    return;
  }
  const identity = ['-c', 'user.name=Bench', '-c', 'user.email=bench@example.com', '-c', 'commit.gpgsign=false', '-c', 'core.hooksPath='];
  execFileSync('git', [...identity, 'commit', '--quiet', '--all', '--message', 'A change'], { cwd: change.commit });
}
