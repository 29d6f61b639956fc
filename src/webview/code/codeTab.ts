import * as l10n from '@vscode/l10n';
import { buttonOf, element, iconOf } from '../dom';
import type { CodeQuery, PanelState } from '../messages/fromPanel';
import { type CodeMessage, codeMessageSchema } from '../messages/toPanel';
import type { PanelTab, TabHost } from '../tab';
import { untrustedWords } from '../untrusted';
import { bareRepositoriesOf, callAfter, type CalledRepository, type CodeCall, stateOf } from './codeCall';
import { nothingSentenceOf, overviewOf, standingOf, stateIconClassOf } from './codeWords';
import { noticeOf } from './notice';
import { problemOf } from './problem';
import { repositorySectionOf, type RepositorySection } from './repositorySection';
import { taskFormOf } from './taskForm';
import { visibleLine } from '../../wording/visibleText';

const TYPES = new Set<string>(codeMessageSchema.options.map((option) => option.shape.type.value));
const isOfCode = (message: { readonly type: string }): message is CodeMessage => TYPES.has(message.type);

/** What the tab is for, with tasks to begin with. */
function introductionOf(heading: HTMLElement, suggest: (task: string, mode: CodeQuery['mode']) => void): HTMLElement {
  const example = (task: string, mode: CodeQuery['mode']): HTMLElement => element('li', {}, buttonOf(task, () => suggest(task, mode), 'link code-link'));
  return element(
    'div',
    { className: 'code-introduction' },
    heading,
    element('p', {
      text: l10n.t('Describe a change or ask where something is. Each repository you choose is looked through on its own, and its best places are shown as soon as it is done: functions, classes, routes and tests, with their code and why they were found.'),
    }),
    element('p', { text: l10n.t('For example:') }),
    element('ul', {}, example(l10n.t('Where is a failed request tried again?'), 'explore'), example(l10n.t('Add a time limit to every request that goes out'), 'plan')),
  );
}

/** A link of the overview to a repository's section. */
interface JumpLink {
  readonly root: HTMLElement;
  show(repository: CalledRepository, call: CodeCall): void;
}

const isSameQuery = (one: CodeQuery, other: CodeQuery): boolean =>
  one.task === other.task && one.mode === other.mode && one.repositories.join('\0') === other.repositories.join('\0');

