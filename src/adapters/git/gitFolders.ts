import { readFile, realpath, stat } from 'node:fs/promises';
import path from 'node:path';

async function textOf(file: string): Promise<string | null> {
  try {
    return await readFile(file, 'utf8');
  } catch {
    return null;
  }
}

/**
 * Git's own folders for the work tree around a folder, as absolute paths: in a linked work tree its own part, then what all
 * of them share. They may lie above the folder, or elsewhere. Empty without git, and where the folder cannot be read.
 */
export async function gitFoldersOf(folder: string): Promise<readonly string[]> {
  const start = await realpath(folder).catch(() => path.resolve(folder));
  for (let current = start; ; current = path.dirname(current)) {
    const place = path.join(current, '.git');
    const stats = await stat(place).catch(() => null);
    if (stats !== null) {
      const target = stats.isDirectory() ? place : /^gitdir: (.+?)[\r\n]*$/.exec((await textOf(place)) ?? '')?.[1];
      if (target === undefined) return [];
      const own = path.resolve(current, target);
      const common = await textOf(path.join(own, 'commondir'));
      return common === null ? [own] : [own, path.resolve(own, common.trim())];
    }
    if (path.dirname(current) === current) return [];
  }
}
