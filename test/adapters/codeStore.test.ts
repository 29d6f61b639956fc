import { readdirSync, readFileSync, truncateSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { createStore } from '../../src/adapters/store/store';
import type { CodeContent, CodeManifest } from '../../src/contract/codeModel';
import { temporaryFolder } from '../support/cli';

const noSql = async (): Promise<never> => {
  throw new Error('no database is written here');
};

function storeIn(folder: string) {
  const warnings: string[] = [];
  const store = createStore({ folder, sqlWasm: noSql, log: { debug: () => undefined, warn: (line) => void warnings.push(line) } });
  return { ...store, warnings };
}

const contentOf = (name: string, bulk = 0): CodeContent => ({
  reading: 'grammar',
  units: [{ name, kind: 'function', line: 1, endLine: 2, scope: '', signature: `function ${name}`, summary: '', terms: [15], uses: [] }],
  // Text that does not compress, where a segment is to be large.
  dictionary: [name, ...Array.from({ length: bulk }, (_, at) => `${(at * 2654435761) % 4294967296}`)],
  imports: [],
  generated: false,
  minified: false,
  redactions: null,
});
const manifest: CodeManifest = {
  recipe: 'r', verifiedAt: '2026-11-30T12:00:00.000Z', commit: null, dirty: false, leftOut: [], outside: [],
  files: [{ path: 'a.ts', size: 1, modifiedMs: 1, inode: 1, digest: 'd', key: 'k', blobIds: [] }],
};
const segmentsIn = (folder: string): string[] => readdirSync(path.join(folder, 'code')).filter((name) => name.endsWith('.code'));

describe('the store of code', () => {
  it('gives contents and lists back, in this process and in the next one', async () => {
    const folder = temporaryFolder('code');
    const { code } = storeIn(folder);
    await code.add(new Map([['one', contentOf('one')], ['two', contentOf('two')]]));
    await code.writeManifest('repo', manifest);
    for (const { code: reader } of [{ code }, storeIn(folder)]) {
      expect(await reader.known(['one', 'two', 'three'])).toEqual(new Set(['one', 'two']));
      expect(await reader.contents(['two', 'three'])).toEqual(new Map([['two', contentOf('two')]]));
      expect(await reader.readManifest('repo')).toEqual(manifest);
      expect(await reader.readManifest('other')).toBeNull();
    }
  });

  it('takes damage for absence, whatever is damaged, and removes it', async () => {
    for (const damage of [(bytes: Buffer) => bytes.fill(7, bytes.length - 20), (bytes: Buffer) => bytes.fill(7, 50, 60)]) {
      const folder = temporaryFolder('code');
      await storeIn(folder).code.add(new Map([['one', contentOf('one')]]));
      const file = path.join(folder, 'code', segmentsIn(folder)[0]!);
      const bytes = readFileSync(file);
      damage(bytes);
      writeFileSync(file, bytes);
      const { code, warnings } = storeIn(folder);
      expect(await code.contents(['one'])).toEqual(new Map());
      expect(await code.known(['one'])).toEqual(new Set());
      expect(segmentsIn(folder)).toEqual([]);
      expect(warnings).toHaveLength(1);
    }
  });

  it('takes a list that is cut short for none', async () => {
    const folder = temporaryFolder('code');
    await storeIn(folder).code.writeManifest('repo', manifest);
    const file = readdirSync(path.join(folder, 'code')).find((name) => name.endsWith('.files'))!;
    truncateSync(path.join(folder, 'code', file), 20);
    expect(await storeIn(folder).code.readManifest('repo')).toBeNull();
  });

  it('answers from memory where it may not write, and says so', async () => {
    // A file lies where the folder would be: nothing can be made in it, by root neither.
    const folder = path.join(temporaryFolder('code'), 'file');
    writeFileSync(folder, '');
    const { code } = storeIn(folder);
    await expect(code.add(new Map([['one', contentOf('one')]]))).rejects.toThrow(/index folder/);
    expect(await code.contents(['one'])).toEqual(new Map([['one', contentOf('one')]]));
    expect(await code.known(['one'])).toEqual(new Set(['one']));
  });

  it('merges small segments when there are many, and loses none of them', async () => {
    const folder = temporaryFolder('code');
    const { code } = storeIn(folder);
    const keys = Array.from({ length: 20 }, (_, at) => `key${at}`);
    for (const key of keys) await code.add(new Map([[key, contentOf(key)]]));
    // 17 are one too many, and become one; three came later.
    expect(segmentsIn(folder)).toHaveLength(4);
    expect([...(await storeIn(folder).code.contents(keys)).keys()].sort()).toEqual([...keys].sort());
  });

  it('is trimmed and cleared with the rest of the index, but for what is in use', async () => {
    const folder = temporaryFolder('code');
    await storeIn(folder).code.add(new Map([['old', contentOf('old', 5_000)]]));
    const store = storeIn(folder);
    await store.code.add(new Map([['new', contentOf('new', 5_000)]]));
    await store.trim(1_000);
    expect(await store.code.known(['old', 'new'])).toEqual(new Set(['new']));
    await store.clear();
    expect(await store.code.known(['new'])).toEqual(new Set());
    expect(readdirSync(folder)).toEqual([]);
  });
});
