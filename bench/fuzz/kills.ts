import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { createRunHealth, RUN_FOLDER } from '../../src/adapters/runHealth';
import { createStore, type FolderStore } from '../../src/adapters/store/store';
import type { RepositorySnapshot } from '../../src/ports/store';
import { bundled } from '../../test/adapters/bundled';
import { MODEL } from '../../test/adapters/vectorTexts';
import { CLI } from '../../test/support/cli';
import { NOON, nodeService } from '../../test/workspace/nodeService';
import { writeTree } from '../../test/workspace/temporaryTree';
import { CODE_KEYS, codeContentFor } from './codeExamples';
import { type CaseResult, digestOf, type Fuzzer, thrownFinding } from './fuzzer';
import { type Random, randomOf } from './random';

const WASM = createRequire(__filename).resolve('sql.js/dist/sql-wasm.wasm');
const REPOSITORY = 'b'.repeat(64);
const DAY_MILLISECONDS = 24 * 3_600_000;
/** A writer may take so long to come to its first round: processes are started on a loaded machine. */
const START_MILLISECONDS = 60_000;
/** The longest time a writer goes on after its first round, or the CLI at all. */
const ROUND_MILLISECONDS = 60;
const CLI_MILLISECONDS = 500;
/** The claim of a killed process has to be free again after this. */
const CLAIM_MILLISECONDS = 5_000;
/** After so many kills a folder is looked at by the clock of tomorrow, and a fresh one is begun. */
const KILLS_OF_FOLDER = 40;

const WRITERS = ['documents', 'vectors', 'code', 'runs'] as const;
type Writer = (typeof WRITERS)[number];
type KillKind = Writer | 'cli';

/** Who is killed how often: together 100. The CLI takes longest to start. */
const SHARES: readonly (readonly [KillKind, number])[] = [['documents', 30], ['vectors', 26], ['code', 24], ['runs', 14], ['cli', 6]];
const KINDS: readonly KillKind[] = SHARES.flatMap(([kind, share]) => Array.from({ length: share }, () => kind));

const SCRIPTS: Readonly<Record<Writer, string>> = {
  documents: 'storeWriter.ts',
  vectors: 'vectorWriter.ts',
  code: '../../bench/fuzz/codeWriter.ts',
  runs: '../../bench/fuzz/runWriter.ts',
};

const scriptIn = (folder: string, writer: Writer): string => path.join(folder, writer, path.basename(SCRIPTS[writer]).replace(/\.ts$/, '.js'));

/** Makes a script of its own of each writer, in a folder. */
export async function bundleWriters(folder: string): Promise<void> {
  for (const writer of WRITERS) {
    mkdirSync(path.join(folder, writer), { recursive: true });
    await bundled(SCRIPTS[writer], path.join(folder, writer));
  }
}

function openStore(folder: string, warnings: string[], ahead = 0): FolderStore {
  return createStore({
    folder,
    sqlWasm: () => readFile(WASM),
    log: { debug: () => undefined, warn: (message) => warnings.push(message) },
    model: MODEL,
    now: () => Date.now() + ahead,
  });
}

/** Files below a folder, by their names. */
function namesBelow(folder: string): string[] {
  return existsSync(folder) ? readdirSync(folder, { recursive: true, withFileTypes: true }).flatMap((entry) => (entry.isFile() ? [entry.name] : [])) : [];
}

const isLeftover = (name: string): boolean => /\.(?:tmp|lock)$/.test(name);

/** Lets a writer write and kills it at some moment; the last round it reported, 0 for none. */
async function killed(command: readonly string[], env: NodeJS.ProcessEnv, delay: number, waitsForRound: boolean): Promise<{ round: number; complaints: string }> {
  const child = spawn(process.execPath, command, { env, stdio: ['ignore', 'pipe', 'pipe'] });
  let told = '';
  let complaints = '';
  child.stdout.on('data', (data: Buffer) => (told += data.toString()));
  child.stderr.on('data', (data: Buffer) => (complaints += data.toString()));
  const ended = new Promise((resolve) => child.once('close', resolve));
  const giveUp = new AbortController();
  if (waitsForRound) await Promise.race([new Promise((resolve) => child.stdout.once('data', resolve)), ended, wait(START_MILLISECONDS, null, { signal: giveUp.signal }).catch(() => null)]);
  giveUp.abort();
  await wait(delay);
  child.kill('SIGKILL');
  await ended;
  return { round: Number(told.trim().split('\n').at(-1) ?? 0) || 0, complaints };
}

interface Folder {
  readonly place: string;
  kills: number;
  /** The last round that was reported, of any process; of the CLI the version that was written last. */
  round: number;
  /** Versions that the CLI may have indexed: the one it had, and those it was begun with since. */
  mayHave: Set<number>;
}

function emptySnapshot(): RepositorySnapshot {
  return {
    verifiedAt: new Date(0).toISOString(),
    git: { kind: 'none', head: null, prefix: '', remoteUrl: null, changedAt: new Map(), notices: [] },
    nested: [], stamps: [], documents: [], passageCount: 0, entities: [], edges: [], packages: { provided: [], required: [] }, skipped: [], notices: [], recipe: '', catalogInputs: '',
    lastRefresh: { found: 0, read: 0, parsed: 0, reused: 0, removed: 0 }, footprint: null,
  };
}

