import * as l10n from '@vscode/l10n';
import { COMMANDS } from '../../contract/ids';
import type { Activity } from '../../contract/status';
import { ageOf } from '../../wording/age';
import { meaningOf } from '../../wording/embedding';
import { grouped } from '../../wording/grouped';
import { progressOf } from '../../wording/progress';
import { plainMarkdown } from './plainMarkdown';

/** What the status bar shows. */
export interface StatusBarView {
  /** An icon and three words. */
  readonly text: string;
  /** Markdown with links to commands. */
  readonly tooltip: string;
  /** What a screen reader says in place of the text. */
  readonly spoken: string;
  readonly isWarning: boolean;
}

/** Why there is nothing to tell; `asleep`: nothing was asked yet. */
export type NoActivity = 'untrusted' | 'no-folder' | 'asleep' | 'stopped';

/** Whether something goes on that changes from second to second. */
export function isBusy(activity: Activity | NoActivity): boolean {
  return typeof activity !== 'string' && (activity.indexing.length > 0 || activity.embedding?.state === 'pending');
}

function withoutActivity(why: NoActivity): readonly [icon: string, words: string, sentence: string] {
  switch (why) {
    case 'untrusted':
      return ['lock', l10n.t('Context not trusted'), l10n.t('Nothing is read until you trust this workspace.')];
    case 'no-folder':
      return ['circle-slash', l10n.t('Context no folder'), l10n.t('No folder of this machine is open in this window.')];
    case 'asleep':
      return ['search', l10n.t('Context not started'), l10n.t('Nothing is read until the first question.')];
    case 'stopped':
      return ['warning', l10n.t('Context worker stopped'), l10n.t('The background worker stopped; it is being started again.')];
  }
}

function percentOf(done: number, total: number): string {
  return `${total === 0 ? 0 : Math.floor((100 * done) / total)}%`;
}

function linksOf(commands: readonly (readonly [title: string, command: string])[]): string {
  return commands.map(([title, command]) => `[${title}](command:${command})`).join(' · ');
}

function wordsOf({ indexing, embedding, problems }: Activity): readonly [icon: string, words: string] {
  if (indexing.length > 0) {
    const done = indexing.reduce((sum, one) => sum + one.done, 0);
    return ['sync~spin', l10n.t('Context indexing {0}', percentOf(done, indexing.reduce((sum, one) => sum + one.total, 0)))];
  }
  if (problems.length > 0) return ['warning', l10n.t('Context needs attention')];
  if (embedding?.state === 'pending') {
    return embedding.waiting === null
      ? ['sync~spin', l10n.t('Context embedding {0}', percentOf(embedding.done, embedding.total))]
      : ['debug-pause', l10n.t('Context embedding waits')];
  }
  return ['search', l10n.t('Context is ready')];
}

/** How many passages of how many are embedded, while that is not all of them. */
export function embeddedSoFarOf({ state, done, total }: NonNullable<Activity['embedding']>): string | null {
  return state === 'pending' ? l10n.t('{0} of {1} passages are embedded.', grouped(done), grouped(total)) : null;
}

/**
 * The state in three words, and more in the tooltip.
 * @param now ISO time that ages are counted to.
 */
export function statusBarViewOf(activity: Activity | NoActivity, now: string): StatusBarView {
  const ask = [l10n.t('Ask'), COMMANDS.ask] as const;
  const refresh = [l10n.t('Build or Refresh Index'), COMMANDS.refreshIndex] as const;
  const title = '**Workspace Context**';
  const viewOf = (icon: string, words: string, lines: readonly string[], isWarning: boolean): StatusBarView => ({
    text: `$(${icon}) ${words}`,
    tooltip: [title, ...lines].join('\n\n'),
    spoken: `Workspace Context: ${words}`,
    isWarning,
  });
  if (typeof activity === 'string') {
    const [icon, words, sentence] = withoutActivity(activity);
    return viewOf(icon, words, [sentence, ...(activity === 'asleep' ? [linksOf([ask, refresh])] : [])], activity === 'stopped');
  }
  const { embedding, indexing, problems, verifiedAt } = activity;
  const embedded = embedding === null ? null : embeddedSoFarOf(embedding);
  const lines = [
    verifiedAt === null ? l10n.t('Nothing is indexed yet.') : l10n.t('Compared with the files {0}.', ageOf(verifiedAt, now)),
    ...indexing.map((one) => plainMarkdown(progressOf({ ...one, step: 'indexing' }))),
    ...(embedding === null ? [] : [plainMarkdown(meaningOf(embedding)), ...(embedded === null ? [] : [embedded]), ...embedding.notices.map(plainMarkdown)]),
    ...problems.map(plainMarkdown),
    linksOf([
      ask,
      refresh,
      [l10n.t('Status'), COMMANDS.showStatus],
      ...(embedding?.state !== 'pending'
        ? []
        : embedding.waiting === 'paused'
          ? [[l10n.t('Resume embedding'), COMMANDS.resumeEmbedding] as const]
          : [[l10n.t('Pause embedding'), COMMANDS.pauseEmbedding] as const]),
    ]),
  ];
  const [icon, words] = wordsOf(activity);
  return viewOf(icon, words, lines, indexing.length === 0 && problems.length > 0);
}
