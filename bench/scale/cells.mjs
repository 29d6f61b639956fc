/** The table of the measures of scale, with the goals of the product contract beside them. Pure. */
import { verdictOf } from './goals.mjs';

const milliseconds = (value) => `${value.toFixed(value < 10 ? 2 : 0)} ms`;
const megabytes = (value) => `${value.toFixed(value < 10 ? 1 : 0)} MB`;
const ratio = (value) => value.toFixed(2);
const whole = (value) => value.toLocaleString('en-GB');
const perSecond = (value) => `${value.toFixed(0)}/s`;

const atMost = (most, text, sizes) => ({ most, text, sizes });

/** Name in the figures or counts, what people read, how it is written, and the goal where there is one. */
const MEASURES = [
  ['counts.passages', 'passages', whole],
  ['counts.documents', 'documents', whole],
  ['figures.cold.bare.milliseconds', 'bare parts of a cold index', milliseconds],
  ['figures.cold.cli.milliseconds', 'cold index, whole process', milliseconds],
  ['figures.cold.cli.ratio', '  / bare parts', ratio, atMost(2, '2')],
  ['figures.cold.worker.milliseconds', 'cold index, in the worker', milliseconds],
  ['figures.cold.worker.ratio', '  / bare parts', ratio, atMost(2, '2')],
  ['figures.cold.worker.processor.milliseconds', '  processor, without git', milliseconds],
  ['figures.cold.worker.processor.ratio', '    / that of the bare parts', ratio],
  ['figures.cold.peak.megabytes', 'cold index, peak memory', megabytes],
  ['figures.restart.status.milliseconds', 'git status of all repositories', milliseconds],
  ['figures.restart.milliseconds', 'restart, nothing changed', milliseconds],
  ['figures.restart.ratio', '  / git status', ratio, atMost(3, '3')],
  ['counts.documentsParsedAtRestart', '  documents read or parsed', whole, atMost(0, '0')],
  ['figures.restart.answer.milliseconds', 'restart until it has answered', milliseconds],
  ['figures.change.p50.milliseconds', 'save -> answer, p50', milliseconds, atMost(200, '200 ms')],
  ['figures.change.worst.milliseconds', '  slowest', milliseconds],
  ['figures.question.words.p50.milliseconds', 'question by words, p50', milliseconds, atMost(10, '10 ms at 100,000', [100_000])],
  ['figures.question.words.p99.milliseconds', '  p99', milliseconds],
  ['figures.question.words.rare.p50.milliseconds', '  of rare words, p50', milliseconds],
  ['figures.question.words.stretch.p50.milliseconds', '  of a sentence, p50', milliseconds],
  ['figures.question.words.common.p50.milliseconds', '  of common words, p50', milliseconds],
  ['figures.question.words.processor.milliseconds', '  processor', milliseconds],
  ['figures.question.words.patient.p50.milliseconds', '  compared with the files first, p50', milliseconds],
  ['figures.question.words.ratio', '  p50 / bare posting lists', ratio],
  ['counts.questions', '  questions', whole],
  ['counts.questionsThatFindTheirPage', '  that find their page', whole],
  [
    'figures.question.vectors.p50.milliseconds',
    'question with vectors, p50',
    milliseconds,
    atMost((size) => (size <= 10_000 ? 25 : 100), '25 ms at 10,000; 100 ms at 100,000', [10_000, 100_000]),
  ],
  ['figures.question.vectors.p99.milliseconds', '  p99', milliseconds],
  ['figures.question.vectors.processor.milliseconds', '  processor, without the embedder', milliseconds],
  ['figures.question.vectors.ratio', '  p50 / its floor', ratio],
  ['figures.memory.words.megabytes', 'memory that answers, words', megabytes],
  ['figures.memory.vectors.megabytes', 'memory that answers, with vectors', megabytes, atMost(350, '350 MB at 100,000', [100_000])],
  ['figures.memory.vectors.peak.megabytes', '  at most', megabytes, atMost(350, '350 MB at 100,000', [100_000])],
  ['figures.memory.embedder.megabytes', 'memory that embeds', megabytes],
  ['figures.embedding.perSecond', 'embedding, passages a second', perSecond],
  ['figures.disk.words.megabytes', 'index on disk, words', megabytes],
  ['figures.disk.vectors.megabytes', 'index on disk, with vectors', megabytes],
];

/**
 * Rows of a table: one a measure, one column a size, then the goal and whether it was kept.
 * @param {readonly { size: number, figures: Record<string, number>, counts: Record<string, number> }[]} measured
 */
export function scaleCells(measured) {
  const valueOf = (one, name) => {
    const [part, ...rest] = name.split('.');
    return one[part][rest.join('.')];
  };
  const rows = MEASURES.map(([name, label, written, goal]) => {
    const values = new Map(measured.flatMap((one) => (valueOf(one, name) === undefined ? [] : [[one.size, valueOf(one, name)]])));
    const cells = measured.map(({ size }) => (values.has(size) ? written(values.get(size)) : '-'));
    return [label, ...cells, goal?.text ?? '', goal === undefined ? '' : verdictOf(goal, values)];
  });
  return [['', ...measured.map(({ size }) => whole(size)), 'goal, at most', ''], ...rows];
}
