import { readFile, realpath, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';

/** A file of git's own larger than this is nobody's work and is not read. */
const LARGEST = 4 * 1024 * 1024;

/** The text of a file inside a `.git` folder; empty when there is none. Only regular files: a pipe would be waited on for ever. */
export async function readRepositoryFile(path: string): Promise<string> {
  try {
    const facts = await stat(path);
    return facts.isFile() && facts.size <= LARGEST ? await readFile(path, 'utf8') : '';
  } catch {
    return '';
  }
}

/**
 * Whether a folder, or one above it, has a `.git` (file or folder). Also true where that cannot be
 * told, so that git is asked.
 */
export async function liesBelowDotGit(folder: string): Promise<boolean> {
  let current: string;
  try {
    current = await realpath(folder);
  } catch {
    return true;
  }
  for (;;) {
    if (await hasDotGit(current)) return true;
    const parent = dirname(current);
    if (parent === current) return false;
    current = parent;
  }
}

/** Whether a folder itself has a `.git`; also true where it may not be looked at. */
export async function hasDotGit(folder: string): Promise<boolean> {
  try {
    await stat(join(folder, '.git'));
    return true;
  } catch (error) {
    return !(error instanceof Error && 'code' in error && error.code === 'ENOENT');
  }
}
