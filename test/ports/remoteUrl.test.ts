import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { remoteAddressOf, withoutCredentials } from '../../src/ports/remoteUrl';

describe('remoteAddressOf', () => {
  it.each([
    ['https://github.com/acme/shop.git', { scheme: 'https', host: 'github.com', port: null, path: 'acme/shop.git' }],
    ['http://git.example.com:8080/acme/shop/', { scheme: 'http', host: 'git.example.com', port: '8080', path: 'acme/shop' }],
    ['ssh://git@GitHub.com:22/acme/shop.git', { scheme: 'ssh', host: 'github.com', port: '22', path: 'acme/shop.git' }],
    ['git+ssh://git@github.com/acme/shop', { scheme: 'ssh', host: 'github.com', port: null, path: 'acme/shop' }],
    ['git://example.com/shop.git', { scheme: 'git', host: 'example.com', port: null, path: 'shop.git' }],
    ['git@github.com:acme/shop.git', { scheme: 'ssh', host: 'github.com', port: null, path: 'acme/shop.git' }],
    ['github.com:/acme/shop.git', { scheme: 'ssh', host: 'github.com', port: null, path: 'acme/shop.git' }],
    ['[git@example.com:2222]:acme/shop', { scheme: 'ssh', host: 'example.com', port: '2222', path: 'acme/shop' }],
    ['https://[2001:db8::1]:8443/acme/shop', { scheme: 'https', host: '[2001:db8::1]', port: '8443', path: 'acme/shop' }],
    // A password may hold an at sign: the host begins after the last one.
    ['https://me:p@ss@github.com/acme/shop', { scheme: 'https', host: 'github.com', port: null, path: 'acme/shop' }],
    [' https://github.com/acme/shop?private_token=x#y\n', { scheme: 'https', host: 'github.com', port: null, path: 'acme/shop' }],
  ])('reads %s', (url, address) => {
    expect(remoteAddressOf(url)).toEqual(address);
  });

  it.each([
    '/srv/git/shop.git',
    '../shop',
    'shop',
    './a:b',
    'C:\\git\\shop',
    'C:/git/shop',
    'file:///srv/git/shop.git',
    'ext::sh -c "touch x"',
    'http::https://me:pw@github.com/acme/shop',
    'https://github.com/',
    'https:///acme/shop',
    'https://user:pass/word@github.com/acme/shop',
    '',
  ])('is null for %j, which names no server', (url) => {
    expect(remoteAddressOf(url)).toBeNull();
  });
});

describe('withoutCredentials', () => {
  it.each([
    ['https://github.com/acme/shop.git', 'https://github.com/acme/shop.git'],
    ['https://ghp_TOKEN@github.com/acme/shop.git', 'https://github.com/acme/shop.git'],
    ['https://alice:secret@git.example.com:8443/acme/shop', 'https://git.example.com:8443/acme/shop'],
    ['https://gitlab.com/acme/shop.git?private_token=TOKEN', 'https://gitlab.com/acme/shop.git'],
    ['git@github.com:acme/shop.git', 'git@github.com:acme/shop.git'],
    ['alice@example.com:acme/shop.git', 'example.com:acme/shop.git'],
    ['ssh://git:secret@example.com:7999/acme/shop.git', 'ssh://git@example.com:7999/acme/shop.git'],
    ['ssh://alice@example.com/acme/shop.git', 'ssh://example.com/acme/shop.git'],
  ])('turns %s into %s', (url, shown) => {
    expect(withoutCredentials(url)).toBe(shown);
  });

  it('is null for a folder of this machine, whose path is not to be shown', () => {
    expect(withoutCredentials('/home/alice/shop.git')).toBeNull();
    expect(withoutCredentials('file:///home/alice/shop.git')).toBeNull();
  });

  it('never shows user name or password, and reads its own result the same', () => {
    const word = fc.stringMatching(/^[A-Za-z0-9%._~!$&'()*+,;=-]{1,12}$/).map((text) => `SECRET${text}SECRET`);
    fc.assert(
      fc.property(word, fc.option(word), fc.constantFrom('https', 'http', 'ssh', 'git'), (user, password, scheme) => {
        const shown = withoutCredentials(`${scheme}://${user}${password === null ? '' : `:${password}`}@example.com/acme/shop.git`);
        expect(shown).toBe(`${scheme}://example.com/acme/shop.git`);
        expect(withoutCredentials(shown ?? '')).toBe(shown);
      }),
    );
  });
});
