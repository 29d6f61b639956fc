import * as l10n from '@vscode/l10n';
import { element, iconOf } from '../dom';

/** So many earlier questions are offered before the first one is asked. */
const RECENT_SHOWN = 3;

/** Questions that any workspace may have an answer to; about one of its repositories where one is known. */
export function exampleQuestions(repository: string | null): readonly string[] {
  return repository === null
    ? [
        l10n.t('How do I set up a development environment?'),
        l10n.t('How is a release deployed, and how is it rolled back?'),
        l10n.t('What does this system consist of, and who owns the parts?'),
      ]
    : [
        l10n.t('How do I run {0} on my machine?', repository),
        l10n.t('How is {0} deployed, and how is it rolled back?', repository),
        l10n.t('What does {0} depend on, and who owns it?', repository),
      ];
}

function offerOf(icon: string, question: string, ask: (question: string) => void): HTMLElement {
  return element(
    'li',
    {},
    element(
      'button',
      { className: 'offer', onClick: () => ask(question), attributes: { type: 'button' } },
      iconOf(icon),
      element('span', { text: question }),
    ),
  );
}

const offersOf = (title: string, icon: string, questions: readonly string[], ask: (question: string) => void): HTMLElement =>
  element(
    'section',
    { className: 'offers', attributes: { 'aria-label': title } },
    element('h3', { text: title }),
    element('ul', {}, ...questions.map((question) => offerOf(icon, question, ask))),
  );

const keyOf = (name: string): HTMLElement => element('kbd', { text: name });

/** What stands in the place of an answer before the first question: what can be asked, and how. */
export function startViewOf(history: readonly string[], repository: string | null, ask: (question: string) => void): HTMLElement {
  const recent = history.slice(0, RECENT_SHOWN);
  return element(
    'div',
    { className: 'start' },
    element('h2', { text: l10n.t('Ask your repositories') }),
    element('p', {
      text: l10n.t('The answer is passages from the documentation, the catalog and the epics that are open in this window, best first. Each says where it stands and how its score came about. Nothing leaves this machine.'),
    }),
    recent.length === 0 ? null : offersOf(l10n.t('Asked before'), 'history', recent, ask),
    offersOf(l10n.t('For example'), 'comment', exampleQuestions(repository), ask),
    element(
      'p',
      { className: 'keys' },
      keyOf('Enter'),
      document.createTextNode(` ${l10n.t('asks')} · `),
      keyOf('↑'),
      document.createTextNode(` ${l10n.t('brings earlier questions back')} · `),
      keyOf('Esc'),
      document.createTextNode(` ${l10n.t('clears')}`),
    ),
  );
}
