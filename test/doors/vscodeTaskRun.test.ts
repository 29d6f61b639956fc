import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { type EndedTask, taskRunOf } from '../../src/doors/vscode/taskRun';

const ENDED_AT = '2026-11-30T12:00:00.000Z';
const FOLDER = path.resolve('/work', 'shop-api');

function task(more: Partial<EndedTask> = {}): EndedTask {
  return { group: 'test', source: 'npm', name: 'test', folder: FOLDER, cwd: null, exitCode: 0, ...more };
}

describe('taskRunOf', () => {
  it('records how a task of the build and test groups ended, named as the command would be', () => {
    expect(taskRunOf(task(), ENDED_AT)).toEqual({
      folder: FOLDER,
      run: { verdict: 'succeeded', name: 'npm test', endedAt: ENDED_AT },
    });
    expect(taskRunOf(task({ group: 'build', exitCode: 2 }), ENDED_AT)?.run.verdict).toBe('failed');
  });

  it.each([
    ['has no group', { group: null }],
    ['cleans', { group: 'clean' }],
    ['belongs to no folder', { folder: null }],
    ['was terminated, so that it has no outcome', { exitCode: null }],
  ])('says nothing of a task that %s', (_, more: Partial<EndedTask>) => {
    expect(taskRunOf(task(more), ENDED_AT)).toBeNull();
  });

  it.each([
    ['an absolute folder', path.resolve('/work', 'shop', 'web'), path.resolve('/work', 'shop', 'web')],
    ['one relative to the workspace folder', 'packages/web', path.join(FOLDER, 'packages', 'web')],
    ['the workspace folder by its variable', '${workspaceFolder}', FOLDER],
    ['a folder below it', '${workspaceFolder}/web', path.join(FOLDER, 'web')],
    ['a variable only the editor knows', '${fileDirname}', FOLDER],
    ['one behind the folder', '${workspaceFolder}/${input:name}', FOLDER],
    ['nothing', '', FOLDER],
  ])('belongs to the folder it ran in: %s', (_, cwd, folder) => {
    expect(taskRunOf(task({ cwd }), ENDED_AT)?.folder).toBe(folder);
  });
});
