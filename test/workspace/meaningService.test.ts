import { cpSync, renameSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import type { ContextPack } from '../../src/contract/tools';
import { fakeEmbedder, MODEL } from './fakeEmbedding';
import { nodeService, NOON } from './nodeService';
import { commitAll, committedTree, runGit, temporaryRoot, temporaryTree, writeTree } from './temporaryTree';

const FILES = {
  'README.md': '# Shop\n\nThe shop sells things.\n',
  'docs/secrets.md': '# Secrets\n\n## Rotation\n\nRotate the secrets every day.\n\n## Store\n\nKeep them in the vault.\n',
  'docs/deploy.md': '# Deploying\n\nPush the button and wait.\n',
};
/** One heading with its text each: a title alone is no passage. */
const PASSAGES = 4;

const WAITING = { wait: true, now: NOON, waitForEmbeddings: true };
const PATIENT = { wait: true, now: NOON };

const withoutTimes = (pack: ContextPack): unknown => ({ ...pack, indexedAt: null, embedding: null, degraded: [] });

describe('an answer by words and meaning', () => {
  it('says so, and its parts add up', async () => {
    const embedder = fakeEmbedder();
    const service = nodeService([temporaryTree(FILES)], { embedder });
    const pack = await service.ask({ question: 'rotate secrets' }, WAITING);
    expect(pack.embedding).toEqual({ model: MODEL.id, state: 'ready' });
    expect(pack.degraded).toEqual([]);
    expect(pack.passages[0]?.headingPath).toEqual(['Secrets', 'Rotation']);
    const [words, meaning] = pack.passages[0]?.why ?? [];
    expect(words).toMatchObject({ factor: 'words', weight: 0.6, value: 1 });
    expect(meaning).toMatchObject({ factor: 'meaning', weight: 0.4 });
    expect(meaning?.detail).toContain(MODEL.id);
    for (const row of [...pack.passages, ...pack.nearest]) {
      expect(row.why.reduce((sum, { contribution }) => sum + contribution, 0)).toBeCloseTo(row.score, 9);
    }
  });

  it('shows what is close in meaning apart, none of it twice', async () => {
    const service = nodeService([temporaryTree(FILES)], { embedder: fakeEmbedder() });
    const pack = await service.ask({ question: 'rotate', limit: 1 }, WAITING);
    const shown = pack.passages.map(({ sourceRef, lines }) => `${sourceRef}:${lines.start}`);
    const near = pack.nearest.map(({ sourceRef, lines }) => `${sourceRef}:${lines.start}`);
    expect(shown).toHaveLength(1);
    expect(near.length).toBeGreaterThan(0);
    expect(near.filter((one) => shown.includes(one))).toEqual([]);
  });

  it('is, byte for byte, that of words alone where nothing is embedded yet', async () => {
    const root = temporaryTree(FILES);
    for (const question of ['rotate secrets', 'how do things deploy', 'vault button']) {
      const byWords = await nodeService([root]).ask({ question }, PATIENT);
      const notYet = await nodeService([root], { embedder: fakeEmbedder() }).ask({ question }, PATIENT);
      expect(notYet).toMatchObject({ embedding: { state: 'pending' }, degraded: ['embeddings-pending'], nearest: [] });
      expect(byWords).toMatchObject({ embedding: { state: 'off' }, degraded: [] });
      expect(JSON.stringify(withoutTimes(notYet))).toBe(JSON.stringify(withoutTimes(byWords)));
    }
  });

  it('scores a passage without a vector beside embedded ones by words alone', async () => {
    const root = temporaryTree({ 'docs/a.md': '# Rotation\n\nRotate the secrets.\n' });
    const service = nodeService([root], { embedder: fakeEmbedder() });
    await service.index(undefined, { waitForEmbeddings: true });
    writeTree(root, { 'docs/b.md': '# Vault\n\nRotate the vault.\n' });
    const pack = await service.ask({ question: 'rotate' }, PATIENT);
    expect(pack.degraded).toEqual(['embeddings-pending']);
    const weights = Object.fromEntries(pack.passages.map(({ sourceRef, why }) => [path.basename(sourceRef), why.map(({ factor, weight }) => `${factor} ${weight}`)]));
    expect(weights['b.md']?.[0]).toBe('words 1');
    expect(weights['a.md']?.slice(0, 2)).toEqual(['words 0.6', 'meaning 0.4']);
  });

  it('goes by words alone, saying why, when the embedder fails', async () => {
    const embedder = fakeEmbedder();
    const service = nodeService([temporaryTree(FILES)], { embedder });
    await service.index(undefined, { waitForEmbeddings: true });
    embedder.fail('The model is damaged.');
    const pack = await service.ask({ question: 'rotate secrets' }, PATIENT);
    expect(pack).toMatchObject({ embedding: { state: 'off' }, nearest: [], notices: ['Meaning is off: The model is damaged.'] });
    expect(pack.passages[0]?.why.map(({ factor }) => factor)).not.toContain('meaning');
  });
});

describe('a text that was embedded before', () => {
  it('is not embedded again after a restart, a rename, a switched branch, or in another clone', async () => {
    const root = committedTree(FILES);
    const first = fakeEmbedder();
    const { home } = await (async () => {
      const service = nodeService([root], { embedder: first });
      await service.index(undefined, { waitForEmbeddings: true });
      return service;
    })();
    expect(first.texts).toHaveLength(PASSAGES);

    const again = async (folder: string): Promise<string[]> => {
      const embedder = fakeEmbedder();
      const service = nodeService([folder], { home, embedder });
      const status = await service.index(undefined, { waitForEmbeddings: true });
      const { embedded, pending } = status.repositories[0]?.embedding ?? { embedded: 0, pending: -1 };
      expect([embedded > 0, pending]).toEqual([true, 0]);
      return embedder.texts;
    };
    expect(await again(root)).toEqual([]);
    const clone = path.join(temporaryRoot(), 'clone');
    cpSync(root, clone, { recursive: true });
    expect(await again(clone)).toEqual([]);
    renameSync(path.join(root, 'docs'), path.join(root, 'guides'));
    expect(await again(root)).toEqual([]);
    runGit(root, 'checkout', '--quiet', '-b', 'other');
    writeTree(root, { 'guides/deploy.md': '# Deploying\n\nPush the other button.\n' });
    commitAll(root);
    expect(await again(root)).toEqual(['Deploying\nPush the other button.']);
    runGit(root, 'checkout', '--quiet', 'main');
    expect(await again(root)).toEqual([]);
  });

  it('is counted by the index of a clone, though nobody asked for embedding and nothing asked a question', async () => {
    const root = committedTree(FILES);
    const service = nodeService([root], { embedder: fakeEmbedder() });
    await service.index(undefined, { waitForEmbeddings: true });
    const clone = path.join(temporaryRoot(), 'clone');
    cpSync(root, clone, { recursive: true });
    const { embedding, repositories } = await nodeService([clone], { home: service.home, embedder: fakeEmbedder() }).index();
    expect([embedding.state, repositories[0]?.embedding?.embedded]).toEqual(['ready', PASSAGES]);
  });

  it('is recognised in another index of the same repository, before the answer for a caller that waits', async () => {
    const root = temporaryTree(FILES);
    const service = nodeService([root], { embedder: fakeEmbedder() });
    await service.index(undefined, { waitForEmbeddings: true });
    const embedder = fakeEmbedder();
    // Other excludes: a window with other settings has an index of its own.
    const other = nodeService([root], { home: service.home, embedder, exclude: ['**/private'] });
    const pack = await other.ask({ question: 'rotate secrets' }, PATIENT);
    expect([pack.embedding.state, pack.degraded]).toEqual(['ready', []]);
    expect(embedder.texts).toEqual([]);
    // And is known from the start the next time.
    await other.idle();
    const again = nodeService([root], { home: service.home, embedder, exclude: ['**/private'] });
    expect((await again.status()).repositories[0]?.embedding).toMatchObject({ embedded: PASSAGES, pending: 0 });
  });

  it('stays embedded when another passage of its document changes', async () => {
    const root = temporaryTree(FILES);
    const embedder = fakeEmbedder();
    const service = nodeService([root], { embedder, inBackground: true });
    await service.index(undefined, { waitForEmbeddings: true });
    writeTree(root, { 'docs/secrets.md': FILES['docs/secrets.md'].replace('every day', 'every hour') });
    await service.filesChanged({ paths: [path.join(root, 'docs', 'secrets.md')] });
    await service.index(undefined, { waitForEmbeddings: true });
    expect(embedder.texts.slice(PASSAGES)).toEqual(['Secrets > Rotation\nRotate the secrets every hour.']);
  });

  it('is kept as far as it was written when the work is interrupted', async () => {
    const root = temporaryTree(FILES);
    const embedder = fakeEmbedder(async () => {
      if (embedder.texts.length === 2) embedder.fail('Pulled out.');
    });
    const service = nodeService([root], { embedder });
    await service.index(undefined, { waitForEmbeddings: true });
    expect(embedder.texts).toHaveLength(2);
    const next = fakeEmbedder();
    await nodeService([root], { home: service.home, embedder: next }).index(undefined, { waitForEmbeddings: true });
    expect([...embedder.texts, ...next.texts]).toHaveLength(PASSAGES);
  });
});

describe('embedding', () => {
  it('begins with overviews and short documents', async () => {
    const embedder = fakeEmbedder();
    const root = temporaryTree({ ...FILES, 'docs/long.md': `# Long\n\n${'Many words. '.repeat(50)}\n` });
    await nodeService([root], { embedder }).index(undefined, { waitForEmbeddings: true });
    expect(embedder.texts[0]).toContain('The shop sells things.');
    expect(embedder.texts.at(-1)).toContain('Many words.');
  });

  it('starts in the background with the first question, and not before', async () => {
    const embedder = fakeEmbedder();
    const service = nodeService([temporaryTree(FILES)], { embedder, inBackground: true });
    expect(await service.activity()).toMatchObject({ isUsed: false, embedding: null });
    await service.ask({ question: 'rotate secrets' }, PATIENT);
    const embedded = async (): Promise<boolean> => (await service.activity()).embedding?.state === 'ready';
    for (let look = 0; look < 500 && !(await embedded()); look += 1) await new Promise((resolve) => setTimeout(resolve, 10));
    expect(await service.activity()).toMatchObject({ isUsed: true, embedding: { done: PASSAGES, total: PASSAGES, waiting: null } });
    expect((await service.ask({ question: 'rotate secrets' }, PATIENT)).embedding.state).toBe('ready');
  });

  it('of what only one model has made is not taken for another one\'s', async () => {
    const root = temporaryTree(FILES);
    const service = nodeService([root], { embedder: fakeEmbedder() });
    await service.index(undefined, { waitForEmbeddings: true });
    const other = { ...fakeEmbedder(), model: { ...MODEL, id: 'test/other' } };
    const pack = await nodeService([root], { home: service.home, embedder: other }).ask({ question: 'rotate secrets' }, PATIENT);
    expect(pack).toMatchObject({ embedding: { model: 'test/other', state: 'pending' }, nearest: [] });
  });
});
