import { type CodeContent, type CodeFile, type CodeReading, type CodeUnit, FIELD_BITS } from '../contract/codeModel';
import type { RepositoryPath } from '../contract/model';
import { termsOf } from '../text/terms';
import { placeOfFile, type FilePlace } from './filePlace';

/** A file of the index. Its units are numbered one after another, from `firstUnit` to before `endUnit`. */
export interface IndexedFile {
  readonly path: RepositoryPath;
  readonly digest: string;
  readonly place: FilePlace | null;
  readonly reading: CodeReading;
  readonly imports: readonly string[];
  /** Something was left out of its text because it looks like a secret. */
  readonly isRedacted: boolean;
  readonly firstUnit: number;
  readonly endUnit: number;
  /** Distinct terms of all its units: how long it is. */
  readonly length: number;
  /** How many parts its path has: folders, and words of the names that separators join. */
  readonly pathLength: number;
}

/** Where a term stands: in units, and in the paths of files. */
export interface TermPostings {
  /** `(unit * 16) + bits of CODE_FIELDS`, in ascending order. */
  readonly units: readonly number[];
  /** `(file * 2) + 1` where it is in the file's own name, without 1 where it is in a folder's only; ascending. */
  readonly paths: readonly number[];
}

/** The code of one repository, ready to be asked. */
export interface CodeIndex {
  readonly files: readonly IndexedFile[];
  readonly units: readonly CodeUnit[];
  /** By unit, the number of its file. */
  readonly fileOf: Uint32Array;
  /** The mean of the files' lengths. */
  readonly meanLength: number;
  readonly meanPathLength: number;
  postings(term: string): TermPostings | null;
  /** The units of a name, letter case ignored. */
  named(name: string): readonly number[];
  /** The units that call or name something, with the line; by exact name. */
  usersOf(name: string): readonly { readonly unit: number; readonly line: number }[];
}

const NONE: readonly never[] = [];
const PATH_PARTS = /[/._-]/;

/** The terms of a path: of the file's own name without its ending, and of the folders above it. */
function termsOfPath(path: RepositoryPath): { readonly name: readonly string[]; readonly folders: readonly string[] } {
  const slash = path.lastIndexOf('/');
  const name = path.slice(slash + 1);
  const dot = name.lastIndexOf('.');
  return {
    name: termsOf(dot > 0 ? `${name.slice(0, dot)} ${name}` : name),
    folders: termsOf(path.slice(0, Math.max(0, slash)).replaceAll('/', ' ')),
  };
}

function push<Key, Value>(lists: Map<Key, Value[]>, key: Key, value: Value): void {
  const list = lists.get(key);
  if (list === undefined) lists.set(key, [value]);
  else list.push(value);
}

/** Puts an index together, file by file: whoever builds it may pause in between. */
export interface CodeIndexBuilder {
  add(file: CodeFile, content: CodeContent): void;
  finish(): CodeIndex;
}

export function codeIndexBuilder(): CodeIndexBuilder {
  const files: IndexedFile[] = [];
  const units: CodeUnit[] = [];
  const fileOf: number[] = [];
  const inUnits = new Map<string, number[]>();
  const inPaths = new Map<string, number[]>();
  const names = new Map<string, number[]>();
  let users: Map<string, { unit: number; line: number }[]> | null = null;
  let [lengths, pathLengths] = [0, 0];

  const addPath = (path: RepositoryPath, file: number): void => {
    const { name, folders } = termsOfPath(path);
    const own = new Set(name);
    for (const term of own) push(inPaths, term, file * 2 + 1);
    for (const term of folders) if (!own.has(term)) push(inPaths, term, file * 2);
  };

  return {
    add: (file, content) => {
      const firstUnit = units.length;
      for (const unit of content.units) {
        const number = units.length;
        // The posting lists have its terms.
        units.push({ ...unit, terms: NONE });
        fileOf.push(files.length);
        if (unit.name !== '') push(names, unit.name.toLowerCase(), number);
        for (const entry of unit.terms) {
          const term = content.dictionary[entry >> FIELD_BITS];
          if (term !== undefined) push(inUnits, term, number * (1 << FIELD_BITS) + (entry & ((1 << FIELD_BITS) - 1)));
        }
      }
      addPath(file.path, files.length);
      const pathLength = file.path.split(PATH_PARTS).length;
      lengths += content.dictionary.length;
      pathLengths += pathLength;
      files.push({
        path: file.path,
        digest: file.digest,
        place: placeOfFile(file, content),
        reading: content.reading,
        imports: content.imports,
        isRedacted: content.redactions !== null,
        firstUnit,
        endUnit: units.length,
        length: content.dictionary.length,
        pathLength,
      });
    },
    finish: () => ({
      files,
      units,
      fileOf: Uint32Array.from(fileOf),
      meanLength: Math.max(1, lengths / Math.max(1, files.length)),
      meanPathLength: Math.max(1, pathLengths / Math.max(1, files.length)),
      postings: (term) => {
        const [found, paths] = [inUnits.get(term), inPaths.get(term)];
        return found === undefined && paths === undefined ? null : { units: found ?? NONE, paths: paths ?? NONE };
      },
      named: (name) => names.get(name.toLowerCase()) ?? NONE,
      usersOf: (name) => {
        if (users === null) {
          users = new Map();
          for (const [unit, { uses }] of units.entries()) for (const [used, line] of uses) push(users, used, { unit, line });
        }
        return users.get(name) ?? NONE;
      },
    }),
  };
}

/** What a unit is called: by its name, or where it has none by its file. */
export function nameOfUnit(index: CodeIndex, unit: number): string {
  const { name } = index.units[unit]!;
  const { path } = index.files[index.fileOf[unit]!]!;
  return name === '' ? path.slice(path.lastIndexOf('/') + 1) : name;
}
