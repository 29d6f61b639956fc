import { describe, expect, it } from 'vitest';
import { WorkspaceContextError } from '../../src/contract/errors';
import type { ContextPack } from '../../src/contract/tools';
import { panelConversation } from '../../src/doors/vscode/panelConversation';
import { panelMessageSchema, type PanelMessage } from '../../src/webview/messages';
import type { IndexProgress } from '../../src/workspace/service';
import { contextPack } from './vscodePack';

interface Running {
  question: string;
  report: (progress: IndexProgress) => void;
  finish: (pack: ContextPack) => void;
  fail: (error: unknown) => void;
}

function conversation() {
  const posted: PanelMessage[] = [];
  const running: Running[] = [];
  const opened: unknown[] = [];
  const talk = panelConversation({
    post: (message) => posted.push(message),
    ask: (question, report) =>
      new Promise((finish, fail) => running.push({ question, report, finish, fail })),
    open: async (sourceRef, lines) => void opened.push({ sourceRef, lines }),
  });
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
    talk.receive({ type: 'ready' });
    expect(posted.map(({ type }) => type)).toEqual(['asking', 'answer']);
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
});
