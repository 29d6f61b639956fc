import { EventEmitter } from 'node:events';
import { mkdirSync, readdirSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import os from 'node:os';
import path from 'node:path';
import { MessageChannel, Worker } from 'node:worker_threads';
import type { FSWatcher } from 'chokidar';
import { describe, expect, it } from 'vitest';
import { createGit } from '../../src/adapters/git/git';
import { createSecretScanner } from '../../src/adapters/secretScanner';
import { createStore } from '../../src/adapters/store/store';
import { createWatcher } from '../../src/adapters/watcher';
import { serveWorker } from '../../src/adapters/worker/serveWorker';
import { workerService } from '../../src/adapters/worker/workerService';
import { detailsOf, type Log, pathlessLog } from '../../src/ports/log';
import { PROJECT, runCli, temporaryFolder } from '../support/cli';
import { nodeService } from '../workspace/nodeService';
import { temporaryTree } from '../workspace/temporaryTree';

const sqlWasm = createRequire(import.meta.url).resolve('sql.js/dist/sql-wasm.wasm');
const WAIT = { wait: true, now: null };
/** With what a pattern that stops at a space would leave behind. */
const FILES = { 'a.md': '# A\n\nfrobnicate a\n', 'docs/with space/b.md': '# B\n\nfrobnicate b\n', 'catalog-info.yaml': 'kind: [\n' };

/** What is written, and what was to be: that a test drove anything into the log at all is seen by the latter. */
function capturing() {
  const raw: string[] = [];
  const written: string[] = [];
  const pathless = pathlessLog((line) => written.push(line), []);
  const take = (message: string): void => {
    raw.push(message);
    pathless.warn(message);
  };
  const log: Log = { debug: take, warn: take };
  return { raw, written, log };
}

function expectNoPath(written: readonly string[], ...places: readonly string[]): void {
  for (const place of [...places, os.homedir(), os.tmpdir(), PROJECT]) expect(written.join('\n')).not.toContain(place);
}

function loggedService(root: string, home: string, log: Log, ports: Parameters<typeof nodeService>[1] = {}) {
  return nodeService([root], {
    home,
    ports: (all) => {
      const logged = {
        ...all,
        log,
        git: createGit(log),
        store: createStore({ folder: home, sqlWasm: () => readFile(sqlWasm), log }),
        secretScanner: createSecretScanner(log),
      };
      return { ...logged, ...ports.ports?.(logged) };
    },
  });
}

const filesBelow = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath, entry.name));

