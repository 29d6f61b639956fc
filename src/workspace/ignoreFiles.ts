import { FILE_BYTES } from '../contract/constants';
import type { FileNotice, RepositoryPath } from '../contract/model';
import type { FileEntry, Files, PhysicalRoot } from '../ports/files';
import { type IgnoreRules, isIgnored, noIgnoreRules, withIgnoreFile } from './ignoreRules';

export const IGNORE_FILE = '.gitignore';

/** The rules of a repository's root, and where its paths lie among the patterns. */
export interface RootRules {
  readonly rules: IgnoreRules;
  /** Put before a path of the repository to match it: `''`, or like `docs/` in a work tree's subfolder. */
  readonly prefix: string;
  readonly notices: readonly FileNotice[];
}

/** Whether the file system takes two spellings of a name for one, found by asking for a name in the other case. */
export async function ignoresCase(files: Files, root: PhysicalRoot, entries: readonly FileEntry[]): Promise<boolean> {
  const names = new Set(entries.map(({ name }) => name));
  for (const { name, kind } of entries) {
    if (kind === 'link' || kind === 'other' || !/^[ -~]+$/.test(name)) continue;
    const lower = name.toLowerCase();
    const other = lower === name ? name.toUpperCase() : lower;
    if (other === name || names.has(other)) continue;
    return !('fault' in (await files.facts(root, other)));
  }
  return false;
}

/** Adds a folder's .gitignore; an unreadable or oversized one leaves the rules as they are and is a notice. */
export async function withIgnoreFileOf(
  files: Files,
  rules: IgnoreRules,
  location: { root: PhysicalRoot; path: RepositoryPath; patternFolder: RepositoryPath },
): Promise<{ rules: IgnoreRules; notices: FileNotice[] }> {
  const path = location.path === '' ? IGNORE_FILE : `${location.path}/${IGNORE_FILE}`;
  const bytes = await files.read(location.root, path, FILE_BYTES);
  if ('fault' in bytes) {
    if (bytes.fault === 'absent') return { rules, notices: [] };
    return { rules, notices: [{ path, line: null, message: 'This file cannot be read, so its patterns are not applied.' }] };
  }
  if (bytes.length > FILE_BYTES) {
    return { rules, notices: [{ path, line: null, message: 'This file is over 1 MiB, so its patterns are not applied.' }] };
  }
  return withIgnoreFile(rules, location.patternFolder, new TextDecoder().decode(bytes), path);
}

/**
 * The rules in force at a repository's root, its own .gitignore not yet read: `info/exclude`, and in a
 * work tree's subfolder (`prefix` as `GitWorkTree.prefix`) the .gitignore files above it. A folder that
 * those rules ignore was opened on purpose: then they do not reach into it.
 */
export async function rulesAtRoot(
  files: Files,
  root: PhysicalRoot,
  options: { readonly prefix: string; readonly excludePatterns: string; readonly ignoreCase: boolean },
): Promise<RootRules> {
  const none = noIgnoreRules(options.ignoreCase);
  const info = withIgnoreFile(none, '', options.excludePatterns, '.git/info/exclude');
  const segments = options.prefix.split('/').filter((segment) => segment !== '');
  const folders: PhysicalRoot[] = [];
  let folder: PhysicalRoot | null = root;
  for (let above = segments.length; above > 0 && folder !== null; above -= 1) {
    folder = files.parentOf(folder);
    if (folder !== null) folders.unshift(folder);
  }
  let rules = info.rules;
  const notices = [...info.notices];
  for (const [depth, outer] of folders.entries()) {
    const read = await withIgnoreFileOf(files, rules, { root: outer, path: '', patternFolder: segments.slice(0, depth).join('/') });
    rules = read.rules;
    if (isIgnored(rules, segments.slice(0, depth + 1).join('/'), 'folder')) return { rules: none, prefix: '', notices };
  }
  return { rules, prefix: segments.map((segment) => `${segment}/`).join(''), notices };
}
