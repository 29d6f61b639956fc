import * as l10n from '@vscode/l10n';
import type { RepositoryRow } from '../../contract/coordinatorTool';
import type { Completeness, Evidence, SymbolKind } from '../../contract/codeTool';
import { ageOf, shortCommitOf } from '../../wording/age';
import { countOf } from '../../wording/count';
import { grouped } from '../../wording/grouped';
import { visibleLine } from '../../wording/visibleText';
import { type CalledRepository, type CodeCall, foundIn, type RepositoryState, stateOf } from './codeCall';

/** How a repository stands, in a word or two. */
export function stateLabelOf(state: RepositoryState): string {
  switch (state) {
    case 'waiting':
      return l10n.t('Waiting');
    case 'asking':
      return l10n.t('Asking…');
    case 'done':
      return l10n.t('Complete');
    case 'partial':
      return l10n.t('Partial');
    case 'failed':
      return l10n.t('Failed');
    case 'cancelled':
      return l10n.t('Cancelled');
  }
}

const STATE_ICONS: Readonly<Record<RepositoryState, string>> = {
  waiting: 'circle-outline',
  asking: 'loading',
  done: 'pass',
  partial: 'warning',
  failed: 'error',
  cancelled: 'circle-slash',
};

/** The classes of a state's icon. */
export const stateIconClassOf = (state: RepositoryState): string =>
  `codicon codicon-${STATE_ICONS[state]}${state === 'asking' ? ' codicon-modifier-spin' : ''} state-${state}`;

/** The icon of a kind of symbol, as the editor's outline has it. */
export const KIND_ICONS: Readonly<Record<SymbolKind, string>> = {
  function: 'symbol-function',
  method: 'symbol-method',
  class: 'symbol-class',
  interface: 'symbol-interface',
  type: 'symbol-type-parameter',
  enum: 'symbol-enum',
  constant: 'symbol-constant',
  route: 'globe',
  test: 'beaker',
  file: 'symbol-file',
};

/** What a kind of symbol is called. */
export function kindLabelOf(kind: SymbolKind): string {
  switch (kind) {
    case 'function':
      return l10n.t('function');
    case 'method':
      return l10n.t('method');
    case 'class':
      return l10n.t('class');
    case 'interface':
      return l10n.t('interface');
    case 'type':
      return l10n.t('type');
    case 'enum':
      return l10n.t('enum');
    case 'constant':
      return l10n.t('constant');
    case 'route':
      return l10n.t('route');
    case 'test':
      return l10n.t('test');
    case 'file':
      return l10n.t('part of a file');
  }
}

/** How many symbols. */
export function symbolCountOf(count: number): string {
  if (count === 0) return l10n.t('no symbols');
  return count === 1 ? l10n.t('1 symbol') : l10n.t('{0} symbols', grouped(count));
}

/** What an answer rests on, as a sentence. */
export function completenessSentenceOf(completeness: Completeness): string {
  switch (completeness) {
    case 'complete':
      return l10n.t('Complete: the whole repository was looked through and nothing was left out.');
    case 'partial':
      return l10n.t('Partial: not all of the repository was looked through, or not all of it is shown.');
    case 'lower_bound':
      return l10n.t('Lower bound: there are at least these, and there may be more.');
    case 'source_trimmed':
      return l10n.t('Source trimmed: some lines of code are not shown.');
    case 'unknown':
      return l10n.t('Unknown: it cannot be told yet what this repository holds.');
  }
}

/** From when and from what the code is, in short facts. @param now ISO 8601. */
export function evidenceFactsOf({ freshness, generation }: Pick<Evidence, 'freshness' | 'generation'>, now: string): string[] {
  const { indexedAt, stale } = freshness;
  return [
    indexedAt === null ? l10n.t('not read yet') : stale ? l10n.t('read {0}, may be out of date', ageOf(indexedAt, now)) : l10n.t('read {0}', ageOf(indexedAt, now)),
    generation.commit === null ? l10n.t('not in git') : l10n.t('commit {0}', shortCommitOf(generation.commit)),
    ...(generation.dirty ? [l10n.t('with uncommitted changes')] : []),
  ];
}

/** What went wrong with a repository and what a person can do about it; what an agent is told where that says it as well. */
export function rowErrorSentenceOf({ code, message }: NonNullable<RepositoryRow['error']>): string {
  switch (code) {
    case 'cancelled':
      return l10n.t('Cancelled before it was finished. Ask again to have its answer.');
    case 'cancelled-before-start':
      return l10n.t('Cancelled before it was asked. Ask again to have its answer.');
    case 'out-of-time':
      return l10n.t('It took too long. Ask again, which goes on with what was read, or choose fewer repositories.');
    case 'answer-too-large':
      return l10n.t('Its answer was too large to show. Choose fewer repositories, or describe the task more narrowly.');
    default:
      return message;
  }
}

/** What was not looked at because it is not of the repository; null when nothing was. */
export function outOfScopeSentenceOf(count: number): string | null {
  if (count === 0) return null;
  return count === 1
    ? l10n.t('1 place lies outside of this repository and was left out.')
    : l10n.t('{0} places lie outside of this repository and were left out.', grouped(count));
}

/** How a repository stands, with what was found in it: `12 symbols, partial`. */
export function standingOf(repository: CalledRepository, call: Pick<CodeCall, 'isRunning'>): string {
  const state = stateOf(repository, call);
  const { progress } = repository;
  if (state === 'asking' && progress !== null && progress.total > 0) {
    return l10n.t('Reading its code: {0} of {1} files', grouped(progress.done), grouped(progress.total));
  }
  if (state !== 'done' && state !== 'partial') return stateLabelOf(state);
  return l10n.t('{0}, {1}', symbolCountOf(foundIn(repository).symbols.length), stateLabelOf(state).toLowerCase());
}

/** What is said in place of repositories that have nothing. @param ids at least one. */
export function nothingSentenceOf(ids: readonly string[]): string {
  return ids.length === 1
    ? l10n.t('Nothing in {0} matches; all of it was looked through.', visibleLine(ids[0]!))
    : l10n.t('Nothing in {0} repositories matches; all were looked through.', grouped(ids.length));
}

/** The line above all: how many repositories, how much was found, and whether that is all. */
export function overviewOf(call: CodeCall): string {
  const { repositories } = call;
  const states = repositories.map((repository) => stateOf(repository, call));
  const finished = repositories.filter(({ row }) => row !== null).length;
  const symbols = repositories.reduce((sum, repository) => sum + foundIn(repository).symbols.length, 0);
  const asked = countOf(repositories.length, 'repository');
  const counted = (state: RepositoryState): number => states.filter((one) => one === state).length;
  const amiss = [
    ...(counted('partial') > 0 ? [l10n.t('{0} partial', counted('partial'))] : []),
    ...(counted('failed') > 0 ? [l10n.t('{0} failed', counted('failed'))] : []),
    ...(counted('cancelled') > 0 ? [l10n.t('{0} cancelled', counted('cancelled'))] : []),
  ];
  const whole = amiss.length === 0 && !call.isRunning ? [l10n.t('complete')] : amiss;
  return [call.isRunning ? l10n.t('{0} of {1} finished', finished, asked) : asked, symbolCountOf(symbols), ...whole].join(' · ');
}
