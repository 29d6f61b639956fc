import { spawn } from 'node:child_process';
import { createRequire } from 'node:module';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { beforeAll, describe, expect, it } from 'vitest';
import { webpack } from 'webpack';
import { freshFolder, openStore, segmentFiles, snapshotFiles } from './storeExamples';

const WASM = createRequire(__filename).resolve('sql.js/dist/sql-wasm.wasm');
const REPOSITORY = 'b'.repeat(64);
const KILLS = 20;
/** Twenty processes are started one after another: slow machines need minutes. */
const PATIENCE_MILLISECONDS = 300_000;

let script: string;

beforeAll(async () => {
  const folder = freshFolder();
  script = path.join(folder, 'writer.js');
  await new Promise<void>((resolve, reject) => {
    webpack(
      {
        mode: 'development',
        target: 'node20',
        devtool: false,
        entry: path.join(__dirname, 'storeWriter.ts'),
        output: { path: folder, filename: 'writer.js' },
        resolve: { extensions: ['.ts', '.js'] },
        module: {
          // sql.js asks at run time whether there is a module to export to; webpack would answer for it, wrongly.
          noParse: /sql-wasm\.js$/,
          rules: [
            {
              test: /\.ts$/,
              loader: 'ts-loader',
              options: { transpileOnly: true, compilerOptions: { noEmit: false } },
            },
          ],
        },
      },
      (error, stats) => {
        if (error !== null) reject(error);
        else if (stats?.hasErrors() === true) reject(new Error(stats.toString('errors-only')));
        else resolve();
      },
    );
  });
});

/** Lets a process write from round `firstRound` on, kills it `delay` ms after its first round; the last round it reported. */
async function writeUntilKilled(folder: string, firstRound: number, delay: number): Promise<number> {
  const child = spawn(process.execPath, [script, folder, WASM, REPOSITORY, String(firstRound)]);
  let reported = '';
  let complaints = '';
  child.stdout.on('data', (data: Buffer) => (reported += data.toString()));
  child.stderr.on('data', (data: Buffer) => (complaints += data.toString()));
  const ended = new Promise((resolve) => child.once('close', resolve));
  await Promise.race([new Promise((resolve) => child.stdout.once('data', resolve)), ended]);
  await wait(delay);
  child.kill('SIGKILL');
  await ended;
  expect(complaints).toBe('');
  return Number(reported.trim().split('\n').at(-1));
}

describe('a process killed while it writes', () => {
  it('leaves the last whole snapshot with all its contents, whenever it is killed', async () => {
    const folder = freshFolder();
    let lastRound = 0;
    for (let kill = 0; kill < KILLS; kill += 1) {
      // Delays that fall on other steps of a round each time.
      lastRound = await writeUntilKilled(folder, lastRound + 1, (kill * 7) % 45);
      const { store, warnings } = openStore(folder);
      const reading = await store.readSnapshot(REPOSITORY);
      if (reading.kind !== 'found') throw new Error(`The snapshot is ${reading.kind} after kill ${kill}.`);
      // The round that was under way may be whole already although it was not reported any more.
      expect(Number(reading.snapshot.verifiedAt) - lastRound).toBeOneOf([0, 1]);
      expect((await store.open(reading.snapshot)).missing).toEqual([]);
      expect(warnings).toEqual([]);
    }
    const remains = [...segmentFiles(folder), ...snapshotFiles(folder)];
    expect(remains.filter((file) => !/\.(segment|sqlite|tmp)$/.test(file))).toEqual([]);
  }, PATIENCE_MILLISECONDS);
});
