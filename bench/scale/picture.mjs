/**
 * A picture of growth: one panel a measure, both axes logarithmic. Pure; an SVG as text that is read on light and dark
 * grounds (it follows the reader's colour scheme) and needs nothing else.
 *
 * @typedef {{ name: string, points: { x: number, y: number }[] }} Series
 * @typedef {{ title: string, unit: string, series: Series[], goal?: { name: string, x: number, y: number } }} Panel
 */
const PANEL = { width: 350, height: 260, left: 58, right: 30, top: 60, bottom: 44 };
const COLUMNS = 3;
const GAP = 18;
const HEAD = 64;
const MARGIN = 20;
const BEYOND = 0.01;
/** Kept apart by lightness as well as by hue, on both grounds. */
const SERIES_CLASSES = ['first', 'second', 'third'];
const MARKS = ['circle', 'square', 'triangle'];

const STYLE = `
  svg { color-scheme: light dark; }
  text { font: 12px system-ui, -apple-system, 'Segoe UI', sans-serif; fill: #1f2328; }
  .title { font-size: 17px; font-weight: 600; } .name { font-size: 13px; font-weight: 600; } .small { font-size: 11px; fill: #59636e; }
  .ground { fill: #ffffff; } .panel { fill: #f6f8fa; stroke: #d1d9e0; } .grid { stroke: #d1d9e0; } .fine { stroke: #e6eaef; }
  .line { fill: none; stroke-width: 2; stroke-linejoin: round; } .goal { fill: none; stroke: #59636e; stroke-width: 1.5; stroke-dasharray: 4 3; }
  .first { stroke: #0969da; } .second { stroke: #bc4c00; } .third { stroke: #1a7f37; }
  .first.mark { fill: #0969da; } .second.mark { fill: #bc4c00; } .third.mark { fill: #1a7f37; }
  @media (prefers-color-scheme: dark) {
    text { fill: #f0f6fc; } .small { fill: #9198a1; }
    .ground { fill: #0d1117; } .panel { fill: #151b23; stroke: #3d444d; } .grid { stroke: #3d444d; } .fine { stroke: #262c36; } .goal { stroke: #9198a1; }
    .first { stroke: #58a6ff; } .second { stroke: #f0883e; } .third { stroke: #3fb950; }
    .first.mark { fill: #58a6ff; } .second.mark { fill: #f0883e; } .third.mark { fill: #3fb950; }
  }`;

/**
 * The picture as SVG.
 * @param {{ title: string, subtitle: string, xName: string, panels: readonly Panel[] }} growth values below or equal to 0 are left out
 */
export function growthPicture({ title, subtitle, xName, panels }) {
  const columns = Math.min(COLUMNS, Math.max(1, panels.length));
  const rows = Math.ceil(panels.length / columns);
  const width = 2 * MARGIN + columns * PANEL.width + (columns - 1) * GAP;
  const height = HEAD + rows * PANEL.height + Math.max(0, rows - 1) * GAP + MARGIN;
  const places = panels.map((panel, index) => {
    const x = MARGIN + (index % columns) * (PANEL.width + GAP);
    const y = HEAD + Math.floor(index / columns) * (PANEL.height + GAP);
    return `<g transform="translate(${x} ${y})">${panelParts(panel, xName)}</g>`;
  });
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" role="img" aria-label="${escaped(title)}">`,
    `<style>${STYLE}\n</style>`,
    `<rect class="ground" width="${width}" height="${height}"/>`,
    words(MARGIN, 28, title, 'title'),
    words(MARGIN, 48, subtitle, 'small'),
    ...places,
    '</svg>\n',
  ].join('\n');
}

/** The powers of ten that enclose positive numbers: at least one decade. A few hundredths beyond one do not count: 100,005 is 100,000. */
export function decadesOf(numbers) {
  const from = Math.floor(Math.log10(Math.min(...numbers)) + BEYOND);
  const to = Math.ceil(Math.log10(Math.max(...numbers)) - BEYOND);
  return { from, to: Math.max(to, from + 1) };
}

/** A number as people read it on an axis: 1,000 · 10 · 0.1. */
export function axisLabel(value) {
  return value >= 1 ? value.toLocaleString('en-GB') : String(Number(value.toPrecision(1)));
}

