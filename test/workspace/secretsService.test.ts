import { cpSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { SecretScanner } from '../../src/ports/secretScanner';
import { termsOf } from '../../src/text/terms';
import { runCli, temporaryFolder } from '../support/cli';
import { OWN_SAMPLES, SAMPLES } from '../support/secretSamples';
import { nodeService } from './nodeService';
import { runGit, temporaryRoot, temporaryTree, writeTree } from './temporaryTree';

const drawnOf = (sample: (typeof SAMPLES)[string] | undefined) => fc.sample(sample!, { numRuns: 1, seed: 21 })[0]!;
const github = drawnOf(SAMPLES['GITHUB_TOKEN']);
const aws = drawnOf(SAMPLES['AWSSecretAccessKey']);
const database = drawnOf(SAMPLES['PostgreSQLConnection']);
const pem = drawnOf(SAMPLES['PrivateKey']);
const named = drawnOf(OWN_SAMPLES['random value named as a secret']);
const slack = drawnOf(SAMPLES['SLACK_TOKEN']);
const SECRETS = [github, aws, database, pem, named, slack].map(({ secret }) => secret);

const GUIDE = `---
title: Deploy with ${github.text}
---

# Deploy with ${github.text}

Frobnicate the ledger.

## Key of ${slack.text}

${pem.text}

Connect to ${database.text} and set ${aws.text}.

${named.text}
`;

const CATALOG = `apiVersion: backstage.io/v1alpha1
kind: Component
metadata:
  name: ledger
  title: Ledger ${slack.text}
  description: ${github.text}
  annotations:
    acme.io/token: ${github.text}
    acme.io/database: ${database.text}
spec:
  type: service
  owner: group:payments
  dependsOn: [resource:ledger-db]
`;

const FILES = { 'docs/guide.md': GUIDE, 'catalog-info.yaml': CATALOG };

/** Every part of the secrets that nothing else in the documents is made of. */
const PARTS = [...new Set(SECRETS.flatMap(termsOf))].filter(
  (term) => term.length > 3 && !termsOf(SECRETS.reduce((text, secret) => text.replaceAll(secret, ' '), `${GUIDE}\n${CATALOG}`)).includes(term),
);

function expectNoSecret(text: string): void {
  for (const secret of SECRETS) expect(text).not.toContain(secret);
}

function bytesBelow(folder: string): string {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => readFileSync(path.join(entry.parentPath, entry.name), 'latin1'))
    .join('\n');
}

