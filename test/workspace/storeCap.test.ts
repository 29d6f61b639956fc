import { existsSync, mkdirSync, openSync, closeSync, ftruncateSync, readdirSync, utimesSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { nodeService, NOON } from './nodeService';
import { temporaryTree } from './temporaryTree';

const MIB = 1024 * 1024;
const DAY = 86_400_000;

/** A file of a size that takes no room on the disk, last used so many days ago. */
function sparse(file: string, bytes: number, daysAgo: number): string {
  mkdirSync(path.dirname(file), { recursive: true });
  const descriptor = openSync(file, 'w');
  ftruncateSync(descriptor, bytes);
  closeSync(descriptor);
  const time = new Date(Date.now() - daysAgo * DAY);
  utimesSync(file, time, time);
  return file;
}

describe('the index folder', () => {
  it('is kept below its cap by indexing: what was unused for the longest time goes first, what is in use and foreign files stay', async () => {
    const root = temporaryTree({ 'a.md': 'frobnicate\n' });
    const first = nodeService([root]);
    await first.ask({ question: 'frobnicate' }, { wait: true, now: NOON });
    await first.idle();
    const { home } = first;
    const oldest = sparse(path.join(home, 'repositories', `${'a'.repeat(64)}.sqlite`), 600 * MIB, 90);
    const companion = sparse(path.join(home, 'repositories', `${'a'.repeat(64)}.postings`), 10, 1);
    const newer = sparse(path.join(home, 'repositories', `${'b'.repeat(64)}.sqlite`), 600 * MIB, 30);
    const foreign = [
      sparse(path.join(home, 'huge.bin'), 2048 * MIB, 400),
      sparse(path.join(home, 'content', 'mine.segment'), 2048 * MIB, 400),
      sparse(path.join(home, 'repositories', 'mine.sqlite'), 2048 * MIB, 400),
      sparse(path.join(home, 'elsewhere', `${'c'.repeat(64)}.sqlite`), 2048 * MIB, 400),
    ];
    const before = readdirSync(path.join(home, 'repositories')).filter((name) => !/^(?:a{64}|b{64}|mine)\./.test(name));
    // Another home is another store.
    const other = nodeService([root]);
    const kept = sparse(path.join(other.home, 'repositories', `${'a'.repeat(64)}.sqlite`), 600 * MIB, 90);

    writeFileSync(path.join(root, 'b.md'), 'frobnicate more\n');
    const second = nodeService([root], { home });
    await second.ask({ question: 'frobnicate' }, { wait: true, now: NOON });
    await second.idle();
    expect([oldest, companion, newer].map(existsSync)).toEqual([false, false, true]);
    expect([...foreign, kept].map(existsSync)).toEqual([true, true, true, true, true]);
    const after = readdirSync(path.join(home, 'repositories'));
    for (const name of before) expect(after).toContain(name);
  });
});
