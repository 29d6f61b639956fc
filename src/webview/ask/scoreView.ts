import * as l10n from '@vscode/l10n';
import type { PassageRow } from '../../contract/tools';
import { element } from '../dom';
import { makeRoving } from '../roving';
import { factorLabelOf, HIGHEST_SCORE, scoreSegmentsOf, scoreSentenceOf, scoreText, type ScoreSegment, segmentSentenceOf, shownContributionsOf } from './scoreBar';

const swatchOf = ({ factor }: Pick<ScoreSegment, 'factor'>): HTMLElement =>
  element('span', { className: `swatch factor-${factor}`, attributes: { 'aria-hidden': 'true' } });

/** The parts side by side, each with its sentence below the bar while the pointer or the focus is on it. */
function barOf(passage: PassageRow, segments: readonly ScoreSegment[]): HTMLElement {
  const tip = element('div', { className: 'bar-tip', attributes: { 'aria-hidden': 'true' } });
  tip.hidden = true;
  const parts = segments.map((segment) => {
    const part = element('span', {
      className: `bar-part factor-${segment.factor}`,
      attributes: { role: 'img', 'aria-label': segmentSentenceOf(segment) },
    });
    part.style.width = `${segment.share * 100}%`;
    return part;
  });
  const bar = element(
    'div',
    { className: 'bar', attributes: { role: 'group', 'aria-label': scoreSentenceOf(passage) } },
    ...parts,
  );
  const show = ({ target }: Event): void => {
    const segment = segments[parts.findIndex((part) => part === target)];
    tip.hidden = segment === undefined;
    if (segment !== undefined) tip.replaceChildren(swatchOf(segment), document.createTextNode(segmentSentenceOf(segment)));
  };
  const hide = (): void => {
    tip.hidden = true;
  };
  bar.addEventListener('pointerover', show);
  bar.addEventListener('focusin', show);
  bar.addEventListener('pointerleave', hide);
  bar.addEventListener('focusout', hide);
  bar.addEventListener('keydown', (event) => {
    if (event.key === 'Escape' && !tip.hidden) {
      event.stopPropagation();
      hide();
    }
  });
  makeRoving(bar, parts);
  return element('div', { className: 'bar-place' }, bar, tip);
}

function legendEntryOf(segment: ScoreSegment): HTMLElement {
  return element(
    'span',
    { className: 'legend-entry' },
    swatchOf(segment),
    document.createTextNode(`${segment.label} ${scoreText(segment.shown)}`),
  );
}

/** Every factor with its sum: value × weight = contribution, the contributions adding up to the score. */
function tableOf(passage: PassageRow): HTMLElement {
  const shown = shownContributionsOf(passage);
  const rows = passage.why.map((why, index) =>
    element(
      'tr',
      {},
      element('th', { attributes: { scope: 'row' } }, swatchOf(why), document.createTextNode(factorLabelOf(why.factor))),
      element('td', { className: 'number', text: `${scoreText(why.value)} × ${scoreText(why.weight)}` }),
      element('td', { className: 'number', text: `= ${scoreText(shown[index] ?? why.contribution)}` }),
      element('td', { className: 'detail', text: why.detail }),
    ),
  );
  return element(
    'table',
    { className: 'why-table' },
    element('tbody', {}, ...rows),
    element(
      'tfoot',
      {},
      element(
        'tr',
        {},
        element('th', { text: l10n.t('Score'), attributes: { scope: 'row' } }),
        element('td'),
        element('td', { className: 'number', text: `= ${scoreText(passage.score)}` }),
        element('td', { className: 'detail', text: l10n.t('of at most {0}', scoreText(HIGHEST_SCORE)) }),
      ),
    ),
  );
}

/** A passage's score: one stacked bar, its legend, and on demand each part's sum and sentence. */
export function scoreViewOf(passage: PassageRow): HTMLElement {
  const segments = scoreSegmentsOf(passage);
  const word = element('span', { className: 'why-word', text: l10n.t('Why?') });
  const details = element(
    'details',
    { className: 'why' },
    element(
      'summary',
      {},
      ...segments.map(legendEntryOf),
      word,
    ),
  );
  // Most are never opened.
  details.addEventListener('toggle', () => {
    word.textContent = details.open ? l10n.t('Hide') : l10n.t('Why?');
    if (details.open && details.querySelector('table') === null) details.append(tableOf(passage));
  });
  return element('div', { className: 'score-view' }, barOf(passage, segments), details);
}
