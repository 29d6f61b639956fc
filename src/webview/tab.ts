import type { PanelRequest, PanelState, Tab } from './messages/fromPanel';
import type { PanelMessage } from './messages/toPanel';

/** What a tab may do with the rest of the panel and with the extension. */
export interface TabHost {
  post(request: PanelRequest): void;
  /** Keeps what the tab shows for a later window. */
  keep(change: Partial<Omit<PanelState, 'tab'>>): void;
  /** Brings a tab to the front. */
  select(tab: Tab): void;
}

/** One tab of the panel. */
export interface PanelTab {
  readonly tab: Tab;
  /** What people read on it. */
  readonly label: string;
  readonly root: HTMLElement;
  /** Shows what the extension said, where it concerns this tab; messages about anything but the latest request are dropped. */
  show(message: PanelMessage): void;
  /** Called whenever the tab comes to the front: what it needs of the extension only then it asks for now. */
  shown?(): void;
  /** Called when the tab was brought to the front for somebody: puts the focus where people begin. */
  focus(): void;
}