/** What the next one who opens the folder finds, for each writer: sentences that say what is wrong. */
const CHECKS: Readonly<Record<Writer, (folder: Folder, lastRound: number) => Promise<string[]>>> = {
  documents: async ({ place }, lastRound) => {
    const warnings: string[] = [];
    const store = openStore(place, warnings);
    const reading = await store.readSnapshot(REPOSITORY);
    if (reading.kind !== 'found') return lastRound === 0 && warnings.length === 0 ? [] : [`the snapshot is ${reading.kind}`, ...warnings];
    const found = Math.floor(Date.parse(reading.snapshot.verifiedAt) / 2);
    const { repository, missing } = await store.open(reading.snapshot);
    const { handles } = repository.candidates(['term7']);
    const claim = await store.claimIndexing(REPOSITORY, CLAIM_MILLISECONDS);
    if (claim.kind === 'granted') await claim.claim.release();
    return [
      ...warnings,
      ...(found === lastRound || found === lastRound + 1 ? [] : [`round ${found} is there, reported was ${lastRound}`]),
      ...(missing.length === 0 ? [] : [`${missing.length} contents are missing`]),
      ...(handles.length === 30 && Array.from(handles).every((handle) => repository.passage(handle).text.includes('term7')) ? [] : [`${handles.length} of 30 passages are found`]),
      ...(claim.kind === 'granted' ? [] : [`the claim for indexing is ${claim.kind}`]),
    ];
  },
  vectors: async ({ place }, lastRound) => {
    if (lastRound === 0) return [];
    const warnings: string[] = [];
    const store = openStore(place, warnings);
    const { vectors } = store;
    if (vectors === null) return ['there are no vectors'];
    const documents = Array.from({ length: Math.min(lastRound, 30) }, (_, index) => {
      const key = `round-${lastRound - index}`;
      return { path: `${key}.md`, format: 'markdown', contentKey: key, title: key, sourceKind: 'catalog_doc', attachedBy: 'repository', entityRefs: [], changedAt: null, dirty: false, permalinkCommit: null } as const;
    });
    const { repository, missing } = await store.open({ ...emptySnapshot(), documents });
    const pending = await vectors.pending(repository, Array.from({ length: documents.length }, (_, index) => index), 1_000);
    const claim = await vectors.claimEmbedding(REPOSITORY, CLAIM_MILLISECONDS);
    if (claim.kind === 'granted') await claim.claim.release();
    return [
      ...warnings,
      ...(missing.length === 0 ? [] : [`${missing.length} contents are missing`]),
      ...(pending.length === 0 ? [] : [`${pending.length} texts that were embedded and written have no vector`]),
      ...(claim.kind === 'granted' ? [] : [`the claim for embedding is ${claim.kind}`]),
    ];
  },
  code: async ({ place }, lastRound) => {
    const warnings: string[] = [];
    const { code } = openStore(place, warnings);
    const manifest = await code.readManifest(REPOSITORY);
    if (manifest === null) return lastRound === 0 && warnings.length === 0 ? [] : ['the list of code is not there', ...warnings];
    const found = Date.parse(manifest.verifiedAt);
    const contents = await code.contents(manifest.files.map(({ key }) => key));
    const isWhole = CODE_KEYS.every((key) => digestOf(contents.get(`${found}-${key}`)) === digestOf(codeContentFor(found, key)));
    return [...warnings, ...(found === lastRound || found === lastRound + 1 ? [] : [`round ${found} is there, reported was ${lastRound}`]), ...(isWhole ? [] : ['contents of code are missing or others'])];
  },
  runs: async ({ place }, lastRound) => {
    const run = await createRunHealth({ folder: place }).lastRun(REPOSITORY);
    if (run === null) return lastRound === 0 ? [] : ['no run is recorded'];
    const found = Number(run.name?.slice('run '.length));
    const records = namesBelow(path.join(place, RUN_FOLDER)).filter((name) => name.endsWith('.json'));
    return [...(found === lastRound || found === lastRound + 1 ? [] : [`run ${found} is the last one, reported was ${lastRound}`]), ...(records.length <= 3 ? [] : [`${records.length} records are kept`])];
  },
};

/** What is left of killed processes the next day, when the folder was written to once more. */
async function leftTomorrow(writer: KillKind, place: string): Promise<string[]> {
  const store = openStore(place, [], DAY_MILLISECONDS);
  if (writer === 'runs') await createRunHealth({ folder: place, now: () => Date.now() + DAY_MILLISECONDS }).record(REPOSITORY, { verdict: 'failed', name: 'tomorrow', endedAt: new Date(Date.now() + DAY_MILLISECONDS).toISOString() });
  await store.writeSnapshot(REPOSITORY, emptySnapshot());
  const left = namesBelow(place).filter(isLeftover);
  const records = namesBelow(path.join(place, RUN_FOLDER));
  return [...(left.length === 0 ? [] : [`the next day ${left.length} files are left, such as ${left[0]}`]), ...(records.length <= 1 ? [] : [`the next day ${records.length} records of runs are left`])];
}

