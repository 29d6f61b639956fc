import type { CodePack, CodeSymbol, Evidence } from '../../src/contract/codeTool';
import type { RepositoryRow, WorkspaceCodePack } from '../../src/contract/coordinatorTool';

/** Evidence that nothing is missing, for a commit made of sevens. */
export function evidence(own: Partial<Evidence> = {}): Evidence {
  return {
    completeness: 'complete',
    freshness: { indexedAt: '2026-11-30T12:00:00.000Z', stale: false },
    generation: { commit: '7'.repeat(40), dirty: false },
    reasons: [],
    ...own,
  };
}

/** A method whose score is the sum of what two factors add and one takes away. */
export function symbol(own: Partial<CodeSymbol> = {}): CodeSymbol {
  return {
    name: 'nextAttempt',
    kind: 'function',
    path: 'src/retry.ts',
    line: 2,
    signature: 'export function nextAttempt(failures: number): number',
    summary: 'Says when a failed charge is tried again.',
    score: 0.2,
    why: [
      { factor: 'name', weight: 0.08, value: 0.5, contribution: 0.04, detail: '"attempt" in its name' },
      { factor: 'path', weight: 0.28, value: 1, contribution: 0.28, detail: '"retry" in its path' },
      { factor: 'place', weight: -0.5, value: 0.24, contribution: -0.12, detail: 'its file is a test' },
    ],
    ...own,
  };
}

/** A row that is whole. */
export function row(id: string, own: Partial<RepositoryRow> = {}, symbols: readonly CodeSymbol[] = [symbol()]): RepositoryRow {
  return {
    id,
    started: true,
    result: {
      repo: id,
      task: 'retry a failed charge',
      symbols: [...symbols],
      related: [],
      snippets: symbols.map(({ name, path, line }) => ({ name, path, line, code: `function ${name}() {\n  return 1;\n}` })),
      tests: [],
    },
    evidence: [evidence()],
    provider: 'workspace-context',
    implementation: 'declarations',
    notices: [],
    outOfScope: 0,
    partial: false,
    truncated: false,
    ...own,
  };
}

/** A row of a repository that gave no answer. */
export function failedRow(id: string, code: NonNullable<RepositoryRow['error']>['code'], message = 'Ask again.', started = true): RepositoryRow {
  const failed: RepositoryRow = { ...row(id), started, evidence: [], partial: true, error: { code, message } };
  delete failed.result;
  return failed;
}

/** The answer that holds these rows. */
export function answer(...repositories: readonly RepositoryRow[]): WorkspaceCodePack {
  return { repositories: [...repositories], partial: repositories.some(({ partial }) => partial) };
}

/** The answer of one repository, such as comes when more is asked for. */
export function pack(repo: string, symbols: readonly CodeSymbol[], own: Partial<CodePack> = {}): CodePack {
  return { repo, task: 'retry a failed charge', symbols: [...symbols], related: [], snippets: [], tests: [], outOfScope: 0, evidence: [evidence()], notices: [], ...own };
}
