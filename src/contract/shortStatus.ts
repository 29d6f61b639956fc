import { jsonBytes } from './jsonBytes';
import type { RepositoryStatus, WorkspaceStatus } from './status';

/** So many rows of a list are kept, the most that fit: nobody reads two hundred. */
const ROWS = [200, 100, 50, 20, 10, 5, 2, 1, 0] as const;

function shortRepository(repository: RepositoryStatus, rows: number): RepositoryStatus {
  const { skipped, notices } = repository;
  const omitted = { skipped: Math.max(0, skipped.length - rows), notices: Math.max(0, notices.length - rows) };
  if (omitted.skipped + omitted.notices === 0) return repository;
  return { ...repository, skipped: skipped.slice(0, rows), notices: notices.slice(0, rows), omitted };
}

function shortened(status: WorkspaceStatus, rows: number): WorkspaceStatus {
  const { notices, dangling } = status;
  const omitted = { notices: Math.max(0, notices.length - rows), dangling: Math.max(0, dangling.length - rows) };
  const repositories = status.repositories.map((repository) => shortRepository(repository, rows));
  if (omitted.notices + omitted.dangling === 0) return { ...status, repositories };
  return { ...status, repositories, notices: notices.slice(0, rows), dangling: dangling.slice(0, rows), omitted };
}

/**
 * A status whose lists are cut to what fits into so many bytes of UTF-8 JSON, all at the same length; `omitted` counts what is
 * left out. Without any row it may still be larger, where there are very many repositories.
 */
export function shortStatus(status: WorkspaceStatus, bytes: number): WorkspaceStatus {
  if (jsonBytes(status) <= bytes) return status;
  let short = status;
  for (const rows of ROWS) {
    short = shortened(status, rows);
    if (jsonBytes(short) <= bytes) break;
  }
  return short;
}
