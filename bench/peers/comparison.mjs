/** What was measured as a table: peers beside ours, each figure of a peer also divided by ours. Pure. */

const MEGABYTE = 1e6;

/** Whether one quality is better than another: passages among the first five, then passages first, then files. */
export function betterQuality(one, other) {
  return (one.firstFive - other.firstFive || one.first - other.first || one.fileInFive - other.fileInFive) > 0;
}

/**
 * A sentence of the settings that were tried and what each found; `tried` are `{ description, quality }`. Where nothing was
 * expected, none is better than another and the last one is shown.
 */
export function triedSentence(title, tried) {
  if (tried.every(({ quality }) => quality.questions === 0)) return `${title}: no answer was judged, so the last of ${tried.length} settings is shown.`;
  const told = tried.map(({ description, quality }) => `${description} ${quality.first}, ${quality.firstFive}, ${quality.fileInFive}`);
  return `${title}, settings tried, the best one is shown (right passage first, in 5, right file in 5): ${told.join('; ')}.`;
}

/** The best of some settings, each with its quality; the later of two that are as good: they are listed from plain to elaborate. */
export function bestSetting(tried) {
  return tried.reduce((one, other) => (betterQuality(one.quality, other.quality) ? one : other));
}

/** The value below which a share of the numbers lie; NaN of none. */
export function percentile(numbers, share) {
  const sorted = [...numbers].sort((one, other) => one - other);
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? Number.NaN;
}

const milliseconds = (value) => (value >= 10_000 ? `${(value / 1000).toFixed(1)} s` : `${value.toFixed(value < 10 ? 2 : 0)} ms`);
const megabytes = (value) => `${(value / MEGABYTE).toFixed(1)} MB`;
const twoDigits = (value) => (value >= 100 ? value.toFixed(0) : value.toPrecision(2));

/** The columns: a heading, a name and unit for the figures, the value of a measured system (null: it has none), how it is written. */
const COLUMNS = [
  { heading: 'index', name: 'index', unit: 'milliseconds', of: ({ index }) => index, write: milliseconds },
  { heading: 'of processors', name: 'index.processor', unit: 'milliseconds', of: ({ indexProcessor }) => indexProcessor, write: milliseconds },
  { heading: 'restart', name: 'restart', unit: 'milliseconds', of: ({ restart }) => restart, write: milliseconds },
  { heading: 'first answer', name: 'firstAnswer', unit: 'milliseconds', of: ({ firstAnswer }) => firstAnswer, write: milliseconds },
  { heading: 'question p50', name: 'question.p50', unit: 'milliseconds', of: ({ times }) => percentile(times, 0.5), write: milliseconds },
  { heading: 'p95', name: 'question.p95', unit: 'milliseconds', of: ({ times }) => percentile(times, 0.95), write: milliseconds },
  { heading: 'index size', name: 'size', unit: 'megabytes', of: ({ bytes }) => bytes, write: megabytes, scale: MEGABYTE },
  { heading: 'memory', name: 'memory', unit: 'megabytes', of: ({ memory }) => memory, write: megabytes, scale: MEGABYTE },
  ...[
    ['passage 1st', 'passageFirst', 'first'],
    ['in 5', 'passageInFive', 'firstFive'],
    ['anywhere', 'passageReturned', 'anywhere'],
    ['file in 5', 'fileInFive', 'fileInFive'],
  ].map(([heading, name, key]) => ({ heading, name, unit: 'share', of: ({ quality }) => (quality.questions === 0 ? null : quality[key]), write: String, scaleOf: ({ quality }) => quality.questions })),
];

const known = (value) => value !== null && value !== undefined && !Number.isNaN(value);
const ratioOf = (value, ours) => (known(value) && known(ours) && ours > 0 ? value / ours : null);

/**
 * The table. A system is `{ title, base, … }` with what was measured and its quality; `base` is the measured system of
 * ours that it is divided by, null for ours.
 */
export function comparisonRows(systems) {
  const cell = (column, system) => {
    const value = column.of(system);
    if (!known(value)) return '-';
    const ratio = system.base === null ? null : ratioOf(value, column.of(system.base));
    return ratio === null ? column.write(value) : `${column.write(value)} (×${ratio === 0 ? '0' : twoDigits(ratio)})`;
  };
  return [['', ...COLUMNS.map(({ heading }) => heading)], ...systems.map((system) => [system.title, ...COLUMNS.map((column) => cell(column, system))])];
}

/** The figures of the same systems by name, below a prefix: each value, and of a peer its ratio to ours. */
export function comparisonFigures(prefix, systems) {
  const figures = {};
  for (const system of systems) {
    for (const column of COLUMNS) {
      const value = column.of(system);
      if (!known(value)) continue;
      const scale = column.scaleOf?.(system) ?? column.scale ?? 1;
      figures[`${prefix}.${system.id}.${column.name}.${column.unit}`] = value / scale;
      const ratio = system.base === null ? null : ratioOf(value, column.of(system.base));
      if (ratio !== null) figures[`${prefix}.${system.id}.${column.name}.ratio`] = ratio;
    }
  }
  return figures;
}

/** Passages among the first five by style of question, a sentence for each system. */
export function styleSentence(title, questions, ranked, qualityOf) {
  const styles = [...new Set(questions.filter(({ expected }) => expected.length > 0).map(({ style }) => style))];
  const parts = styles.map((style) => {
    const places = questions.flatMap((question, index) => (question.style === style ? [index] : []));
    const { firstFive, questions: count } = qualityOf(places.map((place) => questions[place]), places.map((place) => ranked[place]));
    return `${style} ${firstFive} of ${count}`;
  });
  return `${title}, passages in 5 by style: ${parts.join(', ')}.`;
}
