import * as l10n from '@vscode/l10n';
import { MAXIMUM_PASSAGES, QUESTION_LIMIT } from '../../contract/constants';
import { buttonOf, element } from '../dom';
import { progressSentenceOf, summaryOf } from '../labels';
import type { PanelState } from '../messages/fromPanel';
import type { PanelTab, TabHost } from '../tab';
import { answerViewOf, failureViewOf } from './answerView';
import type { Remedy } from '../degraded';
import { latePart } from './latePart';
import { markerOf } from './marks';
import { settle } from './passageBody';
import { questionBoxOf } from './questionBox';
import { startViewOf } from './startView';

const markdown = latePart(() => import(/* webpackChunkName: "markdown" */ './markdown'));
const highlight = latePart(() => import(/* webpackChunkName: "highlight" */ './highlight'));

/** What the latest request asked for. */
interface Asked {
  readonly question: string;
  readonly limit: number | null;
}

/** Builds the tab that asks: the question box, a line that says what goes on, and the answers below. */
export function askTabOf({ post, keep, select }: TabHost, restored: PanelState | null): PanelTab {
  let latest = 0;
  let asked: Asked | null = null;
  let asWritten = restored?.asWritten ?? false;
  let history: readonly string[] = [];
  let repository: string | null = null;
  /** What stands in the place of the answer. */
  let shows: 'start' | 'waiting' | 'outcome' = 'start';
  /** Which passage gets the focus when more of them come; null for a new question. */
  let moreFrom: number | null = null;

  const bar = element('div', { className: 'progress-bar' });
  const progress = element('div', { className: 'progress', attributes: { 'aria-hidden': 'true' } });
  const status = element('p', { className: 'status', attributes: { role: 'status', 'aria-live': 'polite' } });
  const stop = buttonOf(l10n.t('Stop'), () => post({ type: 'cancel', tab: 'ask' }));
  stop.title = l10n.t('Wait no longer for this answer');
  const results = element('section', { className: 'results', attributes: { 'aria-label': l10n.t('Answer') } });

  const ask = (question: string, limit?: number): void => {
    moreFrom = null;
    post({ type: 'ask', question, ...(limit === undefined ? {} : { limit }) });
  };
  const askAgain = (): void => {
    if (asked !== null) ask(asked.question, asked.limit ?? undefined);
  };
  const box = questionBoxOf({ onAsk: (question) => ask(question), onForget: () => post({ type: 'forgetHistory' }) });

  const busy = (on: boolean): void => {
    status.setAttribute('aria-live', 'polite');
    progress.replaceChildren(...(on ? [bar] : []));
    stop.hidden = !on;
    results.setAttribute('aria-busy', String(on));
  };
  const show = (...views: readonly HTMLElement[]): void => {
    shows = 'outcome';
    results.replaceChildren(...views);
  };
  const showStart = (): void => {
    results.replaceChildren(
      startViewOf(history, repository, (question) => {
        box.set(question);
        ask(question);
        box.focus();
      }),
    );
  };
  // Cards far from the window have no layout; each is told when it gets one.
  results.addEventListener('contentvisibilityautostatechange', (event) => {
    if (event.target instanceof HTMLElement && !(event as ContentVisibilityAutoStateChangeEvent).skipped) settle(event.target);
  });
  let width = 0;
  new ResizeObserver(() => {
    // Another width is another layout.
    if (results.clientWidth !== width) settle(results);
    width = results.clientWidth;
  }).observe(results);
  busy(false);
  if (restored?.question) {
    // The extension asks again what was shown before the window was closed.
    box.set(restored.question);
    status.textContent = l10n.t('Asking again what was shown here before…');
    shows = 'waiting';
    busy(true);
  } else showStart();
  setTimeout(() => void markdown.load().catch(() => undefined));

  const context = {
    post,
    markdown,
    highlight,
    showEntity: (entityRef: string): void => {
      post({ type: 'expand', query: { entityRef, depth: 1, direction: 'both', edgeTypes: null } });
      select('graph');
    },
    openDocument: (sourceRef: string): void => post({ type: 'open', sourceRef, lines: { start: 1, end: 1 } }),
    onChoice: (choice: boolean): void => {
      asWritten = choice;
      keep({ asWritten });
    },
    onRemedy: (action: Remedy['action']): void => {
      if (action === 'askAgain') askAgain();
      else post({ type: 'act', action });
    },
  };

  return {
    tab: 'ask',
    label: l10n.t('Ask'),
    focus: () => box.focus(),
    root: element(
      'div',
      { className: 'ask' },
      element('header', { className: 'question' }, box.root, box.complaint, progress, element('div', { className: 'status-row' }, status, stop)),
      results,
    ),
    show: (message) => {
      switch (message.type) {
        case 'history':
          history = message.questions;
          box.showHistory(history);
          if (shows === 'start') showStart();
          return;
        case 'repositories':
          repository = message.ids[0] ?? null;
          if (shows === 'start') showStart();
          return;
        case 'asking':
        case 'progress':
        case 'answer':
        case 'failed':
        case 'cancelled':
          if (message.request < latest) return;
          latest = message.request;
      }
      switch (message.type) {
        case 'asking':
          asked = { question: message.question, limit: message.limit ?? null };
          box.set(message.question);
          keep({ question: message.question.length > QUESTION_LIMIT ? null : message.question });
          status.textContent = l10n.t('Looking for passages…');
          if (shows === 'start') results.replaceChildren();
          shows = shows === 'start' ? 'waiting' : shows;
          busy(true);
          return;
        case 'progress':
          // It changes many times a second, which nobody wants to hear.
          status.setAttribute('aria-live', 'off');
          status.textContent = progressSentenceOf(message.progress);
          return;
        case 'answer': {
          busy(false);
          status.textContent = summaryOf(message.pack);
          const focused = moreFrom;
          moreFrom = null;
          show(
            ...answerViewOf(message.pack, {
              ...context,
              request: message.request,
              limit: asked?.limit ?? null,
              asWritten,
              scoredAt: message.pack.scoredAt,
              mark: markerOf(message.pack.question),
              onMore: () => {
                ask(message.pack.question, MAXIMUM_PASSAGES);
                moreFrom = message.pack.passages.length;
              },
            }),
          );
          if (focused === null) window.scrollTo(0, 0);
          else (results.querySelectorAll<HTMLElement>('.passages .card-title button')[focused] ?? results.querySelector<HTMLElement>('.card-title button'))?.focus();
          return;
        }
        case 'cancelled':
          busy(false);
          status.textContent = l10n.t('Stopped. Ask again for the answer; what is not indexed yet is read then.');
          if (shows === 'waiting') {
            shows = 'start';
            showStart();
          }
          return;
        case 'failed':
          busy(false);
          status.textContent = '';
          show(failureViewOf(message, context.onRemedy));
      }
    },
  };
}
