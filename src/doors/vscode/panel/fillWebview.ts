import { randomBytes } from 'node:crypto';
import * as vscode from 'vscode';
import { type PanelPlace, panelHtmlOf } from './panelHtml';

/** The style sheets of the panel, in order, below the extension's folder. */
const STYLES = [
  ['dist', 'codicons', 'codicon.css'],
  ['media', 'webview.css'],
  ['media', 'ask.css'],
  ['media', 'graph.css'],
  ['media', 'code.css'],
] as const;

/** Gives a webview its page, which loads nothing but the extension's own files. */
export function fillWebview(webview: vscode.Webview, extensionUri: vscode.Uri, place: PanelPlace): void {
  const uriOf = (...parts: readonly string[]): string => webview.asWebviewUri(vscode.Uri.joinPath(extensionUri, ...parts)).toString();
  webview.options = {
    enableScripts: true,
    localResourceRoots: [vscode.Uri.joinPath(extensionUri, 'dist'), vscode.Uri.joinPath(extensionUri, 'media')],
  };
  webview.html = panelHtmlOf({
    place,
    nonce: randomBytes(24).toString('base64url'),
    scriptUri: uriOf('dist', 'webview.js'),
    styleUris: STYLES.map((parts) => uriOf(...parts)),
    source: webview.cspSource,
    language: vscode.env.language,
    sentences: vscode.l10n.bundle ?? null,
  });
}
