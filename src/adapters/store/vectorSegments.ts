import type { EmbeddingModel } from '../../ports/embedder';
import type { Log } from '../../ports/log';
import type { StoredVector } from '../../ranking/vectors';
import { namesIn, readFront as readFrontOf, readRange, readWhole, removeFile, touch, writeWhole } from './cacheFiles';
import { isVectorSegmentName, newVectorSegmentName } from './fileNames';
import { tooManySmall } from './housekeeping';
import { DIGEST_WORDS, FAILS, isVectorKind, type KnownTexts, UNKNOWN } from './knownTexts';
import { createPace } from '../pace';
import { TOUCH_WITHIN_MILLISECONDS } from './repositoryFiles';
import { sharesAny } from './sharesAny';
import {
  decodeVectorFront,
  encodeVectorSegment,
  readVectorHeader,
  type VectorEntry,
  vectorsIn,
  type VectorSegmentFront,
} from './vectorSegmentFormat';

/** Texts in a segment at most: 16 MB of vectors of 384 dimensions. */
const SEGMENT_TEXTS = 40_000;
/** The folder is looked through at most once in so long for what other processes wrote. */
const LISTED_WITHIN_MILLISECONDS = 1000;
/** Rows are read in pieces of about this size, and so many rows that nobody wants are read along rather than skipped. */
const PIECE_BYTES = 512 * 1024;
const GAP_ROWS = 32;
/** Segments vanish when another process merges them; what they held is in a new one, unless that happens again. */
const ATTEMPTS = 5;

/** Where vectors go in memory. */
export interface VectorRows {
  /** Adds a vector and returns its row. */
  add(vector: StoredVector): number;
  vector(row: number): StoredVector;
}

/** The vector segments of one model, shared with other processes that read, add and remove them. */
export interface VectorSegments {
  /**
   * Takes what the folder holds of known texts into memory: of those that were not looked for yet in all segments, of
   * the others in those that other processes wrote since. Of other texts nothing is loaded.
   */
  search(): Promise<void>;
  /** Whether some known texts were not looked for yet. */
  isBehind(): boolean;
  /** Writes what is known of texts into new segments. @throws StoreUnwritableError those that were written have a home then. */
  write(texts: readonly number[]): Promise<void>;
  /**
   * Merges the small segments into one when there are many: the new one is written before the old ones are removed, so
   * that every vector lies in some segment at any time. @throws StoreUnwritableError
   */
  mergeSmall(): Promise<void>;
  /** Says that the texts of segments, by their numbers, are in use: trimming keeps those, by whatever process. */
  use(homes: Iterable<number>): Promise<void>;
  /** Names of segments in use here. */
  inUse(): ReadonlySet<string>;
  removed(name: string): void;
  forget(): void;
}

export interface VectorSegmentsOptions {
  readonly folder: string;
  readonly model: EmbeddingModel;
  /** The product's version. */
  readonly product: string;
  readonly texts: KnownTexts;
  readonly rows: VectorRows;
  /** Called with texts that are known and not on the disk any more: their segment was damaged, or another process removed it. */
  readonly onLost: (texts: readonly number[]) => void;
  readonly log: Log;
  readonly now: () => number;
}

/** What became of a segment that was looked into; `gone`: it is not there (any more). */
type Taking = 'taken' | 'gone';

interface WantedRow {
  readonly text: number;
  readonly kind: number;
  /** Which of the segment's rows it is. */
  readonly row: number;
}

