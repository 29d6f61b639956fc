import type { RepositoryStatus } from '../../src/contract/status';

/** The status of a repository of which nothing but its name is known, unless a test says more. */
export function repositoryStatus(own: Partial<RepositoryStatus> = {}): RepositoryStatus {
  return {
    id: 'shop-api',
    git: 'none',
    head: null,
    documents: 0,
    passages: 0,
    entities: 0,
    edges: 0,
    skipped: [],
    notices: [],
    redacted: { secrets: 0, files: 0 },
    verifiedAt: null,
    stale: 0,
    lastRefresh: null,
    embedding: null,
    lastRun: null,
    problem: null,
    running: null,
    lastError: null,
    ...own,
  };
}
