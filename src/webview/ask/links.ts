import { formatOf } from '../../text/formats';

/** What a link of a document leads to. */
export type LinkTarget =
  /** An address that the editor may hand to a browser or a mail program, as a person would read it. */
  | { readonly kind: 'web'; readonly address: string }
  /** Another document of the same repository, as answers name it. */
  | { readonly kind: 'document'; readonly sourceRef: string }
  /** Nothing that may be followed. */
  | { readonly kind: 'none' };

const NONE = { kind: 'none' } as const;
const SCHEME = /^[a-z][a-z0-9+.-]*:/i;
const ALLOWED = new Set(['https:', 'http:', 'mailto:']);
/** Characters that no address holds, with which one could look like another. */
const DECEIVING = /[\u0000-\u0020\u007f-\u009f\u200b-\u200f\u2028-\u202f\u2060-\u206f\ufeff\\]/u;

function webTarget(href: string): LinkTarget {
  try {
    const url = new URL(href);
    return ALLOWED.has(url.protocol) ? { kind: 'web', address: url.href } : NONE;
  } catch {
    return NONE;
  }
}

function decoded(path: string): string | null {
  try {
    return decodeURIComponent(path);
  } catch {
    return null;
  }
}

/** The path in the repository that `path` names from a document in `folder`; null where it leads out of the repository. */
function resolvedPath(folder: readonly string[], path: string): string | null {
  const parts = path.startsWith('/') ? [] : [...folder];
  for (const part of path.split('/')) {
    if (part === '' || part === '.') continue;
    if (part !== '..') parts.push(part);
    else if (parts.pop() === undefined) return null;
  }
  return parts.join('/');
}

/**
 * Where a link in the document `sourceRef` (`repository id/path`) leads. Of other documents only those of the same repository
 * are followed, which the extension then looks for among what is indexed.
 */
export function linkTargetOf(href: string, sourceRef: string): LinkTarget {
  if (href === '' || DECEIVING.test(href) || href.startsWith('//')) return NONE;
  if (SCHEME.test(href)) return webTarget(href);
  const [repositoryId, ...parts] = sourceRef.split('/');
  const path = decoded(href.replace(/[?#].*$/s, ''));
  if (path === null || path === '' || DECEIVING.test(path.replaceAll(' ', '')) || repositoryId === undefined) return NONE;
  const resolved = resolvedPath(parts.slice(0, -1), path);
  return resolved === null || formatOf(resolved) === null ? NONE : { kind: 'document', sourceRef: `${repositoryId}/${resolved}` };
}
