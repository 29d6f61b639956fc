import type { Redactions } from '../../contract/model';
import type { Log } from '../../ports/log';
import type { ContentKey, PackedContents, StoredContent } from '../../ports/store';
import { namesIn, readFront, readWhole, removeFile, writeWhole } from './cacheFiles';
import { isSegmentName, newSegmentName } from './fileNames';
import { decodeSegment, type Segment } from './segment';
import { createContentPacker } from './contentPacker';
import { createSegmentBuilder } from './segmentBuilder';
import { decodeDirectory, readHeader, SEGMENT_HEADER_BYTES, type SegmentDirectory } from './segmentFormat';
import type { Vocabulary } from './vocabulary';

/** Where a content lies. */
export interface ContentLocation {
  readonly segment: string;
  readonly position: number;
  readonly title: string | null;
  readonly redactions: Redactions | null;
}

/** The segment files of a folder, shared with other processes that read, add and remove them. */
export interface ContentSegments {
  /** Where those of the contents lie that are stored; segments named in `without` are not looked into. */
  locate(keys: Iterable<ContentKey>, without?: ReadonlySet<string>): Promise<ReadonlyMap<ContentKey, ContentLocation>>;
  /** The segments that hold the contents, as far as is known without reading anything. */
  segmentsOf(keys: Iterable<ContentKey>): readonly string[];
  /** A segment; null when it is gone, damaged (it is removed then) or unreadable. */
  load(name: string): Promise<Segment | null>;
  /** Takes contents in, in memory: they can be located and loaded from now on. Those stored already are passed over. */
  take(contents: readonly StoredContent[]): Promise<void>;
  /** The same for packs, all of them: what is stored already is stored twice, which merging ends. */
  takePacks(packs: readonly PackedContents[]): void;
  /**
   * Writes what was taken in and is not on the disk yet.
   * @throws StoreUnwritableError what could not be written stays in memory and is tried again next time.
   */
  flush(): Promise<void>;
  /** Writes the contents of some segments into one new segment; the caller removes the old ones. */
  merge(segments: readonly Segment[]): Promise<void>;
  /** The segment files there are. */
  names(): Promise<readonly string[]>;
  removed(name: string): void;
  /** Says that segments are in use: they are looked into first, and trimming keeps them. */
  use(names: Iterable<string>): void;
  inUse(): ReadonlySet<string>;
  /** Forgets all that is held in memory. */
  forget(): void;
}

interface Unwritten {
  readonly segment: Segment;
  readonly file: Uint8Array;
}

