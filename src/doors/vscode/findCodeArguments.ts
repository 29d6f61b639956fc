import { MAXIMUM_TARGETS, TASK_LIMIT } from '../../contract/constants';
import { WorkspaceContextError } from '../../contract/errors';
import type { CodeQuery } from '../../webview/messages/fromPanel';

const EXAMPLE = '{"repositories": ["shop-api"], "task": "retry a failed charge", "mode": "plan"}';

const wrong = (what: string): WorkspaceContextError => new WorkspaceContextError('invalid-argument', `${what} Call the command like this: ${EXAMPLE}.`);

const isText = (value: unknown): value is string => typeof value === 'string' && value.trim() !== '';

/**
 * What a program called the command with, checked here because schemas are not loaded into the extension host before a panel opens.
 * @throws WorkspaceContextError saying what to change.
 */
export function findCodeArgumentsOf(args: unknown): CodeQuery {
  if (typeof args !== 'object' || args === null || Array.isArray(args)) throw wrong('The argument must be one object.');
  const { repositories, task, mode = 'explore', ...others } = args as Readonly<Record<string, unknown>>;
  const [unknown] = Object.keys(others);
  if (unknown !== undefined) throw new WorkspaceContextError('unknown-argument', `There is no argument "${unknown}"; there are "repositories", "task" and "mode".`);
  if (!Array.isArray(repositories) || repositories.length === 0 || repositories.length > MAXIMUM_TARGETS || !repositories.every(isText)) {
    throw wrong(`"repositories" must be a list of 1 to ${MAXIMUM_TARGETS} ids of repositories that are open here.`);
  }
  if (!isText(task) || task.length > TASK_LIMIT) throw wrong(`"task" must say what to look for, in 1 to ${TASK_LIMIT} characters.`);
  if (mode !== 'explore' && mode !== 'plan') throw wrong('"mode" must be "explore" or "plan".');
  return { repositories: [...repositories], task, mode };
}
