import { describe, expect, it } from 'vitest';
import { afterDeath, afterEmbedded, newCrashRecord, type CrashRecord } from '../../../src/adapters/embedder/crashes';

const native = newCrashRecord('native');
const wasm = newCrashRecord('wasm');

/** The decisions after several deaths in a row. */
function decisions(record: CrashRecord, crashesOfText: readonly number[]): string[] {
  const made: string[] = [];
  let current = record;
  for (const crashes of crashesOfText) {
    const { record: next, decision } = afterDeath(current, crashes);
    current = next;
    made.push(decision);
  }
  return made;
}

function embedded(record: CrashRecord, texts: number): CrashRecord {
  let current = record;
  for (let text = 0; text < texts; text += 1) current = afterEmbedded(current);
  return current;
}

describe('after a death', () => {
  it('the native runtime is tried once more, then WebAssembly takes over', () => {
    expect(decisions(native, [0, 0])).toEqual(['again', 'on-wasm']);
    expect(decisions(embedded(native, 5), [0, 0])).toEqual(['again', 'on-wasm']);
  });

  it('WebAssembly is tried twice more: it has nothing to fall back on', () => {
    expect(decisions(wasm, [0, 0, 0])).toEqual(['again', 'again', 'no-more']);
  });

  it('a native runtime that has worked is not blamed for a text it dies on twice, nor for the next such text', () => {
    expect(decisions(embedded(native, 1), [1, 2, 1, 2, 1, 2])).toEqual(['again', 'without-text', 'again', 'without-text', 'again', 'without-text']);
  });

  it('a native runtime that never worked is: WebAssembly tries its first text, too', () => {
    expect(decisions(native, [1, 2])).toEqual(['again', 'on-wasm']);
  });

  it('a text that WebAssembly dies on twice has no vector, and one more death is the last', () => {
    expect(decisions(wasm, [1, 2, 0])).toEqual(['again', 'without-text', 'no-more']);
  });

  it('a thousand texts later it is forgiven, not before', () => {
    const died = afterDeath(native, 0).record;
    expect(decisions(embedded(died, 1000), [0])).toEqual(['again']);
    expect(decisions(embedded(died, 999), [0])).toEqual(['on-wasm']);
  });

  it('the twenty-first restart in a row is not made, whatever texts explain them', () => {
    const crashes = Array.from({ length: 21 }, (_, index) => (index % 2) + 1);
    expect(decisions(embedded(native, 1), crashes).at(-1)).toBe('no-more');
    expect(decisions(embedded(native, 1), crashes.slice(0, 20)).at(-1)).toBe('without-text');
  });
});
