import { execFileSync, spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { SpawnProcess } from '../../../src/adapters/git/process';
import { createGit } from '../../../src/adapters/git/git';
import type { Git, GitState, GitWorkTree } from '../../../src/ports/git';

/** Temporary folders with git repositories in them, apart from the configuration of whoever runs the tests. */
export interface Sandbox {
  readonly folder: string;
  /** The environment git is run in, for making repositories and for inspecting them. */
  readonly env: NodeJS.ProcessEnv;
  /** Runs git in a folder of the sandbox and returns what it prints, without the last line break. */
  git(folder: string, ...args: string[]): string;
  /** Makes `folder` (inside the sandbox) a repository on branch `main` and returns its path. */
  repository(folder: string, ...initArgs: string[]): string;
  /** Writes files and commits all there is at a time (seconds since 1970), returning the commit's id. */
  commit(repository: string, seconds: number, files: Readonly<Record<string, string>>): string;
  write(repository: string, files: Readonly<Record<string, string>>): void;
  remove(): void;
}

export function makeSandbox(): Sandbox {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'workspace-context-git-')));
  const configuration = join(folder, 'gitconfig');
  writeFileSync(configuration, '[user]\n\tname = Test\n\temail = test@example.com\n[protocol "file"]\n\tallow = always\n[core]\n\tautocrlf = false\n');
  const clean = Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith('GIT_')));
  const env = { ...clean, HOME: folder, GIT_CONFIG_GLOBAL: configuration, GIT_CONFIG_NOSYSTEM: '1', LC_ALL: 'C' };
  const runAt = (seconds: number | null, where: string, args: string[]): string => {
    const date = seconds === null ? {} : { GIT_AUTHOR_DATE: `${seconds} +0200`, GIT_COMMITTER_DATE: `${seconds} +0200` };
    return execFileSync('git', args, { cwd: where, env: { ...env, ...date }, stdio: ['ignore', 'pipe', 'pipe'] })
      .toString('utf8')
      .replace(/\n$/, '');
  };
  const git = (where: string, ...args: string[]): string => runAt(null, where, args);
  const write = (repository: string, files: Readonly<Record<string, string>>): void => {
    for (const [path, text] of Object.entries(files)) {
      mkdirSync(dirname(join(repository, path)), { recursive: true });
      writeFileSync(join(repository, path), text);
    }
  };
  return {
    folder,
    env,
    git,
    write,
    repository: (name, ...initArgs) => {
      const path = join(folder, name);
      mkdirSync(path, { recursive: true });
      git(path, 'init', '-q', '-b', 'main', ...initArgs);
      return path;
    },
    commit: (repository, seconds, files) => {
      write(repository, files);
      git(repository, 'add', '-A');
      runAt(seconds, repository, ['commit', '-q', '--allow-empty', '-m', `at ${seconds}`]);
      return git(repository, 'rev-parse', 'HEAD');
    },
    remove: () => rmSync(folder, { recursive: true, force: true, maxRetries: 3 }),
  };
}

/** A merge commit made at a time, with git's own options before the branch. */
export function mergeAt(sandbox: Sandbox, repository: string, seconds: number, ...args: string[]): string {
  execFileSync('git', ['merge', '-q', '--no-ff', '-m', `merge at ${seconds}`, ...args], {
    cwd: repository,
    env: { ...sandbox.env, GIT_AUTHOR_DATE: `${seconds} +0000`, GIT_COMMITTER_DATE: `${seconds} +0000` },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  return sandbox.git(repository, 'rev-parse', 'HEAD');
}

/** A git that remembers the subcommand of every process it started. */
export function countingGit(env: NodeJS.ProcessEnv): { readonly git: Git; readonly commands: string[] } {
  const commands: string[] = [];
  const counting: SpawnProcess = (executable, args, options) => {
    commands.push(args.find((word, index) => !word.startsWith('-') && args[index - 1] !== '-c') ?? '');
    return spawn(executable, args, options);
  };
  return { git: createGit(undefined, { env, spawn: counting }), commands };
}

/** The state of a folder that must be a work tree. */
export async function inspectRepository(sandbox: Sandbox, folder: string, known: GitWorkTree | null = null): Promise<GitWorkTree> {
  const history = known === null || known.head === null ? null : { head: known.head, changedAt: known.changedAt };
  const state: GitState = await createGit(undefined, { env: sandbox.env }).inspect(folder, history);
  if (state.kind !== 'repository') throw new Error(`expected a repository, found ${JSON.stringify(state)}`);
  return state;
}

/** ISO time of seconds since 1970, as git's dates are expected. */
export function iso(seconds: number): string {
  return new Date(seconds * 1000).toISOString();
}
