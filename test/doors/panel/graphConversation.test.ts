import { describe, expect, it } from 'vitest';
import { WorkspaceContextError } from '../../../src/contract/errors';
import type { ExpandPack } from '../../../src/contract/expandTool';
import type { GraphQuery } from '../../../src/webview/messages/fromPanel';
import { panelMessageSchema, type PanelMessage } from '../../../src/webview/messages/toPanel';
import type { IndexProgress } from '../../../src/workspace/service';
import { packOf } from '../../webview/graph/packs';
import { loadedPanel, recordingHost } from './recordingHost';

interface Walk {
  readonly args: Record<string, unknown>;
  readonly report: (progress: IndexProgress) => void;
  readonly finish: (pack: ExpandPack) => void;
  readonly fail: (error: unknown) => void;
}

const settled = () => new Promise((resolve) => setTimeout(resolve, 0));
const queryOf = (entityRef: string, own: Partial<GraphQuery> = {}): GraphQuery => ({ entityRef, depth: 1, direction: 'both', edgeTypes: null, ...own });

function conversation() {
  const posted: PanelMessage[] = [];
  const walks: Walk[] = [];
  const talk = loadedPanel(
    recordingHost({
      post: (message) => void posted.push(message),
      service: () => ({
        expand: (args: unknown, _options: unknown, report: Walk['report'] = () => undefined) =>
          new Promise<ExpandPack>((finish, fail) => walks.push({ args: args as Walk['args'], report, finish, fail })),
      }),
    }),
  );
  posted.length = 0;
  const graphTypes = (): string[] => posted.map(({ type }) => type).filter((type) => type.startsWith('expand'));
  return { talk, posted, walks, graphTypes };
}

describe('the talk about the graph', () => {
  it('walks with all edges there may be, and leaves the types out where all are meant', async () => {
    const { talk, walks, posted } = conversation();
    const shown = talk.expand(queryOf('a', { depth: 2, direction: 'in', edgeTypes: ['dependsOn'] }));
    expect(walks[0]!.args).toEqual({ entityRef: 'a', depth: 2, direction: 'in', edgeTypes: ['dependsOn'], limit: 100 });
    walks[0]!.report({ repositoryId: 'shop-api', step: 'indexing', done: 1, total: 2 });
    walks[0]!.finish(packOf('a', []));
    await shown;
    void talk.expand(queryOf('a'));
    expect(walks[1]!.args).toEqual({ entityRef: 'a', depth: 1, direction: 'both', limit: 100 });
    expect(posted.slice(0, 3).map(({ type }) => type)).toEqual(['expanding', 'expandProgress', 'expanded']);
    for (const message of posted) expect(panelMessageSchema.safeParse(message).success).toBe(true);
  });

  it('adds a walk to the picture that is shown, and to no other', async () => {
    const { talk, walks, graphTypes } = conversation();
    const shown = talk.expand(queryOf('a'));
    walks[0]!.finish(packOf('a', [['a', 'dependsOn', 'b']]));
    await shown;
    talk.receive({ type: 'expandMore', request: 7, query: queryOf('b') });
    expect(walks).toHaveLength(1);
    talk.receive({ type: 'expandMore', request: 1, query: queryOf('b') });
    walks[1]!.finish(packOf('b', []));
    await settled();
    expect(graphTypes()).toEqual(['expanding', 'expanded', 'expandingMore', 'expandedMore']);
  });

  it('shows nothing that comes late for a picture that was left', async () => {
    const { talk, walks, posted } = conversation();
    const first = talk.expand(queryOf('a'));
    walks[0]!.finish(packOf('a', []));
    await first;
    talk.receive({ type: 'expandMore', request: 1, query: queryOf('b') });
    const second = talk.expand(queryOf('c'));
    walks[1]!.finish(packOf('b', []));
    walks[2]!.finish(packOf('c', []));
    await second;
    await settled();
    expect(posted.filter(({ type }) => type === 'expandedMore')).toEqual([]);
  });

  it('says what went wrong with an addition, and keeps the picture', async () => {
    const { talk, walks, posted } = conversation();
    const shown = talk.expand(queryOf('a'));
    walks[0]!.finish(packOf('a', []));
    await shown;
    talk.receive({ type: 'expandMore', request: 1, query: queryOf('b') });
    walks[1]!.fail(new WorkspaceContextError('unavailable', 'Not now.'));
    await settled();
    expect(posted.at(-1)).toMatchObject({ type: 'expandMoreFailed', message: 'Not now.' });
    expect(panelMessageSchema.safeParse(posted.at(-1)).success).toBe(true);
  });

  it('tells a panel that loads again the picture with its additions, without those taken back', async () => {
    const { talk, walks, posted, graphTypes } = conversation();
    const shown = talk.expand(queryOf('a'));
    walks[0]!.finish(packOf('a', []));
    await shown;
    for (const [index, name] of ['b', 'c'].entries()) {
      talk.receive({ type: 'expandMore', request: 1, query: queryOf(name) });
      walks[index + 1]!.finish(packOf(name, []));
      await settled();
    }
    talk.receive({ type: 'collapse', request: 1, entityRef: 'b' });
    posted.length = 0;
    talk.receive({ type: 'ready', restored: null });
    expect(graphTypes()).toEqual(['expanding', 'expanded', 'expandedMore']);
    expect(posted.at(-1)).toMatchObject({ type: 'expandedMore', query: { entityRef: 'c' } });
  });

  it('does not bring back what was collapsed while it was looked for', async () => {
    const { talk, walks, graphTypes } = conversation();
    const shown = talk.expand(queryOf('a'));
    walks[0]!.finish(packOf('a', []));
    await shown;
    talk.receive({ type: 'expandMore', request: 1, query: queryOf('b') });
    talk.receive({ type: 'collapse', request: 1, entityRef: 'b' });
    walks[1]!.finish(packOf('b', []));
    await settled();
    expect(graphTypes()).not.toContain('expandedMore');
  });

  it('asks again what a window showed before it was closed, with what had been added', async () => {
    const { talk, walks, graphTypes } = conversation();
    talk.receive({ type: 'ready', restored: { tab: 'graph', question: null, code: null, graph: { query: queryOf('a'), added: [queryOf('b')], view: 'list' } } });
    walks[0]!.finish(packOf('a', []));
    await settled();
    walks[1]!.finish(packOf('b', []));
    await settled();
    expect(graphTypes()).toEqual(['expanding', 'expanded', 'expandingMore', 'expandedMore']);
  });

  it.each([
    ['a depth of 4', { type: 'expand', query: { ...queryOf('a'), depth: 4 } }],
    ['an empty ref', { type: 'expandMore', request: 1, query: queryOf('') }],
    ['no relation at all', { type: 'expand', query: { ...queryOf('a'), edgeTypes: [] } }],
    ['an unknown relation', { type: 'expand', query: { ...queryOf('a'), edgeTypes: ['likes'] } }],
    ['too many walks at once', { type: 'expand', query: queryOf('a'), added: Array.from({ length: 51 }, () => queryOf('b')) }],
    ['an unknown key', { type: 'collapse', request: 1, entityRef: 'a', all: true }],
  ])('takes no message with %s', (_name, message) => {
    const { talk, walks, posted } = conversation();
    talk.receive(message);
    expect(walks).toEqual([]);
    expect(posted).toEqual([]);
  });
});
