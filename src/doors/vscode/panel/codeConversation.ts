import type { CodePack, CodeSymbol, Evidence } from '../../../contract/codeTool';
import { MAXIMUM_SNIPPET_LINES, PACK_BYTES } from '../../../contract/constants';
import type { RepositoryRow, WorkspaceCodePack } from '../../../contract/coordinatorTool';
import type { CodeQuery, CodeSymbolReference, PanelRequest } from '../../../webview/messages/fromPanel';
import { codeCitationOf } from '../../../wording/codeCitation';
import { personReportOf } from '../errorMessage';
import type { PanelHost } from './panelHost';
import { shownMessages } from './shownMessages';

/** A person waits for an answer. */
const WAITING = { wait: true, now: null } as const;
/** What a panel shows need not fit the context of a language model: each repository may say as much as if it were asked alone. */
const BYTES_EACH = PACK_BYTES + 1024;
/** A repository that is read for the first time may take minutes; whoever waits sees how far it is and can cancel. */
const MILLISECONDS = 30 * 60 * 1000;

/** The talk about a task in the code of several repositories. */
export interface CodeConversation {
  /** Takes what the panel asks, where it concerns this talk. */
  receive(request: PanelRequest): void;
  /**
   * Asks the repositories, shows each one's row as it is finished, and returns the answer.
   * @throws what the service throws; the panel shows it, too.
   */
  ask(query: CodeQuery): Promise<WorkspaceCodePack>;
}

/** What is shown of one repository. */
interface ShownRepository {
  readonly symbols: { readonly symbol: CodeSymbol; readonly evidence: readonly Evidence[] }[];
  /** Where to go on; undefined at the end, and while what follows is being asked for. */
  nextCursor: string | undefined;
}

interface Asked {
  readonly request: number;
  readonly query: CodeQuery;
  /** Ends everything that was asked for it. */
  readonly controller: AbortController;
  readonly repositories: Map<string, ShownRepository>;
}

/** The latest task wins, and ends the one before it. */
export function codeConversation(host: PanelHost): CodeConversation {
  const shown = shownMessages(host.post, ['codeProgress']);
  let asked: Asked | null = null;

  /** Takes a row in, once: as it is finished, or with the answer. */
  const take = ({ repositories }: Asked, { id, result, evidence, nextCursor }: RepositoryRow): void => {
    if (repositories.has(id)) return;
    repositories.set(id, { symbols: (result?.symbols ?? []).map((symbol) => ({ symbol, evidence })), nextCursor });
  };

  const ask: CodeConversation['ask'] = async (query) => {
    asked?.controller.abort();
    const current: Asked = { request: shown.begin(), query, controller: new AbortController(), repositories: new Map() };
    asked = current;
    const { request, controller } = current;
    shown.show({ type: 'codeAsking', request, query });
    try {
      const { repositories, task, mode } = query;
      const args = {
        targets: repositories.map((id) => ({ id })),
        payload: { task, mode, snippetLines: MAXIMUM_SNIPPET_LINES },
        budget: { bytes: BYTES_EACH * repositories.length, millis: MILLISECONDS },
      };
      const follower = {
        signal: controller.signal,
        onNotice: (markdown: string): void => shown.show({ type: 'codeNotice', request, markdown }),
        onRow: (row: RepositoryRow): void => {
          take(current, row);
          shown.show({ type: 'codeRow', request, row });
        },
      };
      const pack = await host.service().workspaceCodeContext(args, WAITING, follower, (progress) => shown.show({ type: 'codeProgress', request, progress }));
      pack.repositories.forEach((row) => take(current, row));
      shown.show({ type: 'codeAnswer', request, pack });
      if (!controller.signal.aborted) host.did('codeFound');
      return pack;
    } catch (thrown) {
      shown.show({ type: 'codeFailed', request, ...personReportOf(thrown) });
      throw thrown;
    }
  };

  /** The next symbols of a repository, after those shown. */
  const more = async (current: Asked, id: string): Promise<void> => {
    const { request, query, controller } = current;
    const repository = current.repositories.get(id);
    const cursor = repository?.nextCursor;
    if (repository === undefined || cursor === undefined) return;
    // Until its answer is there a second press of the button asks for nothing.
    repository.nextCursor = undefined;
    try {
      const { task, mode } = query;
      // What was cancelled were the rows; whoever wants more of one after that wants it.
      const signal = controller.signal.aborted ? {} : { signal: controller.signal };
      const pack: CodePack = await host.service().codeContext({ repo: id, task, mode, snippetLines: MAXIMUM_SNIPPET_LINES, cursor }, WAITING, signal);
      repository.symbols.push(...pack.symbols.map((symbol) => ({ symbol, evidence: pack.evidence })));
      repository.nextCursor = pack.nextCursor;
      shown.show({ type: 'moreCode', request, repository: id, pack });
    } catch (thrown) {
      repository.nextCursor = cursor;
      shown.show({ type: 'moreCodeFailed', request, repository: id, ...personReportOf(thrown) });
    }
  };

  const copy = ({ request, repository, index }: CodeSymbolReference): void => {
    const found = asked?.request === request ? asked.repositories.get(repository)?.symbols[index] : undefined;
    if (found !== undefined) void host.copy(codeCitationOf(repository, found.symbol, found.evidence));
  };

  const tellRepositories = async (): Promise<void> => {
    try {
      host.post({ type: 'repositories', ids: [...(await host.service().repositories())] });
    } catch (thrown) {
      host.post({ type: 'repositoriesFailed', ...personReportOf(thrown) });
    }
  };

  return {
    ask,
    receive: (message) => {
      switch (message.type) {
        case 'ready':
          shown.replay();
          if (shown.isEmpty() && message.restored?.code) ask(message.restored.code).catch(() => undefined);
          return;
        case 'listRepositories':
          void tellRepositories();
          return;
        case 'code':
          ask(message.query).catch(() => undefined);
          return;
        case 'moreCode':
          if (asked?.request === message.request) void more(asked, message.repository);
          return;
        case 'copyCode':
          copy(message.symbol);
          return;
        case 'cancel':
          if (message.tab === 'code') asked?.controller.abort();
      }
    },
  };
}
