import * as l10n from '@vscode/l10n';
import type { CodePack, CodeSymbol, Evidence } from '../../contract/codeTool';
import { buttonOf, element, iconOf } from '../dom';
import { type CalledRepository, type CodeCall, type Found, foundIn, type RepositoryState, stateOf } from './codeCall';
import { completenessSentenceOf, evidenceFactsOf, outOfScopeSentenceOf, rowErrorSentenceOf, standingOf, stateIconClassOf } from './codeWords';
import { noticeOf } from './notice';
import { problemOf } from './problem';
import { snippetOf } from './snippet';
import { symbolBarOf } from './symbolScore';
import { placesOf, symbolViewOf } from './symbolView';
import { visibleLine } from '../../wording/visibleText';

/** What the buttons of a repository's section do. */
export interface SectionActions {
  open(path: string, line: number): void;
  /** @param index the how-manieth of the symbols shown. */
  copy(index: number): void;
  more(): void;
}

/** The part of the tab that shows one repository. */
export interface RepositorySection {
  readonly root: HTMLElement;
  /** Shows what has become of the repository; symbols that are shown stay as they are. */
  show(repository: CalledRepository, call: CodeCall): void;
  /** Opens it, brings it into view and puts the focus on its heading. */
  focus(): void;
}

type Snippet = CodePack['snippets'][number];

const isOf = (symbol: CodeSymbol) => (snippet: Snippet): boolean => snippet.name === symbol.name && snippet.path === symbol.path && snippet.line === symbol.line;

/** What an answer rests on: each kind of it with its reasons, and from when and from what it is, once where that is the same for all. */
function evidenceOf(all: readonly Evidence[], now: string): HTMLElement | null {
  if (all.length === 0) return null;
  const facts = [...new Map(all.map((evidence) => [evidenceFactsOf(evidence, now).join(' · '), evidenceFactsOf(evidence, now)])).values()];
  return element(
    'div',
    { className: 'code-evidence' },
    ...all.flatMap(({ completeness, reasons }) => [
      element('p', { className: 'code-completeness', text: completenessSentenceOf(completeness) }),
      reasons.length === 0 ? null : element('ul', {}, ...reasons.map((reason) => element('li', {}, noticeOf(reason)))),
    ]),
    ...facts.map((one) => element('p', { className: 'code-evidence-facts' }, ...one.map((fact) => element('span', { text: fact })))),
  );
}

const noteOf = (content: Node): HTMLElement => element('p', { className: 'code-notice' }, iconOf('info'), element('span', {}, content));

/** What is to be said of a finished repository before its symbols. @param failure why the call as a whole failed; null where it did not. */
function remarksOf({ row }: CalledRepository, state: RepositoryState, found: Found, failure: string | null, now: string): readonly (HTMLElement | null)[] {
  const outOfScope = outOfScopeSentenceOf(found.outOfScope);
  const error = row === null ? failure : row.error === undefined ? null : rowErrorSentenceOf(row.error);
  const saysTrimmed = found.evidence.some(({ completeness }) => completeness === 'source_trimmed');
  const problem = problemOf(state === 'cancelled' ? 'info' : 'error', {});
  problem.show(error);
  return [
    error === null ? null : problem.root,
    evidenceOf(found.evidence, now),
    ...found.notices.map((notice) => noteOf(noticeOf(notice))),
    outOfScope === null ? null : noteOf(document.createTextNode(outOfScope)),
    row?.truncated === true && row.error === undefined && !saysTrimmed
      ? noteOf(document.createTextNode(l10n.t('Something was cut or left out because the answer would have been too large.')))
      : null,
  ];
}

/** How long a score of 1 is in bars of which the longest fills its place. */
function scaleOf(symbols: readonly CodeSymbol[]): number {
  const longest = Math.max(0, ...symbols.map(({ why }) => symbolBarOf(why).gross));
  return longest > 0 ? 1 / longest : 1;
}

