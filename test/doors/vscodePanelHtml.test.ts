import { describe, expect, it } from 'vitest';
import { panelHtmlOf } from '../../src/doors/vscode/panelHtml';

const html = panelHtmlOf({
  nonce: 'N0nce',
  scriptUri: 'https://webview.example/dist/webview.js',
  styleUri: 'https://webview.example/media/webview.css',
});
const policy = /Content-Security-Policy" content="([^"]*)"/.exec(html)?.[1] ?? '';

describe('the page of the panel', () => {
  it('forbids everything that is not listed', () => {
    expect(policy).toMatch(/^default-src 'none';/);
    expect(policy).not.toMatch(/unsafe|https:|data:|\*/);
    expect(policy).not.toMatch(/(img|connect|frame|object|worker|media)-src/);
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

  it('keeps a strange address inside its attribute', () => {
    const strange = panelHtmlOf({ nonce: 'n', scriptUri: 'a"><script>alert(1)</script>', styleUri: 's' });
    expect(strange.match(/<script/g)).toHaveLength(1);
  });
});
