import { describe, expect, it } from 'vitest';
import type { WorkspaceCodePack } from '../../../src/contract/coordinatorTool';
import { WorkspaceContextError } from '../../../src/contract/errors';
import type { PanelDeed } from '../../../src/contract/ids';
import { panelConversation } from '../../../src/doors/vscode/panel/panelConversation';
import type { PanelState, Tab } from '../../../src/webview/messages/fromPanel';
import type { PanelMessage } from '../../../src/webview/messages/toPanel';
import type { WorkspaceService } from '../../../src/workspace/service';
import { answer, row } from '../../support/codeRows';
import { packOf } from '../../webview/graph/packs';
import { contextPack } from '../vscodePack';
import { recordingHost } from './recordingHost';

const stateOn = (tab: Tab): PanelState => ({ tab, question: null, graph: null, code: null });

function conversation(service: Partial<WorkspaceService> = {}) {
  const posted: PanelMessage[] = [];
  const deeds: PanelDeed[] = [];
  const talk = panelConversation(recordingHost({ post: (message) => void posted.push(message), did: (deed) => void deeds.push(deed), service: () => service }));
  const selected = (): Tab[] => posted.flatMap((message) => (message.type === 'select' ? [message.tab] : []));
  return { talk, deeds, selected };
}

describe('a tab that is wanted in front', () => {
  it('is asked for as soon as the panel is loaded, and not before', () => {
    const { talk, selected } = conversation();
    talk.select('graph');
    expect(selected()).toEqual([]);
    talk.receive({ type: 'ready', restored: null });
    expect(selected()).toEqual(['graph']);
  });

  it('is asked for again by a panel that was gone when it was asked for: it restores the tab it had', () => {
    const { talk, selected } = conversation();
    talk.receive({ type: 'ready', restored: null });
    // Hidden behind another editor the panel is gone, and nothing says so.
    talk.select('ask');
    talk.receive({ type: 'ready', restored: stateOn('code') });
    expect(selected()).toEqual(['ask', 'ask']);
  });

  it('is left to the person once it was in front', () => {
    const { talk, selected } = conversation();
    talk.receive({ type: 'ready', restored: null });
    talk.select('ask');
    talk.receive({ type: 'selected', tab: 'ask' });
    talk.receive({ type: 'ready', restored: stateOn('code') });
    expect(selected()).toEqual(['ask']);
  });

  it('is the latest one: that an older one was in front settles nothing', () => {
    const { talk, selected } = conversation();
    talk.receive({ type: 'ready', restored: null });
    talk.select('graph');
    talk.select('ask');
    talk.receive({ type: 'selected', tab: 'graph' });
    talk.receive({ type: 'ready', restored: stateOn('graph') });
    expect(selected()).toEqual(['graph', 'ask', 'ask']);
  });
});

describe('a panel that is still loading', () => {
  it('is told once, when it is loaded, what began before', async () => {
    const posted: PanelMessage[] = [];
    const talk = panelConversation(recordingHost({ post: (message) => void posted.push(message), service: () => ({ ask: async () => contextPack(1) }) }));
    await talk.ask('why?');
    expect(posted).toEqual([]);
    talk.receive({ type: 'ready', restored: null });
    expect(posted.map(({ type }) => type)).toEqual(['history', 'asking', 'answer']);
  });
});

describe('what was done in a panel', () => {
  const QUERY = { entityRef: 'a', depth: 1, direction: 'both', edgeTypes: null } as const;
  const TASK = { repositories: ['shop'], task: 'retry', mode: 'explore' } as const;

  it('is remembered when it came to something', async () => {
    const pack: WorkspaceCodePack = answer(row('shop'));
    const { talk, deeds } = conversation({ ask: async () => contextPack(1), expand: async () => packOf('a', []), workspaceCodeContext: async () => pack });
    await talk.ask('why?');
    await talk.expand(QUERY);
    await talk.code({ ...TASK, repositories: [...TASK.repositories] });
    expect(deeds).toEqual(['questionAsked', 'graphWalked', 'codeFound']);
  });

  it('is not where it failed, or where no entity has the name', async () => {
    const refuse = async (): Promise<never> => {
      throw new WorkspaceContextError('not-trusted', 'Trust it first.');
    };
    const { talk, deeds } = conversation({ ask: refuse, expand: async () => ({ ...packOf('a', []), nodes: [] }), workspaceCodeContext: refuse });
    await talk.ask('why?').catch(() => undefined);
    await talk.expand(QUERY);
    await talk.code({ ...TASK, repositories: [...TASK.repositories] }).catch(() => undefined);
    expect(deeds).toEqual([]);
  });
});
