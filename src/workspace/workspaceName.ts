import type { Files } from '../ports/files';
import { harmlessLine } from './harmlessText';

/** Longer names are cut, in UTF-16 units: every answer repeats the name. */
const NAME_LIMIT = 200;

/** Stands for a name of which nothing is left to show. */
const NAMELESS = 'workspace';

/**
 * The name of a workspace as answers and doors may show it, whatever its folders are called or a caller
 * wrote: one line without control characters, cut where it is endless (dozens of folders opened together).
 */
export function workspaceNameOf(written: string): string {
  const line = harmlessLine(written);
  if (line === '') return NAMELESS;
  return line.length <= NAME_LIMIT ? line : `${line.slice(0, NAME_LIMIT - 1).replace(/[\uD800-\uDBFF]$/, '')}…`;
}

/** The name of what is opened: its own, else that of its folders. */
export function nameOfScope(
  { name, folders }: { readonly name: string | null; readonly folders: readonly string[] },
  files: Pick<Files, 'nameOf'>,
): string {
  return workspaceNameOf(name ?? folders.map((folder) => files.nameOf(folder)).join('+'));
}
