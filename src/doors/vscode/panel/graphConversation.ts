import { MAXIMUM_EDGES } from '../../../contract/constants';
import type { ExpandPack } from '../../../contract/expandTool';
import type { GraphQuery, PanelRequest } from '../../../webview/messages/fromPanel';
import type { GraphMessage } from '../../../webview/messages/toPanel';
import { personReportOf } from '../errorMessage';
import type { PanelHost } from './panelHost';
import { shownMessages } from './shownMessages';

/** The talk about the component graph. */
export interface GraphConversation {
  /** Takes what the panel asks, where it concerns this talk. */
  receive(request: PanelRequest): void;
  /** Walks from an entity and shows what is found, with what further walks find. */
  expand(query: GraphQuery, added?: readonly GraphQuery[]): Promise<void>;
}

type AddedMessage = Extract<GraphMessage, { type: 'expandedMore' }>;

/** The latest picture wins: what comes late for an older one is not shown. */
export function graphConversation(host: PanelHost): GraphConversation {
  const shown = shownMessages(host.post, ['expandProgress']);
  /** What was added to the picture, and what is being looked for, by the entity it began at. */
  const added = new Map<string, { readonly query: GraphQuery; readonly message: AddedMessage | null }>();

  const walk = (request: number, { edgeTypes, ...rest }: GraphQuery): Promise<ExpandPack> =>
    host.service().expand(
      { ...rest, limit: MAXIMUM_EDGES, ...(edgeTypes === null ? {} : { edgeTypes }) },
      { wait: true, now: null },
      (progress) => shown.show({ type: 'expandProgress', request, progress }),
    );

  const more = async (request: number, query: GraphQuery): Promise<void> => {
    if (!shown.isLatest(request)) return;
    added.set(query.entityRef, { query, message: null });
    /** A picture that was left, a walk that was taken back, or asked for otherwise since: nobody waits for it. */
    const isWanted = (): boolean => shown.isLatest(request) && added.get(query.entityRef)?.query === query;
    host.post({ type: 'expandingMore', request, query });
    try {
      const message: AddedMessage = { type: 'expandedMore', request, query, pack: await walk(request, query) };
      if (!isWanted()) return;
      added.set(query.entityRef, { query, message });
      host.post(message);
    } catch (thrown) {
      if (!isWanted()) return;
      added.delete(query.entityRef);
      host.post({ type: 'expandMoreFailed', request, query, ...personReportOf(thrown) });
    }
  };

  const expand: GraphConversation['expand'] = async (query, further = []) => {
    const request = shown.begin();
    added.clear();
    shown.show({ type: 'expanding', request, query });
    try {
      const pack = await walk(request, query);
      shown.show({ type: 'expanded', request, query, pack });
      if (pack.nodes.length > 0) host.did('graphWalked');
      for (const one of further) await more(request, one);
    } catch (thrown) {
      shown.show({ type: 'expandFailed', request, ...personReportOf(thrown) });
    }
  };

  return {
    expand,
    receive: (message) => {
      switch (message.type) {
        case 'expand':
          void expand(message.query, message.added);
          return;
        case 'expandMore':
          void more(message.request, message.query);
          return;
        case 'collapse':
          if (shown.isLatest(message.request)) added.delete(message.entityRef);
          return;
        case 'ready': {
          const kept = message.restored?.graph;
          if (shown.isEmpty() && kept?.query) {
            void expand(kept.query, kept.added);
            return;
          }
          shown.replay();
          for (const { message: told } of added.values()) if (told !== null) host.post(told);
        }
      }
    },
  };
}
