import { describe, expect, it } from 'vitest';
import type { CodePack } from '../../../src/contract/codeTool';
import type { WorkspaceCodePack } from '../../../src/contract/coordinatorTool';
import { WorkspaceContextError } from '../../../src/contract/errors';
import type { CodeQuery } from '../../../src/webview/messages/fromPanel';
import { panelMessageSchema, type PanelMessage } from '../../../src/webview/messages/toPanel';
import type { Follower, IndexProgress } from '../../../src/workspace/service';
import { answer, evidence, failedRow, pack, row, symbol } from '../../support/codeRows';
import { loadedPanel, recordingHost } from './recordingHost';

interface Call<Answer> {
  readonly args: Record<string, unknown>;
  readonly follower: Follower;
  readonly report: (progress: IndexProgress) => void;
  readonly finish: (answer: Answer) => void;
  readonly fail: (error: unknown) => void;
}

const QUERY: CodeQuery = { repositories: ['shop', 'web'], task: 'retry a failed charge', mode: 'explore' };

function recorder<Answer>() {
  const calls: Call<Answer>[] = [];
  const put = (args: unknown, _options: unknown, follower: Follower = {}, report: Call<Answer>['report'] = () => undefined): Promise<Answer> =>
    new Promise((finish, fail) => calls.push({ args: args as Record<string, unknown>, follower, report, finish, fail }));
  return { calls, put };
}

function conversation(repositories: () => Promise<readonly string[]> = async () => ['shop', 'web']) {
  const posted: PanelMessage[] = [];
  const copied: string[] = [];
  const several = recorder<WorkspaceCodePack>();
  const one = recorder<CodePack>();
  const host = recordingHost({
    post: (message) => void posted.push(message),
    copy: async (text) => void copied.push(text),
    service: () => ({ repositories, workspaceCodeContext: several.put, codeContext: one.put }),
  });
  const talk = loadedPanel(host);
  posted.length = 0;
  const about = () => posted.filter(({ type }) => type !== 'history');
  return { talk, copied, asked: several.calls, more: one.calls, posted, types: () => about().map(({ type }) => type) };
}

const settled = () => new Promise((resolve) => setTimeout(resolve, 0));