function panelParts({ title, unit, series, goal }, xName) {
  const drawn = series.map((one) => ({ ...one, points: one.points.filter(({ x, y }) => x > 0 && y > 0) }));
  const points = [...drawn.flatMap((one) => one.points), ...(goal === undefined ? [] : [goal])];
  const frame = `<rect class="panel" width="${PANEL.width}" height="${PANEL.height}" rx="6"/>${words(14, 22, title, 'name')}`;
  if (points.length === 0) return `${frame}${words(14, 60, 'not measured', 'small')}`;
  const x = axis(decadesOf(points.map((point) => point.x)), PANEL.left, PANEL.width - PANEL.right);
  const y = axis(decadesOf(points.map((point) => point.y)), PANEL.height - PANEL.bottom, PANEL.top);
  return [
    frame,
    grid(x, y),
    words(PANEL.width - 14, 22, unit, 'small', 'end'),
    words((PANEL.left + PANEL.width - PANEL.right) / 2, PANEL.height - 8, xName, 'small', 'middle'),
    ...(goal === undefined ? [] : [goalParts(goal, x, y)]),
    ...drawn.map((one, index) => seriesParts(one, index, x, y)),
    legend(drawn, goal),
  ].join('');
}

function axis({ from, to }, start, end) {
  const place = (value) => round(start + ((Math.log10(value) - from) / (to - from)) * (end - start));
  const exponents = Array.from({ length: to - from + 1 }, (_, index) => from + index);
  return { start, end, place, decades: exponents.map((exponent) => 10 ** exponent) };
}

function grid(x, y) {
  const vertical = (value, kind) => line(x.place(value), y.start, x.place(value), y.end, kind);
  const horizontal = (value, kind) => line(x.start, y.place(value), x.end, y.place(value), kind);
  const between = (decades) => decades.slice(0, -1).flatMap((decade) => [2, 3, 4, 5, 6, 7, 8, 9].map((factor) => factor * decade));
  return [
    ...between(y.decades).map((value) => horizontal(value, 'fine')),
    ...x.decades.map((value) => vertical(value, 'grid')),
    ...y.decades.map((value) => horizontal(value, 'grid')),
    ...x.decades.map((value) => words(x.place(value), y.start + 16, axisLabel(value), 'small', 'middle')),
    ...y.decades.map((value) => words(x.start - 7, y.place(value) + 4, axisLabel(value), 'small', 'end')),
  ].join('');
}

function seriesParts({ points }, index, x, y) {
  const kind = SERIES_CLASSES[index % SERIES_CLASSES.length];
  const placed = points.map((point) => [x.place(point.x), y.place(point.y)]);
  const path = `<polyline class="line ${kind}" points="${placed.map((point) => point.join(',')).join(' ')}"/>`;
  return path + placed.map(([left, top]) => mark(left, top, index)).join('');
}

function goalParts({ x: at, y: value }, x, y) {
  const left = x.place(at);
  const top = y.place(value);
  return `${line(x.start, top, left, top, 'goal')}${line(left - 5, top - 5, left + 5, top + 5, 'goal')}${line(left - 5, top + 5, left + 5, top - 5, 'goal')}`;
}

function legend(series, goal) {
  const names = series.length > 1 ? series.map(({ name }, index) => ({ name, index })) : [];
  const entries = [...names, ...(goal === undefined ? [] : [{ name: goal.name, index: -1 }])];
  let left = 14;
  return entries
    .map(({ name, index }) => {
      const at = left;
      left += 34 + 5.8 * name.length;
      const sign = index < 0 ? line(at, 40, at + 14, 40, 'goal') : mark(at + 7, 40, index);
      return `${sign}${words(at + 18, 44, name, 'small')}`;
    })
    .join('');
}

function mark(left, top, index) {
  const kind = `mark ${SERIES_CLASSES[index % SERIES_CLASSES.length]}`;
  switch (MARKS[index % MARKS.length]) {
    case 'square':
      return `<rect class="${kind}" x="${round(left - 3.5)}" y="${round(top - 3.5)}" width="7" height="7"/>`;
    case 'triangle':
      return `<path class="${kind}" d="M${left} ${round(top - 4.5)}l4.5 8h-9z"/>`;
    default:
      return `<circle class="${kind}" cx="${left}" cy="${top}" r="4"/>`;
  }
}

const line = (x1, y1, x2, y2, kind) => `<line class="${kind}" x1="${x1}" y1="${y1}" x2="${x2}" y2="${y2}"/>`;

const words = (x, y, text, kind, anchor = 'start') => `<text class="${kind}" x="${round(x)}" y="${round(y)}" text-anchor="${anchor}">${escaped(text)}</text>`;

const round = (value) => Math.round(value * 100) / 100;

const escaped = (text) => text.replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`);
