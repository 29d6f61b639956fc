import { describe, expect, it } from 'vitest';
import { panelRequestOf } from '../../../src/webview/messages/fromPanel';
import { panelMessageSchema } from '../../../src/webview/messages/toPanel';
import { answer, failedRow, pack, row } from '../../support/codeRows';

const QUERY = { repositories: ['shop'], task: 'retry', mode: 'plan' } as const;
const PROGRESS = { repositoryId: 'shop', step: 'indexing', done: 1, total: 2 } as const;

describe('what the tab for code asks of the extension', () => {
  it.each([
    [{ type: 'listRepositories' }],
    [{ type: 'code', query: QUERY }],
    [{ type: 'moreCode', request: 1, repository: 'shop' }],
    [{ type: 'copyCode', symbol: { request: 1, repository: 'shop', index: 140 } }],
    [{ type: 'cancel', tab: 'code' }],
    [{ type: 'ready', restored: { tab: 'code', question: null, graph: null, code: QUERY, codeDraft: { repositories: null, task: '', mode: 'explore' } } }],
  ])('is taken: %j', (request) => {
    expect(panelRequestOf(request)).toEqual(request);
  });

  it.each([
    ['no repositories', { type: 'code', query: { ...QUERY, repositories: [] } }],
    ['a ninth repository', { type: 'code', query: { ...QUERY, repositories: Array.from({ length: 9 }, (_, at) => `r${at}`) } }],
    ['an empty task', { type: 'code', query: { ...QUERY, task: '' } }],
    ['a task beyond the limit', { type: 'code', query: { ...QUERY, task: 'x'.repeat(4_001) } }],
    ['another mode', { type: 'code', query: { ...QUERY, mode: 'fix' } }],
    ['arguments that are not asked for here', { type: 'code', query: { ...QUERY, budget: { millis: 1 } } }],
    ['a cursor of its own', { type: 'moreCode', request: 1, repository: 'shop', cursor: 'c' }],
    ['a text to copy', { type: 'copyCode', symbol: { request: 1, repository: 'shop', index: 0 }, text: 'rm -rf' }],
    ['a symbol before the first', { type: 'copyCode', symbol: { request: 1, repository: 'shop', index: -1 } }],
    ['another tab', { type: 'cancel', tab: 'status' }],
  ])('is dropped: %s', (_name, request) => {
    expect(panelRequestOf(request)).toBeNull();
  });
});

describe('what the extension tells the tab for code', () => {
  it.each([
    [{ type: 'repositories', ids: ['shop'] }],
    [{ type: 'repositoriesFailed', code: 'unavailable', message: 'm' }],
    [{ type: 'codeAsking', request: 1, query: QUERY }],
    [{ type: 'codeNotice', request: 1, markdown: 'm' }],
    [{ type: 'codeProgress', request: 1, progress: PROGRESS }],
    [{ type: 'codeRow', request: 1, row: row('shop') }],
    [{ type: 'codeRow', request: 1, row: failedRow('shop', 'out-of-time') }],
    [{ type: 'codeAnswer', request: 1, pack: answer(row('shop'), failedRow('web', 'cancelled')) }],
    [{ type: 'moreCode', request: 1, repository: 'shop', pack: pack('shop', []) }],
    [{ type: 'moreCodeFailed', request: 1, repository: 'shop', code: 'internal', message: 'm' }],
    [{ type: 'codeFailed', request: 1, code: 'internal', message: 'm' }],
  ])('is shown: %j', (message) => {
    expect(panelMessageSchema.safeParse(message).data).toEqual(message);
  });

  it.each([
    ['a row with markup of its own', { type: 'codeRow', request: 1, row: { ...row('shop'), html: '<b>' } }],
    ['a row that is none', { type: 'codeRow', request: 1, row: { id: 'shop' } }],
    ['a pack beside the contract', { type: 'moreCode', request: 1, repository: 'shop', pack: { ...pack('shop', []), html: '<b>' } }],
    ['an unknown error code', { type: 'codeFailed', request: 1, code: 'oops', message: 'm' }],
    ['a message without its request', { type: 'codeProgress', progress: PROGRESS }],
    ['a request before the first', { type: 'codeNotice', request: 0, markdown: 'm' }],
  ])('is dropped: %s', (_name, message) => {
    expect(panelMessageSchema.safeParse(message).success).toBe(false);
  });
});
