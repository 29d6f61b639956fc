import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { permalinkOf, workspaceUriOf } from '../../src/workspace/permalink';

const COMMIT = '0123456789abcdef0123456789abcdef01234567';

const linkOf = (remoteUrl: string, path = 'docs/billing.txt', start = 3, end = 7): string | null =>
  permalinkOf({ remoteUrl, commit: COMMIT, path, lines: { start, end } });

describe('GitHub', () => {
  const link = `https://github.com/acme/shop/blob/${COMMIT}/docs/billing.txt#L3-L7`;

  it.each([
    'https://github.com/acme/shop.git',
    'https://github.com/acme/shop',
    'https://github.com/acme/shop.git/',
    'https://github.com/acme/shop/',
    'http://github.com:80/acme/shop.git',
    'https://www.github.com/acme/shop.git',
    'https://TOKEN@github.com/acme/shop.git',
    'https://alice:s3cret@github.com:443/acme/shop.git',
    'git@github.com:acme/shop.git',
    'git@github.com:/acme/shop.git',
    'org-123@github.com:acme/shop.git',
    'ssh://git@github.com/acme/shop.git',
    'ssh://git@github.com:22/acme/shop.git',
    // ssh through the https port has a host name of its own.
    'ssh://git@ssh.github.com:443/acme/shop.git',
    'git://github.com/acme/shop.git',
    'git@GitHub.com:acme/shop.git',
    // How guides to two accounts on one machine name an alias in the ssh configuration.
    'git@github.com-work:acme/shop.git',
  ])('links from %s', (remoteUrl) => {
    expect(linkOf(remoteUrl)).toBe(link);
  });

  it('names one line once', () => {
    expect(linkOf('git@github.com:acme/shop.git', 'a.txt', 5, 5)).toBe(`https://github.com/acme/shop/blob/${COMMIT}/a.txt#L5`);
  });

  it.each(['README.md', 'a.MARKDOWN', 'a.mdx', 'a.adoc', 'a.rst'])('asks for the source of %s, whose page has no line anchors', (path) => {
    expect(linkOf('git@github.com:acme/shop.git', path)).toBe(`https://github.com/acme/shop/blob/${COMMIT}/${path}?plain=1#L3-L7`);
  });

  it('links to an Enterprise server told by its name, on the port of its web pages only', () => {
    expect(linkOf('https://github.acme.example:8443/web/shop.git')).toBe(`https://github.acme.example:8443/web/shop/blob/${COMMIT}/docs/billing.txt#L3-L7`);
    expect(linkOf('ssh://git@github.acme.example:2222/web/shop.git')).toBe(`https://github.acme.example/web/shop/blob/${COMMIT}/docs/billing.txt#L3-L7`);
    expect(linkOf('git@acme.ghe.com:web/shop.git')).toBe(`https://acme.ghe.com/web/shop/blob/${COMMIT}/docs/billing.txt#L3-L7`);
    expect(linkOf('http://github.acme.example/web/shop.git')).toBe(`http://github.acme.example/web/shop/blob/${COMMIT}/docs/billing.txt#L3-L7`);
  });

  it('has no link where no such page exists: a wiki, a gist, a path that is no repository, an ssh alias', () => {
    expect(linkOf('https://github.com/acme/shop.wiki.git')).toBeNull();
    expect(linkOf('https://gist.github.com/0123456789.git')).toBeNull();
    expect(linkOf('https://github.com/acme')).toBeNull();
    expect(linkOf('git@github:acme/shop.git')).toBeNull();
  });
});

describe('GitLab', () => {
  it('links into groups of any depth, asking for the source of Markdown', () => {
    expect(linkOf('git@gitlab.com:acme/web/team/shop.git')).toBe(`https://gitlab.com/acme/web/team/shop/-/blob/${COMMIT}/docs/billing.txt#L3-7`);
    expect(linkOf('https://gitlab.com/acme/shop.git', 'README.md', 4, 4)).toBe(`https://gitlab.com/acme/shop/-/blob/${COMMIT}/README.md?plain=1#L4`);
  });

  it('links to a server of one’s own, below a path where it has one', () => {
    expect(linkOf('ssh://git@gitlab.acme.example:2222/web/shop.git')).toBe(`https://gitlab.acme.example/web/shop/-/blob/${COMMIT}/docs/billing.txt#L3-7`);
    expect(linkOf('https://oauth2:TOKEN@gitlab.acme.example:8443/gitlab/web/shop.git')).toBe(`https://gitlab.acme.example:8443/gitlab/web/shop/-/blob/${COMMIT}/docs/billing.txt#L3-7`);
  });

  it('knows the host of ssh through the https port', () => {
    expect(linkOf('ssh://git@altssh.gitlab.com:443/acme/shop.git')).toContain('https://gitlab.com/acme/shop/-/blob/');
  });
});