/** A small repository that says in every file which version it is of. */
function writeVersion(root: string, version: number): void {
  writeTree(root, Object.fromEntries(Array.from({ length: 12 }, (_, index) => [`docs/${index}.md`, `# Page ${index}\n\nfrobnicate version${version}x\n`])));
}

async function checkCli(folder: Folder, root: string): Promise<string[]> {
  const service = nodeService([root], { home: folder.place });
  const versionsOf = (texts: readonly string[]): number[] => [...new Set(texts.map((text) => Number(/version(\d+)x/.exec(text)?.[1] ?? -1)))];
  const ask = async (waits: boolean) => service.ask({ question: 'frobnicate', limit: 25 }, { wait: waits, now: NOON });
  const first = await ask(false);
  const [old, ...others] = versionsOf(first.passages.map(({ text }) => text));
  const findings: string[] = [];
  if (first.degraded.length === 0 && first.passages.length !== 12) findings.push(`at once ${first.passages.length} of 12 passages are found`);
  if (others.length > 0) findings.push(`passages of the versions ${[old, ...others].join(', ')} are there together`);
  if (old !== undefined && !folder.mayHave.has(old)) findings.push(`version ${old} is there`);
  const second = await ask(true);
  if (second.passages.length !== 12 || versionsOf(second.passages.map(({ text }) => text)).join() !== String(folder.round)) findings.push(`then ${second.passages.length} of 12 passages are found`);
  const said = [...first.notices, ...second.notices, ...(await service.idle())];
  if (said.length > 0) findings.push(`it says: ${said.join(' ').slice(0, 300)}`);
  folder.mayHave = new Set([folder.round]);
  if (namesBelow(folder.place).some((name) => name.endsWith('.lock'))) findings.push('a lock is left');
  return findings;
}

/**
 * Real processes that write the real index and are killed at some moment: what they wrote has to be there, what they had begun is
 * there as a whole or not at all.
 * @param writers the folder of `bundleWriters`.
 */
export function killFuzzer(seed: string, place: string, writers: string): Fuzzer {
  const folders = new Map<KillKind, Folder>();
  const root = path.join(mkdtempSync(path.join(place, 'killed-')), 'repository');
  let version = 0;
  const folderOf = (kind: KillKind): Folder => {
    const known = folders.get(kind);
    if (known !== undefined) return known;
    const made: Folder = { place: mkdtempSync(path.join(place, `kill-${kind}-`)), kills: 0, round: 0, mayHave: new Set() };
    folders.set(kind, made);
    return made;
  };
  const killWriter = async (writer: Writer, folder: Folder, random: Random): Promise<{ outcome: string; findings: string[] }> => {
    // Now and then before the first round is finished, which is what the very first use of a folder is.
    const waitsForRound = random.chance(0.9);
    const command = [scriptIn(writers, writer), folder.place, WASM, REPOSITORY, String(folder.round + 1)];
    const { round, complaints } = await killed(command, process.env, random.below(waitsForRound ? ROUND_MILLISECONDS : 4 * ROUND_MILLISECONDS), waitsForRound);
    const before = folder.round;
    folder.round = Math.max(before, round);
    // A round that was begun and not reported may be there; the next process writes it anew.
    const findings = await CHECKS[writer](folder, folder.round);
    if (complaints !== '') findings.push(`the writer said: ${complaints.slice(0, 300)}`);
    return { outcome: round > before ? 'killed between or in rounds' : 'killed before its first report', findings };
  };
  const killCli = async (folder: Folder, random: Random): Promise<{ outcome: string; findings: string[] }> => {
    version += 1;
    writeVersion(root, version);
    folder.round = version;
    folder.mayHave.add(version);
    const env = { ...process.env, WORKSPACE_CONTEXT_HOME: folder.place };
    await killed([CLI, 'index', '--no-embeddings', '--workspace', root], env, random.below(CLI_MILLISECONDS), false);
    return { outcome: 'killed at some moment', findings: await checkCli(folder, root) };
  };
  return {
    run: async (number): Promise<CaseResult> => {
      const random = randomOf(`${seed}/kills/${number}`);
      const kind = KINDS[(number * 37) % KINDS.length] as KillKind;
      const folder = folderOf(kind);
      const subject = `kill: ${kind}`;
      const input = async (): Promise<string> => `kill ${number} of ${kind}`;
      try {
        const { outcome, findings } = await (kind === 'cli' ? killCli(folder, random) : killWriter(kind, folder, random));
        folder.kills += 1;
        if (folder.kills >= KILLS_OF_FOLDER) findings.push(...(await leftTomorrow(kind, folder.place)));
        // What is wrong with a folder is told once.
        if (folder.kills >= KILLS_OF_FOLDER || findings.length > 0) {
          folders.delete(kind);
          rmSync(folder.place, { recursive: true, force: true });
        }
        return { subject, outcome, findings, input };
      } catch (thrown) {
        return { subject, outcome: 'threw', findings: [thrownFinding(thrown)], input };
      }
    },
  };
}
