import { describe, expect, it } from 'vitest';
import type { Activity } from '../../src/contract/status';
import { statusBarViewOf } from '../../src/doors/vscode/statusBarView';

const NOW = '2026-02-01T00:10:00.000Z';
const EMBEDDING: NonNullable<Activity['embedding']> = { model: 'a/model', state: 'ready', runtime: 'native', waiting: null, notices: [], done: 10, total: 10 };
const PENDING: typeof EMBEDDING = { ...EMBEDDING, state: 'pending', done: 125, total: 1_000 };

function activity(more: Partial<Activity> = {}): Activity {
  return { isUsed: true, generation: 1, indexing: [], embedding: EMBEDDING, verifiedAt: '2026-02-01T00:07:00.000Z', problems: [], ...more };
}
const view = (more: Partial<Activity> = {}) => statusBarViewOf(activity(more), NOW);
const wordsOf = (text: string): number => text.replace(/\$\([^)]*\)\s*/, '').split(' ').length;

describe('the status bar', () => {
  it('says in three words what goes on', () => {
    const texts = [
      view().text,
      view({ indexing: [{ repositoryId: 'api', done: 3, total: 12 }, { repositoryId: 'web', done: 3, total: 12 }] }).text,
      view({ embedding: PENDING }).text,
      view({ embedding: { ...PENDING, waiting: 'battery' } }).text,
      view({ problems: ['api: it is gone.'] }).text,
      ...(['untrusted', 'no-folder', 'asleep', 'stopped'] as const).map((none) => statusBarViewOf(none, NOW).text),
    ];
    expect(texts.map((text) => text.replace(/\$\([^)]*\)\s*/, ''))).toEqual([
      'Context is ready',
      'Context indexing 25%',
      // Rounded down: it is not done before it is done.
      'Context embedding 12%',
      'Context embedding waits',
      'Context needs attention',
      'Context not trusted',
      'Context no folder',
      'Context not started',
      'Context worker stopped',
    ]);
    expect(texts.map(wordsOf)).toEqual(texts.map(() => 3));
  });

  it('tells the rest in its tooltip', () => {
    const { tooltip } = view({ embedding: { ...EMBEDDING, state: 'pending', waiting: 'paused', done: 1_250, total: 2_000, notices: ['It was restarted.'] } });
    expect(tooltip).toContain('Compared with the files 3 minutes ago.');
    expect(tooltip).toContain('1,250 of 2,000 passages are embedded.');
    expect(tooltip).toContain('paused');
    expect(tooltip).toContain('It was restarted\\.');
  });

  it('calls what builds the index by the name of its command', () => {
    for (const { tooltip } of [view(), statusBarViewOf('asleep', NOW)]) expect(tooltip).toContain('[Build or Refresh Index](command:workspaceContext.refreshIndex)');
  });

  it('offers to pause what runs and to resume what is paused, and neither when all is done', () => {
    const offers = (text: string): boolean[] => ['pauseEmbedding', 'resumeEmbedding'].map((command) => text.includes(command));
    expect(offers(view({ embedding: PENDING }).tooltip)).toEqual([true, false]);
    expect(offers(view({ embedding: { ...PENDING, waiting: 'paused' } }).tooltip)).toEqual([false, true]);
    expect(offers(view().tooltip)).toEqual([false, false]);
  });

  it('warns when something is wrong, but not while it may be mended', () => {
    expect(view({ problems: ['api: it is gone.'] }).isWarning).toBe(true);
    expect(view({ problems: ['api: it is gone.'], indexing: [{ repositoryId: 'api', done: 0, total: 0 }] }).isWarning).toBe(false);
    expect(statusBarViewOf('asleep', NOW).isWarning).toBe(false);
  });

  it('is read aloud without the name of its icon', () => {
    expect(view({ embedding: PENDING }).spoken).toBe('Workspace Context: Context embedding 12%');
  });

  it('shows names of files and folders as they are, not as links of their own', () => {
    expect(view({ problems: ['[run](command:evil): x'] }).tooltip).toContain('\\[run\\]\\(command\\:evil\\)');
    // The editor makes a link of any address that is written out.
    expect(view({ problems: ['docs: https://evil.example www.evil.example'] }).tooltip).not.toMatch(/https:\/\/|www\./);
    expect(view({ problems: ['docs/\u202ecod.exe is gone'] }).tooltip).not.toContain('\u202e');
  });
});
