import { bitOf, CODE_FIELDS, type CodeField, FIELD_BITS } from '../contract/codeModel';
import { AREA_FACTOR, CODE_WEIGHTS, FILE_LENGTH_SHARE, FILE_SATURATION, FOLDER_SHARE, PATH_LENGTH_SHARE } from '../contract/codeScore';
import type { CodeIndex } from './codeIndex';
import type { Task, TaskTerm } from './task';

/** A term of the task that the repository has, and how much finding it tells. */
export interface WeighedTerm extends TaskTerm {
  /** Its inverse document frequency: the fewer files have it, the more. */
  readonly weight: number;
}

/** What a task found, unit by unit and file by file, before anything is ordered. Values are from 0 to 1. */
export interface CodeMatches {
  readonly terms: readonly WeighedTerm[];
  /** By unit: the share of the terms' weight found in each field. */
  readonly fields: Readonly<Record<CodeField, Float64Array>>;
  /** By file: the share found in its path, and in all its text. */
  readonly paths: Float64Array;
  readonly texts: Float64Array;
  /** By unit: 0, or how exactly the task names it. */
  readonly exact: ReadonlyMap<number, ExactName>;
}

/** That a task names a unit. */
export interface ExactName {
  /** 1: letter for letter; 0.9: apart from upper and lower case. */
  readonly value: number;
  readonly surface: string;
}

const ENTRY = 1 << FIELD_BITS;
const OTHER_CASE = 0.9;
/** A field that says what a unit is about counts twice for its file. */
const TELLING_FIELDS = bitOf('name') | bitOf('signature') | bitOf('summary');

/** How many files have a term; both lists are in ascending order of files. */
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

/** The units a task names, each by the best of its names. */
function exactNamesOf(index: CodeIndex, task: Task): ReadonlyMap<number, ExactName> {
  const exact = new Map<number, ExactName>();
  const put = (unit: number, found: ExactName): void => {
    const known = exact.get(unit);
    if (known === undefined || known.value < found.value) exact.set(unit, found);
  };
  for (const { name, scope, surface } of task.names) {
    for (const unit of index.named(name)) {
      const { name: own, scope: ownScope } = index.units[unit]!;
      const path = index.files[index.fileOf[unit]!]!.path.toLowerCase();
      const around = scope.at(-1)?.toLowerCase();
      const isIn = around === undefined || ownScope.toLowerCase().split('.').includes(around) || path.includes(around);
      if (isIn) put(unit, { value: own === name ? 1 : OTHER_CASE, surface });
    }
  }
  if (task.routes.length > 0) {
    for (const [unit, { kind, name }] of index.units.entries()) {
      if (kind !== 'route') continue;
      const surface = task.routes.find((route) => name.slice(name.indexOf('/')) === route);
      if (surface !== undefined) put(unit, { value: 1, surface });
    }
  }
  return exact;
}

/** Finds a task's terms and names in an index. Takes as long as the terms' posting lists and the index have entries. */
export function matchesOf(index: CodeIndex, task: Task): CodeMatches {
  const found = task.terms.map((term) => ({ ...term, postings: index.postings(term.term) }));
  const known = found.flatMap(({ postings, ...term }) => {
    if (postings === null) return [];
    const weight = inverseFrequency(index.files.length, fileFrequency(index, postings.units, postings.paths));
    return [{ ...term, postings, weight }];
  });
  const total = known.reduce((sum, { weight }) => sum + weight, 0);
  const fields = Object.fromEntries(CODE_FIELDS.map((field) => [field, new Float64Array(index.units.length)])) as Record<CodeField, Float64Array>;
  const columns = CODE_FIELDS.map((field) => fields[field]);
  const paths = new Float64Array(index.files.length);
  const texts = new Float64Array(index.files.length);
  for (const { term, weight, postings } of known) {
    const share = total > 0 ? weight / total : 0;
    const counts = new Map<number, number>();
    for (const entry of postings.units) {
      const unit = Math.floor(entry / ENTRY);
      const bits = entry % ENTRY;
      for (let field = 0; field < columns.length; field += 1) if ((bits & (1 << field)) !== 0) columns[field]![unit]! += share;
      const file = index.fileOf[unit]!;
      counts.set(file, (counts.get(file) ?? 0) + ((bits & TELLING_FIELDS) !== 0 ? 2 : 1));
    }
    for (const [file, count] of counts) {
      const length = index.files[file]!.length / index.meanLength;
      texts[file]! += (share * count) / (count + FILE_SATURATION * (1 - FILE_LENGTH_SHARE + FILE_LENGTH_SHARE * length));
    }
    // What is everywhere in the code may still name few of its places.
    const inPaths = (weight + inverseFrequency(index.files.length, postings.paths.length)) / 2;
    const pathShare = total > 0 ? ((task.area.has(term) ? AREA_FACTOR : 1) * inPaths) / total : 0;
    for (const entry of postings.paths) paths[entry >> 1]! += pathShare * ((entry & 1) === 1 ? 1 : FOLDER_SHARE);
  }
  for (const [file, { pathLength }] of index.files.entries()) {
    paths[file] = Math.min(1, paths[file]! / (1 - PATH_LENGTH_SHARE + (PATH_LENGTH_SHARE * pathLength) / index.meanPathLength));
  }
  return {
    terms: known.map(({ term, surface, weight }) => ({ term, surface, weight })),
    fields,
    paths,
    texts,
    exact: exactNamesOf(index, task),
  };
}

/** What a unit's own words add: nothing where only its file speaks for it. */
export function ownScoreOf({ fields }: CodeMatches, unit: number): number {
  return CODE_FIELDS.reduce((sum, field) => sum + CODE_WEIGHTS[field] * fields[field][unit]!, 0);
}

/** What all factors but `exactName`, `place` and `repeat` add for a unit. */
export function wordScoreOf(index: CodeIndex, matches: CodeMatches, unit: number): number {
  const file = index.fileOf[unit]!;
  return ownScoreOf(matches, unit) + CODE_WEIGHTS.path * matches.paths[file]! + CODE_WEIGHTS.file * matches.texts[file]!;
}
