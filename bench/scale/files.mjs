import { readdirSync } from 'node:fs';
import path from 'node:path';

/** The Markdown files below a folder, relative to it with `/`, in an order of their own; links are not followed. */
export function markdownFilesOf(folder) {
  return filesOf(folder).filter((name) => name.endsWith('.md'));
}

function filesOf(folder) {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(folder, path.join(entry.parentPath ?? entry.path, entry.name)).split(path.sep).join('/'))
    .filter((name) => !name.split('/').includes('.git'))
    .sort((one, other) => (one < other ? -1 : 1));
}
