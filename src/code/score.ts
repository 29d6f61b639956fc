import { bitOf, CODE_FIELDS, type CodeField, FIELD_BITS } from '../contract/codeModel';
import {
  AREA_FACTOR,
  CHANGE_WORD_SHARE,
  CODE_WEIGHTS,
  EXACT_VALUES,
  FILE_LENGTH_SHARE,
  FILE_SATURATION,
  FOLDER_SHARE,
  MOST_FILES_OF_NAME,
  PATH_LENGTH_SHARE,
  RARITY_EXPONENT,
} from '../contract/codeScore';
import type { CodeIndex } from './codeIndex';
import { languageTestOf } from './languageWords';
import type { Task, TaskTerm } from './task';

/** A term of the task that the repository has, and how much finding it tells. */
export interface WeighedTerm extends TaskTerm {
  /** The fewer files have it, the more. */
  readonly weight: number;
  /** The files whose language it names. */
  readonly languageFiles: ReadonlySet<number>;
}

/** What a task found, unit by unit and file by file, before anything is ordered. Values are from 0 to 1. */
export interface CodeMatches {
  readonly terms: readonly WeighedTerm[];
  /** By unit: the share of the terms' weight found in each field. */
  readonly fields: Readonly<Record<CodeField, Float64Array>>;
  /** By unit: what its own words add, all fields together; 0 where only its file speaks for it. */
  readonly own: Float64Array;
  /** By file: the share found in its path, and in all its text. */
  readonly paths: Float64Array;
  readonly texts: Float64Array;
  /** By unit: 0, or how exactly the task names it. */
  readonly exact: ReadonlyMap<number, ExactName>;
  /** The task speaks of tests. */
  readonly isAboutTests: boolean;
}

/** That a task names a unit. */
export interface ExactName {
  /** How: letter for letter, apart from upper and lower case, by its file, or by what is declared in it. */
  readonly by: keyof typeof EXACT_VALUES;
  readonly surface: string;
}

const ENTRY = 1 << FIELD_BITS;
const NO_FILES: ReadonlySet<number> = new Set();
/** A field that says what a unit is about counts twice for its file. */
const TELLING_FIELDS = bitOf('name') | bitOf('signature') | bitOf('summary');

/** How many files have a term. */
function fileFrequency(index: CodeIndex, units: readonly number[], paths: readonly number[]): number {
  const files = new Set<number>();
  for (const entry of units) files.add(index.fileOf[Math.floor(entry / ENTRY)] as number);
  for (const entry of paths) files.add(entry >> 1);
  return files.size;
}

/** The inverse document frequency of BM25, never below 0. */
export function inverseFrequency(files: number, withTerm: number): number {
  return Math.log(1 + (files - withTerm + 0.5) / (withTerm + 0.5));
}

/** How much finding a term tells that so many files have. */
function rarityOf(files: number, withTerm: number): number {
  return inverseFrequency(files, withTerm) ** RARITY_EXPONENT;
}

/** The files whose language a term names. */
function languageFilesOf(index: CodeIndex, term: string): ReadonlySet<number> {
  const isOfLanguage = languageTestOf(term);
  if (isOfLanguage === null) return NO_FILES;
  return new Set(index.files.flatMap(({ path }, file) => (isOfLanguage(path) ? [file] : [])));
}

/** The files whose paths have a term, those of the language it names among them: as in `TermPostings`. */
function pathsWith(paths: readonly number[], languageFiles: ReadonlySet<number>): readonly number[] {
  if (languageFiles.size === 0) return paths;
  const inPaths = new Set(paths.map((entry) => entry >> 1));
  return paths.concat(Array.from(languageFiles).flatMap((file) => (inPaths.has(file) ? [] : [file * 2])));
}

/** Of the units of a file, the one whose own words match best, the first of equals; null where it has none. */
function bestUnitOf(index: CodeIndex, own: Float64Array, file: number): number | null {
  const { firstUnit, endUnit } = index.files[file]!;
  let best: number | null = null;
  for (let unit = firstUnit; unit < endUnit; unit += 1) if (best === null || own[unit]! > own[best]!) best = unit;
  return best;
}

