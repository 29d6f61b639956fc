export interface PanelPage {
  /** Random for every page. */
  readonly nonce: string;
  readonly scriptUri: string;
  readonly styleUri: string;
}

const attribute = (value: string): string =>
  value.replace(/[&"<>]/g, (character) => `&#${character.codePointAt(0)};`);

/**
 * The page a panel starts from. It holds no data: answers come as messages and are set as text.
 * Only our one script and our one style sheet may load (components add theirs as constructed
 * style sheets, which the policy does not touch), nothing may be fetched, and with Trusted Types no
 * string becomes HTML or script; `lit-html` is the policy of the components' own static templates.
 */
export function panelHtmlOf(page: PanelPage): string {
  const policy = [
    "default-src 'none'",
    `script-src 'nonce-${page.nonce}'`,
    `style-src 'nonce-${page.nonce}'`,
    "base-uri 'none'",
    "form-action 'none'",
    "require-trusted-types-for 'script'",
    'trusted-types lit-html',
  ].join('; ');
  return `<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${attribute(policy)}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Workspace Context</title>
<link rel="stylesheet" nonce="${attribute(page.nonce)}" href="${attribute(page.styleUri)}">
</head>
<body>
<main id="app"></main>
<script nonce="${attribute(page.nonce)}" src="${attribute(page.scriptUri)}"></script>
</body>
</html>
`;
}
