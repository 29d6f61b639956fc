/** Where a panel is shown: the side bar is narrow, and offers to be opened among the editors. */
export type PanelPlace = 'sideBar' | 'editor';

export interface PanelPage {
  readonly place: PanelPlace;
  /** Random for every page. */
  readonly nonce: string;
  readonly scriptUri: string;
  /** Style sheets, in order. */
  readonly styleUris: readonly string[];
  /** Where the webview's own files come from, for the font of the icons. */
  readonly source: string;
  /** BCP 47, as `vscode.env.language` has it. */
  readonly language: string;
  /** The sentences of that language by the English ones; null: English. */
  readonly sentences: Readonly<Record<string, unknown>> | null;
}

const attribute = (value: string): string =>
  value.replace(/[&"<>]/g, (character) => `&#${character.codePointAt(0)};`);

/** JSON that cannot end the element it stands in. */
const dataOf = (value: unknown): string => JSON.stringify(value).replaceAll('<', '\\u003c');

/**
 * The page a panel starts from. It holds no data of the workspace: answers come as messages and are set as text.
 * Only our scripts and style sheets may load (components add theirs as constructed style sheets, which the policy does not
 * touch) and the font of the icons, nothing may be fetched, and with Trusted Types no string becomes HTML or script:
 * `lit-html` is the policy of the components' own static templates, `workspace-context` that of the addresses of our own parts.
 */
export function panelHtmlOf(page: PanelPage): string {
  const policy = [
    "default-src 'none'",
    `script-src 'nonce-${page.nonce}'`,
    `style-src 'nonce-${page.nonce}'`,
    `font-src ${page.source}`,
    "base-uri 'none'",
    "form-action 'none'",
    "require-trusted-types-for 'script'",
    'trusted-types lit-html workspace-context',
  ].join('; ');
  const nonce = attribute(page.nonce);
  const styles = page.styleUris.map((uri) => `<link rel="stylesheet" nonce="${nonce}" href="${attribute(uri)}">`);
  const sentences = page.sentences === null ? [] : [`<script id="l10n" type="application/json" nonce="${nonce}">${dataOf(page.sentences)}</script>`];
  return `<!DOCTYPE html>
<html lang="${attribute(page.language)}">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${attribute(policy)}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Workspace Context</title>
${styles.join('\n')}
</head>
<body data-place="${attribute(page.place)}">
<main id="app"></main>
${[...sentences, `<script nonce="${nonce}" src="${attribute(page.scriptUri)}"></script>`].join('\n')}
</body>
</html>
`;
}
