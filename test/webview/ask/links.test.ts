import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { linkTargetOf } from '../../../src/webview/ask/links';

const FROM = 'shop-api/docs/guide/billing.md';
const NONE = { kind: 'none' };

describe('where a link of a document leads', () => {
  it.each([
    ['https://example.org/a?b=1#c', 'https://example.org/a?b=1#c'],
    ['HTTP://EXAMPLE.org', 'http://example.org/'],
    ['mailto:ada@example.org', 'mailto:ada@example.org'],
    // Punycode shows what a browser would open: the first letter is Cyrillic.
    ['https://\u0430pple.com/', 'https://xn--pple-43d.com/'],
  ])('is a web address: %s', (href, address) => {
    expect(linkTargetOf(href, FROM)).toEqual({ kind: 'web', address });
  });

  it.each([
    'javascript:alert(1)',
    'JAVASCRIPT:alert(1)',
    ' javascript:alert(1)',
    'java\nscript:alert(1)',
    'data:text/html,<script>alert(1)</script>',
    'vbscript:x',
    'file:///etc/passwd',
    'command:workbench.action.terminal.new',
    'vscode://file/etc/passwd',
    'vscode-webview://x',
    'blob:https://x/y',
    '//evil.example/x.md',
    '\\\\evil\\x.md',
    'https://good.example\u202e/moc.live',
    'https://',
    '#heading',
    '?x',
    '',
    '%E0%A4%A.md',
  ])('is nowhere: %j', (href) => {
    expect(linkTargetOf(href, FROM)).toEqual(NONE);
  });

  it.each([
    ['other.md', 'shop-api/docs/guide/other.md'],
    ['./other.md#part', 'shop-api/docs/guide/other.md'],
    ['../runbooks/deploy.md?plain=1', 'shop-api/docs/runbooks/deploy.md'],
    ['/README.md', 'shop-api/README.md'],
    ['a%20b/%C3%BCber.md', 'shop-api/docs/guide/a b/über.md'],
    ['../../../shop-api/x.md', NONE],
    ['../../../../etc/x.md', NONE],
    ['..%2f..%2f..%2fx.md', NONE],
    ['code.ts', NONE],
    ['folder/', NONE],
  ])('is another document of the same repository, or nothing: %s', (href, target) => {
    expect(linkTargetOf(href, FROM)).toEqual(typeof target === 'string' ? { kind: 'document', sourceRef: target } : target);
  });

  it('never leaves the repository and never becomes an address of another kind', () => {
    const piece = fc.constantFrom('..', '.', '/', 'a', 'b.md', '%2e%2e', '%2f', 'javascript:', 'https://x.y', '\\', '#', ' ', '\u202e', 'data:');
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 8 }), (pieces) => {
        const target = linkTargetOf(pieces.join(''), FROM);
        if (target.kind === 'web') expect(target.address).toMatch(/^(https?|mailto):/);
        if (target.kind === 'document') {
          expect(target.sourceRef.startsWith('shop-api/')).toBe(true);
          expect(target.sourceRef.split('/')).not.toContain('..');
        }
      }),
    );
  });
});
