import type { RepositoryPath } from '../contract/model';

/** What linguist's attributes say of a file; absent where none does. */
export interface LinguistAttributes {
  readonly generated?: boolean;
  readonly vendored?: boolean;
}

/** The attributes of the files below some folder, as one `.gitattributes` sets them. */
export interface AttributesFile {
  /** The folder it lies in; '' for the root. */
  readonly folder: RepositoryPath;
  readonly text: string;
}

const NAMES = { 'linguist-generated': 'generated', 'linguist-vendored': 'vendored' } as const;

interface Rule extends LinguistAttributes {
  readonly matches: (path: RepositoryPath) => boolean;
}

const PATTERN_LENGTH = 500;
const SPECIAL = /[.+^${}()|\\]/g;

/** A pattern as git reads it: with a slash it is anchored, without one it is for names anywhere; `*`, `**`, `?`, `[…]`. */
function patternTest(pattern: string): ((path: RepositoryPath) => boolean) | null {
  const bare = pattern.replace(/^\//, '');
  // A pattern with a slash at its end is for folders, which have no attributes.
  if (bare === '' || bare.endsWith('/') || bare.length > PATTERN_LENGTH || pattern.startsWith('!')) return null;
  const source = bare
    .replace(SPECIAL, '\\$&')
    .replace(/\*{2}\/?|\*|\?/g, (wildcard) => (wildcard === '**/' ? '(?:[^/]+/)*' : wildcard === '**' ? '.*' : wildcard === '*' ? '[^/]*' : '[^/]'));
  try {
    const regexp = new RegExp(`^${source}$`);
    return pattern.includes('/') ? (path) => regexp.test(path) : (path) => regexp.test(path.slice(path.lastIndexOf('/') + 1));
  } catch {
    return null;
  }
}

function rulesOf({ folder, text }: AttributesFile): Rule[] {
  const prefix = folder === '' ? '' : `${folder}/`;
  return text.split(/\r?\n/).flatMap((line): Rule[] => {
    const [pattern = '', ...attributes] = line.trim().split(/\s+/);
    if (pattern === '' || pattern.startsWith('#')) return [];
    const set: { generated?: boolean; vendored?: boolean } = {};
    for (const attribute of attributes) {
      const [, sign = '', name = '', value = ''] = /^([-!]?)([\w-]+)(?:=(.*))?$/.exec(attribute) ?? [];
      const key = NAMES[name as keyof typeof NAMES];
      if (key !== undefined) set[key] = sign === '' && value !== 'false';
    }
    const matches = Object.keys(set).length > 0 ? patternTest(pattern) : null;
    return matches === null ? [] : [{ ...set, matches: (path) => path.startsWith(prefix) && matches(path.slice(prefix.length)) }];
  });
}

/** What linguist's attributes say of paths. Files of folders further down go before those above, later lines before earlier ones. */
export function linguistAttributesOf(files: readonly AttributesFile[]): (path: RepositoryPath) => LinguistAttributes | undefined {
  const rules = [...files].sort((left, right) => left.folder.length - right.folder.length).flatMap(rulesOf);
  if (rules.length === 0) return () => undefined;
  return (path) => {
    const found: { generated?: boolean; vendored?: boolean } = {};
    for (const { matches, generated, vendored } of rules) {
      if (!matches(path)) continue;
      if (generated !== undefined) found.generated = generated;
      if (vendored !== undefined) found.vendored = vendored;
    }
    return Object.keys(found).length === 0 ? undefined : found;
  };
}
