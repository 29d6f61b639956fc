import { describe, expect, it } from 'vitest';
import { type PanelPage, panelHtmlOf } from '../../../src/doors/vscode/panel/panelHtml';

const PAGE: PanelPage = {
  place: 'editor',
  nonce: 'N0nce',
  scriptUri: 'https://webview.example/dist/webview.js',
  styleUris: ['https://webview.example/media/webview.css', 'https://webview.example/media/ask.css'],
  source: 'https://webview.example',
  language: 'en',
  sentences: null,
};
const html = panelHtmlOf(PAGE);
const policy = /Content-Security-Policy" content="([^"]*)"/.exec(html)?.[1] ?? '';

describe('the page of the panel', () => {
  it('forbids everything that is not listed', () => {
    expect(policy).toMatch(/^default-src 'none';/);
    expect(policy).not.toMatch(/unsafe|data:|\*/);
    expect(policy).not.toMatch(/(img|connect|frame|object|worker|media)-src/);
    // The font of the icons is the only thing that comes without a nonce, and from our own files alone.
    expect(policy.match(/[\w-]+ [^;]*https:[^;]*/g)).toEqual(['font-src https://webview.example']);
  });

  it('lets only scripts and styles with the nonce load', () => {
    expect(policy).toContain("script-src 'nonce-N0nce';");
    expect(policy).toContain("style-src 'nonce-N0nce';");
  });

  it('turns Trusted Types on', () => {
    expect(policy).toContain("require-trusted-types-for 'script'");
  });

  it('has one script, from a file, with the nonce, and no inline script, style or handler', () => {
    const scripts = html.match(/<script\b[^>]*>[^<]*<\/script>/g) ?? [];
    expect(scripts).toEqual(['<script nonce="N0nce" src="https://webview.example/dist/webview.js"></script>']);
    expect(html).not.toMatch(/<style|\sstyle=|\son\w+=/);
  });

  it.each(['sideBar', 'editor'] as const)('says where it is shown: %s', (place) => {
    expect(panelHtmlOf({ ...PAGE, place })).toContain(`<body data-place="${place}">`);
  });

  it('keeps a strange address inside its attribute', () => {
    const strange = panelHtmlOf({ ...PAGE, scriptUri: 'a"><script>alert(1)</script>' });
    expect(strange.match(/<script/g)).toHaveLength(1);
  });

  it('brings the sentences of another language along as data, which cannot end their element', () => {
    const evil = '</script><script>alert(1)</script>';
    const german = panelHtmlOf({ ...PAGE, language: 'de', sentences: { Ask: evil } });
    expect(german).toContain('<html lang="de">');
    expect(german.match(/<script/g)).toHaveLength(2);
    const data = /<script id="l10n"[^>]*>([^<]*)<\/script>/.exec(german)?.[1] ?? '';
    expect(JSON.parse(data)).toEqual({ Ask: evil });
  });
});
