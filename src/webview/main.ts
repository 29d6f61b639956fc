import './noncedChunks';
import './withoutEval';
import './localization';
import { askTabOf } from './ask/askTab';
import { codeTabOf } from './code/codeTab';
import { graphTabOf } from './graph/graphTab';
import { type PanelRequest, type PanelState, panelStateSchema } from './messages/fromPanel';
import { panelMessageSchema } from './messages/toPanel';
import { shellOf } from './shell';
import type { TabHost } from './tab';

declare function acquireVsCodeApi(): {
  postMessage(message: PanelRequest): void;
  getState(): unknown;
  setState(state: PanelState): void;
};

const editor = acquireVsCodeApi();
const kept = panelStateSchema.safeParse(editor.getState());
const restored = kept.success ? kept.data : null;
let state: PanelState = restored ?? { tab: 'ask', question: null, graph: null, code: null };

const keep = (change: Partial<PanelState>): void => {
  state = { ...state, ...change };
  editor.setState(state);
};
const host: TabHost = {
  post: (request) => editor.postMessage(request),
  keep,
  select: (tab) => {
    shell.select(tab);
    // What had the focus is hidden now.
    document.getElementById(`tab-${tab}`)?.focus();
  },
};
const shell = shellOf(
  [askTabOf(host, restored), graphTabOf(host, restored?.graph ?? null), codeTabOf(host, restored)],
  (tab) => keep({ tab }),
  document.body.dataset.place === 'sideBar' ? () => host.post({ type: 'act', action: 'openInTab' }) : null,
);
document.getElementById('app')?.append(shell.root);

window.addEventListener('message', (event: MessageEvent<unknown>) => {
  const parsed = panelMessageSchema.safeParse(event.data);
  if (!parsed.success) return;
  shell.show(parsed.data);
  if (parsed.data.type === 'select') host.post({ type: 'selected', tab: parsed.data.tab });
});

editor.postMessage({ type: 'ready', restored });
// After it: until then the extension says nothing, and a tab that comes to the front may ask for something.
if (restored !== null) shell.select(restored.tab);
