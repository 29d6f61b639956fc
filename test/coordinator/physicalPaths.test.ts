import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { pathRemover } from '../../src/coordinator/physicalPaths';
import type { PlainData } from '../../src/coordinator/plainData';

const ROOTS = [
  { name: 'api', path: '/w/api' },
  { name: 'lib', path: '/w/api/vendor/lib' },
  { name: 'web', path: '/w/web' },
  { name: 'work', path: '/home/ada/my work' },
];
const paths = pathRemover([...ROOTS, { name: '<index>', path: '/home/ada/.cache/index' }, { name: '~', path: '/home/ada' }], false);
const windows = pathRemover([{ name: 'api', path: 'C:\\Users\\Ada\\api' }, { name: 'lib', path: 'C:\\Users\\Ada\\api\\lib' }, { name: 'share', path: '\\\\server\\share\\repo' }], true);

describe('a folder is replaced by the name of its repository', () => {
  it.each([
    ['the folder itself', '/w/api', 'api'],
    ['with a slash behind it', '/w/api/', 'api/'],
    ['a file in it', '/w/api/src/x.ts', 'api/src/x.ts'],
    ['with a line and a column', '/w/api/src/x.ts:10:5', 'api/src/x.ts:10:5'],
    ['doubled slashes', '//w//api///src//x.ts', 'api/src/x.ts'],
    ['dots that lead nowhere', '/w/./api/./src/x.ts', 'api/src/x.ts'],
    ['backslashes', '\\w\\api\\src\\x.ts', 'api/src/x.ts'],
    ['doubled backslashes, as in quoted text', '\\\\w\\\\api\\\\src\\\\x.ts', 'api/src/x.ts'],
    ['slashes as PHP and JSON escape them', '\\/w\\/api\\/src', 'api/src'],
    ['percent-encoded', '%2Fw%2Fapi%2Fsrc%2Fx.ts', 'api/src/x.ts'],
    ['in lower case', '%2fw%2fapi%2fsrc%2fx.ts', 'api/src/x.ts'],
    ['twice', '%252Fw%252Fapi%252Fsrc', 'api/src'],
    ['three times, in mixed case', '%25252fw%25252Fapi', 'api'],
    ['letters as well', '%2F%77%2F%61%70%69/x', 'api/x'],
    ['backslashes encoded', '%5Cw%5capi%5Csrc', 'api/src'],
    ['escaped as in JavaScript', '\\u002fw\\u002Fapi\\u002fsrc', 'api/src'],
    ['escaped in a text within a text', '\\\\u002fw\\\\u002fapi', 'api'],
    ['a file address', 'file:///w/api/src/x.ts', 'api/src/x.ts'],
    ['with a host', 'file://localhost/w/api/src/x.ts', 'api/src/x.ts'],
    ['with one slash', 'file:/w/api/src/x.ts', 'api/src/x.ts'],
    ['in capitals', 'FILE:///w/api/x', 'api/x'],
    ['encoded whole', 'file%3A%2F%2F%2Fw%2Fapi%2Fx', 'api/x'],
    ['an address of an editor', 'vscode-remote://ssh-remote+host/w/api/x', 'api/x'],
    ['with parameters', 'file:///w/api/x.ts?a=1#L3', 'api/x.ts?a=1#L3'],
    ['what Windows writes before a path', '\\\\?\\w\\api\\x', 'api/x'],
    ['in a sentence', 'There is no /w/api/a.md, nor /w/web.', 'There is no api/a.md, nor web.'],
    ['in quotes', `open '/w/api/a b.md' "/w/web" \`/w/api\``, "open 'api/a b.md' \"web\" `api`"],
    ['in brackets', '(/w/api/x) [/w/web] {/w/api} </w/api/y>', '(api/x) [web] {api} <api/y>'],
    ['in a stack', 'Error: no\n    at f (/w/api/src/x.ts:1:2)\n    at async /w/web/y.ts:3:4', 'Error: no\n    at f (api/src/x.ts:1:2)\n    at async web/y.ts:3:4'],
    ['in a list of paths', '/w/api:/w/web:/w/api/bin', 'api:web:api/bin'],
    ['in an assignment', 'root=/w/api,other=/w/web;', 'root=api,other=web;'],
    ['as an option of a compiler', 'cc -I/w/api/include', 'cc -Iapi/include'],
    ['in quoted JSON', '{"path":"/w/api/x","next":"\\/w\\/web"}', '{"path":"api/x","next":"web"}'],
    ['before an escaped line end', '/w/api/x\\n/w/web', 'api/x\\nweb'],
    ['nested: the innermost', '/w/api/vendor/lib/y.ts and /w/api/vendor/x', 'lib/y.ts and api/vendor/x'],
    ['nested, in another spelling', 'file:///w/api%2Fvendor/lib/y.ts', 'lib/y.ts'],
    ['one that is named by way of another', '/w/api/../web/x', 'api/../web/x'],
    ['with a space in its name', 'see /home/ada/my work/x.ts', 'see work/x.ts'],
    ['with an encoded space', 'file:///home/ada/my%20work/a%20b.ts', 'work/a%20b.ts'],
    ['behind another path', '/mnt/host/home/ada/my work/x', '/mnt/host/work/x'],
    ['one path right behind another', '/w/api/x=/home/ada/my work/y', 'api/x=work/y'],
  ])('%s', (_, text, expected) => {
    expect(paths.text(text)).toBe(expected);
  });

  it.each([
    ['as it is', 'C:\\Users\\Ada\\api\\src\\x.ts', 'api/src/x.ts'],
    ['in other case', 'c:\\USERS\\ada\\API\\src', 'api/src'],
    ['with slashes', 'C:/Users/Ada/api/src\\x.ts', 'api/src/x.ts'],
    ['doubled', 'C:\\\\Users\\\\Ada\\\\api\\\\src', 'api/src'],
    ['to be taken as it is', '\\\\?\\C:\\Users\\Ada\\api\\src', 'api/src'],
    ['as a device', '\\\\.\\C:\\Users\\Ada\\api', 'api'],
    ['an address', 'file:///C:/Users/Ada/api/src', 'api/src'],
    ['as editors write it', 'file:///c%3A/Users/Ada/api/src', 'api/src'],
    ['twice encoded', 'file%253A%252F%252F%252Fc%253A%252FUsers%252FAda%252Fapi', 'api'],
    ['a path of an address', '"/C:/Users/Ada/api/x"', '"api/x"'],
    ['nested', 'C:\\Users\\Ada\\api\\lib\\y', 'lib/y'],
    ['on a server', 'in \\\\server\\share\\repo\\x.ts', 'in share/x.ts'],
    ['on a server, to be taken as it is', '\\\\?\\UNC\\server\\share\\repo\\x.ts', 'share/x.ts'],
    ['on a server, as an address', 'file://server/share/repo/x.ts', 'share/x.ts'],
  ])('on Windows: %s', (_, text, expected) => {
    expect(windows.text(text)).toBe(expected);
  });

  it('however its accents are written', () => {
    const accented = pathRemover([{ name: 'cafe', path: '/w/caf\u00e9' }], false);
    for (const text of ['/w/caf\u00e9/x', '/w/cafe\u0301/x', '/w/caf%C3%A9/x', '/w/cafe%CC%81/x', '/w/caf\\u00e9/x']) expect(accented.text(text)).toBe('cafe/x');
  });

  it('whose name behind a backslash looks like a character in code, of nested ones the innermost', () => {
    const remover = pathRemover([{ name: 'outer', path: '/w/data/x' }, { name: 'inner', path: '/w/data/x/uaa00/y' }], false);
    for (const text of ['/w/data/x/uaa00/y/z', '\\w\\data\\x\\uaa00\\y\\z', '\\\\w\\\\data\\\\x\\\\uaa00\\\\y\\\\z']) expect(remover.text(text)).toBe('inner/z');
  });

  it('whatever is special in its name', () => {
    for (const name of ['a+b', 'a.b', 'a(b)', '[a]', 'a$b^', 'a%20b', 'a*b?', "a'b", 'a&b;c', '日本', '😀']) {
      const path = `/srv/data/${name}`;
      const remover = pathRemover([{ name: 'id', path }], false);
      for (const text of [path, `${path}/x`, encodeURI(`${path}/x`), encodeURIComponent(`${path}/x`), encodeURIComponent(encodeURIComponent(`${path}/x`))]) {
        expect(remover.text(text)).toMatch(/^id(\/x)?$/);
      }
    }
  });

  it('in other case only where the file system does not tell it apart', () => {
    const ignoring = pathRemover(ROOTS, true);
    for (const text of ['/W/API/src', '/w/Api/src', '%2FW%2FApi%2Fsrc']) expect(ignoring.text(text)).toBe('api/src');
    expect(paths.text('/W/API/src')).toBe('/W/API/src');
  });

  it('and other folders of the machine by what stands for them', () => {
    expect(paths.text('/home/ada/.cache/index/v1/x.sqlite')).toBe('<index>/v1/x.sqlite');
    expect(paths.text('see /home/ada/.netrc')).toBe('see ~/.netrc');
  });
});

