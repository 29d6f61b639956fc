/** What the picture of growth shows: panels of the measures, as `growthPicture` draws them. Pure. */

const PANELS = [
  {
    title: 'Cold index by words',
    unit: 'milliseconds',
    series: [
      ['whole process', 'cold.cli.milliseconds'],
      ['in the worker', 'cold.worker.milliseconds'],
      ['bare parts', 'cold.bare.milliseconds'],
    ],
  },
  {
    title: 'Restart, nothing changed',
    unit: 'milliseconds',
    series: [
      ['restart', 'restart.milliseconds'],
      ['until answered', 'restart.answer.milliseconds'],
      ['git status', 'restart.status.milliseconds'],
    ],
  },
  {
    title: 'Question by words',
    unit: 'milliseconds',
    series: [
      ['p50', 'question.words.p50.milliseconds'],
      ['p99', 'question.words.p99.milliseconds'],
      ['floor', 'question.words.floor.milliseconds'],
    ],
    goal: { name: 'goal, p50', x: 100_000, y: 10 },
  },
  {
    title: 'Question with vectors',
    unit: 'milliseconds',
    series: [
      ['p50', 'question.vectors.p50.milliseconds'],
      ['p99', 'question.vectors.p99.milliseconds'],
      ['floor', 'question.vectors.floor.milliseconds'],
    ],
    goal: { name: 'goal, p50', x: 100_000, y: 100 },
  },
  {
    title: 'Memory that answers',
    unit: 'megabytes',
    series: [
      ['words', 'memory.words.megabytes'],
      ['with vectors', 'memory.vectors.megabytes'],
      ['at most', 'memory.vectors.peak.megabytes'],
    ],
    goal: { name: 'goal', x: 100_000, y: 350 },
  },
  {
    title: 'Index on disk',
    unit: 'megabytes',
    series: [
      ['words', 'disk.words.megabytes'],
      ['with vectors', 'disk.vectors.megabytes'],
    ],
  },
];

/** @param {readonly { counts: Record<string, number>, figures: Record<string, number> }[]} measured by size, the smallest first */
export function growthPanels(measured) {
  return PANELS.map(({ title, unit, series, goal }) => ({
    title,
    unit,
    ...(goal === undefined ? {} : { goal }),
    series: series.map(([name, figure]) => ({
      name,
      points: measured.flatMap(({ counts, figures }) => (figures[figure] === undefined ? [] : [{ x: counts.passages, y: figures[figure] }])),
    })),
  }));
}