/** Builds the tab that asks several repositories where a task belongs in their code. @param restored what the panel showed before it was loaded. */
export function codeTabOf({ post, keep }: TabHost, restored: PanelState | null): PanelTab {
  let call: CodeCall | null = null;
  let sections: readonly RepositorySection[] = [];
  let jumps: readonly JumpLink[] = [];

  const form = taskFormOf(restored?.codeDraft ?? null, {
    ask: (query) => post({ type: 'code', query }),
    cancel: () => post({ type: 'cancel', tab: 'code' }),
    changed: () => keep({ codeDraft: form.draft() }),
  });
  const count = element('p', { className: 'code-count' });
  const links = element('ul', { className: 'code-links' });
  const activity = element('p', { className: 'code-activity' });
  const failure = problemOf(
    'error',
    { role: 'alert' },
    buttonOf(l10n.t('Ask again'), () => {
      if (call !== null) post({ type: 'code', query: call.query });
    }),
  );
  const overview = element('div', { className: 'code-overview' }, count, activity, links);
  const rows = element('div', { className: 'code-rows' });
  const nothing = element('p', { className: 'code-nothing-anywhere' });
  nothing.hidden = true;
  const { heading: untrustedHeading, sentence: untrustedSentence, button: untrustedButton } = untrustedWords();
  const untrusted = element(
    'div',
    { className: 'message warning', attributes: { role: 'alert' } },
    iconOf('warning'),
    element(
      'div',
      { className: 'message-body' },
      element('strong', { text: untrustedHeading }),
      element('p', { text: untrustedSentence }),
      element('div', { className: 'message-buttons' }, buttonOf(untrustedButton, () => post({ type: 'act', action: 'manageTrust' }))),
    ),
  );
  untrusted.hidden = true;
  const heading = element('h2', { text: l10n.t('Find code in several repositories') });
  const introduction = introductionOf(heading, (task, mode) => form.suggest(task, mode));
  /** What is said when a repository is done, one line after the other. */
  const log = element('div', { className: 'code-log', attributes: { role: 'log', 'aria-label': l10n.t('What has become of the repositories') } });
  overview.hidden = true;

  const sectionOf = ({ id }: CalledRepository, index: number, request: number): RepositorySection =>
    repositorySectionOf(
      id,
      `code-row-${index}`,
      {
        open: (path, line) => post({ type: 'open', sourceRef: `${id}/${path}`, lines: { start: line, end: line } }),
        copy: (symbol) => post({ type: 'copyCode', symbol: { request, repository: id, index: symbol } }),
        more: () => post({ type: 'moreCode', request, repository: id }),
      },
      () => new Date().toISOString(),
    );

  const linkOf = ({ id }: CalledRepository, index: number): JumpLink => {
    const icon = element('span', { attributes: { 'aria-hidden': 'true' } });
    const button = buttonOf('', () => sections[index]?.focus(), 'link code-jump');
    button.append(icon, element('span', { text: visibleLine(id) }));
    return {
      root: element('li', {}, button),
      show: (repository, current) => {
        const state = stateOf(repository, current);
        icon.className = stateIconClassOf(state);
        button.title = standingOf(repository, current);
      },
    };
  };

  const begin = (next: CodeCall, isFirst: boolean): void => {
    keep({ code: next.query });
    // A panel that loads again is told what it asked; what was written since is not lost by that.
    const isToldAgain = isFirst && restored?.codeDraft !== undefined && restored.code !== null && isSameQuery(restored.code, next.query);
    form.take(isToldAgain ? null : next.query);
    sections = next.repositories.map((repository, index) => sectionOf(repository, index, next.request));
    jumps = next.repositories.map(linkOf);
    links.replaceChildren(...jumps.map(({ root }) => root));
    rows.replaceChildren(...sections.map(({ root }) => root));
    log.replaceChildren();
    introduction.remove();
  };

  /** Says what is new between two states of one call. */
  const tell = (before: CodeCall, next: CodeCall): void => {
    next.repositories.forEach((repository, index) => {
      const known = before.repositories[index];
      const isNews = known?.row !== repository.row || known.pages !== repository.pages;
      if (isNews) log.append(element('p', { text: `${visibleLine(repository.id)}: ${standingOf(repository, next)}` }));
    });
    if (before.isRunning && !next.isRunning && next.failure === null) {
      const bare = bareRepositoriesOf(next);
      log.append(element('p', { text: overviewOf(next) }), ...(bare.length === 0 ? [] : [element('p', { text: nothingSentenceOf(bare) })]));
    }
  };

  const showCall = (before: CodeCall | null, next: CodeCall): void => {
    if (before === null || before.request !== next.request) begin(next, before === null);
    else tell(before, next);
    form.setRunning(next.isRunning);
    // Where the call as a whole failed, sections say nothing of their own.
    const isRefused = next.failure !== null && next.repositories.every(({ row }) => row === null);
    overview.hidden = isRefused;
    rows.hidden = isRefused;
    failure.show(untrusted.hidden ? next.failure : null);
    count.textContent = overviewOf(next);
    activity.replaceChildren(...(next.isRunning && next.activity !== null ? [noticeOf(next.activity)] : []));
    const bare = bareRepositoriesOf(next);
    nothing.hidden = bare.length === 0;
    nothing.textContent = bare.length === 0 ? '' : nothingSentenceOf(bare);
    links.hidden = next.repositories.length - bare.length < 2;
    // The line says all that it would say.
    count.hidden = bare.length === next.repositories.length;
    next.repositories.forEach((repository, index) => {
      const isBare = bare.includes(repository.id);
      if (jumps[index] !== undefined) jumps[index].root.hidden = isBare;
      if (sections[index] !== undefined) sections[index].root.hidden = isBare;
      const isSame = before?.request === next.request && before.repositories[index] === repository && before.isRunning === next.isRunning;
      if (isSame) return;
      jumps[index]?.show(repository, next);
      sections[index]?.show(repository, next);
    });
  };

  return {
    tab: 'code',
    label: l10n.t('Code'),
    root: element('div', { className: 'code' }, form.root, untrusted, failure.root, overview, nothing, rows, introduction, log),
    focus: () => form.focus(),
    shown: () => post({ type: 'listRepositories' }),
    show: (message) => {
      if (!isOfCode(message)) return;
      if (message.type === 'repositories') {
        form.open(message.ids);
        heading.textContent = message.ids.length === 1 ? l10n.t('Find code') : l10n.t('Find code in several repositories');
      }
      if (message.type === 'repositoriesFailed') form.failToList(message.code === 'not-trusted' ? '' : message.message);
      if (message.type === 'repositoriesFailed' || message.type === 'codeFailed') untrusted.hidden = message.code !== 'not-trusted';
      if (message.type === 'repositories' || message.type === 'codeAsking') untrusted.hidden = true;
      const next = callAfter(call, message);
      if (next === null || next === call) return;
      const before = call;
      call = next;
      showCall(before, next);
    },
  };
}
