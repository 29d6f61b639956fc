import { execFileSync } from 'node:child_process';
import { appendFileSync, chmodSync, mkdirSync, readdirSync, renameSync, rmSync, symlinkSync, unlinkSync, utimesSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import { afterEach, describe, expect, it } from 'vitest';
import { createNodeFiles } from '../../src/adapters/nodeFiles';
import { temporaryTree } from '../workspace/temporaryTree';

const files = createNodeFiles();
const onWindows = process.platform === 'win32';
const textOf = (bytes: Uint8Array | { fault: string }): string =>
  'fault' in bytes ? `fault: ${bytes.fault}` : new TextDecoder().decode(bytes);

describe('resolveFolder', () => {
  it('gives the physical folder of an absolute or relative path', async () => {
    const root = temporaryTree({ 'a/b.md': '' });
    expect(await files.resolveFolder(path.join(root, 'a', '..', 'a'))).toEqual({ root: path.join(root, 'a') });
    expect(await files.resolveFolder(path.relative(process.cwd(), root))).toEqual({ root });
  });

  it('tells a missing folder from a file', async () => {
    const root = temporaryTree({ 'a.md': '' });
    expect(await files.resolveFolder(path.join(root, 'missing'))).toEqual({ fault: 'absent' });
    expect(await files.resolveFolder(path.join(root, 'a.md'))).toEqual({ fault: 'not-a-folder' });
    expect(await files.resolveFolder(path.join(root, 'a.md', 'x'))).toEqual({ fault: 'absent' });
    expect(await files.resolveFolder('a\0b')).toEqual({ fault: 'failed' });
  });

  it.skipIf(onWindows)('resolves links', async () => {
    const root = temporaryTree({ 'real/a.md': '' });
    symlinkSync('real', path.join(root, 'alias'));
    expect(await files.resolveFolder(path.join(root, 'alias'))).toEqual({ root: path.join(root, 'real') });
  });
});

it('facts tell a file that was rewritten from its former self though its size and its time were kept', async () => {
  const root = temporaryTree({ 'a.md': 'one' });
  const file = path.join(root, 'a.md');
  const longAgo = new Date('2001-01-01T00:00:00Z');
  utimesSync(file, longAgo, longAgo);
  const before = await files.facts(root, 'a.md');
  // The clock that file systems take their times from ticks every few milliseconds.
  await new Promise((resolve) => setTimeout(resolve, 50));
  writeFileSync(file, 'two');
  utimesSync(file, longAgo, longAgo);
  expect(await files.facts(root, 'a.md')).not.toEqual(before);
});

it('nameOf, parentOf and below take roots apart and together, up to the top', async () => {
  const root = temporaryTree({});
  const inner = files.below(root, 'a/b');
  expect(inner).toBe(path.join(root, 'a', 'b'));
  expect(files.nameOf(inner)).toBe('b');
  expect(files.parentOf(inner)).toBe(path.join(root, 'a'));
  const top = path.parse(root).root;
  expect(files.parentOf(top)).toBeNull();
  expect(files.nameOf(top)).not.toMatch(/[/\\:]/);
});

describe('list', () => {
  it('gives names by code unit order with their kinds; links are links', async () => {
    const root = temporaryTree({ 'b/x': '', 'a.md': '', B: '' });
    if (!onWindows) symlinkSync('b', path.join(root, 'c'));
    const listing = await files.list(root, '');
    expect(listing).toEqual({
      entries: [
        // On a file system that folds case, `B` is a file all the same: its name differs from `a.md`.
        ...(readdirSync(root).includes('B') ? [{ name: 'B', kind: 'file' }] : []),
        { name: 'a.md', kind: 'file' },
        { name: 'b', kind: 'folder' },
        ...(onWindows ? [] : [{ name: 'c', kind: 'link' }]),
      ],
    });
  });

  it('a missing folder is absent, a file is no folder', async () => {
    const root = temporaryTree({ 'a.md': '' });
    expect(await files.list(root, 'missing')).toEqual({ fault: 'absent' });
    expect(await files.list(root, 'a.md')).toEqual({ fault: 'absent' });
    expect(await files.list(path.join(root, 'missing'), '')).toEqual({ fault: 'absent' });
  });
});

describe('facts', () => {
  it('tells kind, size and time; another file in its place has another inode', async () => {
    const root = temporaryTree({ 'a.md': '12345', 'b.md': '54321' });
    const before = await files.facts(root, 'a.md');
    expect(before).toMatchObject({ kind: 'file', size: 5 });
    expect(await files.facts(root, '')).toMatchObject({ kind: 'folder' });
    renameSync(path.join(root, 'b.md'), path.join(root, 'a.md'));
    const after = await files.facts(root, 'a.md');
    expect('inode' in before && 'inode' in after && before.inode !== after.inode).toBe(true);
  });

  it('nothing there is absent, under a file too', async () => {
    const root = temporaryTree({ 'a.md': '' });
    expect(await files.facts(root, 'b.md')).toEqual({ fault: 'absent' });
    expect(await files.facts(root, 'a.md/b.md')).toEqual({ fault: 'absent' });
    expect(await files.facts(root, '../x')).toEqual({ fault: 'absent' });
  });
});

describe('read', () => {
  it.each([0, 1, 4, 5, 6, 100])('returns at most limit + 1 bytes (5 bytes, limit %i)', async (limit) => {
    const root = temporaryTree({ 'a.md': '12345' });
    expect(textOf(await files.read(root, 'a.md', limit))).toBe('12345'.slice(0, limit + 1));
  });

  it('an empty file is no bytes', async () => {
    expect(textOf(await files.read(temporaryTree({ 'a.md': '' }), 'a.md', 10))).toBe('');
  });

  it('files whose size the system does not know are read whole', async (context) => {
    // The kernel says 0 bytes of every file in /proc.
    if (process.platform !== 'linux') return context.skip();
    expect(textOf(await files.read('/proc/self', 'status', 100_000))).toMatch(/^Name:[^]*\n$/);
  });

  it('a vanished file is absent, a folder fails', async () => {
    const root = temporaryTree({ 'a.md': 'x', 'b/c': '' });
    unlinkSync(path.join(root, 'a.md'));
    expect(await files.read(root, 'a.md', 10)).toEqual({ fault: 'absent' });
    expect(await files.read(root, 'b', 10)).toEqual({ fault: 'failed' });
    rmSync(root, { recursive: true });
    expect(await files.read(root, 'b/c', 10)).toEqual({ fault: 'absent' });
  });

  it.each(['../a.md', 'x/../../a.md', '/etc/hostname', 'a\0.md', './a.md', 'x//a.md'])('%j is no path of a repository', async (file) => {
    const root = temporaryTree({ 'a.md': 'x', 'in/x/a.md': 'x' });
    expect(await files.read(path.join(root, 'in'), file, 10)).toEqual({ fault: 'absent' });
    expect(await files.list(path.join(root, 'in'), file)).toEqual({ fault: 'absent' });
  });

  it.skipIf(onWindows)('a pipe is not opened, so nothing waits and nobody notices', async () => {
    const root = temporaryTree({});
    execFileSync('mkfifo', [path.join(root, 'README.md')]);
    expect(await files.read(root, 'README.md', 10)).toEqual({ fault: 'failed' });
    expect(await files.facts(root, 'README.md')).toMatchObject({ kind: 'other' });
    expect(await files.list(root, '')).toEqual({ entries: [{ name: 'README.md', kind: 'other' }] });
  });

  it.skipIf(onWindows)('a device reached by a link is not opened', async () => {
    const root = temporaryTree({});
    symlinkSync('/dev/zero', path.join(root, 'zero.md'));
    expect(await files.read(root, 'zero.md', 10)).toEqual({ fault: 'forbidden' });
    expect(await files.read('/dev', 'zero', 10)).toEqual({ fault: 'failed' });
  });
});

describe.skipIf(onWindows)('links', () => {
  it('inside the root are followed; out of it nothing is listed or read, by a link to a folder above either', async () => {
    const outside = temporaryTree({ 'secret.md': 'secret' });
    const root = temporaryTree({ 'docs/a.md': 'a' });
    symlinkSync('docs/a.md', path.join(root, 'inside.md'));
    symlinkSync(path.join(outside, 'secret.md'), path.join(root, 'outside.md'));
    symlinkSync(outside, path.join(root, 'folder'));
    symlinkSync('..', path.join(root, 'docs', 'up'));
    symlinkSync('dangling', path.join(root, 'nowhere.md'));
    symlinkSync('circle.md', path.join(root, 'circle.md'));

    expect(textOf(await files.read(root, 'inside.md', 10))).toBe('a');
    expect(await files.read(root, 'outside.md', 10)).toEqual({ fault: 'forbidden' });
    expect(await files.read(root, 'folder/secret.md', 10)).toEqual({ fault: 'forbidden' });
    expect(await files.list(root, 'folder')).toEqual({ fault: 'forbidden' });
    expect(await files.read(root, 'circle.md', 10)).toEqual({ fault: 'absent' });

    expect(await files.followLink(root, 'inside.md')).toEqual({ path: 'docs/a.md' });
    expect(await files.followLink(root, 'docs/up')).toEqual({ path: '' });
    for (const link of ['outside.md', 'folder', 'nowhere.md', 'circle.md']) {
      expect(await files.followLink(root, link), link).toBe('outside');
    }
  });

  it('a folder whose name begins like the root is outside of it', async () => {
    const parent = temporaryTree({ 'repo/a.md': '', 'repo-secret/b.md': '', '..repo/c.md': '' });
    const root = path.join(parent, 'repo');
    symlinkSync('../repo-secret/b.md', path.join(root, 'b.md'));
    expect(await files.followLink(root, 'b.md')).toBe('outside');
    // ..repo is an ordinary name.
    symlinkSync('..repo', path.join(parent, 'link'));
    expect(await files.followLink(parent, 'link')).toEqual({ path: '..repo' });
  });
});

describe('a file that grows while it is read', () => {
  it('is read up to the limit', async () => {
    const root = temporaryTree({ 'log.md': 'x'.repeat(1_000) });
    appendFileSync(path.join(root, 'log.md'), 'y'.repeat(1_000));
    const bytes = await files.read(root, 'log.md', 1_500);
    expect('fault' in bytes ? 0 : bytes.length).toBe(1_501);
  });
});

// Root may read everything; there the test goes on as nobody where the system lets it.
const NOBODY = 65_534;
const isRoot = process.getuid?.() === 0;
const canForbid = !onWindows && (!isRoot || typeof process.seteuid === 'function');

describe.skipIf(!canForbid)('what may not be read', () => {
  afterEach(() => {
    if (isRoot) process.seteuid?.(0);
  });

  it('is forbidden: a file, a folder, and what is in a folder that may not be entered', async () => {
    const root = temporaryTree({ 'locked.md': 'x', 'closed/a.md': '', 'blind/a.md': '' });
    chmodSync(root, 0o755);
    chmodSync(path.join(root, 'locked.md'), 0o000);
    chmodSync(path.join(root, 'closed'), 0o000);
    chmodSync(path.join(root, 'blind'), 0o444);
    if (isRoot) process.seteuid?.(NOBODY);
    expect(await files.read(root, 'locked.md', 10)).toEqual({ fault: 'forbidden' });
    expect(await files.list(root, 'closed')).toEqual({ fault: 'forbidden' });
    expect(await files.facts(root, 'closed/a.md')).toEqual({ fault: 'forbidden' });
    expect(await files.resolveFolder(path.join(root, 'closed'))).toEqual({ fault: 'forbidden' });
    expect(await files.list(root, 'blind')).toEqual({ entries: [{ name: 'a.md', kind: 'file' }] });
    expect(await files.read(root, 'blind/a.md', 10)).toEqual({ fault: 'forbidden' });
  });
});

it('names with spaces, quotes and letters beyond ASCII are ordinary', async () => {
  const root = temporaryTree({});
  mkdirSync(path.join(root, "d'été"));
  writeFileSync(path.join(root, "d'été", 'höhe 1.md'), 'x');
  expect(await files.list(root, "d'été")).toEqual({ entries: [{ name: 'höhe 1.md', kind: 'file' }] });
  expect(textOf(await files.read(root, "d'été/höhe 1.md", 10))).toBe('x');
});
