import type { PassageRow } from '../contract/tools';
import { element } from './dom';
import { FACTOR_LABELS, HIGHEST_SCORE, scoreSegmentsOf, scoreSentenceOf, scoreText, type ScoreSegment } from './scoreBar';

function barOf(passage: PassageRow, segments: readonly ScoreSegment[]): HTMLElement {
  const parts = segments.map((segment) => {
    const part = element('span', {
      className: `bar-part factor-${segment.factor}`,
      attributes: { title: `${segment.label} ${scoreText(segment.contribution)}: ${segment.detail}` },
    });
    part.style.width = `${segment.share * 100}%`;
    return part;
  });
  return element(
    'div',
    {
      className: 'bar',
      attributes: {
        role: 'img',
        'aria-label': scoreSentenceOf(passage),
        title: `${scoreText(passage.score)} of at most ${scoreText(HIGHEST_SCORE)}`,
      },
    },
    ...parts,
  );
}

function legendEntryOf(segment: ScoreSegment): HTMLElement {
  return element(
    'span',
    { className: 'legend-entry', attributes: { title: segment.detail } },
    element('span', { className: `swatch factor-${segment.factor}`, attributes: { 'aria-hidden': 'true' } }),
    document.createTextNode(`${segment.label} ${scoreText(segment.contribution)}`),
  );
}

/** Every factor with its sum: value × weight = contribution, the contributions adding up to the score. */
function tableOf(passage: PassageRow): HTMLElement {
  const rows = passage.why.map((why) =>
    element(
      'tr',
      {},
      element('th', { text: FACTOR_LABELS[why.factor], attributes: { scope: 'row' } }),
      element('td', { className: 'number', text: `${scoreText(why.value)} × ${scoreText(why.weight)}` }),
      element('td', { className: 'number', text: `= ${scoreText(why.contribution)}` }),
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
        element('th', { text: 'Score', attributes: { scope: 'row' } }),
        element('td'),
        element('td', { className: 'number', text: `= ${scoreText(passage.score)}` }),
        element('td', { className: 'detail' }),
      ),
    ),
  );
}

/** A passage's score: one stacked bar, its legend, and on demand each part's sentence. */
export function scoreViewOf(passage: PassageRow): HTMLElement {
  const segments = scoreSegmentsOf(passage.why);
  return element(
    'div',
    { className: 'score-view' },
    barOf(passage, segments),
    element(
      'details',
      { className: 'why' },
      element('summary', {}, ...segments.map(legendEntryOf)),
      tableOf(passage),
    ),
  );
}
