import { describe, expect, it } from 'vitest';
import type { WorkspacePorts } from '../../src/workspace/createService';
import { SHARED_FROM_BYTES } from '../../src/workspace/contents';
import { CONFIRMED_WITHIN_MILLISECONDS } from '../../src/workspace/sharedIndex';
import type { AskOptions } from '../../src/workspace/service';
import { NOON, nodeService } from './nodeService';
import { committedTree } from './temporaryTree';

const WAIT: AskOptions = { wait: true, now: NOON };

describe('a cold index', () => {
  it('reads the documents while git still reads the history, and dates them all the same', async () => {
    const root = committedTree({ 'a.md': 'frobnicate\n', 'b.md': 'two\n' });
    const events: string[] = [];
    let allRead = (): void => undefined;
    const read = new Promise<void>((resolve) => (allRead = resolve));
    const ports = ({ files, git }: WorkspacePorts): Partial<WorkspacePorts> => ({
      files: {
        ...files,
        read: async (at, path, limit) => {
          if (path.endsWith('.md')) events.push(`read ${path}`);
          if (path === 'b.md') allRead();
          return files.read(at, path, limit);
        },
      },
      git: {
        ...git,
        // A history that takes longer than reading all documents does.
        inspect: async (...args) => {
          const state = await git.inspect(...args);
          await read;
          events.push('history');
          return state;
        },
      },
    });
    const service = nodeService([root], { ports });
    const { passages } = await service.ask({ question: 'frobnicate' }, WAIT);
    expect(events).toEqual(['read a.md', 'read b.md', 'history']);
    expect(passages.map(({ why }) => why.some(({ factor, value }) => factor === 'recency' && value > 0))).toEqual([true]);
  });

  it('lets others run before each document that is read, and before each that is split', async () => {
    const documents = 8;
    const root = committedTree(Object.fromEntries(Array.from({ length: documents }, (_, index) => [`${index}.md`, `# ${index}\n`])));
    let turns = 0;
    const service = nodeService([root], { ports: () => ({ pace: async () => void (turns += 1) }) });
    await service.index();
    expect(turns).toBe(2 * documents);
  });

  it.each([
    ['small', 100, 0],
    ['large', SHARED_FROM_BYTES, 1],
  ])('of a %s repository starts as many threads more as are worth it', async (_, bytes, expected) => {
    let started = 0;
    // A single file of that size would be left out as too large.
    const files = 16;
    const line = 'a line of text\n';
    const root = committedTree(Object.fromEntries(Array.from({ length: files }, (_, index) => [`${index}.txt`, `${index}\n${line.repeat(Math.ceil(bytes / files / line.length))}`])));
    const service = nodeService([root], { ports: () => ({ startContentSplitter: () => ((started += 1), null) }) });
    await service.index();
    expect(started).toBe(expected);
    // Nothing has to be split again.
    await service.index();
    expect(started).toBe(expected);
  });
});

describe('questions one after the other about what did not change', () => {
  it('verify each, and write that they did now and then only', async () => {
    const root = committedTree({ 'a.md': 'frobnicate\n' });
    let confirmed = 0;
    const service = nodeService([root], {
      ports: ({ store }) => ({ store: { ...store, confirmSnapshot: (...args) => ((confirmed += 1), store.confirmSnapshot(...args)) } }),
    });
    await service.index();
    const ages: string[] = [];
    for (let question = 0; question < 3; question += 1) {
      service.pass(1_000);
      ages.push((await service.ask({ question: 'frobnicate' }, WAIT)).indexedAt ?? '');
    }
    expect([confirmed, new Set(ages).size]).toEqual([1, 3]);
    service.pass(CONFIRMED_WITHIN_MILLISECONDS);
    await service.ask({ question: 'frobnicate' }, WAIT);
    expect(confirmed).toBe(2);
  });
});
