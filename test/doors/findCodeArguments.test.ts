import { describe, expect, it } from 'vitest';
import { findCodeArgumentsOf } from '../../src/doors/vscode/findCodeArguments';
import { codeQuerySchema } from '../../src/webview/messages/fromPanel';

const CALL = { repositories: ['shop-api', 'web'], task: 'retry a failed charge' };

describe('what "Find Code in Several Repositories…" is called with', () => {
  it.each([
    ['no mode: where it is', CALL, 'explore'],
    ['a mode', { ...CALL, mode: 'plan' }, 'plan'],
    ['as many repositories as one call takes', { ...CALL, repositories: Array.from({ length: 8 }, (_, at) => `r${at}`) }, 'explore'],
  ])('is taken: %s', (_name, args, mode) => {
    const query = findCodeArgumentsOf(args);
    expect(query).toEqual({ ...args, mode });
    // What is taken here the panel takes, too.
    expect(codeQuerySchema.parse(query)).toEqual(query);
  });

  it.each([
    ['nothing', null, /one object/],
    ['text', 'retry', /one object/],
    ['a list', [CALL], /one object/],
    ['no repositories', { task: 'x' }, /"repositories" must be a list of 1 to 8/],
    ['none of them', { ...CALL, repositories: [] }, /"repositories" must be a list of 1 to 8/],
    ['too many', { ...CALL, repositories: Array.from({ length: 9 }, (_, at) => `r${at}`) }, /"repositories" must be a list of 1 to 8/],
    ['one that is no text', { ...CALL, repositories: ['a', 7] }, /"repositories" must be a list of 1 to 8/],
    ['no task', { repositories: ['a'] }, /"task" must say/],
    ['a blank task', { ...CALL, task: ' \n' }, /"task" must say/],
    ['a task beyond the limit', { ...CALL, task: 'x'.repeat(4_001) }, /"task" must say/],
    ['another mode', { ...CALL, mode: 'fix' }, /"mode" must be/],
    ['something else', { ...CALL, limit: 3 }, /There is no argument "limit"/],
  ])('is refused with a sentence that says what to change: %s', (_name, args, sentence) => {
    expect(() => findCodeArgumentsOf(args)).toThrow(sentence);
  });
});
