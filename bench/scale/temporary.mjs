import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';

/** What `use` gives of an empty folder, which is removed afterwards. */
export async function inTemporaryFolder(use) {
  const place = mkdtempSync(path.join(os.tmpdir(), 'workspace-context-bench-'));
  try {
    return await use(place);
  } finally {
    rmSync(place, { recursive: true, force: true });
  }
}