/** Builds a repository's section, which is there from the beginning of a call. @param now the clock, ISO 8601. */
export function repositorySectionOf(id: string, key: string, actions: SectionActions, now: () => string): RepositorySection {
  const name = visibleLine(id);
  const icon = element('span', { attributes: { 'aria-hidden': 'true' } });
  const standing = element('span', { className: 'code-standing' });
  const bodyId = `${key}-body`;
  const toggle = element(
    'button',
    { className: 'code-toggle', attributes: { type: 'button', 'aria-expanded': 'true', 'aria-controls': bodyId } },
    iconOf('chevron-right'),
    element('span', { className: 'code-repository', text: name }),
    element('span', { className: 'code-state' }, icon, standing),
  );
  const remarks = element('div', { className: 'code-remarks' });
  const symbols = element('ol', { className: 'code-symbols', attributes: { 'aria-label': l10n.t('Symbols of {0}', name) } });
  const rest = element('div', { className: 'code-rest' });
  const more = buttonOf(l10n.t('More from this repository'), () => {
    if (more.getAttribute('aria-disabled') === 'true') return;
    setAsking(true);
    actions.more();
  });
  const moreFailure = problemOf('error', { role: 'alert' });
  const body = element('div', { className: 'code-section-body', attributes: { id: bodyId } }, remarks, symbols, rest, moreFailure.root, more);
  const heading = element('h2', { className: 'code-heading', attributes: { id: key } }, toggle);
  const root = element('section', { className: 'code-section', attributes: { 'aria-labelledby': key } }, heading, body);

  let shownSymbols = 0;
  let shownNow: CalledRepository | null = null;
  const expand = (isOpen: boolean): void => {
    body.hidden = !isOpen;
    toggle.setAttribute('aria-expanded', String(isOpen));
  };
  toggle.addEventListener('click', () => expand(body.hidden));
  const setAsking = (isAsking: boolean): void => {
    // A button that is disabled would lose the focus, and with it its place.
    more.setAttribute('aria-disabled', String(isAsking));
    more.textContent = isAsking ? l10n.t('Asking for more…') : l10n.t('More from this repository');
    if (isAsking) moreFailure.show(null);
  };

  const showFound = (repository: CalledRepository, call: CodeCall): void => {
    const found = foundIn(repository);
    remarks.replaceChildren(...remarksOf(repository, stateOf(repository, call), found, call.isRunning ? null : call.failure, now()).filter((remark) => remark !== null));
    symbols.style.setProperty('--scale', String(scaleOf(found.symbols)));
    const added = found.symbols.slice(shownSymbols).map((symbol, offset) => {
      const index = shownSymbols + offset;
      return symbolViewOf(symbol, found.snippets.find(isOf(symbol)) ?? null, { open: actions.open, copy: () => actions.copy(index) });
    });
    symbols.append(...added);
    symbols.hidden = found.symbols.length === 0;
    // Whoever pressed the button goes on reading where the new ones begin.
    if (shownSymbols > 0 && added.length > 0 && document.activeElement === more) added[0]!.querySelector<HTMLElement>('button')?.focus({ preventScroll: true });
    shownSymbols = found.symbols.length;
    const others = found.snippets.filter((snippet) => !found.symbols.some((symbol) => isOf(symbol)(snippet)));
    const isEmpty = repository.row?.result !== undefined && found.symbols.length === 0;
    rest.replaceChildren(
      ...[
        isEmpty ? element('p', { className: 'code-nothing', text: l10n.t('Nothing in this repository answers that. Name a function, a file or a component if you know one.') }) : null,
        ...others.map(snippetOf),
        placesOf(l10n.t('Tests that exercise these'), found.tests, actions.open),
        placesOf(l10n.t('Files that use these'), found.related, actions.open),
      ].filter((part) => part !== null),
    );
    more.hidden = !found.hasMore;
    moreFailure.show(repository.moreFailure);
  };

  return {
    root,
    focus: () => {
      expand(true);
      root.scrollIntoView({ block: 'start' });
      toggle.focus({ preventScroll: true });
    },
    show: (repository, call) => {
      const state = stateOf(repository, call);
      icon.className = stateIconClassOf(state);
      standing.textContent = standingOf(repository, call);
      root.setAttribute('aria-busy', String(state === 'waiting' || state === 'asking'));
      if (shownNow === null || shownNow.row !== repository.row || shownNow.pages !== repository.pages || shownNow.moreFailure !== repository.moreFailure || !call.isRunning) {
        if (repository !== shownNow) setAsking(false);
        showFound(repository, call);
      }
      shownNow = repository;
    },
  };
}
