import { ENTITY_BONUS, RECENCY_BONUS, RUN_HEALTH_BONUS, TITLE_BONUS } from '../../contract/constants';
import { type DegradedFlag, DEGRADED_FLAGS } from '../../contract/flags';
import type { ContextPack, PassageRow } from '../../contract/tools';
import { harmlessLine, harmlessText } from '../../workspace/harmlessText';
import { ageOf } from '../../wording/age';
import { foundByOf } from '../../wording/foundBy';
import { shownParts } from '../../wording/shownParts';
import { barOf, type Paint, wrapped } from './terminal';

/** No score is larger: all of the relevance and all bonuses. */
const MOST = 1 + TITLE_BONUS + ENTITY_BONUS + RECENCY_BONUS + RUN_HEALTH_BONUS;
const BAR_COLUMNS = 24;
const TEXT_COLUMNS = 100;
const FACTOR_COLUMNS = 10;
const DECIMALS = 3;
const INDENT = '   ';
const present = (text: string | null): string[] => (text === null ? [] : [text]);

/** What can be done about it here, where nothing goes on in the background. */
const HINTS: Partial<Record<DegradedFlag, string>> = { 'embeddings-pending': ' "index --wait-embeddings" embeds them.' };

function citationOf(row: PassageRow, nowMs: number): string {
  const lines = row.lines.start === row.lines.end ? `${row.lines.start}` : `${row.lines.start}-${row.lines.end}`;
  return [
    `${harmlessLine(row.sourceRef)}:${lines}`,
    row.sourceCommit === null ? 'not in git' : `commit ${row.sourceCommit.slice(0, 10)}`,
    ...(row.changedAt === null ? [] : [`changed ${ageOf(row.changedAt, new Date(nowMs).toISOString())}`]),
    ...(row.dirty ? ['uncommitted changes'] : []),
  ].join(' · ');
}

function passageLines(row: PassageRow, number: number, nowMs: number, paint: Paint): string[] {
  const [title, ...headings] = row.headingPath.map(harmlessLine);
  const shown = shownParts(row.why.map(({ contribution }) => contribution), row.score, DECIMALS);
  const text = row.text === '' ? ['(a heading without text)'] : wrapped(harmlessText(row.text), TEXT_COLUMNS);
  return [
    `${paint.bold(`${number}.`)} ${paint.bold([title, ...headings].join(' › '))}  ${paint.accent(row.score.toFixed(DECIMALS))}`,
    `${INDENT}${citationOf(row, nowMs)}`,
    `${INDENT}${paint.dim([row.entityRefs.join(', '), row.sourceKind, ...present(foundByOf(row.why))].join(' · '))}`,
    ...row.why.map(
      (part, index) =>
        `${INDENT}${part.factor.padEnd(FACTOR_COLUMNS)}${paint.accent(barOf(part.contribution, MOST, BAR_COLUMNS).padEnd(BAR_COLUMNS))} ${(shown[index] ?? part.contribution).toFixed(DECIMALS)}  ${harmlessLine(part.detail)}`,
    ),
    ...text.map((line) => `${INDENT}${paint.dim('│')} ${line}`.trimEnd()),
    `${INDENT}${paint.dim(row.sourceUri)}`,
    '',
  ];
}

/** The graph of then, which is all that `--as-of` changes; that of now is left to `expand`. */
function pastLines({ asOf, neighborhood }: ContextPack, paint: Paint): string[] {
  if (asOf === null || neighborhood.nodes.length === 0) return [];
  return [
    paint.bold(`Around the cited entities as of ${asOf}:`),
    ...neighborhood.edges.map((edge) => `${INDENT}${edge.from} ${paint.accent(edge.type)} ${edge.to}`),
    ...(neighborhood.edges.length === 0 ? [`${INDENT}nothing was declared`] : []),
    '',
  ];
}

/** Why there is no passage: not for the words of the question where there is nothing to find. */
function nothingFound({ workspace }: ContextPack, documents: number | null): string {
  return documents === 0 ? `There are no documents in "${workspace}"; name another folder with --workspace.` : `Nothing in "${workspace}" answers this; try other words.`;
}

/**
 * An answer for a person at a terminal: every passage with its citation, and its `why[]` as bars.
 * @param documents how many there are in the workspace; null: not known.
 */
export function packOutput(pack: ContextPack, documents: number | null, nowMs: number, paint: Paint): string {
  const count = pack.passages.length;
  const lines = [
    ...pack.degraded.map((flag) => paint.warn(`${flag}: ${DEGRADED_FLAGS[flag]}${HINTS[flag] ?? ''}`)),
    ...pack.notices.map((notice) => paint.warn(harmlessLine(notice))),
    ...(pack.degraded.length + pack.notices.length > 0 ? [''] : []),
    ...pack.passages.flatMap((row, index) => passageLines(row, index + 1, nowMs, paint)),
    ...(pack.nearest.length > 0 ? [paint.bold('Close in meaning (by cosine; not answers by the score):'), ''] : []),
    ...pack.nearest.flatMap((row, index) => passageLines(row, count + index + 1, nowMs, paint)),
    ...pastLines(pack, paint),
    count === 0
      ? nothingFound(pack, documents)
      : `${count} passage${count === 1 ? '' : 's'} from "${pack.workspace}"; the parts of each score add up to it.`,
  ];
  return `${lines.join('\n')}\n`;
}
