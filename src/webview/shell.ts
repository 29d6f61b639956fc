import * as l10n from '@vscode/l10n';
import { element, iconButtonOf } from './dom';
import type { Tab } from './messages/fromPanel';
import type { PanelMessage } from './messages/toPanel';
import { stepOf } from './roving';
import type { PanelTab } from './tab';

/** A word for a moment stands so long (milliseconds). */
const WORD_MILLISECONDS = 3_000;

/** A word for a moment at the foot of the panel, also for those who do not see it. */
function toastOf(): { readonly root: HTMLElement; say(sentence: string): void } {
  const root = element('div', { className: 'toast', attributes: { role: 'status', 'aria-live': 'polite' } });
  let end: ReturnType<typeof setTimeout> | undefined;
  return {
    root,
    say: (sentence) => {
      clearTimeout(end);
      root.textContent = sentence;
      end = setTimeout(() => {
        root.textContent = '';
      }, WORD_MILLISECONDS);
    },
  };
}

/** The panel: its tabs, of which one is in front. */
export interface Shell {
  readonly root: HTMLElement;
  select(tab: Tab): void;
  show(message: PanelMessage): void;
}

/**
 * Puts tabs side by side, as the ARIA practices want them: one stop of the Tab key, arrow keys between them.
 * @param onSelect is told which tab came to the front.
 * @param onOpenInTab opens the panel among the editors; null where it is there already.
 */
export function shellOf(tabs: readonly PanelTab[], onSelect: (tab: Tab) => void, onOpenInTab: (() => void) | null): Shell {
  const buttons = tabs.map(({ tab, label }) =>
    element('button', {
      className: 'tab',
      text: label,
      attributes: { type: 'button', role: 'tab', id: `tab-${tab}`, 'aria-controls': `panel-${tab}` },
    }),
  );
  const panels = tabs.map(({ tab, root }) =>
    element('div', { className: 'tab-panel', attributes: { role: 'tabpanel', id: `panel-${tab}`, 'aria-labelledby': `tab-${tab}` } }, root),
  );
  const list = element('div', { className: 'tab-list', attributes: { role: 'tablist', 'aria-label': l10n.t('Workspace Context') } }, ...buttons);
  const strip = element(
    'div',
    { className: 'tabs' },
    list,
    onOpenInTab === null ? null : iconButtonOf('go-to-file', l10n.t('Open in editor'), onOpenInTab),
  );

  const toast = toastOf();

  const bring = (index: number): void => {
    buttons.forEach((button, at) => {
      button.setAttribute('aria-selected', String(at === index));
      button.tabIndex = at === index ? 0 : -1;
    });
    panels.forEach((panel, at) => {
      panel.hidden = at !== index;
    });
    onSelect(tabs[index]!.tab);
    tabs[index]!.shown?.();
  };
  const select = (tab: Tab): void => bring(tabs.findIndex((one) => one.tab === tab));

  buttons.forEach((button, index) => button.addEventListener('click', () => bring(index)));
  list.addEventListener('keydown', (event) => {
    const at = buttons.findIndex((button) => button === event.target);
    const step = at < 0 ? null : stepOf(event.key, at, buttons.length);
    if (step === null) return;
    event.preventDefault();
    bring(step);
    buttons[step]!.focus();
  });
  bring(0);

  return {
    root: element('div', { className: 'shell' }, strip, ...panels, toast.root),
    select,
    show: (message) => {
      if (message.type === 'select') {
        select(message.tab);
        tabs.find(({ tab }) => tab === message.tab)!.focus();
        return;
      }
      if (message.type === 'copied') toast.say(l10n.t('Copied'));
      tabs.forEach((tab) => tab.show(message));
    },
  };
}
