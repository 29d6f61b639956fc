import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isHit, placeOfPassage, qualityOf, rankOfFile, rankOfPassage } from '../../bench/judging.mjs';
import { linesOfChunk } from '../../bench/peers/chunkLines.mjs';
import { bestSetting, betterQuality, comparisonFigures, comparisonRows, percentile, styleSentence, triedSentence, type MeasuredSystem } from '../../bench/peers/comparison.mjs';
import { parseLines, rankLines, wordsOf } from '../../bench/peers/lineRanking.mjs';
import { otherWordings, WARM_UP } from '../../bench/peers/wordings.mjs';

const row = (path: string, start: number, end: number) => ({ path, lines: { start, end } });
const section = (path: string, first: number, last: number) => ({ path, lines: [first, last] as const });

describe('judging an answer', () => {
  const expected = section('docs/a.md', 10, 20);

  it('takes lines that overlap, at either end by a single line, and no others', () => {
    expect(isHit(row('docs/a.md', 1, 10), expected)).toBe(true);
    expect(isHit(row('docs/a.md', 20, 30), expected)).toBe(true);
    expect(isHit(row('docs/a.md', 1, 9), expected)).toBe(false);
    expect(isHit(row('docs/a.md', 21, 30), expected)).toBe(false);
    expect(isHit(row('docs/b.md', 10, 20), expected)).toBe(false);
  });

  it('finds the first right row, of the passage and of the file', () => {
    const rows = [row('docs/b.md', 1, 2), row('docs/a.md', 1, 2), row('docs/a.md', 15, 15)];
    expect(rankOfPassage(rows, [expected])).toBe(3);
    expect(rankOfFile(rows, [expected])).toBe(2);
    expect(rankOfPassage([], [expected])).toBe(Infinity);
  });

  it('takes the repository off a citation, and nothing else', () => {
    expect(placeOfPassage({ sourceRef: 'shop-api/docs/a.md', lines: { start: 3, end: 4 } })).toEqual(row('docs/a.md', 3, 4));
  });

  it('counts questions that expect something, and a row that is returned beside the ranked ones as found', () => {
    const questions = [{ expected: [expected] }, { expected: [expected] }, { expected: [expected] }, { expected: [] }];
    const right = row('docs/a.md', 12, 12);
    const wrong = row('docs/a.md', 1, 1);
    const ranked = [[right], [wrong, wrong, wrong, wrong, right], [row('docs/c.md', 1, 1)], [right]];
    expect(qualityOf(questions, ranked)).toEqual({ questions: 3, first: 1, firstFive: 2, anywhere: 2, fileInFive: 2 });
    const returned = ranked.map((rows, index) => (index === 2 ? [...rows, right] : rows));
    expect(qualityOf(questions, ranked, returned)).toEqual({ questions: 3, first: 1, firstFive: 2, anywhere: 3, fileInFive: 2 });
  });
});

describe('the lines of a chunk', () => {
  const text = '# Title\n\nOne sentence that\ngoes on.\n\n- a point\n- another\n';

  it('are found although its lines were joined', () => {
    expect(linesOfChunk(text, 'One sentence that goes on. - a point')).toEqual({ start: 3, end: 6 });
  });

  it('are those of one line alone', () => {
    expect(linesOfChunk(text, '- another')).toEqual({ start: 7, end: 7 });
  });

  it('are unknown for a text that is not there, or none', () => {
    expect(linesOfChunk(text, 'nothing of it')).toBeNull();
    expect(linesOfChunk(text, ' \n')).toBeNull();
  });

  it('reach from its beginning to its end when something between was left out', () => {
    const lines = Array.from({ length: 9 }, (_, index) => `line ${index} ${'abcdefghi'[index]!.repeat(70)}`);
    const chunk = lines.filter((_, index) => index !== 4).join(' ');
    expect(linesOfChunk(lines.join('\n'), chunk)).toEqual({ start: 1, end: 9 });
  });

  it('hold every chunk of whole lines, however its white space was changed', () => {
    // Numbered lines are all different, so that there is one right place.
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 30 }), fc.nat(), fc.nat(), fc.constantFrom(' ', '\n\n', '\t', ''), (count, one, other, joint) => {
        const lines = Array.from({ length: count }, (_, index) => `<${index}> some words of it`);
        const [first, last] = [one % count, other % count].sort((a, b) => a - b) as [number, number];
        expect(linesOfChunk(lines.join('\n'), lines.slice(first, last + 1).join(joint))).toEqual({ start: first + 1, end: last + 1 });
      }),
    );
  });
});

describe('lines as an agent ranks them', () => {
  const stopWords = new Set(['how', 'do', 'we', 'the', 'of', 'is']);

  it('go by the words of the question that are no stop words, each once, identifiers whole', () => {
    expect(wordsOf('How do we rotate the Secrets of billing-worker? The secrets!', stopWords)).toEqual(['rotate', 'secrets', 'billing-worker']);
    expect(wordsOf('How is the?', stopWords)).toEqual(['how', 'is', 'the']);
  });

  it('are read as ripgrep prints them', () => {
    expect(parseLines('./docs/a b.md\0' + '12:x: y\nnoise\n')).toEqual([{ path: 'docs/a b.md', number: 12, text: 'x: y' }]);
  });

  it('come with most distinct words first, then by path and line', () => {
    const lines = [
      { path: 'b.md', number: 1, text: 'Secrets secrets secrets' },
      { path: 'a.md', number: 9, text: 'secrets' },
      { path: 'a.md', number: 2, text: 'secrets' },
      { path: 'c.md', number: 5, text: 'rotate the SECRETS' },
    ];
    expect(rankLines(lines, ['rotate', 'secrets'], 3)).toEqual([row('c.md', 5, 5), row('a.md', 2, 2), row('a.md', 9, 9)]);
  });
});

