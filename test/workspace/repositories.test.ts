import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { nodeService } from './nodeService';
import { runGit, temporaryRoot, writeTree } from './temporaryTree';

function repositoryIn(outer: string, name: string): string {
  const root = path.join(outer, name);
  writeTree(outer, { [`${name}/README.md`]: '# A repository\n', [`${name}/src/a.ts`]: 'export const a = 1;\n' });
  runGit(root, 'init', '-q');
  return root;
}

describe('the repositories that are open', () => {
  it('are named as answers name them and in that order, also those in one that was never indexed', async () => {
    const outer = temporaryRoot();
    const shop = repositoryIn(outer, 'shop');
    repositoryIn(shop, 'vendored/lib');
    const service = nodeService([shop, repositoryIn(outer, 'bank/api'), repositoryIn(outer, 'store/api')]);
    // Two have the same folder name, so the folders around tell them apart; all are in the order of their ids.
    const ids = ['bank-api', 'lib', 'shop', 'store-api'];
    expect(await service.repositories()).toEqual(ids);
    await service.index();
    expect(await service.repositories()).toEqual(ids);
    expect((await service.status()).repositories.map(({ id }) => id)).toEqual(ids);
  });

  it('are found without indexing anything', async () => {
    const service = nodeService([repositoryIn(temporaryRoot(), 'shop')]);
    await service.repositories();
    await service.idle();
    expect((await service.status()).repositories).toMatchObject([{ id: 'shop', verifiedAt: null }]);
    expect(existsSync(service.home) ? readdirSync(service.home) : []).toEqual([]);
  });

  it('are none where no folder can be opened, which is told', async () => {
    await expect(nodeService([path.join(temporaryRoot(), 'gone')]).repositories()).rejects.toMatchObject({ name: 'WorkspaceContextError' });
  });
});

describe('where a file of code lies', () => {
  it('is told once somebody asked for the code of its repository, also by a later process, and of nothing else in it', async () => {
    const root = repositoryIn(temporaryRoot(), 'shop');
    writeTree(root, { 'data.bin': 'no code\n' });
    const service = nodeService([root]);
    // Nobody asked for code yet, so no answer can have named the file.
    expect(await service.locate('shop/src/a.ts')).toBeNull();
    await service.codeContext({ repo: 'shop', task: 'a' }, { wait: true, now: null });
    const later = nodeService([root], { home: service.home });
    for (const one of [service, later]) {
      expect(await one.locate('shop/src/a.ts')).toBe(path.join(root, 'src', 'a.ts'));
      for (const other of ['shop/data.bin', 'shop/.git/config', 'shop/src', 'shop/src/../src/a.ts', 'other/src/a.ts', 'shop/']) expect(await one.locate(other)).toBeNull();
    }
  });
});
