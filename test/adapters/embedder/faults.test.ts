import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { EmbedderUnavailableError, type Embedder } from '../../../src/ports/embedder';
import { allOf, helper, OURS, PASSAGE, realEmbedder, vectorIn } from './lines';

const endings: (() => unknown)[] = [];
afterEach(async () => {
  for (const end of endings.splice(0)) await end();
});

function open(...options: Parameters<typeof realEmbedder>): { embedder: Embedder; distrusted: () => number } {
  let distrusted = 0;
  const embedder = realEmbedder({ onNativeDistrusted: () => void (distrusted += 1), ...options[0] });
  endings.push(() => embedder.stop());
  return { embedder, distrusted: () => distrusted };
}

/** A copy of the product's model, one file of it changed. */
function changedModel(file: string, change: (bytes: Buffer) => Buffer): string {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'workspace-context-model-'));
  endings.push(() => rmSync(folder, { recursive: true, force: true }));
  cpSync(OURS.folder, folder, { recursive: true });
  const changed = path.join(folder, ...file.split('/'));
  writeFileSync(changed, change(readFileSync(changed)));
  return folder;
}

describe('a native runtime that takes the process down', () => {
  it('twice while loading: WebAssembly takes over, says so, and is to be remembered', async () => {
    const { embedder, distrusted } = open({ entry: helper('dyingWhileLoading.cjs') });
    const [embedding] = await allOf(embedder, [PASSAGE]);
    expect(vectorIn(embedding)).toHaveLength(384);
    expect(embedder.state()).toMatchObject({ phase: 'ready', runtime: 'wasm', reason: null });
    expect(embedder.state().notices.join(' ')).toMatch(/crashed twice.*WebAssembly.*sixth of the speed/);
    expect(distrusted()).toBe(1);
  });

  it('twice with its first text: WebAssembly takes over and gives that text its vector', async () => {
    const { embedder, distrusted } = open({ entry: helper('dyingOnTexts.cjs') });
    expect(await embedder.embedQuestion('native poison')).toHaveLength(384);
    expect(embedder.state()).toMatchObject({ phase: 'ready', runtime: 'wasm' });
    expect(distrusted()).toBe(1);
  });

  it('or only refuses to work: WebAssembly takes over at once, and the log says why', async () => {
    const lines: string[] = [];
    const log = { debug: (line: string) => void lines.push(line), warn: () => undefined };
    const { embedder, distrusted } = open({ execArgv: ['--require', helper('refusingNative.cjs')], log });
    const [embedding] = await allOf(embedder, [PASSAGE]);
    expect(vectorIn(embedding)).toHaveLength(384);
    expect(embedder.state()).toMatchObject({ phase: 'ready', runtime: 'wasm', reason: null });
    expect(embedder.state().notices).toEqual([expect.stringContaining('cannot be used on this system')]);
    expect(lines.join('\n')).toContain('External buffers are not allowed');
    // It is found out without a crash every time, and another version of the editor may allow it.
    expect(distrusted()).toBe(0);
  });

  it('before, as remembered: WebAssembly from the start, and that is said', () => {
    const { embedder } = open({ runtime: 'wasm' });
    expect(embedder.state()).toMatchObject({ phase: 'off', runtime: 'wasm' });
    expect(embedder.state().notices.join(' ')).toContain('WebAssembly');
  });
});

describe('a text that takes the process down', () => {
  it('twice has no vector; the others have theirs, on the native runtime, which has shown that it works', async () => {
    const { embedder, distrusted } = open({ entry: helper('dyingOnTexts.cjs') });
    const embeddings = await allOf(embedder, ['one', 'two', 'poison', 'three', 'poison', 'four']);
    expect(embeddings.map((one) => (one.kind === 'none' ? one.why : one.kind))).toEqual([
      'vector', 'vector', 'fails', 'vector', 'fails', 'vector',
    ]);
    expect(embedder.state()).toMatchObject({ phase: 'ready', runtime: 'native' });
    expect(embedder.state().notices).toHaveLength(2);
    expect(distrusted()).toBe(0);
  });
});

describe('a process that never comes up', () => {
  it('is given up: texts and questions are told, and the state says why', async () => {
    const { embedder, distrusted } = open({ entry: helper('noSuchEntry.cjs') });
    await expect(allOf(embedder, [PASSAGE])).rejects.toThrow(EmbedderUnavailableError);
    expect(await embedder.embedQuestion('anything')).toBeNull();
    expect(embedder.state()).toMatchObject({ phase: 'failed', reason: expect.stringMatching(/not started again/) as string });
    await expect(allOf(embedder, [PASSAGE])).rejects.toThrow(/not started again/);
    // WebAssembly did no better: that the native runtime is at fault is not known, and nothing to remember.
    expect(distrusted()).toBe(0);
  });
});

describe('a damaged model', () => {
  it.each(OURS.files.map((file) => file.path))('(%s, one byte) switches meaning off and says which file', async (file) => {
    const folder = changedModel(file, (bytes) => {
      bytes[bytes.length >> 1]! ^= 1;
      return bytes;
    });
    const { embedder, distrusted } = open({ model: { ...OURS, folder } });
    await expect(allOf(embedder, [PASSAGE])).rejects.toThrow(`${file} is not the one it should be`);
    const { phase, reason } = embedder.state();
    expect(phase).toBe('failed');
    expect(reason).not.toContain(path.basename(folder));
    expect(distrusted()).toBe(0);
  });

  it('that is gone is said to be gone', async () => {
    const { embedder } = open({ model: { ...OURS, folder: path.join(os.tmpdir(), 'workspace-context-no-such-model') } });
    expect(await embedder.embedQuestion('anything')).toBeNull();
    expect(embedder.state().reason).toBe("The embedding model's file config.json cannot be read.");
  });
});
