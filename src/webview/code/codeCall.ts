import type { CodePack, CodeSymbol, Evidence } from '../../contract/codeTool';
import type { RepositoryRow } from '../../contract/coordinatorTool';
import type { CodeQuery } from '../messages/fromPanel';
import type { CodeMessage } from '../messages/toPanel';

/** What is shown of one repository of a call. */
export interface CalledRepository {
  readonly id: string;
  readonly isAsked: boolean;
  /** How much of its code is read; null where nobody said. */
  readonly progress: { readonly done: number; readonly total: number } | null;
  /** Null until it is finished. */
  readonly row: RepositoryRow | null;
  /** What was asked for after the row, in order. */
  readonly pages: readonly CodePack[];
  /** Why the last attempt to get more failed; null when it did not. */
  readonly moreFailure: string | null;
}

/** A call of workspace.context as far as it has come. */
export interface CodeCall {
  readonly request: number;
  readonly query: CodeQuery;
  readonly isRunning: boolean;
  /** What was last said to begin, as Markdown; null before. */
  readonly activity: string | null;
  /** Why the call as a whole failed; null when it did not. */
  readonly failure: string | null;
  readonly repositories: readonly CalledRepository[];
}

/** How a repository stands in a call. */
export type RepositoryState = 'waiting' | 'asking' | 'done' | 'partial' | 'failed' | 'cancelled';

const begun = (request: number, query: CodeQuery): CodeCall => ({
  request,
  query,
  isRunning: true,
  activity: null,
  failure: null,
  repositories: query.repositories.map((id) => ({ id, isAsked: false, progress: null, row: null, pages: [], moreFailure: null })),
});

function withRepository(call: CodeCall, id: string, change: (repository: CalledRepository) => CalledRepository): CodeCall {
  return { ...call, repositories: call.repositories.map((repository) => (repository.id === id ? change(repository) : repository)) };
}

/** Takes a row, once: the answer repeats those that came before it. */
const finishedBy = (row: RepositoryRow) => (repository: CalledRepository): CalledRepository =>
  repository.row === null ? { ...repository, isAsked: repository.isAsked || row.started, progress: null, row } : repository;

/** What a call is after a message; the same call where the message is of another one. */
export function callAfter(call: CodeCall | null, message: CodeMessage): CodeCall | null {
  if (message.type === 'repositories' || message.type === 'repositoriesFailed') return call;
  if (message.type === 'codeAsking') return call !== null && message.request < call.request ? call : begun(message.request, message.query);
  if (call === null || message.request !== call.request) return call;
  switch (message.type) {
    case 'codeNotice': {
      // Notices come right before each repository is asked, in their order.
      const next = call.repositories.find(({ isAsked, row }) => !isAsked && row === null);
      const told = { ...call, activity: message.markdown };
      return next === undefined ? told : withRepository(told, next.id, (repository) => ({ ...repository, isAsked: true }));
    }
    case 'codeProgress': {
      const { repositoryId, done, total } = message.progress;
      return withRepository(call, repositoryId, (repository) => (repository.row === null ? { ...repository, progress: { done, total } } : repository));
    }
    case 'codeRow':
      return withRepository(call, message.row.id, finishedBy(message.row));
    case 'codeAnswer':
      return message.pack.repositories.reduce<CodeCall>((answered, row) => withRepository(answered, row.id, finishedBy(row)), { ...call, isRunning: false });
    case 'moreCode':
      return withRepository(call, message.repository, (repository) => ({ ...repository, pages: [...repository.pages, message.pack], moreFailure: null }));
    case 'moreCodeFailed':
      return withRepository(call, message.repository, (repository) => ({ ...repository, moreFailure: message.message }));
    case 'codeFailed':
      return { ...call, isRunning: false, failure: message.message };
  }
}

/** Everything found in a repository, its row and what was asked for after it. */
export interface Found {
  readonly symbols: readonly CodeSymbol[];
  readonly snippets: CodePack['snippets'];
  readonly tests: CodePack['tests'];
  readonly related: CodePack['related'];
  readonly evidence: readonly Evidence[];
  readonly notices: readonly string[];
  readonly outOfScope: number;
  /** Whether there is more to ask for. */
  readonly hasMore: boolean;
}

/** Each once, by what it says. */
function distinct<Value>(values: readonly Value[]): Value[] {
  return [...new Map(values.map((value) => [JSON.stringify(value), value])).values()];
}

/** One of each kind about each state of the repository, the latest freshness, and every reason: each page says again what it rests on. */
function joined(evidence: readonly Evidence[]): Evidence[] {
  const byKind = new Map<string, Evidence>();
  for (const one of evidence) {
    const kind = JSON.stringify([one.completeness, one.generation]);
    byKind.set(kind, { ...one, reasons: [...new Set([...(byKind.get(kind)?.reasons ?? []), ...one.reasons])] });
  }
  return [...byKind.values()];
}

/** What was found in a repository; nothing of one that is not finished. */
export function foundIn({ row, pages }: CalledRepository): Found {
  const results = [...(row?.result === undefined ? [] : [row.result]), ...pages];
  const last = pages.at(-1);
  return {
    symbols: results.flatMap(({ symbols }) => symbols),
    snippets: results.flatMap(({ snippets }) => snippets),
    tests: distinct(results.flatMap(({ tests }) => tests)),
    related: distinct(results.flatMap(({ related }) => related)),
    evidence: joined([...(row?.evidence ?? []), ...pages.flatMap(({ evidence }) => evidence)]),
    notices: distinct([...(row?.notices ?? []), ...pages.flatMap(({ notices }) => notices)]),
    outOfScope: Math.max(row?.outOfScope ?? 0, ...pages.map(({ outOfScope }) => outOfScope)),
    hasMore: (last === undefined ? row?.nextCursor : last.nextCursor) !== undefined,
  };
}

/** Whether what is shown of a repository is not all there is. */
function isPartial(repository: CalledRepository, row: RepositoryRow): boolean {
  if (repository.pages.length === 0) return row.partial;
  const { evidence, hasMore } = foundIn(repository);
  return hasMore || row.truncated || evidence.some(({ completeness }) => completeness !== 'complete');
}

/** Whether a repository was looked through to its end with nothing found and nothing to say. */
function isBare(repository: CalledRepository, call: Pick<CodeCall, 'isRunning'>): boolean {
  const { symbols, snippets, tests, related, notices, outOfScope } = foundIn(repository);
  return stateOf(repository, call) === 'done' && symbols.length + snippets.length + tests.length + related.length + notices.length + outOfScope === 0;
}

/** The repositories of a finished call of which one line says it all: each has nothing, and so has every other one. */
export function bareRepositoriesOf(call: CodeCall): readonly string[] {
  const isFruitless = !call.isRunning && call.failure === null && call.repositories.every((repository) => foundIn(repository).symbols.length === 0);
  return isFruitless ? call.repositories.filter((repository) => isBare(repository, call)).map(({ id }) => id) : [];
}

/** How a repository stands. @param call the one it is of. */
export function stateOf(repository: CalledRepository, call: Pick<CodeCall, 'isRunning'>): RepositoryState {
  const { row, isAsked } = repository;
  if (row === null) return call.isRunning ? (isAsked ? 'asking' : 'waiting') : 'failed';
  if (row.error !== undefined) return row.error.code === 'cancelled' || row.error.code === 'cancelled-before-start' ? 'cancelled' : 'failed';
  return isPartial(repository, row) ? 'partial' : 'done';
}
