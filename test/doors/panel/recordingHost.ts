import { panelConversation, type PanelConversation } from '../../../src/doors/vscode/panel/panelConversation';
import type { PanelHost } from '../../../src/doors/vscode/panel/panelHost';
import type { WorkspaceService } from '../../../src/workspace/service';

/** The parts of a host that a test brings; of the service only what it calls. */
export type OwnHost = Partial<Omit<PanelHost, 'service'>> & { readonly service?: () => Partial<WorkspaceService> };

/** A host of panel conversations with a history in memory, whose other parts do nothing unless a test brings its own. */
export function recordingHost(own: OwnHost): PanelHost {
  let questions: string[] = [];
  const nothing = async (): Promise<void> => undefined;
  return {
    post: () => undefined,
    history: {
      list: () => questions,
      add: (question) => {
        questions = [question, ...questions];
      },
      clear: () => {
        questions = [];
      },
    },
    open: nothing,
    openAtCommit: nothing,
    openLink: nothing,
    copy: nothing,
    act: nothing,
    did: () => undefined,
    ...own,
    service: () => (own.service ?? (() => ({})))() as WorkspaceService,
  };
}

/** The talk with a panel that is loaded and restores nothing. */
export function loadedPanel(host: PanelHost): PanelConversation {
  const talk = panelConversation(host);
  talk.receive({ type: 'ready', restored: null });
  return talk;
}
