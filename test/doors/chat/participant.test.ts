import { beforeEach, describe, expect, it, vi } from 'vitest';
import { WorkspaceContextError } from '../../../src/contract/errors';
import { NOT_TRUSTED } from '../../../src/doors/vscode/errorMessage';
import type { WorkspaceSession } from '../../../src/doors/vscode/session';
import type { WorkspaceService } from '../../../src/workspace/service';
import { row } from '../../support/codeRows';
import { contextPack } from '../vscodePack';

interface Participant {
  readonly handler: (request: { command?: string; prompt: string }, context: unknown, stream: unknown, token: unknown) => Promise<{ metadata?: unknown }>;
  followupProvider: { provideFollowups(result: { metadata?: unknown }): Promise<{ prompt: string; command: string; label: string }[]> };
}

const editor = vi.hoisted(() => ({ participant: null as unknown }));

vi.mock('vscode', () => ({
  chat: {
    createChatParticipant: (_id: string, handler: unknown) => {
      editor.participant = { handler };
      return editor.participant;
    },
  },
  l10n: { t: (message: string, ...args: unknown[]) => message.replace(/{(\d)}/g, (_, index: string) => String(args[Number(index)])) },
  CancellationError: class extends Error {},
  Location: class {
    constructor(
      readonly uri: { path: string },
      readonly range: unknown,
    ) {}
  },
  Range: class {
    constructor(
      readonly startLine: number,
      readonly startCharacter: number,
      readonly endLine: number,
    ) {}
  },
  Uri: { file: (path: string) => ({ path }), joinPath: (...parts: unknown[]) => parts },
}));

const { registerChatParticipant } = await import('../../../src/doors/vscode/chat/participant');

/** A stream that remembers what it was given. */
function recorder() {
  const said: { markdown: string[]; anchors: string[]; references: string[]; buttons: { command: string; arguments?: unknown[] }[]; progress: string[] } = {
    markdown: [], anchors: [], references: [], buttons: [], progress: [],
  };
  interface Place {
    uri: { path: string };
    range: { startLine: number; endLine: number };
  }
  const at = ({ uri, range }: Place): string => `${uri.path}:${range.startLine}-${range.endLine}`;
  return {
    said,
    stream: {
      markdown: (value: string) => said.markdown.push(value),
      anchor: (location: Place, title: string) => said.anchors.push(`${title} -> ${at(location)}`),
      reference: (location: Place) => said.references.push(at(location)),
      button: (command: { command: string; arguments?: unknown[] }) => said.buttons.push(command),
      progress: (value: string) => said.progress.push(value),
    },
  };
}

function cancellation() {
  const listeners = new Set<() => void>();
  const token = {
    isCancellationRequested: false,
    onCancellationRequested: (listener: () => void) => {
      listeners.add(listener);
      return { dispose: () => listeners.delete(listener) };
    },
  };
  const cancel = (): void => {
    token.isCancellationRequested = true;
    for (const listener of listeners) listener();
  };
  return { token, listeners, cancel };
}

const service: Partial<WorkspaceService> = {};
let failure: unknown = null;
const session = {
  service: () => {
    if (failure !== null) throw failure;
    return service as WorkspaceService;
  },
} as WorkspaceSession;

const participant = (): Participant => {
  registerChatParticipant({ extensionUri: {} } as never, session);
  return editor.participant as Participant;
};

async function turn(prompt: string, command?: string) {
  const { stream, said } = recorder();
  const { token, listeners } = cancellation();
  const one = participant();
  const result = await one.handler({ prompt, command }, {}, stream, token);
  expect(listeners.size).toBe(0);
  return { said, result, followups: await one.followupProvider.provideFollowups(result) };
}

beforeEach(() => {
  failure = null;
  for (const key of Object.keys(service)) delete service[key as keyof WorkspaceService];
  service.locate = async (ref) => `/w/${ref}`;
});

