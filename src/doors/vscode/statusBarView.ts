import { COMMANDS } from '../../contract/ids';
import type { Activity } from '../../contract/status';
import { ageOf } from '../../wording/age';
import { meaningOf } from '../../wording/embedding';
import { progressOf } from '../../wording/progress';
import { plainMarkdown } from './plainMarkdown';
import { grouped } from '../../wording/grouped';

/** What the status bar shows. */
export interface StatusBarView {
  /** An icon and three words. */
  readonly text: string;
  /** Markdown with links to commands. */
  readonly tooltip: string;
  readonly isWarning: boolean;
}

/** Why there is nothing to tell; `asleep`: nothing was asked yet. */
export type NoActivity = 'untrusted' | 'no-folder' | 'asleep' | 'stopped';

const WITHOUT: Readonly<Record<NoActivity, readonly [text: string, sentence: string]>> = {
  untrusted: ['$(lock) Context not trusted', 'Nothing is read until you trust this workspace.'],
  'no-folder': ['$(circle-slash) Context no folder', 'No folder of this machine is open in this window.'],
  asleep: ['$(search) Context not asked', 'Nothing is read until the first question.'],
  stopped: ['$(warning) Context worker stopped', 'The background worker stopped; it is being started again.'],
};

function percentOf(done: number, total: number): string {
  return `${total === 0 ? 0 : Math.floor((100 * done) / total)}%`;
}

function linksOf(commands: readonly (readonly [title: string, command: string])[]): string {
  return commands.map(([title, command]) => `[${title}](command:${command})`).join(' · ');
}

const COMMON_LINKS = [
  ['Ask', COMMANDS.ask],
  ['Refresh', COMMANDS.refreshIndex],
  ['Status', COMMANDS.showStatus],
] as const;

function textOf({ indexing, embedding, problems }: Activity): string {
  if (indexing.length > 0) {
    const done = indexing.reduce((sum, one) => sum + one.done, 0);
    return `$(sync~spin) Context indexing ${percentOf(done, indexing.reduce((sum, one) => sum + one.total, 0))}`;
  }
  if (problems.length > 0) return '$(warning) Context needs attention';
  if (embedding?.state === 'pending') {
    return embedding.waiting === null
      ? `$(sync~spin) Context embedding ${percentOf(embedding.done, embedding.total)}`
      : '$(debug-pause) Context embedding waits';
  }
  return '$(search) Context is ready';
}

/**
 * The state in three words, and more in the tooltip.
 * @param now ISO time that ages are counted to.
 */
export function statusBarViewOf(activity: Activity | NoActivity, now: string): StatusBarView {
  if (typeof activity === 'string') {
    const [text, sentence] = WITHOUT[activity];
    const links = activity === 'asleep' ? [COMMON_LINKS[0], COMMON_LINKS[1]] : [];
    return { text, tooltip: [`**Workspace Context**`, sentence, ...(links.length > 0 ? [linksOf(links)] : [])].join('\n\n'), isWarning: activity === 'stopped' };
  }
  const { embedding, indexing, problems, verifiedAt } = activity;
  const lines = [
    '**Workspace Context**',
    verifiedAt === null ? 'Nothing is indexed yet.' : `Compared with the files ${ageOf(verifiedAt, now)}.`,
    ...indexing.map((one) => plainMarkdown(progressOf({ ...one, step: 'indexing' }))),
    ...(embedding === null
      ? []
      : [
          plainMarkdown(meaningOf(embedding)),
          ...(embedding.state === 'pending'
            ? [`${grouped(embedding.done)} of ${grouped(embedding.total)} passages are embedded.`]
            : []),
          ...embedding.notices.map(plainMarkdown),
        ]),
    ...problems.map(plainMarkdown),
    linksOf([
      ...COMMON_LINKS,
      ...(embedding?.state !== 'pending'
        ? []
        : embedding.waiting === 'paused'
          ? [['Resume embedding', COMMANDS.resumeEmbedding] as const]
          : [['Pause embedding', COMMANDS.pauseEmbedding] as const]),
    ]),
  ];
  return { text: textOf(activity), tooltip: lines.join('\n\n'), isWarning: indexing.length === 0 && problems.length > 0 };
}