describe('what is no such folder is left alone', () => {
  it.each([
    '/w/api2',
    '/w/api2/src/x.ts',
    '/w/api-old/x',
    '/w/api_x',
    '/w/api.git/config',
    '/w/apié',
    '%2Fw%2Fapi2%2Fx',
    'file:///w/api2/x',
    '/w',
    '/w/ap',
    'w/api/x',
    'src/w/api/x.ts',
    './w/api',
    '../w/api',
    'https://example.org/w/api/x',
    'a / w / api',
    '100% of /w',
    'C:\\w\\apis',
    '',
  ])('%s', (text) => {
    expect(paths.text(text)).toBe(text);
  });

  it('a relative path with the name of a root that is one folder deep, as in a container', () => {
    const container = pathRemover([{ name: 'app', path: '/app' }], false);
    expect(container.text('src/app/main.py')).toBe('src/app/main.py');
    expect(container.text('/app/app/main.py')).toBe('app/app/main.py');
    expect(container.text('https://example.org/app/x')).toBe('https://example.org/app/x');
  });
});

describe('data', () => {
  it('is rewritten in keys and values, however deep', () => {
    const data: PlainData = { '/w/api/x': [{ deep: { 'file:///w/web': '/w/api' } }, 'see /w/web/y', 1, null, true] };
    expect(paths.data(data)).toEqual({ 'api/x': [{ deep: { web: 'api' } }, 'see web/y', 1, null, true] });
  });

  it('loses nothing where two keys become one', () => {
    expect(paths.data({ '/w/api/x': 1, 'api/x': 2, '//w/api/x': 3 })).toEqual({ 'api/x': 1, 'api/x (2)': 2, 'api/x (3)': 3 });
  });
});

