import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import { describe, expect, it } from 'vitest';
import { circumstancesOf, runtimeMemory, type RuntimeCircumstances } from '../../src/adapters/runtimeMemory';
import { temporaryFolder } from '../support/cli';

const HERE: RuntimeCircumstances = { product: '0.1.0', host: 'electron 37.3.1', platform: 'linux-x64' };
const freshFolder = (): string => path.join(temporaryFolder('runtime'), 'cache');

describe('distrust of the native runtime', () => {
  it('is kept from one start to the next, until it is cleared', async () => {
    const folder = freshFolder();
    expect(await runtimeMemory(folder, HERE).read()).toBe('native');
    await runtimeMemory(folder, HERE).distrustNative();
    expect(await runtimeMemory(folder, HERE).read()).toBe('wasm');
    expect(await runtimeMemory(folder, HERE).clear()).toBe(true);
    expect(await runtimeMemory(folder, HERE).read()).toBe('native');
    expect(await runtimeMemory(folder, HERE).clear()).toBe(true);
  });

  it.each<[string, Partial<RuntimeCircumstances>]>([
    ['another version of the product', { product: '0.2.0' }],
    ['another version of the editor', { host: 'electron 38.0.0' }],
    ['the command line', { host: 'node 20.20.2' }],
    ['another processor that shares the folder', { platform: 'linux-arm64' }],
  ])('is not that of %s, and both are kept side by side', async (_, other) => {
    const folder = freshFolder();
    const elsewhere = runtimeMemory(folder, { ...HERE, ...other });
    await runtimeMemory(folder, HERE).distrustNative();
    expect(await elsewhere.read()).toBe('native');
    await elsewhere.distrustNative();
    expect(await elsewhere.read()).toBe('wasm');
    expect(await runtimeMemory(folder, HERE).read()).toBe('wasm');
  });

  it('does not grow: of many versions the newest 32 are kept, each of them once', async () => {
    const folder = freshFolder();
    const versions = Array.from({ length: 34 }, (_, index) => `0.${index}.0`);
    for (const product of [...versions, '0.33.0']) await runtimeMemory(folder, { ...HERE, product }).distrustNative();
    const kept = await Promise.all(versions.map((product) => runtimeMemory(folder, { ...HERE, product }).read()));
    expect(kept.filter((runtime) => runtime === 'wasm')).toHaveLength(32);
    expect(kept.slice(0, 2)).toEqual(['native', 'native']);
    expect((JSON.parse(readFileSync(path.join(folder, 'embedding-runtime.json'), 'utf8')) as { distrusted: string[] }).distrusted).toHaveLength(32);
  });

  it.each(['', '{', 'null', '[]', '{"distrusted":"all"}', '{"distrusted":[1,null]}'])('is none in a damaged file: %j', async (text) => {
    const folder = temporaryFolder('runtime');
    writeFileSync(path.join(folder, 'embedding-runtime.json'), text);
    const memory = runtimeMemory(folder, HERE);
    expect(await memory.read()).toBe('native');
    await memory.distrustNative();
    expect(await memory.read()).toBe('wasm');
  });

  it('is not kept where nothing can be written, which is no fault', async () => {
    const folder = path.join(temporaryFolder('runtime'), 'file');
    writeFileSync(folder, '');
    const memory = runtimeMemory(folder, HERE);
    await memory.distrustNative();
    expect(await memory.read()).toBe('native');
  });

  it('is for the program that runs this, as it names itself', () => {
    expect(circumstancesOf('1.2.3')).toEqual({
      product: '1.2.3',
      host: `node ${process.versions.node}`,
      platform: `${process.platform}-${process.arch}`,
    });
  });
});