describe('what is logged names no absolute path', () => {
  it('of a damaged index, whatever is damaged and however', async () => {
    const root = temporaryTree(FILES);
    const home = temporaryFolder('log home');
    const { raw, written, log } = capturing();
    const service = loggedService(root, home, log);
    await service.ask({ question: 'frobnicate' }, WAIT);
    await service.index();
    await service.idle();
    for (const damage of [
      (file: string) => truncateSync(file, 10),
      (file: string) => writeFileSync(file, 'not an index'),
      (file: string) => (rmSync(file), mkdirSync(file)),
    ]) {
      for (const file of filesBelow(home)) damage(file);
      const again = loggedService(root, home, log);
      await again.ask({ question: 'frobnicate' }, WAIT);
      await again.status();
      await again.idle();
    }
    expect(raw.length).toBeGreaterThan(0);
    expectNoPath(written, root, home);
  });

  it('of a port that fails while a repository is read, watched and written', async () => {
    const root = temporaryTree(FILES);
    const home = temporaryFolder('log home');
    const { raw, written, log } = capturing();
    const failure = () => new Error(`EIO: i/o error, read '${path.join(root, 'docs', 'with space', 'b.md')}'`, { cause: new Error(`at ${home}/x`) });
    const service = loggedService(root, home, log, {
      ports: (ports) => ({
        git: { ...ports.git, inspect: async () => Promise.reject(failure()) },
        store: { ...ports.store, writeSnapshot: async () => Promise.reject(failure()), holdsSnapshot: async () => Promise.reject(failure()) },
      }),
    });
    await service.ask({ question: 'frobnicate' }, WAIT);
    await service.filesChanged('everything');
    await service.filesChanged({ paths: [path.join(root, 'a.md')] });
    await service.idle();
    const told = await service.status();
    expect(raw.join('\n')).toContain(root);
    expectNoPath([...written, JSON.stringify(told)], root, home);
  });

  it('of a worker that dies, and of one whose call fails', async () => {
    const root = temporaryFolder('worker folder');
    const { raw, written, log } = capturing();
    const dying = workerService(
      () => new Worker(`throw new Error("EACCES: permission denied, open '${root}/a.md'")`, { eval: true }),
      (reason) => log.warn(`the worker ended: ${detailsOf(reason)}`),
    );
    await dying.status().catch(() => undefined);
    await dying.dispose();

    const { port1, port2 } = new MessageChannel();
    const replies: unknown[] = [];
    serveWorker(
      port2,
      () => {
        throw new Error(`ENOENT: no such file or directory, scandir '${root}'`);
      },
      (thrown) => log.warn(detailsOf(thrown)),
    );
    const replied = new Promise((resolve) => port1.once('message', resolve));
    port1.postMessage({ id: 1, method: 'status', parameters: [] });
    replies.push(await replied);
    port1.close();

    expect(raw.filter((line) => line.includes(root))).toHaveLength(2);
    expectNoPath([...written, JSON.stringify(replies)], root);
  });

  it('of a watch that fails', async () => {
    const root = temporaryTree(FILES);
    const { raw, written, log } = capturing();
    const broken = new EventEmitter() as unknown as FSWatcher & EventEmitter;
    broken.close = async () => Promise.reject(new Error(`EBADF: bad file descriptor, close '${root}'`));
    const failures: string[] = [];
    createWatcher(log, () => broken)([root], () => undefined, (message) => failures.push(message));
    await new Promise((resolve) => setTimeout(resolve, 50));
    broken.emit('error', Object.assign(new Error(`EACCES: permission denied, watch '${root}/closed'`), { code: 'EACCES' }));
    broken.emit('error', Object.assign(new Error(`ENOSPC: System limit for number of file watchers reached, watch '${root}'`), { code: 'ENOSPC' }));
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(raw.filter((line) => line.includes(root))).toHaveLength(3);
    expect(failures).toHaveLength(1);
    expectNoPath([...written, ...failures], root);
  });

  it('when the command line is asked for details, with a damaged index and with a folder that is none', async () => {
    const root = temporaryTree(FILES);
    const home = temporaryFolder('cli home');
    const options = { home, cwd: root, env: { WORKSPACE_CONTEXT_DEBUG: '1' } };
    await runCli(['index', '--workspace', '.'], options);
    for (const file of filesBelow(home)) truncateSync(file, 10);
    const damaged = await runCli(['ask', 'frobnicate', '--workspace', '.'], options);
    const absent = await runCli(['ask', 'frobnicate', '--workspace', 'absent'], options);
    // The details of an error are its stack, which names our own files.
    expect(absent.stderr).toMatch(/at .*cli\.js:\d+:\d+/);
    expectNoPath([damaged.stderr, absent.stderr], root, home);
  });

  it('and nothing is written to the standard error but by such a log, or in a sentence of ours', () => {
    const sources = filesBelow(path.join(PROJECT, 'src')).filter((file) => file.endsWith('.ts'));
    const writing = sources.flatMap((file) =>
      readFileSync(file, 'utf8')
        .split('\n')
        .filter((line) => /\bconsole\.|process\.stderr\b/.test(line) && !/machineLog\(|messageOf\(/.test(line))
        .map((line) => `${path.relative(PROJECT, file).split(path.sep).join('/')}: ${line.trim()}`),
    );
    expect(writing).toEqual([
      // Hands the stream to the commands, which write sentences.
      'src/cli.ts: stderr: process.stderr,',
      "src/doors/cli/outputFaults.ts: process.stderr.write('The answer could not be written out; see that there is room where it is written to.\\n');",
      "src/doors/cli/outputFaults.ts: process.stderr.on('error', () => undefined);",
      // A script that runs without us.
      "src/doors/vscode/launcher.ts: process.stderr.write('The Workspace Context extension is not installed any more; install it again, or remove it from the configuration of this agent.\\\\n');",
    ]);
  });
});
