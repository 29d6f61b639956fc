import type { PanelDeed } from '../../../contract/ids';
import type { LineRange } from '../../../contract/model';
import type { PassageRow } from '../../../contract/tools';
import type { PanelAction } from '../../../webview/messages/fromPanel';
import type { PanelMessage } from '../../../webview/messages/toPanel';
import type { WorkspaceService } from '../../../workspace/service';

/** The questions asked in this workspace, the last one first. */
export interface QuestionHistory {
  list(): readonly string[];
  add(question: string): void;
  clear(): void;
}

/** What the conversations of a panel ask of the editor and of the core. */
export interface PanelHost {
  /** Sends a message to the panel; one that is not loaded yet misses it. */
  post(message: PanelMessage): void;
  /** @throws WorkspaceContextError where nothing may be read or there is nothing to read. */
  service(): WorkspaceService;
  readonly history: QuestionHistory;
  /** Opens a file at lines; says itself what went wrong, as the following do. */
  open(sourceRef: string, lines: LineRange): Promise<void>;
  /** Opens the file of a passage as it was at the commit the passage cites. */
  openAtCommit(passage: PassageRow): Promise<void>;
  openLink(uri: string): Promise<void>;
  /** Copies a text and tells the panel when it is in the clipboard. */
  copy(text: string): Promise<void>;
  act(action: PanelAction): Promise<void>;
  /** Remembers that something was done with success. */
  did(deed: PanelDeed): void;
}
