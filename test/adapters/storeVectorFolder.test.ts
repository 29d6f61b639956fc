import { copyFileSync, cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { StoreUnwritableError } from '../../src/ports/store';
import { freshFolder, openStore } from './storeExamples';
import {
  embed,
  embeddedRepository,
  embeddingFor,
  MODEL,
  numbered,
  numbersUpTo,
  openVectors,
  orderOf,
  reopen,
  vectorFiles,
  vectorFor,
  vectorsOf,
  waitingOf,
  writeRepository,
} from './vectorExamples';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const KEY = 'a'.repeat(64);
const OTHER_KEY = 'b'.repeat(64);
const digestsFile = (folder: string, key = KEY): string => path.join(folder, 'repositories', `${key}.digests`);

function age(file: string, milliseconds: number): void {
  const time = new Date(Date.now() - milliseconds);
  utimesSync(file, time, time);
}

/** Adds what is pending of a repository, at most so many texts, without writing it. */
async function embedSome(store: Parameters<typeof embed>[0], repository: Parameters<typeof embed>[1], atMost: number): Promise<number> {
  const pending = await vectorsOf(store).pending(repository, orderOf(repository), atMost);
  await vectorsOf(store).add(pending.map(({ digest, text }) => ({ digest, embedding: embeddingFor(text) })));
  return pending.length;
}

/** A folder with one embedded repository of three documents (six passages), and what a new process has to embed of it. */
async function embeddedFolder(): Promise<string> {
  const folder = freshFolder();
  await embeddedRepository(openVectors(folder).store, KEY, numbersUpTo(3));
  return folder;
}

describe('interrupted embedding', () => {
  it('goes on where it was last written', async () => {
    const folder = freshFolder();
    const { store, vectors } = openVectors(folder);
    const repository = await writeRepository(store, KEY, numbersUpTo(3).map(numbered));
    await embedSome(store, repository, 2);
    await vectors.flush();
    await embedSome(store, repository, 2);
    // Not written: lost with the process.
    const next = openVectors(folder);
    const again = await reopen(next.store, KEY);
    expect(await next.vectors.attach(again)).toEqual({ passages: 6, embedded: 2, cut: 0, without: 0 });
    expect(await embed(next.store, again)).toHaveLength(4);
  });

  it('writes nothing when there is nothing new', async () => {
    const folder = await embeddedFolder();
    const { store, vectors } = openVectors(folder);
    await embed(store, await reopen(store, KEY));
    const before = vectorFiles(folder);
    const digestsBefore = statSync(digestsFile(folder)).mtimeMs;
    await vectors.flush();
    expect(vectorFiles(folder)).toEqual(before);
    expect(statSync(digestsFile(folder)).mtimeMs).toBe(digestsBefore);
  });
});

describe('a vector segment', () => {
  const damages: [string, (bytes: Buffer) => Buffer][] = [
    ['truncated', (bytes) => bytes.subarray(0, -1)],
    ['truncated in its header', (bytes) => bytes.subarray(0, 20)],
    ['empty', () => Buffer.alloc(0)],
    ['longer than it was', (bytes) => Buffer.concat([bytes, Buffer.alloc(4)])],
    ['zeroed', (bytes) => Buffer.alloc(bytes.length)],
    ['zeroed from the middle on', (bytes) => Buffer.concat([bytes.subarray(0, bytes.length >> 1), Buffer.alloc(bytes.length - (bytes.length >> 1))])],
  ];

  it.each(damages)('that is %s is removed, and its texts are embedded again', async (_, damage) => {
    const folder = await embeddedFolder();
    const [file] = vectorFiles(folder) as [string];
    writeFileSync(file, damage(readFileSync(file)));
    const { store, vectors, warnings } = openVectors(folder);
    const repository = await reopen(store, KEY);
    await vectors.attach(repository);
    expect(warnings).toEqual([expect.stringContaining('is damaged and was removed')]);
    expect(existsSync(file)).toBe(false);
    await embed(store, repository);
    await vectors.flush();
    const next = openVectors(folder);
    expect(waitingOf(await next.vectors.attach(await reopen(next.store, KEY)))).toBe(0);
    expect(next.warnings).toEqual([]);
  });

  it('is not believed when any one bit is another: what is wrong is embedded again', async () => {
    const folder = await embeddedFolder();
    const [file] = vectorFiles(folder) as [string];
    const whole = readFileSync(file);
    const question = vectorFor('question');
    const expected = await cosinesAfterEmbedding();
    async function cosinesAfterEmbedding(): Promise<number[]> {
      const { store } = openVectors(folder);
      const repository = await reopen(store, KEY);
      await embed(store, repository);
      return Array.from(repository.candidates([], question).cosines!);
    }
    await fc.assert(
      fc.asyncProperty(fc.nat({ max: whole.length * 8 - 1 }), async (bit) => {
        for (const other of vectorFiles(folder)) rmSync(other);
        const bytes = Buffer.from(whole);
        bytes[bit >> 3]! ^= 1 << (bit & 7);
        writeFileSync(file, bytes);
        expect(await cosinesAfterEmbedding()).toEqual(expected);
      }),
      { numRuns: 150 },
    );
  });

  it('of a newer version is left where it is', async () => {
    const folder = await embeddedFolder();
    const [file] = vectorFiles(folder) as [string];
    const bytes = readFileSync(file);
    bytes.writeUInt32LE(bytes.readUInt32LE(8) + 1, 8);
    writeFileSync(file, bytes);
    const { store, vectors, warnings } = openVectors(folder);
    const repository = await reopen(store, KEY);
    expect(await embed(store, repository)).toHaveLength(6);
    await vectors.flush();
    expect(warnings).toEqual([]);
    expect(readFileSync(file)).toEqual(bytes);
    expect(vectorFiles(folder)).toHaveLength(2);
  });

  it.each([
    ['another model', { ...MODEL, id: 'another/model' }],
    ['the same model with other dimensions', { ...MODEL, dimensions: 16 }],
  ])('of %s is passed over', async (_, model) => {
    const folder = freshFolder();
    const { store } = openVectors(folder, { model });
    const repository = await writeRepository(store, KEY, [numbered(0)]);
    const pending = await vectorsOf(store).pending(repository, [0], 10);
    const vector = vectorFor('x', model.dimensions);
    await vectorsOf(store).add(pending.map(({ digest }) => ({ digest, embedding: { kind: 'vector', vector, cut: false } })));
    await vectorsOf(store).flush();
    const [file] = vectorFiles(folder) as [string];

    // As if it lay in the folder of the model in use.
    const own = freshFolder();
    await embeddedRepository(openVectors(own).store, OTHER_KEY, [5]);
    copyFileSync(file, path.join(path.dirname(vectorFiles(own)[0]!), path.basename(file)));
    const next = openVectors(own);
    const again = await writeRepository(next.store, KEY, [numbered(0)]);
    expect(await embed(next.store, again)).toHaveLength(2);
    expect(next.warnings).toEqual([]);
    expect(vectorFiles(own)).toHaveLength(2);
  });

  it('of another model lies in another folder, and both are used', async () => {
    const folder = await embeddedFolder();
    const model = { ...MODEL, id: 'another/model' };
    const other = openVectors(folder, { model }).store;
    expect(await embed(other, await reopen(other, KEY))).toHaveLength(6);
    await vectorsOf(other).flush();
    expect(new Set(vectorFiles(folder).map((file) => path.dirname(file)))).toHaveProperty('size', 2);
    for (const options of [{}, { model }]) {
      const { store, vectors } = openVectors(folder, options);
      expect(waitingOf(await vectors.attach(await reopen(store, KEY)))).toBe(0);
    }
  });

  it('is not read beyond its digests when no open repository needs it', async () => {
    const folder = await embeddedFolder();
    const [file] = vectorFiles(folder) as [string];
    const bytes = readFileSync(file);
    // The vectors lie at the end, six of twelve bytes: whoever read them would notice.
    bytes.fill(0, bytes.length - 6 * 12);
    writeFileSync(file, bytes);
    const { store, vectors, warnings } = openVectors(folder);
    await embeddedRepository(store, OTHER_KEY, [5]);
    expect(warnings).toEqual([]);
    const damaged = await reopen(store, KEY);
    expect(waitingOf(await vectors.attach(damaged))).toBe(6);
    expect(warnings).toEqual([expect.stringContaining('is damaged')]);
  });
});

describe('a segment that repositories share', () => {
  it('is read in those rows alone that an open repository wants', async () => {
    const folder = freshFolder();
    const { store, vectors } = openVectors(folder);
    for (const [key, number] of [[KEY, 0], [OTHER_KEY, 1]] as const) await embed(store, await writeRepository(store, key, [numbered(number)]));
    await vectors.flush();
    const [file] = vectorFiles(folder) as [string];
    const whole = readFileSync(file);
    // Four rows of twelve bytes at the end, each of them damaged in turn.
    const told = await Promise.all([1, 2, 3, 4].map(async (row) => {
      const lost: number[] = [];
      for (const key of [KEY, OTHER_KEY]) {
        const bytes = Buffer.from(whole);
        bytes[bytes.length - row * 12]! ^= 1;
        const copy = freshFolder();
        cpSync(folder, copy, { recursive: true });
        writeFileSync(path.join(copy, path.relative(folder, file)), bytes);
        const next = openVectors(copy);
        const repository = await reopen(next.store, key);
        lost.push(waitingOf(await next.vectors.attach(repository)));
      }
      return lost;
    }));
    // Each row belongs to one of them; the other one has all of its vectors.
    for (const lost of told) expect(lost.filter((waiting) => waiting === 0)).toHaveLength(1);
  });
});

describe('the digests kept beside a repository', () => {
  it('are found out again when any one bit of them is another, and nothing is embedded again', async () => {
    const folder = await embeddedFolder();
    const whole = readFileSync(digestsFile(folder));
    await fc.assert(
      fc.asyncProperty(fc.nat({ max: whole.length * 8 - 1 }), async (bit) => {
        const bytes = Buffer.from(whole);
        bytes[bit >> 3]! ^= 1 << (bit & 7);
        writeFileSync(digestsFile(folder), bytes);
        const { store, vectors } = openVectors(folder);
        const repository = await reopen(store, KEY);
        expect(waitingOf(await vectors.attach(repository))).toBe(6);
        expect(await embed(store, repository)).toEqual([]);
        expect(waitingOf(await vectors.attach(repository))).toBe(0);
        await vectors.flush();
        expect(readFileSync(digestsFile(folder))).toEqual(whole);
      }),
      { numRuns: 30 },
    );
  });

  it('follow a repository that was opened before it was first written', async () => {
    const folder = freshFolder();
    const { store, vectors } = openVectors(folder);
    await store.addContents(numbersUpTo(3).map(numbered));
    const { repository } = await store.open((await writeRepository(openVectors(freshFolder()).store, KEY, numbersUpTo(3).map(numbered))).snapshot);
    await embed(store, repository);
    await vectors.flush();
    expect(existsSync(digestsFile(folder))).toBe(false);
    await store.writeSnapshot(KEY, repository.snapshot);
    await vectors.flush();
    expect(existsSync(digestsFile(folder))).toBe(true);
  });

  it('go with the repository', async () => {
    const folder = await embeddedFolder();
    for (const ending of ['sqlite', 'postings', 'digests']) age(path.join(folder, 'repositories', `${KEY}.${ending}`), 2 * HOUR);
    rmSync(path.join(folder, 'repositories', `${KEY}.sqlite`));
    await writeRepository(openVectors(folder).store, OTHER_KEY, [numbered(9)]);
    expect(existsSync(digestsFile(folder))).toBe(false);
  });
});

describe('several processes on one folder of vectors', () => {
  it('find what the others wrote, looking once in a second', async () => {
    const folder = freshFolder();
    let time = Date.now();
    const reader = openVectors(folder, { now: () => time });
    const writer = openVectors(folder);
    const read = await writeRepository(reader.store, KEY, numbersUpTo(3).map(numbered));
    const written = await writeRepository(writer.store, KEY, numbersUpTo(3).map(numbered));
    await reader.vectors.pending(read, orderOf(read), 1);
    await embed(writer.store, written);
    await writer.vectors.flush();
    expect(waitingOf(await reader.vectors.attach(read))).toBe(6);
    time += 1000;
    expect(waitingOf(await reader.vectors.attach(read))).toBe(0);
    const question = vectorFor('question');
    expect(read.candidates([], question).cosines).toEqual(written.candidates([], question).cosines);
  });

  it('write at the same time and lose none', async () => {
    const folder = freshFolder();
    const stores = [openVectors(folder), openVectors(folder)];
    await Promise.all(
      numbersUpTo(40).map(async (number) => {
        const { store } = stores[number % 2]!;
        await embeddedRepository(store, number.toString(16).padStart(64, '0'), [number]);
      }),
    );
    const { store, vectors } = openVectors(folder);
    const all = await writeRepository(store, KEY, numbersUpTo(40).map(numbered));
    await vectors.pending(all, orderOf(all), 1);
    expect(waitingOf(await vectors.attach(all))).toBe(0);
  });

  it('read on while the others merge', async () => {
    const folder = freshFolder();
    let time = Date.now();
    const reader = openVectors(folder, { now: () => (time += 1000) });
    const writer = openVectors(folder);
    for (let number = 0; number < 40; number += 1) {
      await embeddedRepository(writer.store, OTHER_KEY, [number]);
      const all = await writeRepository(reader.store, KEY, numbersUpTo(number + 1).map(numbered));
      expect(await embed(reader.store, all)).toEqual([]);
    }
    expect(reader.warnings).toEqual([]);
  });

  it('keep what they use when another one removes it', async () => {
    const folder = freshFolder();
    let time = Date.now();
    const { store, vectors } = openVectors(folder, { now: () => time });
    const repository = await embeddedRepository(store, KEY, numbersUpTo(3));
    await vectors.attach(repository);
    for (const file of vectorFiles(folder)) rmSync(file);
    time += 1000;
    expect(waitingOf(await vectors.attach(repository))).toBe(0);
    await vectors.flush();
    const next = openVectors(folder);
    expect(waitingOf(await next.vectors.attach(await reopen(next.store, KEY)))).toBe(0);
  });

  it('embed a repository one at a time, and index it meanwhile', async () => {
    const folder = freshFolder();
    const [first, second] = [openVectors(folder), openVectors(folder)];
    const claim = await first.vectors.claimEmbedding(KEY, 0);
    if (claim.kind !== 'granted') throw new Error(claim.kind);
    expect((await second.vectors.claimEmbedding(KEY, 0)).kind).toBe('taken');
    expect((await second.vectors.claimEmbedding(OTHER_KEY, 0)).kind).toBe('granted');
    expect((await second.store.claimIndexing(KEY, 0)).kind).toBe('granted');
    await claim.claim.release();
    expect((await second.vectors.claimEmbedding(KEY, 0)).kind).toBe('granted');
  });
});

describe('many small vector segments', () => {
  async function writeSmall(folder: string, numbers: readonly number[]): Promise<void> {
    const { store } = openVectors(folder);
    for (const number of numbers) await embeddedRepository(store, KEY, [number]);
  }

  it('are merged when there are more than sixteen, and nothing is embedded again', async () => {
    const folder = freshFolder();
    await writeSmall(folder, numbersUpTo(16));
    expect(vectorFiles(folder)).toHaveLength(16);
    await writeSmall(folder, [16]);
    expect(vectorFiles(folder)).toHaveLength(1);
    const { store, vectors } = openVectors(folder);
    const all = await writeRepository(store, KEY, numbersUpTo(17).map(numbered));
    expect(await embed(store, all)).toEqual([]);
    const expected = openVectors(freshFolder()).store;
    const question = vectorFor('question');
    const same = await embeddedRepository(expected, KEY, numbersUpTo(17));
    expect(all.candidates([], question)).toEqual(same.candidates([], question));
    await vectors.flush();
    expect(vectorFiles(folder)).toHaveLength(1);
  });

  it('are merged without the damaged ones among them', async () => {
    const folder = freshFolder();
    await writeSmall(folder, numbersUpTo(16));
    const [damaged] = vectorFiles(folder) as [string];
    const bytes = readFileSync(damaged);
    bytes[bytes.length - 1]! ^= 1;
    writeFileSync(damaged, bytes);
    await writeSmall(folder, [16]);
    expect(vectorFiles(folder)).toHaveLength(1);
    const { store } = openVectors(folder);
    const all = await writeRepository(store, KEY, numbersUpTo(17).map(numbered));
    expect(await embed(store, all)).toHaveLength(2);
  });

  it('keep what there is none of, and not what another version failed on', async () => {
    const folder = freshFolder();
    const write = async (number: number, text: string, version: string): Promise<void> => {
      const { store, vectors } = openVectors(folder, { version });
      const content = numbered(number);
      await embed(store, await writeRepository(store, KEY, [{ ...content, passages: content.passages.map((passage) => ({ ...passage, text: `${text} ${number}` })) }]));
      await vectors.flush();
    };
    for (const number of numbersUpTo(8)) await write(number, 'nothing', '1');
    for (const number of numbersUpTo(8)) await write(10 + number, 'failing', '1');
    await write(20, 'failing', '2');
    expect(vectorFiles(folder)).toHaveLength(1);
    const { store } = openVectors(folder, { version: '2' });
    const documents = [...numbersUpTo(8), ...numbersUpTo(8).map((number) => 10 + number), 20].map(numbered);
    const texts = [...numbersUpTo(8).map((number) => `nothing ${number}`), ...numbersUpTo(8).map((number) => `failing ${10 + number}`), 'failing 20'];
    const contents = documents.map((content, index) => ({ ...content, passages: content.passages.map((passage) => ({ ...passage, text: texts[index]! })) }));
    const again = (await embed(store, await writeRepository(store, OTHER_KEY, contents))).map((text) => text.split('\n')[1]);
    // Two passages each, of the eight that version 1 failed on.
    expect(new Set(again)).toEqual(new Set(numbersUpTo(8).map((number) => `failing ${10 + number}`)));
  });

  it('leave large ones as they are', async () => {
    const model = { ...MODEL, dimensions: 4096 };
    const folder = freshFolder();
    const { store } = openVectors(folder, { model });
    const large = await writeRepository(store, KEY, numbersUpTo(130).map(numbered));
    const addAll = async (repository: typeof large): Promise<void> => {
      const pending = await vectorsOf(store).pending(repository, orderOf(repository), 1000);
      await vectorsOf(store).add(pending.map(({ digest, text }) => ({ digest, embedding: { kind: 'vector', vector: vectorFor(text, 4096), cut: false } })));
      await vectorsOf(store).flush();
    };
    // 260 vectors of 4 KB: more than a megabyte.
    await addAll(large);
    const [file] = vectorFiles(folder);
    for (const number of numbersUpTo(17)) await addAll(await writeRepository(store, KEY, [numbered(200 + number)]));
    expect(vectorFiles(folder)).toContain(file);
    expect(vectorFiles(folder)).toHaveLength(2);
  });
});

describe('vectors and the folder', () => {
  it('are trimmed with the rest, what was unused for the longest time first', async () => {
    const folder = freshFolder();
    for (const number of [0, 1, 2]) await embeddedRepository(openVectors(folder).store, KEY, [number]);
    const files = vectorFiles(folder);
    for (const below of ['content', 'repositories']) for (const name of readdirSync(path.join(folder, below))) age(path.join(folder, below, name), 900 * HOUR);
    files.forEach((file, index) => age(file, 100 * HOUR * (index + 1)));
    await openVectors(folder).store.trim(statSync(files[0]!).size + statSync(files[1]!).size);
    expect(vectorFiles(folder)).toEqual(files.slice(0, 2));
  });

  it('stay when this process uses them', async () => {
    const folder = await embeddedFolder();
    const { store, vectors } = openVectors(folder);
    const repository = await reopen(store, KEY);
    await vectors.attach(repository);
    await store.trim(0);
    expect(vectorFiles(folder)).toHaveLength(1);
  });

  it('that were trimmed here are embedded again when they are needed', async () => {
    const folder = freshFolder();
    const { store, vectors } = openVectors(folder);
    await embeddedRepository(store, KEY, [0]);
    await store.trim(0);
    const repository = await writeRepository(store, KEY, [numbered(0)]);
    const coverage = await vectors.attach(repository);
    // Either way, they are on the disk in the end.
    await embed(store, repository);
    await vectors.flush();
    expect(coverage.passages).toBe(2);
    const next = openVectors(folder);
    expect(waitingOf(await next.vectors.attach(await reopen(next.store, KEY)))).toBe(0);
  });

  it('are used again daily by being attached', async () => {
    const folder = await embeddedFolder();
    const [file] = vectorFiles(folder) as [string];
    const hoursOld = (): number => Math.round((Date.now() - statSync(file).mtimeMs) / HOUR);
    const attach = async (): Promise<void> => {
      const { store, vectors } = openVectors(folder);
      await vectors.attach(await reopen(store, KEY));
    };
    age(file, 100 * HOUR);
    await attach();
    expect(hoursOld()).toBe(0);
    age(file, 23 * HOUR);
    await attach();
    expect(hoursOld()).toBe(23);
  });

  it('are dropped when unused for thirty days, of whatever model, and with or without one in use', async () => {
    for (const model of [MODEL, null]) {
      const folder = freshFolder();
      await embeddedRepository(openVectors(folder).store, KEY, [0]);
      await embeddedRepository(openVectors(folder).store, KEY, [1]);
      await embeddedRepository(openVectors(folder, { model: { ...MODEL, id: 'another/model' } }).store, KEY, [0]);
      const files = vectorFiles(folder);
      const ofFirstModel = files.filter((file) => path.dirname(file) === path.dirname(files[0]!));
      for (const file of files) age(file, 31 * DAY);
      const [young] = ofFirstModel.length === 2 ? ofFirstModel : files.slice(1);
      age(young!, 29 * DAY);
      let time = Date.now();
      const { store } = openStore(folder, { model, now: () => time });
      // What this process is about to use is not dropped before it had a chance to.
      await store.trim(1e9);
      expect(vectorFiles(folder)).toEqual(files);
      time += 2 * HOUR;
      await store.trim(1e9);
      expect(vectorFiles(folder)).toEqual([young]);
      expect(readdirSync(path.join(folder, 'vectors'))).toHaveLength(1);
    }
  });

  it('lose the temporary files of killed processes after an hour', async () => {
    const folder = await embeddedFolder();
    const temporary = `${vectorFiles(folder)[0]}.${'0'.repeat(16)}.tmp`;
    writeFileSync(temporary, 'half');
    age(temporary, 2 * HOUR);
    await embeddedRepository(openVectors(folder).store, OTHER_KEY, [9]);
    expect(existsSync(temporary)).toBe(false);
  });

  it('are cleared, and nothing that is not ours', async () => {
    const folder = await embeddedFolder();
    const { store, vectors } = openVectors(folder);
    await vectors.attach(await reopen(store, KEY));
    const [file] = vectorFiles(folder) as [string];
    const foreign = ['vectors/notes.txt', 'vectors/mine/notes.vectors', path.relative(folder, path.join(path.dirname(file), 'notes.vectors'))];
    mkdirSync(path.join(folder, 'vectors/mine'));
    for (const name of foreign) writeFileSync(path.join(folder, name), 'mine');
    await store.clear();
    expect(existsSync(file)).toBe(false);
    expect(existsSync(digestsFile(folder))).toBe(false);
    expect(foreign.map((name) => readFileSync(path.join(folder, name), 'utf8'))).toEqual(foreign.map(() => 'mine'));
    // And the store starts anew.
    const repository = await writeRepository(store, KEY, numbersUpTo(3).map(numbered));
    expect(await embed(store, repository)).toHaveLength(6);
    await vectors.flush();
    const next = openVectors(folder);
    expect(waitingOf(await next.vectors.attach(await reopen(next.store, KEY)))).toBe(0);
  });

  it('leave no folder behind when all in it was ours, cleared by a store without a model, too', async () => {
    for (const options of [{}, { model: null }]) {
      const folder = await embeddedFolder();
      await openStore(folder, { model: MODEL, ...options }).store.clear();
      expect(existsSync(path.join(folder, 'vectors'))).toBe(false);
    }
  });

  it.skipIf(process.platform === 'win32')('are private to the user', async () => {
    const folder = await embeddedFolder();
    const [file] = vectorFiles(folder) as [string];
    const modes = [path.join(folder, 'vectors'), path.dirname(file), file, digestsFile(folder)].map((one) => (statSync(one).mode & 0o777).toString(8));
    expect(modes).toEqual(['700', '700', '600', '600']);
  });
});

describe('a folder that vectors cannot be written to', () => {
  it('leaves them in memory, says so, and gets them as soon as it can be written to', async () => {
    const folder = path.join(freshFolder(), 'cache');
    writeFileSync(folder, 'in the way');
    const { store, vectors } = openVectors(folder);
    const kept = await writeRepository(openVectors(freshFolder()).store, KEY, numbersUpTo(3).map(numbered));
    await store.addContents(numbersUpTo(3).map(numbered)).catch(() => undefined);
    const { repository } = await store.open(kept.snapshot);
    expect(await embed(store, repository)).toHaveLength(6);
    await expect(vectors.flush()).rejects.toBeInstanceOf(StoreUnwritableError);
    await expect(vectors.flush()).rejects.toThrow('WORKSPACE_CONTEXT_HOME');
    expect((await vectors.claimEmbedding(KEY, 0)).kind).toBe('unwritable');
    expect(waitingOf(await vectors.attach(repository))).toBe(0);
    expect(repository.candidates([], vectorFor('question')).handles).toHaveLength(6);
    rmSync(folder);
    await vectors.flush();
    const next = openVectors(folder);
    expect(await embed(next.store, await writeRepository(next.store, KEY, numbersUpTo(3).map(numbered)))).toEqual([]);
  });
});