describe('the talk about code in several repositories', () => {
  it('asks each repository of the query and tells what begins, how far it is, and each row before the answer', async () => {
    const { talk, asked, posted, types } = conversation();
    talk.receive({ type: 'code', query: QUERY });
    expect(asked[0]?.args).toEqual({
      targets: [{ id: 'shop' }, { id: 'web' }],
      // As many lines as may be asked for: a person unfolds what is of interest.
      payload: { task: 'retry a failed charge', mode: 'explore', snippetLines: 80 },
      // Room for two whole answers of 32 KiB, and half an hour: a person sees how far it is and can cancel.
      budget: { bytes: 2 * 33 * 1024, millis: 1_800_000 },
    });
    asked[0]!.follower.onNotice?.('asks `shop`');
    asked[0]!.report({ repositoryId: 'shop', step: 'indexing', done: 1, total: 9 });
    asked[0]!.follower.onRow?.(row('web'));
    asked[0]!.finish(answer(row('shop'), row('web')));
    await settled();
    expect(types()).toEqual(['codeAsking', 'codeNotice', 'codeProgress', 'codeRow', 'codeAnswer']);
    for (const message of posted) expect(panelMessageSchema.safeParse(message).success).toBe(true);
  });

  it('returns the answer to a caller, and throws what the service throws, which the panel shows in its own words', async () => {
    const { talk, asked, posted } = conversation();
    const first = talk.code(QUERY);
    asked[0]!.finish(answer(row('shop')));
    expect((await first).repositories).toHaveLength(1);
    const second = talk.code(QUERY);
    asked[1]!.fail(new WorkspaceContextError('not-trusted', 'Trust it first.'));
    await expect(second).rejects.toThrow('Trust it first.');
    const third = talk.code(QUERY);
    asked[2]!.fail(new Error('EACCES /home/ada/secret'));
    await expect(third).rejects.toThrow();
    const failures = posted.filter(({ type }) => type === 'codeFailed');
    expect(failures[0]).toMatchObject({ request: 2, code: 'not-trusted', message: 'Trust it first.' });
    expect(failures[1]).toMatchObject({ request: 3, code: 'internal' });
    expect(JSON.stringify(failures[1])).not.toContain('/home/ada');
  });

  it('lets the latest task win: it ends the one before, of which nothing is shown any more', async () => {
    const { talk, asked, types } = conversation();
    talk.receive({ type: 'code', query: QUERY });
    talk.receive({ type: 'code', query: { ...QUERY, task: 'another' } });
    expect(asked.map(({ follower }) => follower.signal?.aborted)).toEqual([true, false]);
    asked[0]!.follower.onRow?.(row('shop'));
    asked[0]!.follower.onNotice?.('late');
    asked[0]!.finish(answer(failedRow('shop', 'cancelled')));
    await settled();
    expect(types()).toEqual(['codeAsking', 'codeAsking']);
  });

  it('ends what runs when the panel cancels this tab, and shows the rows that say so', async () => {
    const { talk, asked, types } = conversation();
    talk.receive({ type: 'code', query: QUERY });
    talk.receive({ type: 'cancel', tab: 'ask' });
    expect(asked[0]!.follower.signal?.aborted).toBe(false);
    talk.receive({ type: 'cancel', tab: 'code' });
    expect(asked[0]!.follower.signal?.aborted).toBe(true);
    asked[0]!.finish(answer(failedRow('shop', 'cancelled')));
    await settled();
    expect(types()).toEqual(['codeAsking', 'codeAnswer']);
  });

  it('tells a panel that loads again what it showed, without how far it was', async () => {
    const { talk, asked, posted, types } = conversation();
    talk.receive({ type: 'code', query: QUERY });
    asked[0]!.report({ repositoryId: 'shop', step: 'indexing', done: 1, total: 9 });
    asked[0]!.follower.onRow?.(row('shop'));
    posted.length = 0;
    talk.receive({ type: 'ready', restored: { tab: 'code', question: null, graph: null, code: QUERY } });
    expect(types()).toEqual(['codeAsking', 'codeRow']);
    expect(asked).toHaveLength(1);
  });

  it('asks again what a panel showed before the window was closed, and not what was only written', async () => {
    const restored = { tab: 'code', question: null, graph: null, code: null, codeDraft: { repositories: null, task: 'half a th', mode: 'plan' } } as const;
    const { talk, asked } = conversation();
    talk.receive({ type: 'ready', restored });
    expect(asked).toEqual([]);
    talk.receive({ type: 'ready', restored: { ...restored, code: QUERY } });
    expect(asked).toHaveLength(1);
  });

  describe('more of one repository', () => {
    const shopWithMore = row('shop', { nextCursor: 'c1', partial: true });

    it('goes on where the row ended, page after page, also before the other rows are there', async () => {
      const { talk, asked, more, types } = conversation();
      talk.receive({ type: 'code', query: { ...QUERY, mode: 'plan' } });
      asked[0]!.follower.onRow?.(shopWithMore);
      talk.receive({ type: 'moreCode', request: 1, repository: 'shop' });
      expect(more[0]?.args).toEqual({ repo: 'shop', task: 'retry a failed charge', mode: 'plan', snippetLines: 80, cursor: 'c1' });
      more[0]!.finish(pack('shop', [symbol({ line: 9 })], { nextCursor: 'c2' }));
      await settled();
      // The answer repeats the row, whose cursor is behind by now.
      asked[0]!.finish(answer(shopWithMore, row('web')));
      await settled();
      talk.receive({ type: 'moreCode', request: 1, repository: 'shop' });
      expect(more[1]?.args).toMatchObject({ cursor: 'c2' });
      more[1]!.finish(pack('shop', []));
      await settled();
      talk.receive({ type: 'moreCode', request: 1, repository: 'shop' });
      expect(more).toHaveLength(2);
      expect(types()).toEqual(['codeAsking', 'codeRow', 'moreCode', 'codeAnswer', 'moreCode']);
    });

    it('is asked for once, however often the button is pressed, and can be tried again where it failed', async () => {
      const { talk, asked, more, posted } = conversation();
      talk.receive({ type: 'code', query: QUERY });
      asked[0]!.finish(answer(shopWithMore));
      await settled();
      const press = () => talk.receive({ type: 'moreCode', request: 1, repository: 'shop' });
      press();
      press();
      expect(more).toHaveLength(1);
      more[0]!.fail(new WorkspaceContextError('unavailable', 'The worker stopped; ask again.'));
      await settled();
      expect(posted.at(-1)).toEqual({ type: 'moreCodeFailed', request: 1, repository: 'shop', code: 'unavailable', message: 'The worker stopped; ask again.' });
      press();
      expect(more[1]?.args).toMatchObject({ cursor: 'c1' });
    });

    it('is not asked for of another request, another repository, or one that is at its end', async () => {
      const { talk, asked, more } = conversation();
      talk.receive({ type: 'code', query: QUERY });
      asked[0]!.finish(answer(shopWithMore, row('web')));
      await settled();
      talk.receive({ type: 'moreCode', request: 2, repository: 'shop' });
      talk.receive({ type: 'moreCode', request: 1, repository: 'web' });
      talk.receive({ type: 'moreCode', request: 1, repository: 'elsewhere' });
      expect(more).toEqual([]);
    });

    it('ends with the next task, and is not shown then', async () => {
      const { talk, asked, more, types } = conversation();
      talk.receive({ type: 'code', query: QUERY });
      asked[0]!.finish(answer(shopWithMore));
      await settled();
      talk.receive({ type: 'moreCode', request: 1, repository: 'shop' });
      talk.receive({ type: 'code', query: QUERY });
      expect(more[0]!.follower.signal?.aborted).toBe(true);
      more[0]!.finish(pack('shop', [symbol()]));
      await settled();
      expect(types()).toEqual(['codeAsking', 'codeAnswer', 'codeAsking']);
    });

    it('can be asked for after the rest was cancelled', async () => {
      const { talk, asked, more } = conversation();
      talk.receive({ type: 'code', query: QUERY });
      talk.receive({ type: 'cancel', tab: 'code' });
      asked[0]!.finish(answer(shopWithMore, failedRow('web', 'cancelled')));
      await settled();
      talk.receive({ type: 'moreCode', request: 1, repository: 'shop' });
      expect(more[0]!.follower.signal?.aborted ?? false).toBe(false);
    });
  });

  it('copies where a symbol stands, of those it sent and of no others', async () => {
    const { talk, asked, more, copied } = conversation();
    talk.receive({ type: 'code', query: QUERY });
    asked[0]!.finish(answer(row('shop', { nextCursor: 'c1' })));
    await settled();
    talk.receive({ type: 'moreCode', request: 1, repository: 'shop' });
    more[0]!.finish(pack('shop', [symbol({ path: 'src/charge.ts', line: 40 })], { evidence: [evidence({ generation: { commit: 'a'.repeat(40), dirty: true } })] }));
    await settled();
    const copy = (request: number, repository: string, index: number) => talk.receive({ type: 'copyCode', symbol: { request, repository, index } });
    copy(1, 'shop', 0);
    copy(1, 'shop', 1);
    copy(1, 'shop', 2);
    copy(1, 'web', 0);
    copy(2, 'shop', 0);
    expect(copied).toEqual(['shop/src/retry.ts:2 @ 7777777', 'shop/src/charge.ts:40 @ aaaaaaa with uncommitted changes']);
  });

  it('tells which repositories are open, or why that is not known', async () => {
    const { talk, posted } = conversation();
    talk.receive({ type: 'listRepositories' });
    await settled();
    expect(posted).toEqual([{ type: 'repositories', ids: ['shop', 'web'] }]);
    const refusing = conversation(() => Promise.reject(new WorkspaceContextError('unavailable', 'Open a folder first.')));
    refusing.talk.receive({ type: 'listRepositories' });
    await settled();
    expect(refusing.posted).toEqual([{ type: 'repositoriesFailed', code: 'unavailable', message: 'Open a folder first.' }]);
    for (const message of [...posted, ...refusing.posted]) expect(panelMessageSchema.safeParse(message).success).toBe(true);
  });
});
