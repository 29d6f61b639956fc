import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, realpathSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { isCountAbsent } from '../../bench/counts.mjs';
import { countsOfEvents, eventsOf, gitCommands, openedAgain } from '../../bench/counts/events.mjs';
import { PROJECT, temporaryFolder } from '../support/cli';

/** Runs a text as a program with the recorder in it, below a fresh folder; what the recorder wrote down. */
function recorded(program: string) {
  const folder = realpathSync(temporaryFolder('recorder'));
  const places = { workspace: path.join(folder, 'workspace'), home: path.join(folder, 'home') };
  mkdirSync(places.workspace);
  mkdirSync(places.home);
  writeFileSync(path.join(places.workspace, 'a.md'), '12345');
  const script = path.join(folder, 'program.js');
  writeFileSync(script, `const { workspace, home } = ${JSON.stringify(places)};\nconst fs = require('node:fs');\nconst path = require('node:path');\n${program}`);
  const log = path.join(folder, 'events');
  const recorder = path.join(PROJECT, 'bench/counts/recorder.cjs');
  execFileSync(process.execPath, [script], {
    cwd: folder,
    env: { ...process.env, WORKSPACE_CONTEXT_BENCH_EVENTS: log, NODE_OPTIONS: `--require ${JSON.stringify(recorder)}` },
  });
  const events = eventsOf(readFileSync(log, 'utf8'));
  return { events, counts: countsOfEvents(events, places), places };
}

describe('the recorder', () => {
  it('tells each way to read a file once, however many calls Node makes of it', () => {
    const { counts } = recorded(`
      const file = path.join(workspace, 'a.md');
      fs.readFileSync(file);
      fs.readFileSync(file, 'utf8');
      const descriptor = fs.openSync(file, 'r');
      fs.readSync(descriptor, Buffer.alloc(3), 0, 3, 0);
      fs.closeSync(descriptor);
      fs.promises.readFile(file)
        .then(() => fs.promises.open(file))
        .then(async (handle) => { await handle.readFile(); await handle.close(); });
    `);
    // Five opens of one file of five bytes: four of them read it whole, one reads three bytes of it.
    expect(counts).toMatchObject({ filesOpened: 5, filesOpenedAgain: 4, bytesRead: 23 });
  });

  it('tells each way to write a file of the index, and nothing that is written elsewhere', () => {
    const { counts } = recorded(`
      fs.writeFileSync(path.join(home, 'one'), '1234');
      const descriptor = fs.openSync(path.join(home, 'two'), 'w');
      fs.writeSync(descriptor, Buffer.alloc(6));
      fs.writeFileSync(path.join(workspace, 'mine'), 'not counted');
      fs.promises.writeFile(path.join(home, 'three'), 'é')
        .then(() => fs.promises.open(path.join(home, 'four'), 'w'))
        .then(async (handle) => { await handle.writeFile(Buffer.alloc(10)); await handle.write(Buffer.alloc(1)); await handle.close(); });
    `);
    // 4, 6, two bytes of UTF-8, and 10 + 1.
    expect(counts).toMatchObject({ indexFilesWritten: 4, indexBytesWritten: 23 });
  });

  it('tells facts that are asked and folders that are listed, also where there is no such file', () => {
    const { counts } = recorded(`
      fs.statSync(path.join(workspace, 'a.md'));
      fs.realpathSync.native(workspace);
      try { fs.lstatSync(path.join(workspace, 'absent')); } catch {}
      fs.readdirSync(workspace);
      fs.promises.readdir(workspace, { withFileTypes: true });
    `);
    expect(counts).toMatchObject({ factsAsked: 3, foldersListed: 2 });
  });

  it('tells programs and threads that are started, those of threads and of other processes, too', () => {
    const { counts, events } = recorded(`
      const { execFileSync, fork, spawn } = require('node:child_process');
      const { Worker } = require('node:worker_threads');
      execFileSync('git', ['--version']);
      spawn('git', ['-c', 'color.ui=false', '--no-pager', 'help', 'log'], { stdio: 'ignore' });
      fs.writeFileSync('thread.js', "require('node:child_process').spawn('git', ['version'], { stdio: 'ignore' })");
      new Worker(path.resolve('thread.js'));
      fs.writeFileSync('child.js', "process.once('message', () => require('node:fs').readFileSync(" + JSON.stringify(path.join(workspace, 'a.md')) + ") && process.disconnect())");
      const child = fork('child.js');
      child.send({ kind: 'embed', question: true });
    `);
    expect(counts).toMatchObject({ gitProcesses: 3, ownProcesses: 1, otherProcesses: 0, threads: 1, questionsEmbedded: 1, textsEmbedded: 0, filesOpened: 1 });
    expect(gitCommands(events)).toContain('1 × help');
  });

  it('makes every machine one of two processors: their number decides whether a second thread splits documents', () => {
    const { counts } = recorded(`fs.writeFileSync(path.join(home, 'x'), 'x'.repeat(require('node:os').availableParallelism()));`);
    expect(counts.indexBytesWritten).toBe(2);
  });
});

describe('events', () => {
  const places = { workspace: '/w', home: '/h' };

  it('leave out a last line that a killed process did not finish', () => {
    expect(eventsOf('["open","/w/a"]\n["open","/w')).toEqual([['open', '/w/a']]);
  });

  it('count what lies in the workspace and the index folder alone', () => {
    const counts = countsOfEvents([['open', '/w/a'], ['open', '/wider/a'], ['open', '/etc/gitconfig'], ['open', '/h/b.sqlite'], ['open', '/h/b.sqlite.0.tmp']], places);
    // A temporary file is opened to be written, which is counted there.
    expect(counts).toMatchObject({ filesOpened: 1, indexFilesOpened: 1 });
  });

  it('name the files that were opened more than once', () => {
    expect(openedAgain([['open', '/w/a'], ['open', '/w/b'], ['open', '/w/a']], places)).toEqual(['2 × a']);
  });
});

describe('a stored count that was not measured', () => {
  it('is absent where orun is not there; else it is missing', () => {
    const withoutOrun = isCountAbsent({ 'counts.sample.cold.threads': 0 });
    expect(withoutOrun('counts.orun.cold.threads')).toBe(true);
    expect(withoutOrun('counts.sample.cold.filesOpened')).toBe(false);
    // Of orun something was measured, so that the rest should have been.
    expect(isCountAbsent({ 'counts.orun.cold.threads': 0 })('counts.orun.cold.filesOpened')).toBe(false);
  });
});