describe('other wordings of a question', () => {
  it('have the same words, and the question itself first', () => {
    expect(otherWordings('where is it kept', 0)).toBe('where is it kept');
    expect(otherWordings('where is it kept', 1)).toBe('is it kept where');
    expect(otherWordings('where is it kept', WARM_UP)).toBe('kept where is it');
    expect(otherWordings('one', 5)).toBe('one');
  });
});

describe('the comparison', () => {
  const quality = { questions: 4, first: 2, firstFive: 4, anywhere: 4, fileInFive: 4 };
  const ours: MeasuredSystem = {
    id: 'ours', title: 'ours', base: null, index: 1000, indexProcessor: 800, restart: 20, firstAnswer: 400, times: [1, 2, 3, 4], bytes: 2e6, memory: 5e7, quality,
  };
  const peer: MeasuredSystem = {
    ...ours, id: 'peer', title: 'peer', base: ours, index: 104_000, indexProcessor: null, restart: 10, times: [2, 4, 6, 8], bytes: 0, memory: null, quality: { ...quality, first: 0, firstFive: 3 },
  };

  it('puts beside each figure of a peer how many times ours it is, also where it is less, and a dash where there is none', () => {
    const [headings, mine, theirs] = comparisonRows([ours, peer]) as [string[], string[], string[]];
    const cell = (name: string) => theirs[headings.indexOf(name)];
    expect(mine[headings.indexOf('index')]).toBe('1000 ms');
    expect(cell('index')).toBe('104.0 s (×104)');
    expect(cell('of processors')).toBe('-');
    expect(cell('restart')).toBe('10 ms (×0.50)');
    expect(cell('index size')).toBe('0.0 MB (×0)');
    expect(cell('memory')).toBe('-');
    expect(cell('passage 1st')).toBe('0 (×0)');
    expect(cell('in 5')).toBe('3 (×0.75)');
    expect(headings).toHaveLength(theirs.length);
  });

  it('has no answer quality where nothing is expected', () => {
    const [headings, mine] = comparisonRows([{ ...ours, quality: { questions: 0, first: 0, firstFive: 0, anywhere: 0, fileInFive: 0 } }]) as [string[], string[]];
    expect(mine[headings.indexOf('in 5')]).toBe('-');
  });

  it('names figures by system, with the unit last', () => {
    const figures = comparisonFigures('peers.orun', [ours, peer]);
    expect(figures['peers.orun.ours.size.megabytes']).toBe(2);
    expect(figures['peers.orun.ours.passageInFive.share']).toBe(1);
    expect(figures['peers.orun.peer.index.milliseconds']).toBe(104_000);
    expect(figures['peers.orun.peer.index.ratio']).toBe(104);
    expect(figures['peers.orun.peer.passageInFive.share']).toBe(0.75);
    expect(Object.keys(figures).filter((name) => name.startsWith('peers.orun.ours.') && name.endsWith('.ratio'))).toEqual([]);
    expect(figures).not.toHaveProperty('peers.orun.peer.memory.megabytes');
  });

  it('calls better what has more among the first five, whatever comes first', () => {
    expect(betterQuality({ ...quality, first: 0 }, { ...quality, firstFive: 3 })).toBe(true);
    expect(betterQuality(quality, { ...quality, first: 1 })).toBe(true);
    expect(betterQuality(quality, quality)).toBe(false);
  });

  it('shows the best of some settings, the more elaborate of two that are as good, and tells what the others found', () => {
    const plain = { description: 'plain', quality: { ...quality, firstFive: 3 } };
    const stemmed = { description: 'stemmed', quality };
    const fuzzy = { description: 'fuzzy', quality };
    expect(bestSetting([stemmed, plain])).toBe(stemmed);
    expect(bestSetting([plain, stemmed, fuzzy])).toBe(fuzzy);
    expect(triedSentence('Peer', [plain, stemmed])).toBe('Peer, settings tried, the best one is shown (right passage first, in 5, right file in 5): plain 2, 3, 4; stemmed 2, 4, 4.');
    const unjudged = { questions: 0, first: 0, firstFive: 0, anywhere: 0, fileInFive: 0 };
    expect(triedSentence('Peer', [{ description: 'plain', quality: unjudged }])).toContain('no answer was judged');
  });

  it('tells answers by style, of the styles that expect something', () => {
    const questions = [
      { expected: [section('a.md', 1, 2)], style: 'wordform' },
      { expected: [section('a.md', 1, 2)], style: 'paraphrase' },
      { expected: [section('a.md', 1, 2)], style: 'wordform' },
      { expected: [], style: 'none' },
    ];
    const ranked = [[row('a.md', 1, 1)], [], [row('b.md', 1, 1)], [row('a.md', 1, 1)]];
    expect(styleSentence('Peer', questions, ranked, qualityOf)).toBe('Peer, passages in 5 by style: wordform 1 of 2, paraphrase 0 of 1.');
  });

  it('takes percentiles of what is there', () => {
    expect(percentile([4, 1, 3, 2], 0.5)).toBe(3);
    expect(percentile([4, 1, 3, 2], 0.95)).toBe(4);
    expect(percentile([], 0.5)).toBeNaN();
  });
});
