import type { CodeContent, CodeManifest } from '../../src/contract/codeModel';

/** Names of the contents that each round writes. */
export const CODE_KEYS: readonly string[] = Array.from({ length: 12 }, (_, index) => `file-${index}`);

/** What a round writes under a key: it says both, so that it cannot be taken for another's. */
export function codeContentFor(round: number, key: string): CodeContent {
  return {
    reading: 'grammar',
    units: [{ name: `${key} ${round}`, kind: 'function', line: 1, endLine: 3, scope: '', signature: '', summary: `of round ${round} `.repeat(20), terms: [], uses: [] }],
    dictionary: [],
    imports: [],
    generated: false,
    minified: false,
    redactions: null,
  };
}

/** The list of a round's files. */
export function codeManifestFor(round: number): CodeManifest {
  return {
    recipe: 'fuzz',
    verifiedAt: new Date(round).toISOString(),
    commit: null,
    dirty: false,
    files: CODE_KEYS.map((key) => ({ path: `${key}.ts`, size: 1, modifiedMs: 1, inode: 1, digest: 'd', key: `${round}-${key}`, blobIds: [] })),
    leftOut: [],
    outside: [],
  };
}
