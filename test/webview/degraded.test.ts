import { describe, expect, it } from 'vitest';
import { DEGRADED_FLAG_NAMES } from '../../src/contract/flags';
import { explanationOf } from '../../src/webview/degraded';

describe('the flags of an answer', () => {
  it.each(DEGRADED_FLAG_NAMES)('%s has a label of its own and a sentence that says more', (flag) => {
    const { label, sentence } = explanationOf(flag);
    expect(label).not.toBe('');
    expect(sentence.length).toBeGreaterThan(label.length);
    expect(DEGRADED_FLAG_NAMES.filter((other) => explanationOf(other).label === label)).toEqual([flag]);
  });

  it('offer what can be done where something can', () => {
    expect(explanationOf('index-cold').remedies.map(({ action }) => action)).toEqual(['askAgain', 'showStatus']);
    expect(explanationOf('scope-unreadable').remedies.map(({ action }) => action)).toEqual(['refreshIndex', 'showStatus']);
    expect(explanationOf('embeddings-pending').remedies.map(({ action }) => action)).toEqual(['askAgain', 'showStatus']);
  });
});
