import * as l10n from '@vscode/l10n';
import type { ContextPack, PassageRow } from '../../../contract/tools';
import { ageOf, shortCommitOf } from '../../../wording/age';
import { degradedAdviceOf, degradedLabelOf } from '../../../wording/degraded';
import { entityLabelOf } from '../../../wording/entity';
import { factorWordOf } from '../../../wording/factor';
import { shownParts } from '../../../wording/shownParts';
import { literalLine, literalQuote } from './literal';
import { type ChatPart, markdown, placeParts } from './parts';

/** So much of a passage is quoted; the rest is a click away. */
const EXCERPT_CHARACTERS = 360;
const EXCERPT_LINES = 8;
const SCORE_DECIMALS = 2;

/** The beginning of a text, cut between words. */
function excerptOf(text: string): string {
  const lines = text.trim().split('\n').filter((line, index, all) => line.trim() !== '' || all[index - 1]?.trim() !== '');
  const short = lines.slice(0, EXCERPT_LINES).join('\n');
  if (short.length <= EXCERPT_CHARACTERS) return lines.length > EXCERPT_LINES ? `${short}\n…` : short;
  const cut = [...short.slice(0, EXCERPT_CHARACTERS)].slice(0, -1).join('');
  return `${cut.replace(/\S+$/, '').trimEnd() || cut} …`;
}

/** `words 0.60 (half of them) + title 0.20 (all of it)`: the parts of a score, each with its reason. */
function partsOf({ score, why }: Pick<PassageRow, 'score' | 'why'>): string {
  const shown = shownParts(why.map(({ contribution }) => contribution), score, SCORE_DECIMALS);
  return why
    .map((row, index) => ({ ...row, shown: shown[index] ?? row.contribution }))
    .filter(({ contribution }) => contribution > 0)
    .map(({ factor, shown: rounded, detail }) => `${factorWordOf(factor)} ${rounded.toFixed(SCORE_DECIMALS)} (${literalLine(detail)})`)
    .join(' + ');
}

/** The link to the passage on its forge, named after the forge; nothing where there is none or its address is no address. */
export function permalinkOf({ sourceUri }: Pick<PassageRow, 'sourceUri'>): string | null {
  if (!URL.canParse(sourceUri)) return null;
  const { protocol, host, href, username, password } = new URL(sourceUri);
  if (protocol !== 'https:' || username !== '' || password !== '') return null;
  const target = href.replace(/[()<>\\\s]/g, (character) => `%${character.charCodeAt(0).toString(16).padStart(2, '0').toUpperCase()}`);
  return `[${l10n.t('on {0}', literalLine(host))}](<${target}>)`;
}

function factsOf(row: PassageRow, scoredAt: string): string {
  const commit = row.sourceCommit === null ? l10n.t('not in git') : l10n.t('commit {0}', shortCommitOf(row.sourceCommit));
  const permalink = permalinkOf(row);
  return [
    ...row.entityRefs.map((ref) => literalLine(entityLabelOf(ref))),
    literalLine(commit),
    ...(row.changedAt === null ? [] : [l10n.t('changed {0}', ageOf(row.changedAt, scoredAt))]),
    ...(row.dirty ? [l10n.t('uncommitted changes')] : []),
    ...(permalink === null ? [] : [permalink]),
  ].join(' · ');
}

function passageParts(row: PassageRow, number: number, scoredAt: string): ChatPart[] {
  const heading = row.headingPath.length === 0 ? row.title : row.headingPath.join(' › ');
  const why = partsOf(row);
  const score = row.score.toFixed(SCORE_DECIMALS);
  return [
    markdown(`\n\n#### ${number}. ${literalLine(heading)}\n\n`),
    ...placeParts(row.sourceRef, row.lines),
    markdown(
      ` · ${factsOf(row, scoredAt)}\n\n`,
      row.text.trim() === '' ? `${l10n.t('(a heading without text)')}\n\n` : `${literalQuote(excerptOf(row.text))}\n\n`,
      why === '' ? l10n.t('Score {0}', score) : l10n.t('Score {0} = {1}', score, why),
      '\n',
    ),
  ];
}

function freshnessOf(pack: ContextPack): string {
  return pack.indexedAt === null ? l10n.t('Nothing is indexed yet.') : l10n.t('The index was compared with the files {0}.', ageOf(pack.indexedAt, pack.scoredAt));
}

function summaryOf(pack: ContextPack): string {
  const workspace = literalLine(pack.workspace);
  if (pack.passages.length > 0) {
    return pack.passages.length === 1
      ? l10n.t('1 passage of {0}, found without a language model.', workspace)
      : l10n.t('{0} passages of {1}, best first, found without a language model.', pack.passages.length, workspace);
  }
  return pack.degraded.includes('index-cold')
    ? l10n.t('Nothing is indexed yet. The index is being built; ask again in a moment.')
    : l10n.t('Nothing in {0} answers that. Try the words its documents would use, or fewer of them.', workspace);
}

/** What an answer lacks, and what its files gave rise to, each a paragraph. */
export function warningsOf({ degraded, notices }: Pick<ContextPack, 'degraded' | 'notices'>): string {
  return [
    ...degraded.map((flag) => `**${degradedLabelOf(flag)}.** ${degradedAdviceOf(flag)}\n\n`),
    ...notices.map((notice) => `${literalLine(notice)}\n\n`),
  ].join('');
}

/**
 * An answer as the chat shows it. Everything that comes from files stands in it as literal text: no link, heading, command
 * or picture of theirs is one here.
 */
export function answerPartsOf(pack: ContextPack): ChatPart[] {
  const count = pack.passages.length;
  return [
    markdown(`${summaryOf(pack)} ${freshnessOf(pack)}\n\n`, warningsOf(pack)),
    ...pack.passages.flatMap((row, index) => passageParts(row, index + 1, pack.scoredAt)),
    ...(pack.nearest.length === 0
      ? []
      : [markdown(`\n\n### ${l10n.t('Close in meaning')}\n\n${l10n.t('Not answers by their score, but the closest in meaning.')}\n\n`)]),
    ...pack.nearest.flatMap((row, index) => passageParts(row, count + index + 1, pack.scoredAt)),
  ];
}
