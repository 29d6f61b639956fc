import type { RepositoryPath } from '../contract/model';
import { type CodeIndex, type IndexedFile, nameOfUnit } from './codeIndex';

/** A file or a test that has to do with a symbol. */
export interface RelatedPlace {
  readonly name: string;
  readonly path: RepositoryPath;
  readonly line: number;
}

export interface Relations {
  readonly related: readonly RelatedPlace[];
  readonly tests: readonly RelatedPlace[];
  /** How many were found beyond those. */
  readonly more: number;
  /** There may be others still: a name has more uses than are looked at. */
  readonly isCut: boolean;
}

/** A name that so many files declare is nobody's in particular, unless an import tells whose it is. */
const MOST_DECLARED = 3;
/** So many uses of a name are looked at. */
const MOST_USES = 500;

const stemOf = (path: RepositoryPath): string => path.replace(/\.[^./]+$/, '');
const folderOf = (path: RepositoryPath): string => path.slice(0, Math.max(0, path.lastIndexOf('/')));
const nameOf = (path: RepositoryPath): string => path.slice(path.lastIndexOf('/') + 1);

/** The words an import would name a file by: its path's ends with either separator, its name, the folder of a package. */
function importTest(path: RepositoryPath): (statement: string) => boolean {
  const stem = stemOf(path).replace(/\/(?:index|__init__|mod|lib|main)$/, '');
  const last = nameOf(stem);
  const folder = nameOf(folderOf(path));
  const escaped = (word: string): string => word.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
  const words = [last, folder].filter((word) => word.length > 1).map(escaped);
  if (words.length === 0) return () => false;
  const word = new RegExp(`(?:^|[^\\p{L}\\p{N}_])(?:${words.join('|')})(?=$|[^\\p{L}\\p{N}_])`, 'u');
  return (statement) => word.test(statement);
}

/** Whether what a file uses by a name can be this symbol: it is the only one of that name, or is imported, or lies beside it. */
function usesSymbolOf(index: CodeIndex, symbol: number, isImport: (statement: string) => boolean): (user: IndexedFile) => boolean {
  const { name } = index.units[symbol]!;
  const own = index.files[index.fileOf[symbol]!]!;
  const declaring = new Set(index.named(name).filter((unit) => index.units[unit]!.name === name).map((unit) => index.fileOf[unit]!));
  return (user) => {
    if (user.imports.some(isImport) || folderOf(user.path) === folderOf(own.path)) return true;
    return declaring.size <= MOST_DECLARED && ![...declaring].some((file) => index.files[file] === user);
  };
}

/** The innermost declaration a use lies in, or its file by name. */
function placeOf(index: CodeIndex, unit: number, line: number): RelatedPlace {
  return { name: nameOfUnit(index, unit), path: index.files[index.fileOf[unit]!]!.path, line };
}

/**
 * The files that import, call or name the symbols, and the tests that do; best symbol first, each file once among
 * `related`. A test file speaks with its tests, or where none of them uses a symbol by itself, as a whole.
 */
export function relationsOf(index: CodeIndex, symbols: readonly number[], limit: number): Relations {
  const related = new Map<RepositoryPath, RelatedPlace>();
  const tests = new Map<string, RelatedPlace>();
  let isCut = false;
  for (const symbol of symbols) {
    const { name, kind } = index.units[symbol]!;
    const own = index.files[index.fileOf[symbol]!]!;
    if (kind === 'test' || kind === 'route' || own.place === 'test' || name === '') continue;
    const isOwn = usesSymbolOf(index, symbol, importTest(own.path));
    const users = index.usersOf(name);
    isCut ||= users.length > MOST_USES;
    for (const { unit, line } of users.slice(0, MOST_USES)) {
      const file = index.files[index.fileOf[unit]!]!;
      if (file === own || !isOwn(file)) continue;
      const place = placeOf(index, unit, line);
      const isTest = file.place === 'test' || index.units[unit]!.kind === 'test';
      if (isTest) tests.set(`${file.path}\0${place.name}`, place);
      else if (file.place === null && !related.has(file.path)) related.set(file.path, place);
    }
  }
  const given = new Set(symbols.map((symbol) => index.files[index.fileOf[symbol]!]!.path));
  // Files that are among the symbols are known already: those come last.
  const ordered = [...related.values()].sort((left, right) => Number(given.has(left.path)) - Number(given.has(right.path)));
  return {
    related: ordered.slice(0, limit),
    tests: [...tests.values()].slice(0, limit),
    more: Math.max(0, related.size - limit) + Math.max(0, tests.size - limit),
    isCut,
  };
}
