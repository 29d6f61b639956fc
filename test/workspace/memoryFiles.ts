import type { FileEntry, FileFault, Files } from '../../src/ports/files';

/** What lies at a path: text, a fault when it is used, a link (its target inside, or `outside`), a pipe. */
export type MemoryNode =
  | string
  | { readonly fault: FileFault }
  | { readonly link: string; readonly leadsTo?: 'file' | 'folder' }
  | { readonly pipe: true }
  | { readonly size: number };

const split = (path: string): [string, string] => {
  const at = path.lastIndexOf('/');
  return at < 0 ? ['', path] : [path.slice(0, at), path.slice(at + 1)];
};

/**
 * Files held in memory, absolute paths (`/repo/docs/a.md`) to nodes. `folderFaults` are faults of
 * listing a folder. For faults and shapes that a disk cannot be made to show.
 */
export function memoryFiles(
  nodes: Readonly<Record<string, MemoryNode>>,
  folderFaults: Readonly<Record<string, FileFault>> = {},
): Files {
  const folders = new Map<string, Map<string, FileEntry>>();
  const place = (path: string, kind: FileEntry['kind']): void => {
    const [parent, name] = split(path);
    if (!folders.has(parent)) {
      folders.set(parent, new Map());
      if (parent !== '') place(parent, 'folder');
    }
    folders.get(parent)?.set(name, { name, kind });
  };
  for (const folder of Object.keys(folderFaults)) place(folder, 'folder');
  for (const [path, node] of Object.entries(nodes)) {
    place(path, typeof node === 'string' || 'fault' in node || 'size' in node ? 'file' : 'link' in node ? 'link' : 'other');
  }
  const at = (root: string, path: string): string => (path === '' ? root : `${root}/${path}`);
  return {
    resolveFolder: async (path) => {
      const fault = folderFaults[path];
      if (fault !== undefined) return { fault };
      if (folders.has(path)) return { root: path };
      return { fault: path in nodes ? 'not-a-folder' : 'absent' };
    },
    nameOf: (root) => split(root)[1],
    parentOf: (root) => (root === '' ? null : split(root)[0]),
    below: at,
    pathInside: (root, path) => (path === root ? '' : path.startsWith(`${root}/`) ? path.slice(root.length + 1) : null),
    list: async (root, path) => {
      const full = at(root, path);
      const fault = folderFaults[full];
      if (fault !== undefined) return { fault };
      const folder = folders.get(full);
      return folder === undefined ? { fault: 'absent' } : { entries: [...folder.values()].sort((a, b) => (a.name < b.name ? -1 : 1)) };
    },
    entriesText: async (root, path) => {
      const full = at(root, path);
      const folder = full in folderFaults ? undefined : folders.get(full);
      return folder === undefined ? null : [...folder.values()].map(({ name, kind }) => `${kind[0]}${name}/`).join('');
    },
    facts: async (root, path) => {
      const full = at(root, path);
      const node = nodes[full];
      const facts = { size: 0, modifiedMs: 0, inode: 0 };
      if (node === undefined) return folders.has(full) ? { kind: 'folder', ...facts } : { fault: 'absent' };
      if (typeof node === 'string') return { kind: 'file', ...facts, size: node.length };
      if ('fault' in node) return node;
      if ('size' in node) return { kind: 'file', ...facts, size: node.size };
      if ('pipe' in node) return { kind: 'other', ...facts };
      return node.leadsTo === undefined ? { fault: 'absent' } : { kind: node.leadsTo, ...facts };
    },
    followLink: async (root, path) => {
      const node = nodes[at(root, path)];
      if (typeof node !== 'object' || !('link' in node) || node.link === 'outside') return 'outside';
      return { path: node.link };
    },
    read: async (root, path, limit) => {
      const node = nodes[at(root, path)];
      if (node === undefined) return { fault: 'absent' };
      if (typeof node === 'string') return new TextEncoder().encode(node).slice(0, limit + 1);
      if ('size' in node) return new Uint8Array(Math.min(node.size, limit + 1));
      return { fault: 'fault' in node ? node.fault : 'failed' };
    },
  };
}