/** Ways to write a path, as programs do. */
const SPELLINGS: readonly ((path: string) => string)[] = [
  (path) => path,
  (path) => path.replace(/\//g, '//'),
  (path) => path.replace(/\//g, '\\'),
  (path) => path.replace(/\//g, '\\\\'),
  (path) => path.replace(/\//g, '\\/'),
  encodeURI,
  encodeURIComponent,
  (path) => encodeURIComponent(path).toLowerCase(),
  (path) => encodeURIComponent(encodeURIComponent(path)),
  (path) => `file://${encodeURI(path)}`,
  (path) => `file://localhost${encodeURI(path)}`,
  (path) => encodeURIComponent(`file://${path}`),
  (path) => path.replace(/\//g, '\\u002f'),
  (path) => `\\\\?\\${path.slice(1).replace(/\//g, '\\')}`,
  (path) => JSON.stringify(path),
  (path) => JSON.stringify(JSON.stringify(path)),
];

/** What may stand around a path. */
const SURROUNDINGS: readonly (readonly [string, string])[] = [
  ['', ''],
  ['see ', ' for more'],
  ['no such file: ', '.'],
  ['"', '"'],
  ['    at f (', ':12:3)'],
  ['cwd=', ';'],
  ['\n', '\n'],
  ['[', ']'],
  ['a,', ',b'],
];

/** A name behind a backslash may look like a character in code (`\u0041`): then it is either, and the test has no one answer. */
const isPlain = (name: string): boolean => !/^u[0-9a-f]{4}/.test(name);
const name = fc.stringMatching(/^[a-z][a-z0-9_]{1,8}$/).filter(isPlain);
const oddName = fc.oneof(name, fc.stringMatching(/^[a-zäé日][a-z +()&é日-]{0,6}[a-z]$/).filter(isPlain));
const root = fc.array(oddName, { minLength: 3, maxLength: 5 }).map((names) => `/${names.join('/')}`);

describe('of any root', () => {
  it('written in any way and anywhere, nothing is left, and the path in the repository is', () => {
    fc.assert(
      fc.property(root, fc.array(name, { minLength: 1, maxLength: 3 }), fc.constantFrom(...SPELLINGS), fc.constantFrom(...SURROUNDINGS), (path, names, spell, [before, after]) => {
        const remover = pathRemover([{ name: 'repo', path }], false);
        const text = `${before}${spell(`${path}/${names.join('/')}`)}${after}`;
        const result = remover.text(text);
        expect(result).toContain(`repo/${names.join('/')}`);
        expect(result.startsWith(before)).toBe(true);
        expect(result.endsWith(after)).toBe(true);
        expect(remover.finds(result)).toBe(false);
      }),
      { numRuns: 2_000 },
    );
  });

  it('another one that only begins the same is left alone', () => {
    fc.assert(
      fc.property(root, fc.stringMatching(/^[a-z0-9_-]{1,5}$/), fc.constantFrom(...SPELLINGS), fc.constantFrom(...SURROUNDINGS), (path, more, spell, [before, after]) => {
        const text = `${before}${spell(`${path}${more}/x`)}${after}`;
        expect(pathRemover([{ name: 'repo', path }], false).text(text)).toBe(text);
      }),
      { numRuns: 1_000 },
    );
  });

  it('the innermost of nested ones is named', () => {
    fc.assert(
      fc.property(root, fc.array(name, { minLength: 1, maxLength: 3 }), name, fc.constantFrom(...SPELLINGS), (outer, between, file, spell) => {
        const inner = `${outer}/${between.join('/')}`;
        const remover = pathRemover([{ name: 'OUTER', path: outer }, { name: 'INNER', path: inner }], false);
        expect(remover.text(spell(`${inner}/${file}`))).toContain(`INNER/${file}`);
        expect(remover.text(spell(`${inner}x/${file}`))).toContain(`OUTER/${between.join('/')}x/${file}`);
      }),
      { numRuns: 1_000 },
    );
  });

  it('what is done once needs no doing twice, whatever the text', () => {
    const piece = fc.oneof(fc.constantFrom('/w', '/api', '\\', '/', '%2F', '%5c', '%25', 'file:', '//', '.', '?', ':', 'C:', ' ', 'w', 'api', 'vendor', 'lib', '\\u002f', '%', 'home', 'ada'), fc.string({ maxLength: 3 }));
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 25 }), (pieces) => {
        const once = paths.text(pieces.join(''));
        expect(paths.text(once)).toBe(once);
      }),
      { numRuns: 5_000 },
    );
  });
});

it('looks at each character of a hostile text a bounded number of times', () => {
  // What makes regular expressions try again and again: runs of what may begin or belong to a path. A test that hangs fails.
  for (const piece of ['/', '\\', '%25', '%2', '%2F', '/.', '\\u', 'file:', '/w/api', '/w/ap', '/@fs', '-I', 'a:/', '%C3']) {
    expect(typeof paths.text(piece.repeat(20_000))).toBe('string');
  }
});
