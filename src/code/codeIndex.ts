import { type CodeContent, type CodeFile, FIELD_BITS } from '../contract/codeModel';
import { type CodeSegment, codeSegmentBuilder, identityOf, type IndexedFile, type IndexedUnit } from './codeSegment';
import { placeOfFirst } from './numberLists';

export type { IndexedFile, IndexedUnit };

/** Where a term stands: in units, and in the paths of files. */
export interface TermPostings {
  /** `(unit * 16) + bits of CODE_FIELDS`, in ascending order. */
  readonly units: readonly number[];
  /** `(file * 2) + 1` where it is in the file's own name, without 1 where it is in a folder's only; ascending. */
  readonly paths: readonly number[];
}

/** Where a term stands in one file. */
export interface TermInFile {
  /** As in `TermPostings`, of its units only. */
  readonly units: readonly number[];
  readonly isInPath: boolean;
}

/**
 * The code of one repository, ready to be asked: its files in the order of the repository's list, and their units in that order.
 * It never changes; `codeIndexRenewal` makes the next one.
 */
export interface CodeIndex {
  readonly files: readonly IndexedFile[];
  readonly units: readonly IndexedUnit[];
  /** By unit, the number of its file. */
  readonly fileOf: Uint32Array;
  /** The mean of the files' lengths. */
  readonly meanLength: number;
  readonly meanPathLength: number;
  postings(term: string): TermPostings | null;
  /** What `postings` has of one file, without looking through the others. */
  postingsIn(term: string, file: number): TermInFile;
  /** The units of a name, letter case ignored. */
  named(name: string): readonly number[];
  /** The units that call or name something, with the line; by exact name. */
  usersOf(name: string): readonly { readonly unit: number; readonly line: number }[];
  /** What it is put together of, oldest first. */
  readonly parts: readonly IndexPart[];
}

/** A segment in an index, and where in it the files are that count. */
export interface IndexPart {
  readonly segment: CodeSegment;
  /** By file of the segment, its number in the index; `ABSENT` where it is in there no more. */
  readonly fileIn: Uint32Array;
  /** How many of its files count. */
  readonly live: number;
}

/** Stands for a file of a segment that the repository does not have any more. */
const ABSENT = 0xffff_ffff;
const ENTRY = 1 << FIELD_BITS;

const ascending = (left: number, right: number): number => left - right;

/** The numbers in ascending order: parts have theirs in it, so what comes of one part is left as it is. */
function inOrder(numbers: number[], fromParts: number): number[] {
  return fromParts > 1 ? numbers.sort(ascending) : numbers;
}

/** A file that counts: where it lies. */
interface LivingFile {
  readonly part: number;
  readonly file: number;
}

/** An index over segments. @param living its files in their order. */
function indexOver(segments: readonly CodeSegment[], living: readonly LivingFile[]): CodeIndex {
  const parts = segments.map((segment) => ({ segment, fileIn: new Uint32Array(segment.files.length).fill(ABSENT), live: 0 }));
  /** By part and file: what makes a unit's number in the index of that in the segment. */
  const shifts = segments.map((segment) => new Int32Array(segment.files.length));
  const files: IndexedFile[] = [];
  let unitCount = 0;
  let [lengths, pathLengths] = [0, 0];
  for (const [number, { part, file }] of living.entries()) {
    const own = segments[part]!.files[file]!;
    const firstUnit = unitCount;
    unitCount += own.endUnit - own.firstUnit;
    files.push(own.firstUnit === firstUnit ? own : { ...own, firstUnit, endUnit: unitCount });
    parts[part]!.fileIn[file] = number;
    parts[part]!.live += 1;
    shifts[part]![file] = firstUnit - own.firstUnit;
    lengths += own.length;
    pathLengths += own.pathLength;
  }
  const units = new Array<IndexedUnit>(unitCount);
  const fileOf = new Uint32Array(unitCount);
  for (const [number, { part, file }] of living.entries()) {
    const { firstUnit, endUnit } = files[number]!;
    const own = segments[part]!.units;
    const before = firstUnit - shifts[part]![file]!;
    for (let unit = firstUnit; unit < endUnit; unit += 1) units[unit] = own[before + unit - firstUnit]!;
    fileOf.fill(number, firstUnit, endUnit);
  }

  const unitEntries = (term: string): number[] => {
    const found: number[] = [];
    let from = 0;
    for (const [part, { segment, fileIn }] of parts.entries()) {
      const before = found.length;
      for (const entry of segment.terms.of(term)) {
        const file = segment.fileOf[entry >>> FIELD_BITS]!;
        if (fileIn[file] !== ABSENT) found.push(entry + shifts[part]![file]! * ENTRY);
      }
      if (found.length > before) from += 1;
    }
    return inOrder(found, from);
  };
  const pathEntries = (term: string): number[] => {
    const found: number[] = [];
    let from = 0;
    for (const { segment, fileIn } of parts) {
      const before = found.length;
      for (const entry of segment.paths.of(term)) {
        const file = fileIn[entry >>> 1]!;
        if (file !== ABSENT) found.push(file * 2 + (entry & 1));
      }
      if (found.length > before) from += 1;
    }
    return inOrder(found, from);
  };

  return {
    files,
    units,
    fileOf,
    meanLength: Math.max(1, lengths / Math.max(1, files.length)),
    meanPathLength: Math.max(1, pathLengths / Math.max(1, files.length)),
    parts,
    postings: (term) => {
      const [found, paths] = [unitEntries(term), pathEntries(term)];
      return found.length === 0 && paths.length === 0 ? null : { units: found, paths };
    },
    postingsIn: (term, number) => {
      const { part, file } = living[number]!;
      const { terms, paths, files: own } = segments[part]!;
      const { firstUnit, endUnit } = own[file]!;
      const list = terms.of(term);
      const found: number[] = [];
      for (let at = placeOfFirst(list, firstUnit * ENTRY); at < list.length && list[at]! < endUnit * ENTRY; at += 1) {
        found.push(list[at]! + shifts[part]![file]! * ENTRY);
      }
      const ofPaths = paths.of(term);
      const place = placeOfFirst(ofPaths, file * 2);
      return { units: found, isInPath: place < ofPaths.length && ofPaths[place]! >>> 1 === file };
    },
    named: (name) => {
      const found: number[] = [];
      let from = 0;
      for (const [part, { segment, fileIn }] of parts.entries()) {
        const before = found.length;
        for (const unit of segment.names.of(name.toLowerCase())) {
          const file = segment.fileOf[unit]!;
          if (fileIn[file] !== ABSENT) found.push(unit + shifts[part]![file]!);
        }
        if (found.length > before) from += 1;
      }
      return inOrder(found, from);
    },
    usersOf: (name) => {
      const found: { unit: number; line: number }[] = [];
      for (const [part, { segment, fileIn }] of parts.entries()) {
        const list = segment.uses.of(name);
        for (let at = 0; at < list.length; at += 2) {
          const file = segment.fileOf[list[at]!]!;
          if (fileIn[file] !== ABSENT) found.push({ unit: list[at]! + shifts[part]![file]!, line: list[at + 1]! });
        }
      }
      return parts.length > 1 ? found.sort((left, right) => left.unit - right.unit) : found;
    },
  };
}