describe('Bitbucket', () => {
  it('links to the Cloud', () => {
    const link = `https://bitbucket.org/acme/shop/src/${COMMIT}/docs/billing.txt#lines-3:7`;
    expect(linkOf('git@bitbucket.org:acme/shop.git')).toBe(link);
    expect(linkOf('https://alice@bitbucket.org/acme/shop.git')).toBe(link);
    expect(linkOf('https://bitbucket.org/acme/shop.git', 'a.txt', 9, 9)).toBe(`https://bitbucket.org/acme/shop/src/${COMMIT}/a.txt#lines-9`);
  });

  it('links to a Data Center, over http below its context path, over ssh by project and name', () => {
    const page = `projects/WEB/repos/shop/browse/docs/billing.txt?at=${COMMIT}#3-7`;
    expect(linkOf('https://bitbucket.acme.example/scm/WEB/shop.git')).toBe(`https://bitbucket.acme.example/${page}`);
    expect(linkOf('https://bitbucket.acme.example/context/scm/WEB/shop.git')).toBe(`https://bitbucket.acme.example/context/${page}`);
    expect(linkOf('ssh://git@bitbucket.acme.example:7999/WEB/shop.git')).toBe(`https://bitbucket.acme.example/${page}`);
  });

  it('knows a Data Center under any name by the shape of its addresses', () => {
    expect(linkOf('https://code.acme.example/scm/WEB/shop.git')).toContain('https://code.acme.example/projects/WEB/repos/shop/browse/');
    expect(linkOf('ssh://git@code.acme.example:7999/WEB/shop.git')).toContain('https://code.acme.example/projects/WEB/repos/shop/browse/');
  });

  it('links to a person’s own project, and asks for the source of Markdown', () => {
    expect(linkOf('https://bitbucket.acme.example/scm/~alice/shop.git', 'a.md', 3, 3)).toBe(
      `https://bitbucket.acme.example/users/alice/repos/shop/browse/a.md?at=${COMMIT}&useDefaultHandler=true#3`,
    );
  });
});

describe('Azure DevOps', () => {
  const selection = `version=GC${COMMIT}&line=3&lineEnd=8&lineStartColumn=1&lineEndColumn=1&lineStyle=plain`;
  const link = `https://dev.azure.com/acme/Web%20Shop/_git/shop?path=/docs/billing.txt&${selection}`;

  it.each([
    'https://dev.azure.com/acme/Web%20Shop/_git/shop',
    'https://acme@dev.azure.com/acme/Web%20Shop/_git/shop',
    'https://acme:TOKEN@dev.azure.com/acme/Web%20Shop/_git/shop',
    'git@ssh.dev.azure.com:v3/acme/Web Shop/shop',
    'ssh://git@ssh.dev.azure.com/v3/acme/Web Shop/shop',
    'acme@vs-ssh.visualstudio.com:v3/acme/Web Shop/shop',
  ])('links from %s; the selection ends at the start of the next line', (remoteUrl) => {
    expect(linkOf(remoteUrl)).toBe(link);
  });

  it('keeps the old host, and a repository named like its project', () => {
    expect(linkOf('https://acme.visualstudio.com/DefaultCollection/Web/_git/shop')).toBe(
      `https://acme.visualstudio.com/DefaultCollection/Web/_git/shop?path=/docs/billing.txt&${selection}`,
    );
    expect(linkOf('https://dev.azure.com/acme/_git/shop')).toBe(`https://dev.azure.com/acme/_git/shop?path=/docs/billing.txt&${selection}`);
  });

  it('knows a server of one’s own by `_git`, and shows the source of Markdown', () => {
    expect(linkOf('https://tfs.acme.example:8080/tfs/Main/Web/_git/shop', 'a&b+c.md')).toBe(
      `https://tfs.acme.example:8080/tfs/Main/Web/_git/shop?path=/a%26b%2Bc.md&${selection}&_a=contents`,
    );
  });

  it('has no link from an address that is no repository', () => {
    expect(linkOf('https://dev.azure.com/acme/Web')).toBeNull();
    expect(linkOf('git@ssh.dev.azure.com:acme/Web/shop')).toBeNull();
  });
});