export function createContentSegments(
  folder: string,
  vocabulary: Vocabulary,
  log: Log,
  now: () => number,
): ContentSegments {
  const directories = new Map<string, SegmentDirectory>();
  const loaded = new Map<string, WeakRef<Segment>>();
  const loading = new Map<string, Promise<Segment | null>>();
  const unwritten = new Map<string, Unwritten>();
  const inUse = new Set<string>();
  /** Segments that cannot be used: damaged ones that could not be removed, and those of other versions. */
  const passedOver = new Set<string>();

  const forgetOne = (name: string): void => {
    directories.delete(name);
    loaded.delete(name);
    inUse.delete(name);
  };

  const names = async (): Promise<string[]> => {
    // What is written while the folder is being listed may not be in the list: only what was there before can be gone.
    const before = [...directories.keys()].filter((name) => !unwritten.has(name));
    const existing = new Set((await namesIn(folder)).filter((name) => isSegmentName(name) && !passedOver.has(name)));
    for (const name of before) if (!existing.has(name)) forgetOne(name);
    return [...existing].sort();
  };

  const dropDamaged = async (name: string): Promise<void> => {
    log.warn(`Content segment ${name} is damaged and was removed; its documents are split again.`);
    forgetOne(name);
    passedOver.add(name);
    await removeFile(folder, name);
  };

  const readDirectory = async (name: string): Promise<SegmentDirectory | null> => {
    const reading = await readFront(folder, name, (start) => {
      const header = readHeader(start);
      return typeof header === 'string' ? null : SEGMENT_HEADER_BYTES + header.directoryBytes;
    });
    if ('bytes' in reading && readHeader(reading.bytes) === 'foreign') {
      passedOver.add(name);
      return null;
    }
    if ('fault' in reading) {
      if (reading.fault !== 'absent') log.warn(`Content segment ${name} could not be read (${reading.fault}).`);
      return null;
    }
    const directory = decodeDirectory(reading.bytes, reading.fileBytes);
    if (directory === null) await dropDamaged(name);
    else directories.set(name, directory);
    return directory;
  };

  const read = async (name: string): Promise<Segment | null> => {
    const reading = await readWhole(folder, name);
    if ('fault' in reading) {
      forgetOne(name);
      if (reading.fault !== 'absent') {
        log.warn(`Content segment ${name} could not be read (${reading.fault}); its documents are split again.`);
        passedOver.add(name);
      }
      return null;
    }
    const segment = decodeSegment(reading.bytes, vocabulary);
    if (segment === null) {
      await dropDamaged(name);
      return null;
    }
    loaded.set(name, new WeakRef(segment));
    return segment;
  };

  /** In the order in which they are worth looking into: those in use, those whose directory is known, the newest. */
  const ordered = (existing: Iterable<string>): string[] => {
    const rank = (name: string): number => (inUse.has(name) ? 0 : directories.has(name) ? 1 : 2);
    return [...existing].sort((left, right) => rank(left) - rank(right) || (left < right ? 1 : -1));
  };

  /** Keeps a segment that was just encoded. */
  const keep = (name: string, file: Uint8Array): Segment => {
    const segment = decodeSegment(file, vocabulary, true);
    if (segment === null) throw new Error('A content segment could not be read back after encoding.');
    directories.set(name, segment.directory);
    loaded.set(name, new WeakRef(segment));
    inUse.add(name);
    return segment;
  };

  const locate: ContentSegments['locate'] = async (keys, without) => {
    const remaining = new Set(keys);
    const located = new Map<ContentKey, ContentLocation>();
    if (remaining.size === 0) return located;
    for (const segment of ordered(new Set([...(await names()), ...directories.keys()]))) {
      if (without?.has(segment)) continue;
      const directory = directories.get(segment) ?? (await readDirectory(segment));
      if (directory === null) continue;
      for (const key of remaining) {
        const position = directory.positions.get(key);
        if (position === undefined) continue;
        const [title, redactions] = [directory.titles[position] ?? null, directory.redactions.get(position) ?? null];
        located.set(key, { segment, position, title, redactions });
        remaining.delete(key);
      }
      if (remaining.size === 0) break;
    }
    return located;
  };

  const takePacks: ContentSegments['takePacks'] = (packs) => {
    for (const file of packs) {
      const name = newSegmentName(now());
      unwritten.set(name, { segment: keep(name, file), file });
    }
  };

  return {
    locate,
    names,
    segmentsOf: (keys) => {
      const remaining = new Set(keys);
      return ordered(directories.keys()).filter((name) => {
        const before = remaining.size;
        const { positions } = directories.get(name)!;
        for (const key of remaining) if (positions.has(key)) remaining.delete(key);
        return remaining.size < before;
      });
    },
    load: (name) => {
      const segment = unwritten.get(name)?.segment ?? loaded.get(name)?.deref();
      if (segment !== undefined) return Promise.resolve(segment);
      const running = loading.get(name) ?? read(name).finally(() => loading.delete(name));
      loading.set(name, running);
      return running;
    },
    take: async (contents) => {
      const known = await locate(contents.map(({ key }) => key));
      const packer = createContentPacker();
      const packs = contents.filter(({ key }) => !known.has(key)).map((content) => packer.add(content));
      takePacks([...packs, packer.rest()].filter((pack) => pack !== null));
    },
    takePacks,
    flush: async () => {
      for (const [name, { file }] of unwritten) {
        await writeWhole(folder, name, file);
        unwritten.delete(name);
      }
    },
    merge: async (segments) => {
      const builder = createSegmentBuilder();
      for (const segment of segments) for (const key of segment.directory.positions.keys()) builder.copy(segment, key);
      const name = newSegmentName(now());
      const file = builder.finish();
      await writeWhole(folder, name, file);
      keep(name, file);
    },
    removed: forgetOne,
    use: (used) => {
      for (const name of used) inUse.add(name);
    },
    inUse: () => inUse,
    forget: () => {
      for (const name of [...directories.keys(), ...inUse]) forgetOne(name);
      unwritten.clear();
    },
  };
}
