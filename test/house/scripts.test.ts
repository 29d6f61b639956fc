import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { beforeAll, describe, expect, it } from 'vitest';
import type * as Install from '../../scripts/install-code-server.mjs';
import type * as Lock from '../../scripts/lock.mjs';
import { PROJECT } from '../support/cli';

let install: typeof Install;
let lock: typeof Lock;

beforeAll(async () => {
  const load = (name: string): Promise<unknown> => import(pathToFileURL(path.join(PROJECT, 'scripts', name)).href);
  install = (await load('install-code-server.mjs')) as typeof Install;
  lock = (await load('lock.mjs')) as typeof Lock;
});

const temporary = (): string => mkdtempSync(path.join(os.tmpdir(), 'workspace-context-scripts-'));

/** The id of a process that has ended. */
const endedPid = (): number => spawnSync(process.execPath, ['-e', '']).pid;

describe('the lock of a command', () => {
  it('is held by one at a time, and free again when it was given back', () => {
    const file = path.join(temporary(), 'lock');
    const release = lock.holdLock(file);
    expect(readFileSync(file, 'utf8')).toBe(`${process.pid}\n`);
    expect(lock.holdLock(file)).toBeNull();
    release?.();
    expect(existsSync(file)).toBe(false);
  });

  it('does not count any more when the process that held it is gone', () => {
    const file = path.join(temporary(), 'lock');
    writeFileSync(file, `${endedPid()}\n`);
    expect(lock.holdLock(file)).not.toBeNull();
    expect(readFileSync(file, 'utf8')).toBe(`${process.pid}\n`);
  });

  it('may be one that is just being written', () => {
    const file = path.join(temporary(), 'lock');
    writeFileSync(file, '');
    expect(lock.holdLock(file)).toBeNull();
  });
});

describe('npm run vscode', () => {
  it('leaves everything alone where another one runs', () => {
    const project = temporary();
    for (const folder of ['scripts', 'test/vscode']) cpSync(path.join(PROJECT, folder), path.join(project, folder), { recursive: true });
    const home = path.join(project, '.cache', 'vscode');
    const extension = path.join(home, 'extensions', 'extension', 'package.json');
    mkdirSync(path.dirname(extension), { recursive: true });
    writeFileSync(extension, '{}');
    // This test is the other one; without it the command would go on to install an editor, which finds no program here.
    writeFileSync(path.join(home, 'running.pid'), `${process.pid}\n`);
    const env = { PATH: '', WORKSPACE_CONTEXT_E2E_HOME: path.join(project, 'editor') };
    const { status, stdout, stderr } = spawnSync(process.execPath, [path.join(project, 'scripts', 'vscode.mjs')], { env, encoding: 'utf8' });
    expect({ status, stdout, stderr }).toEqual({
      status: 1,
      stdout: '',
      stderr: 'npm run vscode: Another `npm run vscode` is running in this folder; end it with Ctrl+C first.\n',
    });
    expect(existsSync(extension)).toBe(true);
    expect(existsSync(path.join(home, 'running.pid'))).toBe(true);
    expect(existsSync(path.join(project, 'editor'))).toBe(false);
  });
});

describe('what has to be installed for the editor', () => {
  const bare = { withBrowser: true, browser: null, editorIsInstalled: false, kerberosHeaders: false };
  it.each([
    ['everything on a bare machine', bare, ['chromium', 'libkrb5-dev']],
    ['no browser where people bring their own', { ...bare, withBrowser: false }, ['libkrb5-dev']],
    ['no browser where there is one', { ...bare, browser: '/usr/bin/chromium' }, ['libkrb5-dev']],
    ['no headers where the editor is built', { ...bare, editorIsInstalled: true }, ['chromium']],
    ['nothing for people where the editor is built', { ...bare, withBrowser: false, editorIsInstalled: true }, []],
  ])('is %s', (_, machine, packages) => {
    expect(install.missingPackages(machine)).toEqual(packages);
  });

  it('includes no browser for npm run vscode', () => {
    expect(readFileSync(path.join(PROJECT, 'scripts', 'vscode.mjs'), 'utf8')).toContain('installEditor({ withBrowser: false })');
  });
});