/** The units a task names, each by the best of its names. */
function exactNamesOf(index: CodeIndex, task: Task, own: Float64Array): ReadonlyMap<number, ExactName> {
  const exact = new Map<number, ExactName>();
  const put = (unit: number, found: ExactName): void => {
    const known = exact.get(unit);
    if (known === undefined || EXACT_VALUES[known.by] < EXACT_VALUES[found.by]) exact.set(unit, found);
  };
  for (const { name, scope, surface } of task.names) {
    let isFound = false;
    const around = scope.at(-1);
    for (const unit of index.named(name)) {
      const { name: declared, scope: ownScope } = index.units[unit]!;
      const path = index.files[index.fileOf[unit]!]!.path.toLowerCase();
      const isIn = around === undefined || ownScope.toLowerCase().split('.').includes(around.toLowerCase()) || path.includes(around.toLowerCase());
      if (!isIn) continue;
      put(unit, { by: declared === name ? 'name' : 'otherCase', surface });
      isFound = true;
    }
    // What is not there yet or any more is to be where it would be declared.
    if (isFound || around === undefined) continue;
    for (const unit of index.named(around)) if (index.units[unit]!.name === around) put(unit, { by: 'scope', surface });
  }
  if (task.routes.length > 0) {
    for (const [unit, { kind, name }] of index.units.entries()) {
      if (kind !== 'route') continue;
      const surface = task.routes.find((route) => name.slice(name.indexOf('/')) === route);
      if (surface !== undefined) put(unit, { by: 'name', surface });
    }
  }
  for (const surface of task.files) {
    const files = index.files.flatMap(({ path }, file) => (path === surface || path.endsWith(`/${surface}`) ? [file] : []));
    if (files.length > MOST_FILES_OF_NAME) continue;
    for (const file of files) {
      const unit = bestUnitOf(index, own, file);
      if (unit !== null) put(unit, { by: 'file', surface });
    }
  }
  return exact;
}

/** Finds a task's terms and names in an index. Takes as long as the terms' posting lists and the index have entries. */
export function matchesOf(index: CodeIndex, task: Task): CodeMatches {
  const known = task.terms.flatMap((term) => {
    const postings = index.postings(term.term);
    const languageFiles = languageFilesOf(index, term.term);
    if (postings === null && languageFiles.size === 0) return [];
    const units = postings?.units ?? [];
    const paths = pathsWith(postings?.paths ?? [], languageFiles);
    const share = term.isChange ? CHANGE_WORD_SHARE : 1;
    const weight = share * rarityOf(index.files.length, fileFrequency(index, units, paths));
    // What is everywhere in the code may still name few of its places.
    const inPaths = (weight + share * rarityOf(index.files.length, paths.length)) / 2;
    return [{ ...term, weight, languageFiles, inPaths, units, paths }];
  });
  const total = known.reduce((sum, { weight }) => sum + weight, 0);
  const fields = Object.fromEntries(CODE_FIELDS.map((field) => [field, new Float64Array(index.units.length)])) as Record<CodeField, Float64Array>;
  const columns = CODE_FIELDS.map((field) => fields[field]);
  const weights = CODE_FIELDS.map((field) => CODE_WEIGHTS[field]);
  const own = new Float64Array(index.units.length);
  const paths = new Float64Array(index.files.length);
  const texts = new Float64Array(index.files.length);
  for (const { term, weight, inPaths, ...postings } of known) {
    const share = total > 0 ? weight / total : 0;
    const counts = new Map<number, number>();
    for (const entry of postings.units) {
      const unit = Math.floor(entry / ENTRY);
      const bits = entry % ENTRY;
      for (let field = 0; field < columns.length; field += 1) {
        if ((bits & (1 << field)) === 0) continue;
        columns[field]![unit]! += share;
        own[unit]! += share * weights[field]!;
      }
      const file = index.fileOf[unit]!;
      counts.set(file, (counts.get(file) ?? 0) + ((bits & TELLING_FIELDS) !== 0 ? 2 : 1));
    }
    for (const [file, count] of counts) {
      const length = index.files[file]!.length / index.meanLength;
      texts[file]! += (share * count) / (count + FILE_SATURATION * (1 - FILE_LENGTH_SHARE + FILE_LENGTH_SHARE * length));
    }
    const pathShare = total > 0 ? ((task.area.has(term) ? AREA_FACTOR : 1) * inPaths) / total : 0;
    for (const entry of postings.paths) paths[entry >> 1]! += pathShare * ((entry & 1) === 1 ? 1 : FOLDER_SHARE);
  }
  for (const [file, { pathLength }] of index.files.entries()) {
    paths[file] = Math.min(1, paths[file]! / (1 - PATH_LENGTH_SHARE + (PATH_LENGTH_SHARE * pathLength) / index.meanPathLength));
  }
  return {
    terms: known.map(({ term, surface, isChange, weight, languageFiles }) => ({ term, surface, isChange, weight, languageFiles })),
    fields,
    own,
    paths,
    texts,
    exact: exactNamesOf(index, task, own),
    isAboutTests: task.isAboutTests,
  };
}

/** How exactly the task names a unit, from 0 to 1. */
export function exactValueOf({ exact }: CodeMatches, unit: number): number {
  const found = exact.get(unit);
  return found === undefined ? 0 : EXACT_VALUES[found.by];
}

/** What all factors but `exactName`, `place` and `repeat` add for a unit. */
export function wordScoreOf(index: CodeIndex, matches: CodeMatches, unit: number): number {
  const file = index.fileOf[unit]!;
  return matches.own[unit]! + CODE_WEIGHTS.path * matches.paths[file]! + CODE_WEIGHTS.file * matches.texts[file]!;
}
