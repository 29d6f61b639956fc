import { describe, expect, it } from 'vitest';
import type { RepositoryRow } from '../../../src/contract/coordinatorTool';
import { bareRepositoriesOf, callAfter, type CodeCall, foundIn, stateOf } from '../../../src/webview/code/codeCall';
import { nothingSentenceOf, overviewOf, standingOf } from '../../../src/webview/code/codeWords';
import type { CodeQuery } from '../../../src/webview/messages/fromPanel';
import type { CodeMessage } from '../../../src/webview/messages/toPanel';
import { answer, evidence, failedRow, pack, row, symbol } from '../../support/codeRows';

const QUERY: CodeQuery = { repositories: ['shop', 'web', 'infra'], task: 'retry', mode: 'explore' };
const ASKING: CodeMessage = { type: 'codeAsking', request: 1, query: QUERY };
const notice = (markdown = 'asks'): CodeMessage => ({ type: 'codeNotice', request: 1, markdown });

function after(...messages: readonly CodeMessage[]): CodeCall {
  const call = messages.reduce<CodeCall | null>(callAfter, null);
  if (call === null) throw new Error('nothing was asked');
  return call;
}
const states = (call: CodeCall) => call.repositories.map((repository) => stateOf(repository, call));
const standings = (call: CodeCall) => call.repositories.map((repository) => standingOf(repository, call));

describe('a call of several repositories', () => {
  it('shows every repository from the beginning, in the order of the call', () => {
    const call = after(ASKING);
    expect(call.repositories.map(({ id }) => id)).toEqual(QUERY.repositories);
    expect(states(call)).toEqual(['waiting', 'waiting', 'waiting']);
    expect(overviewOf(call)).toBe('0 of 3 repositories finished · no symbols');
  });

  it('takes each notice for the next repository that has neither begun nor ended', () => {
    expect(states(after(ASKING, notice()))).toEqual(['asking', 'waiting', 'waiting']);
    // The second one never began, so the second notice is about the third.
    const unreachable: CodeMessage = { type: 'codeRow', request: 1, row: failedRow('web', 'repository-moved', 'It moved.', false) };
    expect(states(after(ASKING, notice(), unreachable, notice()))).toEqual(['asking', 'failed', 'asking']);
  });

  it('says how much of a repository is read, until it is finished', () => {
    const progress: CodeMessage = { type: 'codeProgress', request: 1, progress: { repositoryId: 'shop', step: 'indexing', done: 1200, total: 4000 } };
    expect(standings(after(ASKING, notice(), progress))[0]).toBe('Reading its code: 1,200 of 4,000 files');
    expect(standings(after(ASKING, notice(), progress, { type: 'codeRow', request: 1, row: row('shop') }, progress))[0]).toBe('1 symbol, complete');
  });

  it('tells whole, partial, failed and cancelled repositories apart', () => {
    const rows = answer(row('shop', { partial: true }), failedRow('web', 'unavailable'), failedRow('infra', 'cancelled-before-start', 'Cancelled.', false));
    const call = after(ASKING, { type: 'codeAnswer', request: 1, pack: rows });
    expect(states(call)).toEqual(['partial', 'failed', 'cancelled']);
    expect(standings(call)).toEqual(['1 symbol, partial', 'Failed', 'Cancelled']);
    expect(overviewOf(call)).toBe('3 repositories · 1 symbol · 1 partial · 1 failed · 1 cancelled');
    expect(overviewOf(after(ASKING, { type: 'codeAnswer', request: 1, pack: answer(row('shop'), row('web'), row('infra', {}, [])) }))).toBe('3 repositories · 2 symbols · complete');
  });

  it('takes a row as it comes and not again with the answer, also when more was shown meanwhile', () => {
    const early = row('shop', { nextCursor: 'c', partial: true });
    const more = pack('shop', [symbol({ line: 9 })]);
    const call = after(ASKING, { type: 'codeRow', request: 1, row: early }, { type: 'moreCode', request: 1, repository: 'shop', pack: more }, { type: 'codeAnswer', request: 1, pack: answer(early, row('web'), row('infra')) });
    expect(foundIn(call.repositories[0]!).symbols.map(({ line }) => line)).toEqual([2, 9]);
    // The row was partial only because there was more, and that is shown by now.
    expect(states(call)).toEqual(['done', 'done', 'done']);
  });

  it('drops what is about another request', () => {
    const call = after(ASKING);
    for (const stale of [{ type: 'codeRow', request: 2, row: row('shop') }, { type: 'codeNotice', request: 2, markdown: 'x' }, { type: 'codeFailed', request: 2, code: 'internal', message: 'x' }, { ...ASKING, request: 0 }] as CodeMessage[]) {
      expect(callAfter(call, stale)).toBe(call);
    }
    expect(callAfter(null, { type: 'codeRow', request: 1, row: row('shop') })).toBeNull();
    expect(callAfter(call, { ...ASKING, request: 2 } as CodeMessage)).toMatchObject({ request: 2 });
  });

  it('keeps what is finished where the call as a whole fails', () => {
    const call = after(ASKING, { type: 'codeRow', request: 1, row: row('web') }, { type: 'codeFailed', request: 1, code: 'unavailable', message: 'It stopped.' });
    expect(call).toMatchObject({ isRunning: false, failure: 'It stopped.' });
    expect(states(call)).toEqual(['failed', 'done', 'failed']);
  });
});

