/**
 * Makes the sample workspace: three small repositories with a real git history, from
 * test/fixtures/shop. The commit ids are the same on every machine.
 *
 *   node scripts/sample-workspace.mjs [folder]        (default: .sample/shop)
 *
 * The fixture holds each repository's newest files. `history.json` beside them says which commit
 * brought what, oldest first; earlier texts are computed by undoing later commits:
 *   add     files, or folders ending in `/`, that appear with this commit
 *   edit    lines `before` became lines `after` (`after` occurs once in the file)
 *   move    a file was renamed
 *   remove  a file with these lines was deleted (an earlier commit adds it)
 * `unpushed` is how many of the newest commits the remote branch lacks.
 */
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { appendFile, mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import process from 'node:process';
import { setTimeout } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

const SCRIPT = fileURLToPath(import.meta.url);
const PROJECT = path.dirname(path.dirname(SCRIPT));
const FIXTURE = path.join(PROJECT, 'test', 'fixtures', 'shop');
const MARKER = '.sample-workspace.json';
const WORKSPACE_FILE = 'shop.code-workspace';

/**
 * Makes the sample workspace in a folder, or leaves it as it is when it is there and complete.
 * Returns its folder, its `.code-workspace` file and the folders of its repositories (absolute).
 * Throws when git is missing, or when the folder holds something else.
 */
export async function makeSampleWorkspace(targetFolder) {
  const target = path.resolve(targetFolder);
  const history = JSON.parse(await readText(path.join(FIXTURE, 'history.json')));
  const ids = Object.keys(history.repositories);
  const trees = new Map();
  for (const id of ids) {
    trees.set(id, await readTree(path.join(FIXTURE, id)));
  }
  const digest = await digestOf(history, trees);
  if (!(await isComplete(target, digest, ids))) {
    await build(target, digest, history, trees);
  }
  return {
    folder: target,
    workspaceFile: path.join(target, WORKSPACE_FILE),
    repositories: Object.fromEntries(ids.map((id) => [id, path.join(target, id)])),
  };
}

async function build(target, digest, history, trees) {
  await refuseForeignFolder(target);
  // Built beside its place and renamed, so that an interrupted run leaves nothing half made.
  const building = `${target}.building-${process.pid}-${Date.now()}`;
  await mkdir(building, { recursive: true });
  try {
    await Promise.all(
      [...trees].map(([id, tree]) =>
        makeRepository(path.join(building, id), history.repositories[id], history.people, tree),
      ),
    );
    const folders = [...trees.keys()].map((id) => ({ path: id }));
    await writeFile(path.join(building, WORKSPACE_FILE), `${JSON.stringify({ folders, settings: {} }, null, 2)}\n`);
    await writeFile(path.join(building, MARKER), `${JSON.stringify({ digest })}\n`);
    await moveIntoPlace(building, target, () => isComplete(target, digest, [...trees.keys()]));
  } finally {
    await rm(building, { recursive: true, force: true, maxRetries: 3 });
  }
}

/** Tries again for a second: on Windows a virus scanner may hold new files, and another process may do the same as we. */
async function moveIntoPlace(building, target, isDone) {
  for (let attempt = 1; !(await isDone()); attempt += 1) {
    try {
      await rm(target, { recursive: true, force: true, maxRetries: 3 });
      await rename(building, target);
    } catch (error) {
      if (attempt === 10) {
        throw error;
      }
      await setTimeout(100);
    }
  }
}

async function isComplete(target, digest, ids) {
  try {
    const marker = JSON.parse(await readFile(path.join(target, MARKER), 'utf8'));
    const present = await readdir(target);
    return marker.digest === digest && [...ids, WORKSPACE_FILE].every((name) => present.includes(name));
  } catch {
    return false;
  }
}

async function refuseForeignFolder(target) {
  const present = await readdir(target).catch(() => []);
  if (present.length > 0 && !present.includes(MARKER)) {
    throw new Error(`${path.basename(target)} holds files that are not a sample workspace; choose another folder.`);
  }
}

/** Files of a folder by path relative to it, texts with LF line ends whatever the checkout made of them. */
async function readTree(folder) {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = new Map();
  for (const entry of entries.filter((one) => one.isFile())) {
    const file = path.join(entry.parentPath ?? entry.path, entry.name);
    files.set(path.relative(folder, file).split(path.sep).join('/'), await readText(file));
  }
  return files;
}

async function readText(file) {
  return (await readFile(file, 'utf8')).replaceAll('\r\n', '\n');
}

async function digestOf(history, trees) {
  const hash = createHash('sha256').update(await readText(SCRIPT)).update(JSON.stringify(history));
  for (const [id, tree] of trees) {
    for (const file of [...tree.keys()].sort()) {
      hash.update(`\0${id}/${file}\0`).update(tree.get(file));
    }
  }
  return hash.digest('hex');
}

async function makeRepository(folder, repository, people, tree) {
  await mkdir(folder, { recursive: true });
  await git(folder, ['init', '--quiet', '--template=', '--object-format=sha1', '--initial-branch=main']);
  await appendFile(path.join(folder, '.git', 'config'), repositoryConfig(repository.remote));
  await git(folder, ['fast-import', '--quiet', '--done'], importStream(repository, people, tree));
  await git(folder, ['reset', '--quiet', '--hard', 'main']);
}

function repositoryConfig(remote) {
  return [
    '[core]',
    '\tautocrlf = false',
    '\teol = lf',
    '[remote "origin"]',
    `\turl = ${remote}`,
    '\tfetch = +refs/heads/*:refs/remotes/origin/*',
    '[branch "main"]',
    '\tremote = origin',
    '\tmerge = refs/heads/main',
    '',
  ].join('\n');
}

/** The whole history as one `git fast-import` stream. */
function importStream(repository, people, tree) {
  const changes = changesOf(repository.commits, tree);
  const parts = repository.commits.map((commit, index) => {
    const who = people[commit.author];
    const stamp = `${who.name} <${who.email}> ${gitDate(commit.date)}`;
    const head = `commit refs/heads/main\nmark :${index + 1}\nauthor ${stamp}\ncommitter ${stamp}\n`;
    return head + data(`${commit.message}\n`) + changes[index];
  });
  const published = repository.commits.length - repository.unpushed;
  parts.push(`reset refs/remotes/origin/main\nfrom :${published}\n\n`, 'done\n');
  return parts.join('');
}

function data(text) {
  return `data ${Buffer.byteLength(text)}\n${text}\n`;
}

/** `2025-03-04T09:12:00+01:00` as git writes it: seconds and offset. */
function gitDate(iso) {
  const offset = iso.slice(-6).replace(':', '');
  return `${Math.floor(Date.parse(iso) / 1000)} ${offset}`;
}

/** What each commit changes, found by undoing the commits from the newest to the oldest. */
function changesOf(commits, tree) {
  const state = new Map(tree);
  const owner = firstCommits(commits, tree);
  const changes = [];
  for (let index = commits.length - 1; index >= 0; index -= 1) {
    const commit = commits[index];
    const written = new Map();
    const deleted = [];
    for (const { path: file, before, after } of [...(commit.edit ?? [])].reverse()) {
      if (!written.has(file)) {
        written.set(file, contentOf(state, file));
      }
      state.set(file, replaceLines(contentOf(state, file), after, before, file));
    }
    for (const { from, to } of commit.move ?? []) {
      written.set(to, written.get(to) ?? contentOf(state, to));
      deleted.push(from);
      state.set(from, contentOf(state, to));
      state.delete(to);
    }
    for (const { path: file, lines } of commit.remove ?? []) {
      deleted.push(file);
      state.set(file, lines.join('\n'));
    }
    for (const file of [...state.keys()].filter((one) => owner.get(one) === index)) {
      written.set(file, contentOf(state, file));
      state.delete(file);
    }
    changes[index] = [
      ...deleted.sort().map((file) => `D ${file}\n`),
      ...[...written.keys()].sort().map((file) => `M 100644 inline ${file}\n${data(written.get(file))}`),
    ].join('');
  }
  if (state.size > 0) {
    throw new Error(`No commit of history.json adds ${[...state.keys()].join(', ')}.`);
  }
  return changes;
}

/** Which commit adds a file under the name it had then: the one that names it, else the first whose folder holds it. */
function firstCommits(commits, tree) {
  const names = [
    ...tree.keys(),
    ...commits.flatMap((commit) => [...(commit.move ?? []).map((one) => one.from), ...(commit.remove ?? []).map((one) => one.path)]),
  ];
  const renamedTo = new Set(commits.flatMap((commit) => (commit.move ?? []).map((one) => one.to)));
  const owner = new Map();
  for (const name of names.filter((one) => !renamedTo.has(one))) {
    const named = commits.findIndex((commit) => commit.add?.includes(name));
    const held = commits.findIndex((commit) => commit.add?.some((one) => one.endsWith('/') && name.startsWith(one)));
    owner.set(name, named >= 0 ? named : held);
  }
  return owner;
}

function contentOf(state, file) {
  const content = state.get(file);
  if (content === undefined) {
    throw new Error(`history.json changes ${file}, which does not exist at that commit.`);
  }
  return content;
}

/** Replaces whole lines that occur exactly once. */
function replaceLines(text, found, replacement, file) {
  const lines = text.split('\n');
  const starts = lines.flatMap((_, start) => (found.every((line, offset) => lines[start + offset] === line) ? [start] : []));
  if (starts.length !== 1) {
    throw new Error(`history.json: the lines "${found[0]}…" occur ${starts.length} times in ${file}, not once.`);
  }
  lines.splice(starts[0], found.length, ...replacement);
  return lines.join('\n');
}

/** Runs git with nothing of the user's or the machine's configuration. */
function git(folder, args, input = '') {
  const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.toUpperCase().startsWith('GIT_')));
  const hermetic = {
    ...env,
    GIT_CONFIG_NOSYSTEM: '1',
    GIT_CONFIG_GLOBAL: path.join(folder, '.git', 'no-user-configuration'),
    GIT_TERMINAL_PROMPT: '0',
    LC_ALL: 'C',
  };
  return new Promise((resolve, reject) => {
    const child = spawn('git', ['-c', 'core.autocrlf=false', '-c', 'core.hooksPath=', ...args], {
      cwd: folder,
      env: hermetic,
      windowsHide: true,
    });
    let said = '';
    child.stderr.on('data', (chunk) => (said += chunk));
    child.on('error', () => reject(new Error('git could not be started; install git and try again.')));
    child.on('close', (code) => (code === 0 ? resolve() : reject(new Error(`git ${args[0]} failed: ${said.trim()}`))));
    child.stdin.on('error', () => {});
    child.stdin.end(input);
  });
}

if (process.argv[1] !== undefined && path.resolve(process.argv[1]) === SCRIPT) {
  const target = process.argv[2] ?? path.join(PROJECT, '.sample', 'shop');
  try {
    const { workspaceFile } = await makeSampleWorkspace(target);
    process.stdout.write(`${path.relative(process.cwd(), workspaceFile)}\n`);
  } catch (error) {
    process.stderr.write(`${error.message}\n`);
    process.exitCode = 1;
  }
}
