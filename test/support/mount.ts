import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';

/** Whether a small file system can be mounted here: a disk that is really full. */
export const CAN_MOUNT = process.getuid?.() === 0 && process.platform === 'linux' && canMount();

function canMount(): boolean {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'workspace-context-mount-'));
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=1m', 'tmpfs', folder], { stdio: 'ignore' });
    execFileSync('umount', [folder], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
