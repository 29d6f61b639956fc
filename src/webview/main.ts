import { panelMessageSchema, type PanelRequest } from './messages';
import { panelOf } from './panel';

declare function acquireVsCodeApi(): { postMessage(message: PanelRequest): void };

const editor = acquireVsCodeApi();
const panel = panelOf((request) => editor.postMessage(request));
document.getElementById('app')?.append(panel.root);

window.addEventListener('message', (event: MessageEvent<unknown>) => {
  const parsed = panelMessageSchema.safeParse(event.data);
  if (parsed.success) panel.show(parsed.data);
});

editor.postMessage({ type: 'ready' });
