import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { markerOf } from '../../../src/webview/ask/marks';

const marked = (question: string, text: string): string[] =>
  markerOf(question)(text)
    .filter((stretch) => stretch.marked)
    .map((stretch) => stretch.text);

describe('markerOf', () => {
  it('marks other forms of the asked word, because the contract reads them as one', () => {
    expect(marked('deploying', 'A deployment is deployed by deploy.sh')).toEqual(['deployment', 'deployed', 'deploy']);
  });

  it('marks an identifier as a whole where it was asked for, and by its part where only that was', () => {
    expect(marked('what is billing-worker?', 'The billing-worker works')).toContain('billing-worker');
    expect(marked('worker', 'Start billing-worker now')).toEqual(['worker']);
    expect(marked('failed', 'see stateRunFailed')).toEqual(['Failed']);
  });

  it('marks no stop word and no part of another word', () => {
    expect(marked('how do we rotate the secret', 'the secretary does how')).toEqual([]);
  });

  it('gives the text back, stretch by stretch', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 60 }), fc.string({ unit: 'grapheme', maxLength: 400 }), (question, text) => {
        const stretches = markerOf(question)(text);
        expect(stretches.map((stretch) => stretch.text).join('')).toBe(text);
      }),
    );
  });

  it('finds an asked word inside a script without spaces', () => {
    expect(marked('設定', 'ここで設定を変更')).toEqual(['設定']);
  });
});
