import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { detailsOf, pathlessLog, withoutPaths } from '../../src/ports/log';

const HOME = { path: '/home/ada lovelace', name: '<home>' };

describe('withoutPaths', () => {
  it.each([
    // What Node's errors look like: the path stands between quotes.
    [`ENOENT: no such file or directory, open '/srv/shop/docs/a b.md'`, `ENOENT: no such file or directory, open '…/a b.md'`],
    [`EACCES: permission denied, scandir "C:\\Users\\ada\\shop"`, `EACCES: permission denied, scandir "…/shop"`],
    [`rename '/a/b.tmp' -> '/a/b'`, `rename '…/b.tmp' -> '…/b'`],
    // Lines of a stack.
    ['    at read (/opt/my editor/dist/worker.js:12:3)', '    at read (…/worker.js:12:3)'],
    ['    at async file:///opt/dist/worker.js:12:3', '    at async …/worker.js:12:3'],
    ['    at /opt/my editor/dist/worker.js:12:3', '    at …/worker.js:12:3'],
    ['    at C:\\dist\\worker.js:12:3', '    at …/worker.js:12:3'],
    // Anywhere in a sentence.
    ['watch of /srv/shop failed', 'watch of …/shop failed'],
    ['\\\\server\\share\\shop is gone', '…/shop is gone'],
    ['gitdir=/srv/shop/.git,', 'gitdir=…/.git,'],
  ])('leaves the last part of a path: %j', (text, expected) => {
    expect(withoutPaths(text)).toBe(expected);
  });

  it.each(['docs/a.md', './a.md', '../a.md', 'and/or', '1 / 2', 'http://127.0.0.1:4711/mcp', 'component:default/api', '<home>/shop/a.md'])(
    'leaves %j alone: no path of a machine',
    (text) => {
      expect(withoutPaths(text)).toBe(text);
    },
  );

  it('names a place that is known, spaces and all, and what lies below it', () => {
    expect(withoutPaths('left /home/ada lovelace/shop/a.md alone', [HOME])).toBe('left <home>/shop/a.md alone');
    expect(withoutPaths("open '/home/ada lovelace/shop/a b.md'", [HOME])).toBe("open '<home>/shop/a b.md'");
    expect(withoutPaths('/home/ada lovelace', [HOME])).toBe('<home>');
  });

  it('takes a folder whose name only begins like a known one for another', () => {
    expect(withoutPaths('see /srv/shop-api/a', [{ path: '/srv/shop', name: '<shop>' }])).toBe('see …/a');
  });

  it('names the deepest place', () => {
    const places = [{ path: '/srv', name: '<srv>' }, { path: '/srv/cache', name: '<cache>' }];
    expect(withoutPaths('wrote /srv/cache/x', places)).toBe('wrote <cache>/x');
  });

  it('does not take the root of the file system for a place', () => {
    expect(withoutPaths('read docs/a.md', [{ path: '/', name: '<root>' }])).toBe('read docs/a.md');
  });

  const segment = fc.stringMatching(/^[a-z][a-z0-9 ._-]{0,8}[a-z0-9]$/);
  const path = fc.array(segment, { minLength: 2, maxLength: 5 });
  const written = path.chain((segments) => fc.constantFrom(`/${segments.join('/')}`, `C:\\${segments.join('\\')}`, `\\\\${segments.join('\\')}`));

  it('leaves no absolute path between quotes or in a line of a stack', () => {
    fc.assert(
      fc.property(written, fc.constantFrom(["'", "'"], ['"', '"'], ['    at f (', ':1:2)'], ['    at ', ':1:2']), (absolute, [before, after]) => {
        expect(withoutPaths(`${before}${absolute}${after}`)).not.toContain(absolute.slice(0, absolute.lastIndexOf(absolute.startsWith('/') ? '/' : '\\')));
      }),
    );
  });
});

describe('pathlessLog', () => {
  it('writes both kinds of lines without paths, errors with their stack too', () => {
    const lines: string[] = [];
    const log = pathlessLog((line) => lines.push(line), [HOME]);
    const error = new Error("ENOENT: open '/home/ada lovelace/shop/a.md'");
    log.warn(detailsOf(error));
    log.debug(detailsOf('/srv/x'));
    expect(lines[0]).toContain("ENOENT: open '<home>/shop/a.md'");
    expect(lines.join('\n')).not.toMatch(/(^|[\s('"])\/\w/);
    expect(lines[1]).toBe('…/x');
  });
});
