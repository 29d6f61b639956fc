import { type CodeContent, type CodeFile, type CodeReading, type CodeUnit, FIELD_BITS } from '../contract/codeModel';
import type { RepositoryPath } from '../contract/model';
import { termsOf } from '../text/terms';
import { type FilePlace, placeOfFile } from './filePlace';
import { growingNumbers, type NumberLists, numberListsBuilder } from './numberLists';

/** A file of an index. Its units are numbered one after another, from `firstUnit` to before `endUnit`. */
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

/** A unit of an index: its terms and what it uses are in lists that all units share. */
export type IndexedUnit = Omit<CodeUnit, 'terms' | 'uses'>;

/** Some files with all that is found by: what an index is put together of. Nothing in it changes. */
export interface CodeSegment {
  readonly files: readonly IndexedFile[];
  /** By file: what `identityOf` tells of it. */
  readonly identities: readonly string[];
  readonly units: readonly IndexedUnit[];
  /** By unit, the number of its file. */
  readonly fileOf: Uint32Array;
  /** By term: `(unit * 16) + bits of CODE_FIELDS`, ascending. */
  readonly terms: NumberLists;
  /** By term: `(file * 2) + 1` where it is in the file's own name, without 1 where it is in a folder's only; ascending. */
  readonly paths: NumberLists;
  /** By name in lower case: its units, ascending. */
  readonly names: NumberLists;
  /** By exact name: the units that call or name it, ascending, each followed by the line. */
  readonly uses: NumberLists;
}

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

/** Names everything of a file that its place in an index depends on: files alike in this are indexed alike. */
export function identityOf({ path, key, attributes }: Pick<CodeFile, 'path' | 'key' | 'attributes'>): string {
  return `${path}\0${key}\0${attributes === undefined ? '' : JSON.stringify(attributes)}`;
}

/** Puts a segment together, file by file: whoever builds it may pause in between. */
export interface CodeSegmentBuilder {
  add(file: CodeFile, content: CodeContent): void;
  finish(): CodeSegment;
}

export function codeSegmentBuilder(): CodeSegmentBuilder {
  const files: IndexedFile[] = [];
  const identities: string[] = [];
  const units: IndexedUnit[] = [];
  const fileOf = growingNumbers();
  const [terms, paths, names, uses] = [numberListsBuilder(), numberListsBuilder(), numberListsBuilder(), numberListsBuilder()];
  /** One string for all that are alike: units of a class have its name, and what is written alike is kept once. */
  const strings = new Map<string, string>();
  const once = (text: string): string => {
    const known = strings.get(text);
    if (known === undefined) strings.set(text, text);
    return known ?? text;
  };

  const addPath = (path: RepositoryPath, file: number): void => {
    const { name, folders } = termsOfPath(path);
    const own = new Set(name);
    for (const term of own) paths.put(paths.numberOf(term), file * 2 + 1);
    for (const term of folders) if (!own.has(term)) paths.put(paths.numberOf(term), file * 2);
  };

  return {
    add: (file, content) => {
      const firstUnit = units.length;
      const numbers = content.dictionary.map((term) => terms.numberOf(term));
      for (const { terms: own, uses: used, ...unit } of content.units) {
        const number = units.length;
        units.push({ ...unit, name: once(unit.name), scope: once(unit.scope) });
        fileOf.push(files.length);
        if (unit.name !== '') names.put(names.numberOf(unit.name.toLowerCase()), number);
        for (const entry of own) {
          const term = numbers[entry >> FIELD_BITS];
          if (term !== undefined) terms.put(term, number * (1 << FIELD_BITS) + (entry & ((1 << FIELD_BITS) - 1)));
        }
        for (const [name, line] of used) {
          const user = uses.numberOf(name);
          uses.put(user, number);
          uses.put(user, line);
        }
      }
      addPath(file.path, files.length);
      identities.push(identityOf(file));
      files.push({
        path: file.path,
        digest: file.digest,
        place: placeOfFile(file, content),
        reading: content.reading,
        imports: content.imports.map(once),
        isRedacted: content.redactions !== null,
        firstUnit,
        endUnit: units.length,
        length: content.dictionary.length,
        pathLength: file.path.split(PATH_PARTS).length,
      });
    },
    finish: () => ({
      files,
      identities,
      units,
      fileOf: fileOf.view().slice(),
      terms: terms.finish(),
      paths: paths.finish(),
      names: names.finish(),
      uses: uses.finish(),
    }),
  };
}
