import type { CodePack } from '../contract/codeTool';
import type { RepositoryRow, WorkspaceCodePack } from '../contract/coordinatorTool';
import { MAXIMUM_TARGETS } from '../contract/constants';
import { activityNotice } from '../coordinator/activityNotice';
import { OWN_PROVIDER } from './ownProvider';

/** What a call had been told of itself before it was interrupted. */
export interface ToldUntilThen {
  readonly notices: readonly string[];
  readonly rows: readonly RepositoryRow[];
}

/** What no id of a repository has in it, spelled in any way: it may be a folder of the machine, which nobody checked. */
const SEPARATOR = /[/\\]|%2f|%5c/i;

const isId = (value: unknown): value is string => typeof value === 'string' && value !== '' && !SEPARATOR.test(value);

function property(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[name] : undefined;
}

/** The empty answer of code.context to a call that was interrupted; null where the arguments never were one. */
export function interruptedCode(args: unknown, reason: string): CodePack | null {
  const [repo, task] = [property(args, 'repo'), property(args, 'task')];
  if (!isId(repo) || typeof task !== 'string') return null;
  const evidence = {
    completeness: 'unknown' as const,
    freshness: { indexedAt: null, stale: true },
    generation: { commit: null, dirty: false },
    reasons: [reason],
  };
  return { repo, task, symbols: [], related: [], snippets: [], tests: [], outOfScope: 0, evidence: [evidence], notices: [reason] };
}

/**
 * The answer of workspace.context to a call that was interrupted: the rows that were told, and for every other target one that
 * says what happened. Null where the arguments never were a call.
 */
export function interruptedRows(args: unknown, told: ToldUntilThen, reason: string): WorkspaceCodePack | null {
  const targets = property(args, 'targets');
  if (!Array.isArray(targets) || targets.length === 0 || targets.length > MAXIMUM_TARGETS) return null;
  const ids = targets.map((target: unknown) => property(target, 'id'));
  if (!ids.every(isId) || new Set(ids).size < ids.length) return null;
  const rows = new Map(told.rows.map((row) => [row.id, row]));
  const notices = new Set(told.notices);
  const repositories = ids.map(
    (id, index): RepositoryRow =>
      rows.get(id) ?? {
        id,
        started: notices.has(activityNotice(id, index + 1, ids.length)),
        evidence: [],
        ...OWN_PROVIDER,
        notices: [],
        outOfScope: 0,
        error: { code: 'interrupted', message: reason },
        partial: true,
        truncated: false,
      },
  );
  return { repositories, partial: true };
}
