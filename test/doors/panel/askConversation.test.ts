import { describe, expect, it } from 'vitest';
import { WorkspaceContextError } from '../../../src/contract/errors';
import type { ContextPack } from '../../../src/contract/tools';
import { panelMessageSchema, type PanelMessage } from '../../../src/webview/messages/toPanel';
import type { IndexProgress } from '../../../src/workspace/service';
import { contextPack } from '../vscodePack';
import { loadedPanel, type OwnHost, recordingHost } from './recordingHost';

interface Running {
  question: string;
  args: unknown;
  signal: AbortSignal | undefined;
  report: (progress: IndexProgress) => void;
  finish: (pack: ContextPack) => void;
  fail: (error: unknown) => void;
}

function conversation(own: OwnHost = {}) {
  const posted: PanelMessage[] = [];
  const running: Running[] = [];
  const opened: unknown[] = [];
  const host = recordingHost({
    post: (message) => void posted.push(message),
    service: () => ({
      ask: (args: unknown, _options: unknown, report: Running['report'] = () => undefined, follower: { signal?: AbortSignal } = {}) =>
        new Promise<ContextPack>((finish, fail) => running.push({ question: (args as { question: string }).question, args, signal: follower.signal, report, finish, fail })),
    }),
    open: async (sourceRef, lines) => void opened.push({ sourceRef, lines }),
    ...own,
  });
  const talk = loadedPanel(host);
  posted.length = 0;
  const at = (index: number): Running => {
    const call = running[index];
    if (call === undefined) throw new Error(`no question ${index} was asked`);
    return call;
  };
  return { talk, posted, running, at, opened };
}

const settled = () => new Promise((resolve) => setTimeout(resolve, 0));

