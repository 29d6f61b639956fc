import type { EntityRef } from './model';

/** Namespace of everything that declares none. */
export const DEFAULT_NAMESPACE = 'default';

/** The three parts of a ref, as they are compared: all lower-case. */
export interface EntityRefParts {
  readonly kind: string;
  readonly namespace: string;
  readonly name: string;
}

/** What a written ref means, or a sentence (without the text itself) that says why it means nothing. */
export type EntityRefReading =
  | { readonly ok: true; readonly ref: EntityRef; readonly parts: EntityRefParts }
  | { readonly ok: false; readonly reason: string };

/** What fills the parts a short form leaves out; `kind` null: the kind has to be written. */
export interface EntityRefDefaults {
  readonly kind: string | null;
  readonly namespace: string;
}

/** Longer names are nobody's: Backstage allows 63 characters, package names up to 214. */
const PART_LIMIT = 253;

const PART = /^[\p{L}\p{M}\p{N}_.@+#~-]+$/u;
/** The same for ASCII, tried first: the first use of Unicode's classes costs milliseconds. */
const ASCII_PART = /^[\w.@+#~-]+$/;

/** True when the text may be a kind, a namespace or a name: letters, marks, digits and `_ . @ + # ~ -`. */
export function isEntityName(text: string): boolean {
  return text.length <= PART_LIMIT && (ASCII_PART.test(text) || PART.test(text));
}

/** `kind:namespace/name`, all lower-case, as Backstage compares refs. */
export function entityRefOf(kind: string, namespace: string, name: string): EntityRef {
  return `${kind}:${namespace}/${name}`.toLowerCase();
}

/**
 * The parts of a canonical ref. A ref this contract made always has all three; what is missing in any
 * other text is filled with the empty string.
 */
export function partsOfEntityRef(ref: EntityRef): EntityRefParts {
  const colon = ref.indexOf(':');
  const slash = ref.indexOf('/', colon + 1);
  return {
    kind: colon < 0 ? '' : ref.slice(0, colon),
    namespace: slash < 0 ? '' : ref.slice(colon + 1, slash),
    name: ref.slice((slash < 0 ? colon : slash) + 1),
  };
}

/** What `[kind:][namespace/]name` says by itself: the parts that are written, lower-case; null when it is no ref. */
export function writtenPartsOf(text: string): { kind: string | null; namespace: string | null; name: string } | null {
  const match = /^(?:([^:/]*):)?(?:([^:/]*)\/)?([^:/]*)$/.exec(text.trim());
  if (match === null) {
    return null;
  }
  const [, kind, namespace, name = ''] = match;
  const written = [kind, namespace, name].filter((part) => part !== undefined);
  if (!written.every(isEntityName)) {
    return null;
  }
  return { kind: kind?.toLowerCase() ?? null, namespace: namespace?.toLowerCase() ?? null, name: name.toLowerCase() };
}

/**
 * Reads a ref in any of its forms (`name`, `kind:name`, `namespace/name`, `kind:namespace/name`; the
 * string form of https://backstage.io/docs/features/software-catalog/references). Never throws.
 */
export function readEntityRef(text: string, defaults: EntityRefDefaults): EntityRefReading {
  const written = writtenPartsOf(text);
  if (written === null) {
    return { ok: false, reason: 'it is not of the form [kind:][namespace/]name, without spaces' };
  }
  const kind = written.kind ?? defaults.kind?.toLowerCase() ?? null;
  if (kind === null) {
    return { ok: false, reason: 'it names no kind' };
  }
  const namespace = written.namespace ?? defaults.namespace.toLowerCase();
  const parts = { kind, namespace, name: written.name };
  return { ok: true, ref: entityRefOf(kind, namespace, written.name), parts };
}

/** The entity that stands for a repository; characters that no entity name has become `-`. */
export function repositoryRefOf(repositoryId: string): EntityRef {
  const name = ASCII_PART.test(repositoryId) ? repositoryId : repositoryId.replace(/[^\p{L}\p{M}\p{N}_.@+#~-]+/gu, '-');
  return entityRefOf('repo', DEFAULT_NAMESPACE, name);
}
