import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import process from 'node:process';
import { pathToFileURL } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

const PEERS = path.resolve(__dirname, '../../bench/peers');
const load = async <Module>(file: string): Promise<Module> => (await import(pathToFileURL(path.join(PEERS, file)).href)) as Module;

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'workspace-context-peers-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const isAlive = (pid: number): boolean => {
  try {
    // A process that ended and was not waited for yet has a state of its own.
    return process.platform !== 'linux' || !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, 'utf8')) ? process.kill(pid, 0) : false;
  } catch {
    return false;
  }
};

interface Processes {
  runBounded(command: string, args: readonly string[], options: { limitMillis: number }): Promise<{ code: number; stdout: string; processor: number | null }>;
  runWell: Processes['runBounded'];
  OverLimitError: new () => Error;
  memoryOfTree(pid: number): number | null;
}

describe.skipIf(process.platform === 'win32')('a program that is measured', () => {
  it('is ended with what it started when it takes too long', async () => {
    const { runBounded, OverLimitError } = await load<Processes>('processes.mjs');
    const file = path.join(folder, 'child');
    const script = `
      const child = require('node:child_process').spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)']);
      require('node:fs').writeFileSync(${JSON.stringify(file)}, String(child.pid));
      setInterval(() => {}, 1000);`;
    await expect(runBounded(process.execPath, ['-e', script], { limitMillis: 5_000 })).rejects.toBeInstanceOf(OverLimitError);
    const child = Number(readFileSync(file, 'utf8'));
    expect(child).toBeGreaterThan(0);
    await expect.poll(() => isAlive(child), { timeout: 20_000 }).toBe(false);
  });

  it('gives its output and code, and an error by its own words where it must end well', async () => {
    const { runBounded, runWell } = await load<Processes>('processes.mjs');
    expect(await runBounded(process.execPath, ['-e', 'console.log("said"); process.exit(3)'], { limitMillis: 60_000 })).toMatchObject({ code: 3, stdout: 'said\n' });
    await expect(runWell(process.execPath, ['-e', 'console.error("it is so"); process.exit(3)'], { limitMillis: 60_000 })).rejects.toThrow(/code 3: it is so/);
  });

  it.skipIf(process.platform !== 'linux')('has its own memory and processor time told, not those of the one that measures', async () => {
    const { memoryOfTree, runBounded } = await load<Processes>('processes.mjs');
    expect(memoryOfTree(process.pid)).toBeGreaterThan(10e6);
    // Counts until it had the processor for 300 ms, however long that takes.
    const busy = 'while (process.cpuUsage().user < 300_000);';
    const { processor } = await runBounded(process.execPath, ['-e', busy], { limitMillis: 60_000 });
    expect(processor).toBeGreaterThanOrEqual(290);
    // One that is left behind, not waited for: seen while it runs.
    const left = `const child = require('node:child_process').spawn(process.execPath, ['-e', ${JSON.stringify(`${busy.replace('300_000', '900_000')} console.log(); setInterval(() => {}, 1000)`)}]);
      child.stdout.once('data', () => setTimeout(() => { process.kill(child.pid, 'SIGKILL'); process.exit(); }, 1000));`;
    expect((await runBounded(process.execPath, ['-e', left], { limitMillis: 60_000 })).processor).toBeGreaterThanOrEqual(890);
  });
});

describe('the size of an index', () => {
  it('is that of its files, in all folders, without what links point at', async () => {
    const { bytesBelow } = await load<{ bytesBelow(folder: string): number }>('../support.mjs');
    const outside = path.join(folder, 'outside');
    const index = path.join(folder, 'index');
    mkdirSync(path.join(index, 'deep'), { recursive: true });
    writeFileSync(outside, 'x'.repeat(1000));
    writeFileSync(path.join(index, 'one'), 'x'.repeat(10));
    writeFileSync(path.join(index, 'deep', 'two'), 'x'.repeat(5));
    if (process.platform !== 'win32') symlinkSync(outside, path.join(index, 'link'));
    expect(bytesBelow(index)).toBe(15);
  });
});

interface Library {
  readonly settings: Readonly<Record<string, { readonly description: string }>>;
  build(passages: readonly object[], setting: object): Promise<unknown>;
  store(index: unknown, folder: string): Promise<void>;
  load(folder: string, setting: object): Promise<unknown>;
  search(index: unknown, question: string, limit: number): Promise<number[]>;
}

describe.each(['minisearch', 'orama', 'flexsearch'])('%s', (name) => {
  const passages = [
    { title: 'Billing', headings: ['Billing', 'Retries'], text: 'A failed charge is tried again after an hour.' },
    { title: 'Ledger', headings: ['Ledger', 'Export'], text: 'The export is written every night to the archive.' },
    { title: 'Gateway', headings: ['Gateway', 'Limits'], text: 'Requests over the limit are refused.' },
  ];

  it('answers from what it stored as from what it built, in every setting', async () => {
    const library = await load<Library>(`libraries/${name}.mjs`);
    expect(Object.keys(library.settings).length).toBeGreaterThan(1);
    for (const [index, setting] of Object.values(library.settings).entries()) {
      expect(setting.description).not.toBe('');
      const place = path.join(folder, String(index));
      mkdirSync(place);
      const built = await library.build(passages, setting);
      await library.store(built, place);
      const loaded = await library.load(place, setting);
      for (const [question, best] of [['charge', 0], ['archive', 1], ['refused', 2]] as const) {
        expect((await library.search(built, question, 2))[0]).toBe(best);
        expect(await library.search(loaded, question, 2)).toEqual(await library.search(built, question, 2));
      }
      expect(await library.search(loaded, 'zanzibar', 2)).toEqual([]);
    }
  });
});

describe('the questions of a file', () => {
  it('are its lines; one that is none is named', async () => {
    const { parseQuestions } = await load<{ parseQuestions(text: string): object[] }>('../peers.mjs');
    expect(parseQuestions('{"question": "how?", "expected": [], "style": "none"}\n\n{"question": "why?"}\n')).toEqual([
      { question: 'how?', expected: [], style: 'none' },
      { question: 'why?', expected: [], style: 'all' },
    ]);
    expect(() => parseQuestions('{"question": "how?"}\n{"ask": "why?"}')).toThrow(/Line 2/);
  });
});

describe('measuring', () => {
  it('refuses a name that it does not know, and says those it knows', async () => {
    const { measurePeers } = await load<{ measurePeers(options: object): Promise<unknown> }>('../peers.mjs');
    await expect(measurePeers({ workspace: folder, questions: [], only: ['grep'] })).rejects.toThrow(/grep.*ripgrep/);
  });
});