/** Puts an index together, file by file: whoever builds it may pause in between. */
export interface CodeIndexBuilder {
  add(file: CodeFile, content: CodeContent): void;
  finish(): CodeIndex;
}

/** An index built anew. */
export function codeIndexBuilder(): CodeIndexBuilder {
  const builder = codeSegmentBuilder();
  return {
    add: builder.add,
    finish: () => {
      const segment = builder.finish();
      return indexOver([segment], segment.files.map((_, file) => ({ part: 0, file })));
    },
  };
}

/** The making of the next index of a repository: `missing` have to be added, in their order, before it is finished. */
export interface CodeIndexRenewal {
  /** The files whose contents have to be read: those the known index lacks, and those it is time to put together anew. */
  readonly missing: readonly CodeFile[];
  add(file: CodeFile, content: CodeContent): void;
  finish(): CodeIndex;
}

/**
 * Of two segments beside each other the older one stays as it is while it has more than so many times the files of what comes
 * after it: so there are few of them, and a file is put into a new one only as often as the repository doubles.
 */
const OLDER_SHARE = 2;
/** A segment is put together anew when no more than this share of its files counts. */
const LIVING_SHARE = 0.5;

/**
 * Makes the index of `files` from the one that is known: what it has of them is used as it is, and only what changed is
 * posted, besides what small segments are merged of now and then. It answers as one built anew.
 * @param files in the order of the repository's list.
 */
export function codeIndexRenewal(known: CodeIndex | null, files: readonly CodeFile[]): CodeIndexRenewal {
  const parts = known?.parts ?? [];
  const places = new Map<string, LivingFile>();
  for (const [part, { segment, fileIn }] of parts.entries()) {
    for (const [file, identity] of segment.identities.entries()) if (fileIn[file] !== ABSENT) places.set(identity, { part, file });
  }
  const placeOf = files.map((file) => places.get(identityOf(file)) ?? null);
  const living = parts.map(() => 0);
  let toPost = 0;
  for (const place of placeOf) {
    if (place === null) toPost += 1;
    else living[place.part]! += 1;
  }
  const isKept = parts.map(({ segment }, part) => living[part]! > 0 && living[part]! > segment.files.length * LIVING_SHARE);
  for (const [part, kept] of isKept.entries()) if (!kept) toPost += living[part]!;
  for (let part = parts.length - 1; toPost > 0 && part >= 0; part -= 1) {
    if (!isKept[part]) continue;
    if (living[part]! > toPost * OLDER_SHARE) break;
    isKept[part] = false;
    toPost += living[part]!;
  }
  const kept = parts.flatMap(({ segment }, part) => (isKept[part] ? [{ segment, part }] : []));
  const numbers = new Map(kept.map(({ part }, number) => [part, number]));
  const isMissing = placeOf.map((place) => place === null || !isKept[place.part]);
  const builder = codeSegmentBuilder();
  return {
    missing: files.filter((_, index) => isMissing[index]),
    add: builder.add,
    finish: () => {
      const segments = kept.map(({ segment }) => segment);
      if (toPost > 0) segments.push(builder.finish());
      let added = 0;
      const all = placeOf.map((place, index): LivingFile => {
        if (place === null || isMissing[index]) return { part: kept.length, file: added++ };
        return { part: numbers.get(place.part)!, file: place.file };
      });
      return indexOver(segments, all);
    },
  };
}

/** What a unit is called: by its name, or where it has none by its file. */
export function nameOfUnit(index: CodeIndex, unit: number): string {
  const { name } = index.units[unit]!;
  const { path } = index.files[index.fileOf[unit]!]!;
  return name === '' ? path.slice(path.lastIndexOf('/') + 1) : name;
}