describe('Gitea and Forgejo', () => {
  it.each(['git@codeberg.org:acme/shop.git', 'https://codeberg.org/acme/shop'])('links from %s', (remoteUrl) => {
    expect(linkOf(remoteUrl)).toBe(`https://codeberg.org/acme/shop/src/commit/${COMMIT}/docs/billing.txt#L3-L7`);
  });

  it('links to a server told by its name, and asks for the source of Markdown', () => {
    expect(linkOf('http://gitea.acme.example:3000/acme/shop.git', 'a.md')).toBe(`http://gitea.acme.example:3000/acme/shop/src/commit/${COMMIT}/a.md?display=source#L3-L7`);
    expect(linkOf('ssh://git@forgejo.acme.example:222/acme/shop.git', 'a.txt', 3, 3)).toBe(`https://forgejo.acme.example/acme/shop/src/commit/${COMMIT}/a.txt#L3`);
  });
});

describe('no link', () => {
  it.each(['/srv/git/github.com/acme/shop', 'file:///srv/github/acme/shop.git', '../github', 'C:\\github\\shop', 'https://git.sr.ht/~acme/shop', 'git@git.acme.example:web/shop.git', 'ext::ssh github.com', ''])(
    'is made from %j',
    (remoteUrl) => {
      expect(linkOf(remoteUrl)).toBeNull();
    },
  );
});

describe('whatever the path', () => {
  const remotes = ['git@github.com:acme/shop.git', 'git@gitlab.com:acme/shop.git', 'git@bitbucket.org:acme/shop.git', 'ssh://git@code.acme.example:7999/WEB/shop.git', 'git@codeberg.org:acme/shop.git'];

  it('encodes what a URL or a Markdown link would take for its own', () => {
    expect(linkOf('git@github.com:acme/shop.git', 'a b/#1?/100%/grüße (1).txt')).toBe(
      `https://github.com/acme/shop/blob/${COMMIT}/a%20b/%231%3F/100%25/gr%C3%BC%C3%9Fe%20%281%29.txt#L3-L7`,
    );
  });

  it('the path of the link, decoded, ends in the path of the file', () => {
    const segment = fc.string({ unit: 'binary', minLength: 1, maxLength: 8 }).map((text) => `x${text.replaceAll('/', '')}`);
    fc.assert(
      fc.property(fc.array(segment, { minLength: 1, maxLength: 4 }), fc.constantFrom(...remotes), (segments, remote) => {
        const url = new URL(linkOf(remote, segments.join('/')) ?? '');
        expect(decodeURIComponent(url.pathname).endsWith(`/${segments.join('/')}`)).toBe(true);
        expect(url.hash).toMatch(/3.*7$/);
      }),
    );
  });

  it('never throws, not for half a surrogate pair in a name nor for any remote', () => {
    expect(linkOf('git@github.com:acme/shop.git', 'a\uD800b.txt')).toContain('/a%EF%BF%BDb.txt');
    fc.assert(fc.property(fc.string({ unit: 'binary' }), fc.string(), (remote, path) => void linkOf(remote, path)));
    fc.assert(fc.property(fc.string(), (path) => void linkOf(`https://github.com/${path}`)));
  });

  it('shows no credentials', () => {
    const secret = fc.stringMatching(/^[A-Za-z0-9@:%_-]{4,20}$/).map((text) => `SECRET${text}`);
    fc.assert(
      fc.property(secret, fc.constantFrom('github.com', 'gitlab.acme.example:8443', 'bitbucket.org', 'codeberg.org'), (userInfo, host) => {
        expect(linkOf(`https://${userInfo}@${host}/acme/shop.git`)).not.toContain('SECRET');
      }),
    );
  });
});

describe('workspaceUriOf', () => {
  it('names repository, path and both lines, also where they are one', () => {
    expect(workspaceUriOf('shop-api/docs/billing.md', { start: 40, end: 58 })).toBe('workspace:/shop-api/docs/billing.md#L40-L58');
    expect(workspaceUriOf('shop-api/a.md', { start: 4, end: 4 })).toBe('workspace:/shop-api/a.md#L4-L4');
  });

  it('percent-encodes all but the slashes', () => {
    expect(workspaceUriOf('my shop/#1 (new)/é.md', { start: 1, end: 2 })).toBe('workspace:/my%20shop/%231%20%28new%29/%C3%A9.md#L1-L2');
  });
});