export function createVectorSegments({ folder, model, product, texts, rows, onLost, log, now }: VectorSegmentsOptions): VectorSegments {
  /** The first 32 bits of each digest in a segment, ascending: enough to tell, nearly always, that it has none of some texts. */
  const prefixes = new Map<string, Uint32Array>();
  const homeNames: string[] = [];
  const homeOf = new Map<string, number>();
  const inUse = new Set<string>();
  const touchedAt = new Map<string, number>();
  /** Segments that cannot be used: damaged ones that could not be removed, and those of other versions or models. */
  const passedOver = new Set<string>();
  /** Segments that are gone, and whether what they hold is used here. */
  const vanished = new Map<string, boolean>();
  let listedAt: number | null = null;
  /** Texts below this number were looked for in all segments that are known. */
  let searchedTexts = 0;

  const homeNumberOf = (name: string): number => {
    const known = homeOf.get(name);
    if (known !== undefined) return known;
    homeNames.push(name);
    homeOf.set(name, homeNames.length);
    return homeNames.length;
  };

  const forgetOne = (name: string): void => {
    prefixes.delete(name);
    inUse.delete(name);
    touchedAt.delete(name);
  };

  const vanish = (name: string): void => {
    vanished.set(name, vanished.get(name) === true || inUse.has(name));
    forgetOne(name);
  };

  /** Texts whose segment is gone, and that were found in no other one: those used here are to be written again, the others are forgotten. */
  const settleVanished = (): void => {
    const isUsedByHome = new Map([...vanished].map(([name, isUsed]) => [homeOf.get(name), isUsed]));
    vanished.clear();
    const lost: number[] = [];
    for (let text = 0; isUsedByHome.size > 0 && text < texts.count; text += 1) {
      const isUsed = isUsedByHome.get(texts.homes[text]!);
      if (isUsed === undefined) continue;
      texts.homes[text] = 0;
      if (isUsed) lost.push(text);
      else {
        texts.kinds[text] = UNKNOWN;
        texts.rows[text] = -1;
        searchedTexts = Math.min(searchedTexts, text);
      }
    }
    if (lost.length > 0) onLost(lost);
  };

  /** The segments that are new since the last time; none where that was just now. */
  const listNew = async (): Promise<string[]> => {
    if (listedAt !== null && Math.abs(now() - listedAt) < LISTED_WITHIN_MILLISECONDS) return [];
    const before = [...prefixes.keys()];
    listedAt = now();
    const existing = new Set((await namesIn(folder)).filter((name) => isVectorSegmentName(name) && !passedOver.has(name)));
    for (const name of before) if (!existing.has(name)) vanish(name);
    return [...existing].filter((name) => !prefixes.has(name)).sort();
  };

  const passOver = (name: string): void => {
    forgetOne(name);
    passedOver.add(name);
  };

  const dropDamaged = async (name: string): Promise<void> => {
    log.warn(`Vector segment ${name} is damaged and was removed; its texts are embedded again.`);
    passOver(name);
    // What was read of it is good, used or not.
    vanished.set(name, true);
    await removeFile(folder, name);
  };

  const unreadable = (name: string, fault: string): null => {
    if (fault === 'absent') vanish(name);
    else {
      log.warn(`Vector segment ${name} could not be read (${fault}); its texts are embedded again.`);
      passOver(name);
    }
    return null;
  };

  /** Null where a segment cannot be used; whether it is to be left where it is depends on why. */
  const usable = async (name: string, start: Uint8Array, fileBytes: number): Promise<VectorSegmentFront | null> => {
    if (readVectorHeader(start) === 'foreign') {
      passOver(name);
      return null;
    }
    const front = decodeVectorFront(start, fileBytes);
    if (front === null) await dropDamaged(name);
    else if (front.origin.model !== model.id || front.dimensions !== model.dimensions) passOver(name);
    else return front;
    return null;
  };

  const readFront = async (name: string): Promise<VectorSegmentFront | null> => {
    const reading = await readFrontOf(folder, name, (start) => {
      const header = readVectorHeader(start);
      return typeof header === 'string' ? null : header.frontBytes;
    });
    return 'fault' in reading ? unreadable(name, reading.fault) : usable(name, reading.bytes, reading.fileBytes);
  };

  /** What another version failed on is not known. */
  const counts = (kind: number, front: VectorSegmentFront): boolean => kind !== FAILS || front.origin.product === product;

  /**
   * Notes that the segment holds known texts, takes in those of them that have no vector, and returns those whose vector
   * is to be read.
   */
  const takeFront = (name: string, front: VectorSegmentFront): WantedRow[] => {
    const home = homeNumberOf(name);
    const wanted: WantedRow[] = [];
    let row = 0;
    for (let index = 0; index < front.kinds.length; index += 1) {
      const kind = front.kinds[index]!;
      const own = isVectorKind(kind) ? row : -1;
      if (own >= 0) row += 1;
      const text = texts.find(front.digests, index * DIGEST_WORDS);
      if (text < 0 || !counts(kind, front)) continue;
      if (texts.kinds[text] !== UNKNOWN) {
        // The newest of several stays longest: segments are merged into new ones.
        if (name > (homeNames[texts.homes[text]! - 1] ?? '')) texts.homes[text] = home;
      } else if (own >= 0) wanted.push({ text, kind, row: own });
      else {
        texts.kinds[text] = kind;
        texts.homes[text] = home;
      }
    }
    return wanted;
  };

  /** Where the rows that are read together with `wanted[start]` end. */
  const pieceEnd = (wanted: readonly WantedRow[], start: number, rowBytes: number): number => {
    const most = Math.max(1, Math.floor(PIECE_BYTES / rowBytes));
    let end = start + 1;
    while (
      end < wanted.length &&
      wanted[end]!.row - wanted[end - 1]!.row <= GAP_ROWS &&
      wanted[end]!.row - wanted[start]!.row < most
    ) {
      end += 1;
    }
    return end;
  };

  const takeRows = async (name: string, front: VectorSegmentFront, wanted: readonly WantedRow[]): Promise<Taking> => {
    const home = homeNumberOf(name);
    const pace = createPace();
    for (let start = 0; start < wanted.length; ) {
      const end = pieceEnd(wanted, start, front.rowBytes);
      const first = wanted[start]!.row;
      const length = (wanted[end - 1]!.row - first + 1) * front.rowBytes;
      const reading = readRange(folder, name, front.bodyAt + first * front.rowBytes, length);
      if ('fault' in reading) {
        unreadable(name, reading.fault);
        return 'gone';
      }
      const vectorOf = vectorsIn(front, reading.bytes, first);
      for (let index = start; index < end; index += 1) {
        const { text, kind, row } = wanted[index]!;
        const vector = vectorOf(row);
        if (vector === null) {
          await dropDamaged(name);
          return 'gone';
        }
        // Embedded here in the meantime.
        if (texts.kinds[text] !== UNKNOWN) continue;
        texts.rows[text] = rows.add(vector);
        texts.kinds[text] = kind;
        texts.homes[text] = home;
      }
      start = end;
      await pace();
    }
    return 'taken';
  };

  const take = async (name: string): Promise<Taking> => {
    const front = await readFront(name);
    if (front === null) return 'gone';
    if (!prefixes.has(name)) {
      const firsts = new Uint32Array(front.kinds.length);
      for (let index = 0; index < firsts.length; index += 1) firsts[index] = front.digests[index * DIGEST_WORDS]!;
      prefixes.set(name, firsts);
    }
    return takeRows(name, front, takeFront(name, front));
  };

  /** The first 32 bits of the digests of texts that nothing is known of, from a text on, ascending. */
  const unknownFrom = (firstText: number): Uint32Array => {
    const found = new Uint32Array(texts.count - firstText);
    let count = 0;
    for (let text = firstText; text < texts.count; text += 1) {
      if (texts.kinds[text] === UNKNOWN) found[count++] = texts.digests[text * DIGEST_WORDS]!;
    }
    return found.subarray(0, count).sort();
  };

  const entriesOf = (front: VectorSegmentFront, file: Uint8Array): VectorEntry[] | null => {
    const vectorOf = vectorsIn(front, file.slice(front.bodyAt), 0);
    const entries: VectorEntry[] = [];
    let row = 0;
    for (let index = 0; index < front.kinds.length; index += 1) {
      const kind = front.kinds[index]!;
      const vector = isVectorKind(kind) ? vectorOf(row++) : null;
      if (vector === null && isVectorKind(kind)) return null;
      if (counts(kind, front)) entries.push({ digests: front.digests, at: index * DIGEST_WORDS, kind, vector });
    }
    return entries;
  };

  const writeEntries = async (entries: readonly VectorEntry[]): Promise<string> => {
    const name = newVectorSegmentName(now());
    await writeWhole(folder, name, encodeVectorSegment({ model: model.id, product }, model.dimensions, entries));
    const home = homeNumberOf(name);
    for (const { digests, at } of entries) {
      const text = texts.find(digests, at);
      if (text >= 0 && texts.kinds[text] !== UNKNOWN) texts.homes[text] = home;
    }
    return name;
  };

  return {
    isBehind: () => searchedTexts < texts.count,

    search: async () => {
      const pace = createPace();
      let firstText = searchedTexts;
      for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
        const added = await listNew();
        // Added ones are looked through for all texts.
        const before = [...prefixes];
        const wanted = before.length > 0 ? unknownFrom(firstText) : new Uint32Array(0);
        const end = texts.count;
        let isMissing = false;
        for (const [name, firsts] of wanted.length > 0 ? before : []) {
          if (!sharesAny(firsts, wanted)) continue;
          isMissing = (await take(name)) === 'gone' || isMissing;
          await pace();
        }
        for (const name of added) {
          isMissing = (await take(name)) === 'gone' || isMissing;
          await pace();
        }
        searchedTexts = Math.max(searchedTexts, end);
        if (!isMissing) break;
        // What a vanished or damaged one held may lie in any other, old or new.
        firstText = 0;
        listedAt = null;
      }
      settleVanished();
    },

    write: async (numbers) => {
      for (let start = 0; start < numbers.length; start += SEGMENT_TEXTS) {
        const written = numbers.slice(start, start + SEGMENT_TEXTS).map((text): VectorEntry => {
          const row = texts.rows[text]!;
          return { digests: texts.digests, at: text * DIGEST_WORDS, kind: texts.kinds[text]!, vector: row < 0 ? null : rows.vector(row) };
        });
        const name = await writeEntries(written);
        // Nothing in it is new to this process: it need not be read.
        prefixes.set(name, Uint32Array.from(written, ({ digests, at }) => digests[at]!).sort());
      }
    },

    mergeSmall: async () => {
      const segments = (await namesIn(folder)).filter((one) => isVectorSegmentName(one) && !passedOver.has(one));
      const small = await tooManySmall(folder, segments);
      const pace = createPace();
      const merged: string[] = [];
      const entries: VectorEntry[] = [];
      for (const name of small) {
        const reading = await readWhole(folder, name);
        const front = 'fault' in reading ? unreadable(name, reading.fault) : await usable(name, reading.bytes, reading.bytes.length);
        if ('fault' in reading || front === null) continue;
        const own = entriesOf(front, reading.bytes);
        if (own === null) await dropDamaged(name);
        else {
          merged.push(name);
          for (const entry of own) entries.push(entry);
        }
        await pace();
      }
      if (merged.length < 2) return;
      for (let start = 0; start < entries.length; start += SEGMENT_TEXTS) await writeEntries(entries.slice(start, start + SEGMENT_TEXTS));
      for (const name of merged) if (await removeFile(folder, name)) forgetOne(name);
      listedAt = null;
    },

    use: async (homes) => {
      for (const home of homes) {
        const name = homeNames[home - 1];
        if (name === undefined) continue;
        inUse.add(name);
        if (Math.abs(now() - (touchedAt.get(name) ?? Number.NEGATIVE_INFINITY)) < TOUCH_WITHIN_MILLISECONDS) continue;
        touchedAt.set(name, now());
        await touch(folder, name, now(), TOUCH_WITHIN_MILLISECONDS);
      }
    },

    inUse: () => inUse,

    removed: vanish,

    forget: () => {
      for (const name of [...prefixes.keys(), ...inUse]) forgetOne(name);
      vanished.clear();
      searchedTexts = 0;
      listedAt = null;
    },
  };
}