describe('panelConversation', () => {
  it('shows the question, the progress and the answer, in messages the panel accepts', async () => {
    const { talk, posted, at } = conversation();
    const answer = talk.ask('why?');
    at(0).report({ repositoryId: 'shop-api', step: 'indexing', done: 1, total: 4 });
    at(0).finish(contextPack(2));
    expect((await answer).passages).toHaveLength(2);
    expect(posted.map(({ type }) => type)).toEqual(['asking', 'progress', 'answer']);
    for (const message of posted) expect(panelMessageSchema.safeParse(message).success).toBe(true);
  });

  it('shows an error of ours in its own words, and hides the details of any other', async () => {
    const { talk, posted, at } = conversation();
    const first = talk.ask('a');
    at(0).fail(new WorkspaceContextError('not-trusted', 'Trust it first.'));
    await expect(first).rejects.toThrow('Trust it first.');
    const second = talk.ask('b');
    at(1).fail(new Error('EACCES /home/ada/secret'));
    await expect(second).rejects.toThrow();
    const failures = posted.filter((message) => message.type === 'failed');
    expect(failures[0]).toMatchObject({ code: 'not-trusted', message: 'Trust it first.' });
    expect(JSON.stringify(failures[1])).not.toContain('/home/ada');
  });

  it('lets the latest question win: what comes late for an older one is not shown', async () => {
    const { talk, posted, at } = conversation();
    const first = talk.ask('first');
    const second = talk.ask('second');
    at(1).finish(contextPack(1, { question: 'second' }));
    await second;
    at(0).report({ repositoryId: 'shop-api', step: 'indexing', done: 1, total: 4 });
    at(0).finish(contextPack(1, { question: 'first' }));
    await first;
    const answers = posted.filter((message) => message.type === 'answer');
    expect(answers).toHaveLength(1);
    expect(posted.some((message) => message.type === 'progress')).toBe(false);
  });

  it('tells a panel that loads again what it showed, and only that', async () => {
    const { talk, posted, at } = conversation();
    const answer = talk.ask('why?');
    at(0).report({ repositoryId: 'shop-api', step: 'indexing', done: 1, total: 4 });
    at(0).finish(contextPack(2));
    await answer;
    posted.length = 0;
    talk.receive({ type: 'ready', restored: null });
    expect(posted.map(({ type }) => type)).toEqual(['history', 'asking', 'answer']);
  });

  it('asks what the panel asks, and opens what it names', async () => {
    const { talk, running, opened, at } = conversation();
    talk.receive({ type: 'ask', question: 'from the panel' });
    await settled();
    expect(at(0).question).toBe('from the panel');
    at(0).fail(new Error('x'));
    talk.receive({ type: 'open', sourceRef: 'shop-api/a.md', lines: { start: 1, end: 2 } });
    await settled();
    expect(running).toHaveLength(1);
    expect(opened).toEqual([{ sourceRef: 'shop-api/a.md', lines: { start: 1, end: 2 } }]);
  });

  it.each([
    ['no object', 'ask'],
    ['an unknown type', { type: 'run', command: 'rm' }],
    ['an unknown key', { type: 'ask', question: 'x', workspace: '/etc' }],
    ['lines that are none', { type: 'open', sourceRef: 'a/b.md', lines: { start: 0, end: 1 } }],
    ['no lines', { type: 'open', sourceRef: 'a/b.md' }],
    ['a question that is no text', { type: 'ask', question: 7 }],
  ])('drops a message that breaks the schema: %s', async (_name, message) => {
    const { talk, posted, running, opened } = conversation();
    talk.receive(message);
    await settled();
    expect([posted, running, opened]).toEqual([[], [], []]);
  });

  it('asks for more passages when the panel does, and says so', async () => {
    const { talk, posted, running } = conversation();
    talk.receive({ type: 'ask', question: 'why?', limit: 25 });
    await settled();
    expect(running[0]?.args).toEqual({ question: 'why?', limit: 25 });
    expect(posted).toContainEqual({ type: 'asking', request: 1, question: 'why?', limit: 25 });
    talk.receive({ type: 'ask', question: 'why?', limit: 26 });
    await settled();
    expect(running).toHaveLength(1);
  });

  it('stops showing a question that was given up, also to a panel that loads again', async () => {
    const { talk, posted, at } = conversation();
    talk.receive({ type: 'ask', question: 'slow' });
    await settled();
    talk.receive({ type: 'cancel', tab: 'graph' });
    talk.receive({ type: 'cancel', tab: 'ask' });
    talk.receive({ type: 'cancel', tab: 'ask' });
    at(0).report({ repositoryId: 'shop-api', step: 'indexing', done: 1, total: 4 });
    at(0).finish(contextPack(1));
    await settled();
    expect(posted.map(({ type }) => type)).toEqual(['asking', 'cancelled']);
    posted.length = 0;
    talk.receive({ type: 'ready', restored: null });
    expect(posted.map(({ type }) => type)).toEqual(['history', 'asking', 'cancelled']);
  });

  it('ends what runs for a question that was given up or whose panel was closed, and not for one that was answered', async () => {
    const { talk, running, at } = conversation();
    const isEnded = () => running.map(({ signal }) => signal?.aborted);
    talk.receive({ type: 'ask', question: 'answered' });
    await settled();
    at(0).finish(contextPack(1));
    await settled();
    talk.receive({ type: 'ask', question: 'given up' });
    await settled();
    talk.receive({ type: 'cancel', tab: 'ask' });
    talk.receive({ type: 'ask', question: 'closed' });
    await settled();
    expect(isEnded()).toEqual([false, true, false]);
    talk.end();
    expect(isEnded()).toEqual([false, true, true]);
  });

  it('gives an answer to whoever asked by a program, although the panel does not wait for it any more', async () => {
    const { talk, at } = conversation();
    const answer = talk.ask('slow');
    talk.receive({ type: 'cancel', tab: 'ask' });
    at(0).finish(contextPack(3));
    expect((await answer).passages).toHaveLength(3);
  });

  it('answers the next question after one was given up', async () => {
    const { talk, posted, at } = conversation();
    talk.receive({ type: 'ask', question: 'slow' });
    await settled();
    talk.receive({ type: 'cancel', tab: 'ask' });
    talk.receive({ type: 'ask', question: 'next' });
    await settled();
    at(1).finish(contextPack(1));
    at(0).fail(new Error('late'));
    await settled();
    expect(posted.map(({ type }) => type)).toEqual(['asking', 'cancelled', 'asking', 'answer']);
  });

  it('asks again what the panel showed before the window was closed, once', async () => {
    const { talk, posted, running, at } = conversation();
    const restored = { tab: 'ask', question: 'as before', graph: null, code: null } as const;
    talk.receive({ type: 'ready', restored });
    talk.receive({ type: 'ready', restored });
    await settled();
    expect(running.map(({ question }) => question)).toEqual(['as before']);
    at(0).finish(contextPack(1));
    await settled();
    expect(posted.filter(({ type }) => type === 'answer')).toHaveLength(1);
    expect(talk.question()).toBe('as before');
  });

  it('keeps every question that was asked, also one that failed', async () => {
    const { talk, posted, at } = conversation();
    for (const [index, question] of ['first', 'second'].entries()) {
      talk.receive({ type: 'ask', question });
      await settled();
      at(index).fail(new Error('x'));
    }
    posted.length = 0;
    talk.receive({ type: 'ready', restored: null });
    expect(posted[0]).toEqual({ type: 'history', questions: ['second', 'first'] });
    talk.receive({ type: 'forgetHistory' });
    talk.receive({ type: 'ready', restored: null });
    expect(posted.filter(({ type }) => type === 'history').at(-1)).toEqual({ type: 'history', questions: [] });
  });

  it('takes nothing of a passage from the panel but which one it is', async () => {
    const done: unknown[] = [];
    const { talk, at } = conversation({
      openAtCommit: async ({ sourceRef }) => void done.push(['commit', sourceRef]),
      openLink: async (uri) => void done.push(['link', uri]),
      copy: async (text) => void done.push(['copy', text]),
    });
    const asked = talk.ask('why?');
    at(0).finish(contextPack(2));
    await asked;
    const row = { request: 1, list: 'passages', index: 1 };
    talk.receive({ type: 'openAtCommit', row });
    talk.receive({ type: 'openPermalink', row });
    talk.receive({ type: 'copy', as: 'citation', row });
    for (const none of [{ ...row, index: 2 }, { ...row, request: 2 }, { ...row, list: 'nearest' }, { ...row, sourceUri: 'https://evil.example' }]) {
      talk.receive({ type: 'openPermalink', row: none });
    }
    expect(done).toEqual([
      ['commit', 'shop-api/docs/page-2.md'],
      ['link', 'workspace:/shop-api/docs/page-2.md#L3-L9'],
      ['copy', 'shop-api/docs/page-2.md:3-9 @ 0123456'],
    ]);
  });

  it('copies nothing that reads in another order than it is written, and no text that leaves its frame', async () => {
    const copied: string[] = [];
    const { talk, at } = conversation({ copy: async (text) => void copied.push(text) });
    const asked = talk.ask('why?');
    // Without the control characters between them the backticks are a fence of four.
    const hostile = { sourceRef: 'shop/\u202edm.a', headingPath: ['A\u001b[31m\nB'], text: '``\u202e``\nout' };
    at(0).finish(contextPack(1, { passages: [{ ...contextPack(1).passages[0]!, ...hostile }] }));
    await asked;
    const row = { request: 1, list: 'passages', index: 0 };
    for (const as of ['citation', 'markdown']) talk.receive({ type: 'copy', as, row });
    expect(copied[0]).toBe('shop/dm.a:3-9 @ 0123456');
    expect(copied[1]).toContain('### A B\n');
    expect(copied[1]).toContain('`````markdown\n````\nout\n`````\n');
  });
});
