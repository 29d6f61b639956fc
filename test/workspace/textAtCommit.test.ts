import { mkdirSync } from 'node:fs';
import path from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeSandbox, type Sandbox } from '../adapters/git/sandbox';
import { anySample } from '../support/secretSamples';
import { nodeService } from './nodeService';

const anySingleLine = anySample.filter(({ text }) => !text.includes('\n'));

let sandbox: Sandbox;
beforeAll(() => {
  sandbox = makeSandbox();
});
afterAll(() => sandbox.remove());

/** A repository with two commits of one guide; what is on disk is neither of them. */
function guideInTwoCommits(name: string, file: string): { root: string; first: string; second: string } {
  const root = sandbox.repository(name);
  const first = sandbox.commit(root, 1_700_000_000, { [file]: '# Guide\n\nThe first wording.\n' });
  const second = sandbox.commit(root, 1_700_000_100, { [file]: '# Guide\n\nThe second wording.\n' });
  sandbox.write(root, { [file]: '# Guide\n\nNot committed.\n' });
  return { root, first, second };
}

describe('a document as it was at a commit', () => {
  it.each(['guide.md', 'docs/guide.md', 'docs/Größe & Maß/ein Führer mit Leerzeichen.md', 'docs/"quoted".md'])(
    'is read from that commit and not from the disk: %s',
    async (file) => {
      const { root, first, second } = guideInTwoCommits(`at-commit-${file.length}`, file);
      const service = nodeService([root]);
      const sourceRef = `${path.basename(root)}/${file}`;
      expect(await service.textAtCommit(sourceRef, first)).toBe('# Guide\n\nThe first wording.\n');
      expect(await service.textAtCommit(sourceRef, second)).toBe('# Guide\n\nThe second wording.\n');
    },
  );

  it('is found where only a folder inside the work tree is opened: paths are relative to that folder', async () => {
    const { root, first } = guideInTwoCommits('inside', 'packages/web/docs/guide.md');
    const service = nodeService([path.join(root, 'packages', 'web')]);
    expect(await service.textAtCommit('web/docs/guide.md', first)).toContain('The first wording.');
    expect(await service.textAtCommit('web/packages/web/docs/guide.md', first)).toBeNull();
  });

  it('is read after it was deleted on disk', async () => {
    const { root, first } = guideInTwoCommits('deleted', 'old.md');
    sandbox.git(root, 'rm', '-q', '-f', 'old.md');
    sandbox.commit(root, 1_700_000_200, { 'other.md': 'x' });
    expect(await nodeService([root]).textAtCommit('deleted/old.md', first)).toContain('The first wording.');
  });

  it('is nothing for a commit that is not here, and for what is no full commit id', async () => {
    const { root, first } = guideInTwoCommits('unknown', 'guide.md');
    const service = nodeService([root]);
    for (const commit of ['0'.repeat(40), 'f'.repeat(64), 'HEAD', 'main', first.slice(0, 7), `${first}^`, first.toUpperCase(), '--help', '']) {
      expect(await service.textAtCommit('unknown/guide.md', commit), commit).toBeNull();
    }
  });

  it('is nothing for a path that leads out of the repository or into another one', async () => {
    const { root, first } = guideInTwoCommits('outside', 'docs/guide.md');
    const service = nodeService([path.join(root, 'docs')]);
    sandbox.commit(root, 1_700_000_300, { 'secret.md': 'not opened' });
    for (const sourceRef of ['docs/../secret.md', 'docs//guide.md', '../docs/guide.md', '/guide.md', 'elsewhere/guide.md', 'docs', 'docs/', '']) {
      expect(await service.textAtCommit(sourceRef, first), sourceRef).toBeNull();
    }
    expect(await service.textAtCommit('docs/guide.md', first)).toContain('The first wording.');
  });

  it('is nothing for files that are no documents, that bear secrets by name, or that a window excludes', async () => {
    const root = sandbox.repository('hidden');
    const commit = sandbox.commit(root, 1_700_000_000, {
      'code.ts': 'export {};\n',
      '.env': 'A=b\n',
      '.ssh/notes.md': 'keys\n',
      'node_modules/x/readme.md': 'of a package\n',
      'drafts/plan.md': 'a draft\n',
    });
    const service = nodeService([root], { exclude: ['drafts/**'] });
    for (const file of ['code.ts', '.env', '.ssh/notes.md', 'node_modules/x/readme.md', 'drafts/plan.md']) {
      expect(await service.textAtCommit(`hidden/${file}`, commit), file).toBeNull();
    }
  });

  it('is nothing in a folder without git', async () => {
    const folder = path.join(sandbox.folder, 'plain');
    mkdirSync(folder);
    sandbox.write(folder, { 'guide.md': 'text\n' });
    expect(await nodeService([folder]).textAtCommit('plain/guide.md', 'a'.repeat(40))).toBeNull();
  });

  it('loses what looks like a secret, line for line', async () => {
    const { text: written, secret } = fc.sample(anySingleLine, 1)[0]!;
    const root = sandbox.repository('leaky');
    const commit = sandbox.commit(root, 1_700_000_000, { 'guide.md': `# Guide\n\n${written}\n\nlast line\n` });
    const text = await nodeService([root]).textAtCommit('leaky/guide.md', commit);
    expect(text).not.toContain(secret);
    expect(text?.split('\n').indexOf('last line')).toBe(4);
  });
});
