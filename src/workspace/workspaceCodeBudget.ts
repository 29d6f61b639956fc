import type { CodeResult, RepositoryRow, WorkspaceCodePack } from '../contract/coordinatorTool';
import { jsonBytes } from '../contract/jsonBytes';

const SHORTENED = 'Some of this answer was left out to make it fit; lower the limit, or ask about fewer repositories at once.';

/** What goes first when an answer is too large. */
const LISTS = ['snippets', 'related', 'tests', 'symbols'] as const;

/** The answer about one repository with lists that take at most so many bytes of JSON altogether; the last rows go first. */
function fittedResult(result: CodeResult, bytes: number): CodeResult {
  let fitted = result;
  let excess = jsonBytes(result) - bytes;
  for (const name of LISTS) {
    const rows: unknown[] = [...result[name]];
    while (excess > 0 && rows.length > 0) excess -= jsonBytes(rows.pop()) + 1;
    fitted = { ...fitted, [name]: rows };
  }
  return fitted;
}

function fittedRow(row: RepositoryRow, bytes: number): RepositoryRow {
  const excess = jsonBytes(row) - bytes;
  if (excess <= 0 || row.result === undefined) return row;
  const result = fittedResult(row.result, jsonBytes(row.result) - excess);
  return { ...row, result, notices: [SHORTENED, ...row.notices], partial: true, truncated: true };
}

/**
 * Makes an answer fit into `limit` bytes of UTF-8 JSON, as far as it can: each row has an equal share, and what is larger
 * loses snippets first, then related places, tests and symbols. Rows themselves stay, and so do their cursors.
 */
export function fittedWorkspaceCode(pack: WorkspaceCodePack, limit: number): WorkspaceCodePack {
  if (jsonBytes(pack) <= limit || pack.repositories.length === 0) return pack;
  const share = limit / pack.repositories.length;
  const repositories = pack.repositories.map((row) => fittedRow(row, share));
  return { ...pack, repositories, partial: repositories.some(({ partial }) => partial) };
}