describe('the participant of the chat', () => {
  it('asks as a person does, shows how far a cold index is, and names each place twice: in its text and as a reference', async () => {
    let asked: unknown = null;
    service.ask = async (args, options, onProgress) => {
      asked = [args, options];
      onProgress?.({ repositoryId: 'shop-api', step: 'indexing', done: 1, total: 3 });
      onProgress?.({ repositoryId: 'shop-api', step: 'indexing', done: 2, total: 3 });
      return contextPack(2);
    };
    const { said, followups } = await turn('  how are refunds billed? ');
    expect(asked).toEqual([{ question: 'how are refunds billed?', limit: 5 }, { wait: true, now: null }]);
    // The second step came right after the first: steps stay in the chat, so not every one is told.
    expect(said.progress).toEqual(['indexing shop-api: 1 of 3 documents']);
    expect(said.references).toEqual(['/w/shop-api/docs/page-1.md:2-8', '/w/shop-api/docs/page-2.md:2-8']);
    expect(said.anchors[0]).toBe('page-1.md:3-9 -> /w/shop-api/docs/page-1.md:2-8');
    expect(said.buttons).toMatchObject([{ command: 'workspaceContext.ask', arguments: [{ question: 'how are refunds billed?' }] }]);
    expect(followups.map(({ command, prompt }) => [command, prompt])).toEqual([
      ['graph', 'component:default/billing-worker'],
      ['code', 'how are refunds billed?'],
    ]);
  });

  it('names a place that is gone without a link', async () => {
    service.ask = async () => contextPack(1);
    service.locate = async () => null;
    const { said } = await turn('refunds');
    expect([said.anchors, said.references]).toEqual([[], []]);
    expect(said.markdown.join('')).toContain('page\\-1\\.md\\:3\\-9');
  });

  it('names a file itself whose name would look like another one, or like HTML, where the editor shows it as it is', async () => {
    const [passage] = contextPack(1).passages;
    service.ask = async () => ({ ...contextPack(1), passages: ['docs/\u202ecod.exe.md', 'docs/<img src=x>.md', 'docs/[slug].md'].map((path) => ({ ...passage!, sourceRef: `shop-api/${path}` })) });
    const { said } = await turn('refunds');
    expect(said.anchors.map((anchor) => anchor.split(' -> ')[0])).toEqual(['·slug·.md:3-9']);
    expect(said.markdown.join('')).toContain('\\[U\\+202E\\]cod\\.exe\\.md\\:3\\-9');
    expect(said.references).toHaveLength(3);
  });

  it('leads to the status where something could not be read', async () => {
    service.ask = async () => contextPack(1, { degraded: ['scope-unreadable'] });
    expect((await turn('refunds')).said.buttons.map(({ command }) => command)).toEqual(['workspaceContext.ask', 'workspaceContext.showStatus']);
  });

  it('offers no follow-up about a name that could mean something else in a prompt', async () => {
    const passages = [{ ...contextPack(1).passages[0]!, entityRefs: ['component:default/x #file:y', 'component:default/ok'] }];
    service.ask = async () => contextPack(0, { passages });
    expect((await turn('refunds')).followups.filter(({ command }) => command === 'graph').map(({ prompt }) => prompt)).toEqual(['component:default/ok']);
  });

  it('walks the graph from an entity', async () => {
    let asked: unknown = null;
    service.expand = async (args) => {
      asked = args;
      const { contract, workspace, indexedAt } = contextPack(0);
      const nodes = ['a', 'b'].map((name) => ({ ref: `component:default/${name}`, kind: 'component', title: name, declared: true }));
      return { contract, workspace, indexedAt, entityRef: 'component:default/a', depth: 1, direction: 'both', asOf: null, nodes, edges: [], degraded: [], notices: [] };
    };
    const { said, followups } = await turn('a', 'graph');
    expect(asked).toEqual({ entityRef: 'a', limit: 25 });
    expect(said.buttons).toMatchObject([{ command: 'workspaceContext.expandEntity', arguments: [{ entityRef: 'component:default/a' }] }]);
    expect(followups.map(({ command, prompt }) => [command, prompt])).toEqual([
      ['graph', 'component:default/b'],
      ['ask', 'What is component:default/a?'],
    ]);
  });

  it('asks all repositories for code, eight at most, and says which it did not ask', async () => {
    const ids = Array.from({ length: 10 }, (_, index) => `r${index}`);
    let asked: { targets: { id: string }[] } | null = null;
    service.repositories = async () => ids;
    service.workspaceCodeContext = async (args, _options, follower) => {
      asked = args as typeof asked;
      const rows = asked!.targets.map(({ id }) => row(id));
      for (const one of rows) follower?.onRow?.(one);
      return { repositories: rows, partial: false };
    };
    const { said } = await turn('retry a charge', 'code');
    expect(asked!.targets.map(({ id }) => id)).toEqual(ids.slice(0, 8));
    expect(said.progress).toContain('r7 has answered');
    expect(said.anchors).toHaveLength(8);
    expect(said.markdown.join('')).toMatch(/Not asked, because one call asks 8 repositories at most: r8, r9/);
  });

  it('says how to ask where nothing was asked', async () => {
    for (const command of [undefined, 'graph', 'code']) {
      const { said, result } = await turn('  ', command);
      expect(said.markdown.join('')).toContain('for example');
      expect(result).toEqual({});
    }
  });

  it('says an error as a sentence, as text', async () => {
    service.ask = async () => {
      throw new WorkspaceContextError('invalid-argument', 'question [x](command:y) is too long');
    };
    expect((await turn('refunds')).said.markdown).toEqual(['question \\[x\\]\\(command\\:y\\) is too long']);
    service.ask = async () => {
      throw new Error('/home/ada/secret');
    };
    const { markdown } = (await turn('refunds')).said;
    expect(markdown.join('')).toContain('Something went wrong inside Workspace Context');
    expect(markdown.join('')).not.toContain('ada');
  });

  it('reads nothing in a workspace that is not trusted, and leads to where it can be', async () => {
    failure = new WorkspaceContextError('not-trusted', NOT_TRUSTED);
    const { said } = await turn('refunds');
    expect(said.markdown.join('')).toContain('This workspace is not trusted');
    expect(said.buttons.map(({ command }) => command)).toEqual(['workbench.trust.manage']);
  });

  it('ends without a word when the person gives up, before or meanwhile', async () => {
    for (const isBefore of [true, false]) {
      const { token, listeners, cancel } = cancellation();
      const { stream, said } = recorder();
      service.ask = () => new Promise(() => undefined);
      if (isBefore) cancel();
      const answering = participant().handler({ prompt: 'refunds' }, {}, stream, token);
      if (!isBefore) setImmediate(cancel);
      expect(await answering).toEqual({});
      expect(said.markdown).toEqual([]);
      expect(listeners.size).toBe(0);
    }
  });

  it('gives up its call of several repositories with the person', async () => {
    const { token, cancel } = cancellation();
    const { stream } = recorder();
    service.repositories = async () => ['r'];
    let signal: AbortSignal | undefined;
    service.workspaceCodeContext = (_args, _options, follower) => {
      signal = follower?.signal;
      setImmediate(cancel);
      return new Promise(() => undefined);
    };
    await participant().handler({ prompt: 'x', command: 'code' }, {}, stream, token);
    expect(signal?.aborted).toBe(true);
  });
});
