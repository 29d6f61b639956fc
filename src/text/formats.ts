import type { DocumentFormat, RepositoryPath } from '../contract/model';

const FORMAT_BY_EXTENSION: ReadonlyMap<string, DocumentFormat> = new Map<string, DocumentFormat>([
  ['md', 'markdown'],
  ['markdown', 'markdown'],
  ['mdown', 'markdown'],
  ['mkd', 'markdown'],
  ['mdx', 'mdx'],
  ['adoc', 'asciidoc'],
  ['asciidoc', 'asciidoc'],
  ['asc', 'asciidoc'],
  ['rst', 'restructuredtext'],
  ['rest', 'restructuredtext'],
  ['txt', 'plain'],
  ['text', 'plain'],
]);

/** Documents that by custom go without an extension. */
const PLAIN_NAMES: ReadonlySet<string> = new Set([
  'readme',
  'changelog',
  'changes',
  'history',
  'news',
  'contributing',
  'install',
  'usage',
  'hacking',
  'security',
  'support',
  'governance',
  'maintainers',
  'authors',
  'roadmap',
  'todo',
]);

/** The format a file's name gives it, letter case ignored; null when it is no document. */
export function formatOf(path: RepositoryPath): DocumentFormat | null {
  const name = fileNameOf(path).toLowerCase();
  const dot = name.lastIndexOf('.');
  if (dot === -1) return PLAIN_NAMES.has(name) ? 'plain' : null;
  return FORMAT_BY_EXTENSION.get(name.slice(dot + 1)) ?? null;
}

/** A document's title when nothing in it gives one: its file name without the last extension. */
export function fileNameTitleOf(path: RepositoryPath): string {
  const name = fileNameOf(path);
  const dot = name.lastIndexOf('.');
  return dot > 0 ? name.slice(0, dot) : name;
}

function fileNameOf(path: RepositoryPath): string {
  return path.slice(path.lastIndexOf('/') + 1);
}
