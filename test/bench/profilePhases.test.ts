import { describe, expect, it } from 'vitest';
import { moduleLookup, phaseLookup, phasesOf } from '../../bench/profile/phases.mjs';

const BUNDLE = ['// head', ';// ./src/text/terms.ts', 'function a() {}', '', ';// ../x/node_modules/yaml/dist/parse.js', 'function b() {}'].join('\n');
const frame = (functionName: string, lineNumber: number) => ({ functionName, url: 'file:///dist/cli.js', lineNumber });

describe('a profile added up by phases', () => {
  it('finds the module of a line by the comments of the bundle, libraries by their own names', () => {
    const moduleOf = moduleLookup(BUNDLE);
    expect([0, 1, 2, 3, 4, 5, 99].map(moduleOf)).toEqual([null, ...Array<string>(3).fill('src/text/terms.ts'), ...Array<string>(3).fill('yaml/dist/parse.js')]);
  });

  it('counts a sample for the innermost function that has a phase, and what has none for the rest', () => {
    const moduleOf = moduleLookup(BUNDLE);
    const phaseOf = phaseLookup([['waiting', ['(idle)']], ['terms', ['src/text/terms']]], ({ lineNumber }) => moduleOf(lineNumber));
    const profile = {
      nodes: [
        { id: 1, callFrame: frame('(root)', -1), children: [2, 4, 5] },
        { id: 2, callFrame: frame('a', 2), children: [3] },
        // A library that is called from there.
        { id: 3, callFrame: frame('b', 5) },
        { id: 4, callFrame: frame('(idle)', -1) },
        { id: 5, callFrame: frame('b', 5) },
      ],
      samples: [2, 3, 4, 5, 3],
      timeDeltas: [1_000, 2_000, 4_000, 500, 3_000],
    };
    expect(phasesOf(profile, phaseOf)).toEqual([
      ['terms', 6],
      ['waiting', 4],
      ['everything else', 0.5],
    ]);
  });
});
