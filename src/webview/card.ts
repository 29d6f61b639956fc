import type { LineRange } from '../contract/model';
import type { PassageRow } from '../contract/tools';
import { ageOf, shortCommitOf } from '../wording/age';
import { foundByOf } from '../wording/foundBy';
import { element } from './dom';
import { ATTACHMENT_SENTENCES, entityLabelOf, lineSuffixOf, SOURCE_KIND_LABELS } from './labels';
import type { MarkedStretch } from './marks';
import { scoreText } from './scoreBar';
import { scoreViewOf } from './scoreView';

export interface CardContext {
  /** The clock of the answer (ISO): ages are counted to it. */
  readonly scoredAt: string;
  readonly mark: (text: string) => readonly MarkedStretch[];
  readonly open: (sourceRef: string, lines: LineRange) => void;
}

function titleOf(passage: PassageRow, open: () => void): HTMLElement {
  const own = passage.headingPath.at(-1) ?? passage.title;
  const above = passage.headingPath.slice(0, -1);
  const name = element('button', { className: 'link', onClick: open, attributes: { type: 'button' } });
  if (above.length > 0) name.append(element('span', { className: 'above', text: `${above.join(' › ')} › ` }));
  name.append(document.createTextNode(own));
  return element('h3', { className: 'card-title' }, name);
}

function factsOf(passage: PassageRow, context: CardContext, open: () => void): HTMLElement {
  const { changedAt, sourceCommit } = passage;
  return element(
    'div',
    { className: 'facts' },
    element(
      'button',
      {
        className: 'link place',
        text: passage.sourceRef,
        onClick: open,
        attributes: { type: 'button', title: 'Open the file at these lines' },
      },
      element('span', { className: 'lines', text: lineSuffixOf(passage.lines) }),
    ),
    changedAt === null
      ? null
      : element('span', { text: `changed ${ageOf(changedAt, context.scoredAt)}`, attributes: { title: changedAt } }),
    sourceCommit === null
      ? element('span', { text: 'not in git' })
      : element('span', {
          className: 'commit',
          text: shortCommitOf(sourceCommit),
          attributes: { title: `Read at commit ${sourceCommit}` },
        }),
    passage.dirty
      ? element('span', {
          className: 'dirty',
          text: '● uncommitted changes',
          attributes: { title: 'The text shown differs from the one at that commit.' },
        })
      : null,
  );
}

function chipsOf(passage: PassageRow): HTMLElement {
  const foundBy = foundByOf(passage.why);
  return element(
    'ul',
    { className: 'chips', attributes: { 'aria-label': 'Belongs to' } },
    ...passage.entityRefs.map((ref) =>
      element('li', {
        className: 'chip',
        text: entityLabelOf(ref),
        attributes: { title: `${ref}\n${ATTACHMENT_SENTENCES[passage.attachedBy]}` },
      }),
    ),
    element('li', { className: 'chip kind', text: SOURCE_KIND_LABELS[passage.sourceKind] }),
    foundBy === null ? null : element('li', { className: 'chip kind', text: foundBy }),
  );
}

function textOf(passage: PassageRow, context: CardContext): HTMLElement | null {
  if (passage.text === '') return null;
  return element(
    'div',
    { className: 'text', attributes: { tabindex: '0', role: 'region', 'aria-label': 'Text of the passage' } },
    ...context.mark(passage.text).map((stretch) =>
      stretch.marked ? element('mark', { text: stretch.text }) : document.createTextNode(stretch.text),
    ),
  );
}

/** One passage: where it stands, whom it belongs to, how its score came about, and its text as written. */
export function cardOf(passage: PassageRow, context: CardContext): HTMLElement {
  const open = () => context.open(passage.sourceRef, passage.lines);
  return element(
    'li',
    {},
    element(
      'article',
      { className: 'card' },
      element(
        'div',
        { className: 'card-head' },
        titleOf(passage, open),
        element('span', {
          className: 'score',
          text: scoreText(passage.score),
          attributes: { title: 'Score', 'aria-hidden': 'true' },
        }),
      ),
      factsOf(passage, context, open),
      chipsOf(passage),
      scoreViewOf(passage),
      textOf(passage, context),
    ),
  );
}