describe('a secret in a document', () => {
  it('is found neither by itself nor by its parts, and is in nothing that is answered or kept', async () => {
    const root = temporaryTree(FILES);
    const service = nodeService([root]);
    const status = await service.index();
    expect(PARTS.length).toBeGreaterThan(5);
    for (const question of [...SECRETS, ...PARTS]) {
      const { passages } = await service.ask({ question }, { wait: false, now: 0 });
      expect(passages, question).toEqual([]);
    }
    const pack = await service.ask({ question: 'How do I frobnicate the ledger, and what is the key to deploy with?' }, { wait: false, now: 0 });
    expect(pack.passages.length).toBeGreaterThan(1);
    expect(pack.passages[0]?.title).toBe('Deploy with (redacted)');
    const expansion = await service.expand({ entityRef: 'ledger' }, { wait: false, now: 0 });
    expect(expansion.nodes.find(({ ref }) => ref === 'component:default/ledger')?.title).toBe('Ledger (redacted)');
    for (const answer of [status, await service.status(), pack, expansion]) expectNoSecret(JSON.stringify(answer));
    expectNoSecret(bytesBelow(service.home));
  });

  it('is told of with file, line and kind, after a restart too', async () => {
    const root = temporaryTree(FILES);
    const first = nodeService([root]);
    await first.index();
    const lineOf = (text: string, secret: string): number => text.slice(0, text.indexOf(secret)).split('\n').length;
    for (const service of [first, nodeService([root], { home: first.home })]) {
      const [repository] = (await service.status()).repositories;
      expect(repository?.notices).toContainEqual({
        path: 'docs/guide.md',
        line: lineOf(GUIDE, pem.secret),
        message: 'Text that looks like a secret (private key) was left out.',
      });
      expect(repository?.notices).toContainEqual({
        path: 'catalog-info.yaml',
        line: lineOf(CATALOG, database.secret),
        message: 'Text that looks like a secret (password in a URL) was left out.',
      });
      // The guide has the GitHub token twice and five others, the catalog has it twice and two others.
      expect(repository?.redacted).toEqual({ secrets: 11, files: 2 });
    }
  });

  it('is told of once, however often the index is refreshed and whatever changes', async () => {
    const root = temporaryTree(FILES);
    const service = nodeService([root]);
    const before = (await service.index()).repositories[0];
    writeTree(root, { 'docs/other.md': 'Nothing to see.\n' });
    service.pass(60_000);
    const after = (await service.index()).repositories[0];
    expect(after?.notices).toEqual(before?.notices);
    writeTree(root, { 'docs/guide.md': '# Guide\n' });
    service.pass(60_000);
    expect((await service.index()).repositories[0]?.redacted).toEqual({ secrets: 4, files: 1 });
  });

  it('is told of in a copy of the repository, of which nothing is split', async () => {
    const root = temporaryTree(FILES);
    const first = nodeService([root]);
    const told = (await first.index()).repositories[0]?.notices;
    const copy = temporaryRoot();
    cpSync(root, copy, { recursive: true });
    const [repository] = (await nodeService([copy], { home: first.home }).index()).repositories;
    expect(repository?.lastRefresh).toMatchObject({ parsed: 0, reused: 1 });
    expect(repository?.notices).toEqual(told);
  });

  it('is in no answer from the past of the catalog', async () => {
    const root = temporaryTree(FILES);
    runGit(root, 'init', '--quiet', '--initial-branch=main');
    runGit(root, 'add', '--all');
    runGit(root, '-c', 'user.name=Test', '-c', 'user.email=test@example.com', 'commit', '--quiet', '--message', 'A change');
    writeTree(root, { 'catalog-info.yaml': CATALOG.replaceAll(slack.secret, 'now') });
    const expansion = await nodeService([root]).expand({ entityRef: 'ledger', asOf: '2999-01-01' }, { wait: true, now: 0 });
    expect(expansion.nodes.find(({ ref }) => ref === 'component:default/ledger')?.title).toBe('Ledger (redacted)');
    expectNoSecret(JSON.stringify(expansion));
  });
});

describe('a document that cannot be checked for secrets', () => {
  it('is left out and named, and is back as soon as it can be checked, although nothing changed', async () => {
    const root = temporaryTree({ ...FILES, 'docs/plain.md': 'Frobnicate plainly.\n' });
    const broken: SecretScanner = { scan: async () => Promise.reject(new Error('no rules')) };
    let works = false;
    const service = nodeService([root], {
      ports: ({ secretScanner }) => ({ secretScanner: { scan: (text) => (works ? secretScanner : broken).scan(text) } }),
    });
    const [without] = (await service.index()).repositories;
    expect(without).toMatchObject({ documents: 1, skipped: [{ path: 'catalog-info.yaml', reason: 'secrets-unchecked' }, { path: 'docs/guide.md', reason: 'secrets-unchecked' }] });
    expectNoSecret(bytesBelow(service.home));
    const { passages } = await service.ask({ question: 'frobnicate' }, { wait: false, now: 0 });
    expect(passages.map(({ sourceRef }) => sourceRef)).toEqual([`${path.basename(root)}/docs/plain.md`]);

    works = true;
    service.pass(60_000);
    const [whole] = (await service.index()).repositories;
    expect(whole).toMatchObject({ documents: 2, skipped: [], redacted: { files: 2 } });
    expect(whole?.entities).toBeGreaterThan(without?.entities ?? 0);
  });
});

describe('the built CLI', () => {
  it('leaves secrets out, and says where', async () => {
    const root = temporaryTree(FILES);
    const home = temporaryFolder('home');
    const index = await runCli(['index', '--workspace', root, '--json'], { home });
    expect(index.code).toBe(0);
    const ask = await runCli(['ask', 'how do I frobnicate the ledger', '--workspace', root, '--json'], { home });
    expect(ask.stdout).toContain('Frobnicate the ledger.');
    expect((await runCli(['ask', github.secret, '--workspace', root, '--json'], { home })).stdout).toContain('"passages":[]');
    const status = await runCli(['status', '--workspace', root], { home });
    expect(status.stdout).toContain('11 likely secrets left out of 2 files');
    expect(status.stdout).toMatch(/docs\/guide\.md:2: Text that looks like a secret \(GitHub token\) was left out\./);
    for (const { stdout, stderr } of [index, ask, status]) expectNoSecret(stdout + stderr);
    expectNoSecret(bytesBelow(home));
  });
});
