import { XMLValidator } from 'fast-xml-parser';
import { describe, expect, it } from 'vitest';
import { growthPanels } from '../../bench/scale/growth.mjs';
import { axisLabel, decadesOf, growthPicture, type Panel } from '../../bench/scale/picture.mjs';

const panel: Panel = {
  title: 'Question <by words> & "more"',
  unit: 'milliseconds',
  series: [
    { name: 'p50', points: [{ x: 1000, y: 1 }, { x: 10_000, y: 10 }, { x: 100_000, y: 100 }] },
    { name: 'p99', points: [{ x: 1000, y: 2 }, { x: 10_000, y: 0 }] },
  ],
  goal: { name: 'goal', x: 100_000, y: 10 },
};
const picture = growthPicture({ title: 'Growth', subtitle: 'of all', xName: 'passages', panels: [panel, { title: 'Nothing', unit: 'MB', series: [] }] });

describe('the picture of growth', () => {
  it('is XML, whatever the names are', () => {
    expect(XMLValidator.validate(picture)).toBe(true);
    expect(picture).toContain('Question &#60;by words&#62; &#38; &#34;more&#34;');
  });

  it('draws equal factors as equal distances', () => {
    const points = /<polyline class="line first" points="([^"]+)"/.exec(picture)?.[1]?.split(' ').map((pair) => pair.split(',').map(Number)) ?? [];
    const [[x1, y1], [x2, y2], [x3, y3]] = points as [[number, number], [number, number], [number, number]];
    expect(x2 - x1).toBeCloseTo(x3 - x2, 1);
    expect(y1 - y2).toBeCloseTo(y2 - y3, 1);
    expect(x2).toBeGreaterThan(x1);
    expect(y2).toBeLessThan(y1);
  });

  it('leaves out what has no place on a logarithmic axis', () => {
    expect(/<polyline class="line second" points="([^"]+)"/.exec(picture)?.[1]?.split(' ')).toHaveLength(1);
    expect(picture).not.toMatch(/NaN|Infinity/);
  });

  it('names the axes, the series and the goal, and says what was not measured', () => {
    for (const text of ['passages', 'milliseconds', 'p50', 'p99', 'goal', '100,000', 'not measured']) expect(picture).toContain(`>${text}</text>`);
  });

  it('has colours for light and for dark grounds', () => {
    expect(picture).toContain('@media (prefers-color-scheme: dark)');
  });
});

it('encloses numbers in powers of ten, at least one decade', () => {
  expect(decadesOf([1000, 100_000])).toEqual({ from: 3, to: 5 });
  expect(decadesOf([0.3, 12])).toEqual({ from: -1, to: 2 });
  expect(decadesOf([1005, 100_005])).toEqual({ from: 3, to: 5 });
  expect(decadesOf([1000])).toEqual({ from: 3, to: 4 });
});

it('writes numbers as people read them', () => {
  expect([0.01, 0.1, 1, 1000, 100_000].map(axisLabel)).toEqual(['0.01', '0.1', '1', '1,000', '100,000']);
});

it('has a panel for each measure, with the passages that were really counted', () => {
  const panels = growthPanels([{ counts: { passages: 1005 }, figures: { 'disk.words.megabytes': 1.7, 'disk.vectors.megabytes': 2.1 } }]);
  expect(panels.map(({ title }) => title)).toHaveLength(6);
  expect(panels.at(-1)?.series).toEqual([
    { name: 'words', points: [{ x: 1005, y: 1.7 }] },
    { name: 'with vectors', points: [{ x: 1005, y: 2.1 }] },
  ]);
  expect(panels[0]?.series.every(({ points }) => points.length === 0)).toBe(true);
});
