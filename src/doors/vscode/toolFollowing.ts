import * as vscode from 'vscode';
import type { Follower } from '../../workspace/service';

/** A step of a call, in Markdown; what shows it is a proposal of the editor's that not every build has. */
export type ToolProgress = vscode.Progress<{ message: string | vscode.MarkdownString }>;

/** A call that the editor follows. */
export interface Following {
  readonly follower: Required<Pick<Follower, 'signal' | 'onNotice'>>;
  /** Nothing is shown any more. */
  readonly end: () => void;
}

/**
 * The editor as it follows a call: its cancellation reaches the call, and what the call tells is shown while it runs, with
 * the tool where the editor can, else in the status bar. It is kept nowhere.
 */
export function following(token: vscode.CancellationToken, toolProgress: ToolProgress | undefined): Following {
  const controller = new AbortController();
  if (token.isCancellationRequested) controller.abort();
  const subscription = token.onCancellationRequested(() => controller.abort());
  let end = (): void => undefined;
  const ended = new Promise<void>((resolve) => {
    end = resolve;
  });
  let shown: Promise<vscode.Progress<{ message?: string }>> | null = null;
  const inStatusBar = (): Promise<vscode.Progress<{ message?: string }>> =>
    new Promise((resolve) => {
      void vscode.window.withProgress({ location: vscode.ProgressLocation.Window, title: 'Workspace Context' }, (progress) => {
        resolve(progress);
        return ended;
      });
    });
  const onNotice = (markdown: string): void => {
    if (toolProgress !== undefined) {
      toolProgress.report({ message: new vscode.MarkdownString(markdown) });
      return;
    }
    shown ??= inStatusBar();
    // The status bar shows no Markdown.
    void shown.then((progress) => progress.report({ message: markdown.replace(/[*`]/g, '') }));
  };
  return {
    follower: { signal: controller.signal, onNotice },
    end: () => {
      subscription.dispose();
      end();
    },
  };
}
