/** Folders of the measured programs, below the system's folder for temporary files. */
import { mkdirSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import process from 'node:process';

const PLACE = path.join(os.tmpdir(), 'workspace-context-bench');

/** Where `install.mjs` puts the programs: outside of the project, which never depends on them. */
export const PROGRAMS = path.join(PLACE, 'peers');

const made = [];
process.on('exit', () => made.forEach((folder) => rmSync(folder, { recursive: true, force: true })));

/** An empty folder; removed when the script ends. */
export function emptyFolder() {
  mkdirSync(PLACE, { recursive: true });
  const folder = mkdtempSync(path.join(PLACE, 'peer-'));
  made.push(folder);
  return folder;
}

/** The bytes of all files below a folder; links are not followed. */
export function bytesBelow(folder) {
  return readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile())
    .reduce((sum, entry) => sum + statSync(path.join(entry.parentPath ?? entry.path, entry.name)).size, 0);
}