describe('what is found in a repository', () => {
  const paged = (...pages: readonly Parameters<typeof pack>[2][]) =>
    foundIn(
      after(
        { ...ASKING, query: { ...QUERY, repositories: ['shop'] } } as CodeMessage,
        { type: 'codeAnswer', request: 1, pack: answer(row('shop', { nextCursor: 'c', notices: ['a'], outOfScope: 1 })) },
        ...pages.map((own): CodeMessage => ({ type: 'moreCode', request: 1, repository: 'shop', pack: pack('shop', [symbol({ line: 9 })], own) })),
      ).repositories[0]!,
    );

  it('says each thing once, however many pages say it', () => {
    const tests = [{ name: 'waits', path: 'src/retry.test.ts', line: 2 }];
    const found = paged({ tests, notices: ['a', 'b'], outOfScope: 1 }, { tests, notices: ['b'], outOfScope: 1 });
    expect([found.tests, found.notices, found.outOfScope]).toEqual([tests, ['a', 'b'], 1]);
    expect(found.symbols.map(({ line }) => line)).toEqual([2, 9, 9]);
  });

  it('joins what the pages rest on: by kind and commit, with every reason and the latest time', () => {
    const trimmed = (reason: string, indexedAt: string) => evidence({ completeness: 'source_trimmed', reasons: [reason], freshness: { indexedAt, stale: false } });
    const found = paged({ evidence: [trimmed('one', '2026-11-30T12:01:00.000Z')] }, { evidence: [trimmed('two', '2026-11-30T12:02:00.000Z')] });
    expect(found.evidence).toEqual([evidence(), { ...trimmed('one', '2026-11-30T12:02:00.000Z'), reasons: ['one', 'two'] }]);
  });

  it('has more where the last page says so', () => {
    expect(paged().hasMore).toBe(true);
    expect(paged({ nextCursor: 'd' }).hasMore).toBe(true);
    expect(paged({ nextCursor: 'd' }, {}).hasMore).toBe(false);
  });
});

describe('repositories of which one line says it all', () => {
  const answered = (...rows: readonly RepositoryRow[]) => after(ASKING, { type: 'codeAnswer', request: 1, pack: answer(...rows) });
  const none = (id: string, own: Parameters<typeof row>[1] = {}) => row(id, own, []);

  it('are those that were looked through to the end where nothing was found anywhere', () => {
    expect(bareRepositoriesOf(answered(none('shop'), none('web'), none('infra')))).toEqual(['shop', 'web', 'infra']);
    expect(bareRepositoriesOf(answered(none('shop'), none('web', { partial: true }), failedRow('infra', 'unavailable')))).toEqual(['shop']);
    // What a notice says is said nowhere else.
    expect(bareRepositoriesOf(answered(none('shop', { notices: ['It changed.'] }), none('web', { outOfScope: 1 }), none('infra')))).toEqual(['infra']);
  });

  it('are none while anything is found, or may be', () => {
    expect(bareRepositoriesOf(answered(none('shop'), row('web'), none('infra')))).toEqual([]);
    expect(bareRepositoriesOf(after(ASKING, { type: 'codeRow', request: 1, row: none('shop') }))).toEqual([]);
  });

  it('are counted, and one is named', () => {
    expect(nothingSentenceOf(['shop', 'web'])).toBe('Nothing in 2 repositories matches; all were looked through.');
    expect(nothingSentenceOf(['shop'])).toBe('Nothing in shop matches; all of it was looked through.');
  });
});
