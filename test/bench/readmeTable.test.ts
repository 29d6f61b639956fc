import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { figuresIn, readmeTable, withFigures } from '../../bench/readmeTable.mjs';
import { chosenParts, lastFigures } from '../../bench/run.mjs';
import { PROJECT } from '../support/cli';

const README = readFileSync(path.join(PROJECT, 'README.md'), 'utf8').replaceAll('\r\n', '\n');
const about = { date: '2026-11-30T21:00:00.000Z', node: 'v20.20.2', processor: 'Some processor, 2 threads' };

describe('the figures of README.md', () => {
  it('are those of bench/figures/last.json, so that none is typed by hand (node bench/readmeTable.mjs --write)', () => {
    expect(figuresIn(README)).toBe(readmeTable(lastFigures()));
  });

  it('are put between the markers and found there again; the rest stays as it is', () => {
    const changed = withFigures(README, 'Other figures.');
    expect(figuresIn(changed)).toBe('Other figures.');
    expect(withFigures(changed, figuresIn(README) ?? '')).toBe(README);
  });

  it('cannot be put into a text without markers', () => {
    expect(figuresIn('# Title')).toBeNull();
    expect(() => withFigures('# Title', 'x')).toThrow(/README\.md lacks the lines/);
  });
});

describe('the table of figures', () => {
  it('says that nothing is measured before anything is', () => {
    expect(readmeTable({ parts: {} })).toBe('Nothing is measured yet: `npm run bench -- --write` does.');
  });

  it('has a row for each size that was measured, with units a person reads, and a dash for what was not', () => {
    const figures = {
      'scale.1000.cold.worker.milliseconds': 412.4,
      'scale.1000.restart.milliseconds': 31.04,
      'scale.1000.question.words.p50.milliseconds': 0.417,
      'scale.10000.cold.worker.milliseconds': 3_260,
      'scale.10000.memory.vectors.megabytes': 187.6,
    };
    expect(readmeTable({ parts: { scale: { ...about, figures } } })).toBe(
      [
        'As the workspace grows (`npm run bench -- --only scale`; Some processor, 2 threads, Node 20.20.2, 2026-11-30):',
        '',
        '| passages | cold index | restart | one change | question by words, p50 | with meaning, p50 | memory | index on disk |',
        '| --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: |',
        '| 1,000 | 412 ms | 31 ms | – | 0.42 ms | – | – | – |',
        '| 10,000 | 3.3 s | – | – | – | – | 188 MB | – |',
      ].join('\n'),
    );
  });
});

describe('the table of peers', () => {
  it('has a row for each that was measured, and says what libraries are spared', () => {
    const figures = {
      'peers.orun.ours-meaning.passageFirst.share': 26 / 42,
      'peers.orun.ours-meaning.question.p50.milliseconds': 9.96,
      'peers.orun.minisearch.index.milliseconds': 612,
      // A ratio is no figure of the table.
      'peers.orun.qmd.index.ratio': 3,
    };
    expect(readmeTable({ parts: { peers: { ...about, figures } } })).toBe(
      [
        'Beside others, on the same documents and questions (`npm run bench -- --only peers`; Some processor, 2 threads, Node 20.20.2, 2026-11-30):',
        '',
        '| | right passage first | in the first 5 | right file in the first 5 | index | restart | question, p50 |',
        '| --- | ---: | ---: | ---: | ---: | ---: | ---: |',
        '| **Workspace Context** | 62% | – | – | – | – | 10 ms |',
        '| MiniSearch, in process | – | – | – | 612 ms | – | – |',
        '',
        'A library is given passages that are split already, and loads what it stored without looking whether a file changed; ours begins with the files, and compares them.',
      ].join('\n'),
    );
  });
});

describe('npm run bench', () => {
  it('runs all parts, or those that are named', () => {
    expect(chosenParts([]).map(({ name }) => name)).toEqual(['limits', 'scale', 'peers', 'profile', 'counts']);
    expect(chosenParts(['--quick', '--only', 'counts,scale']).map(({ name }) => name)).toEqual(['scale', 'counts']);
  });

  it('says which parts there are to who names another one', () => {
    expect(() => chosenParts(['--only', 'speed'])).toThrow('--only takes parts, separated by commas, of limits, scale, peers, profile, counts.');
    expect(() => chosenParts(['--only'])).toThrow(/--only takes parts/);
  });
});
