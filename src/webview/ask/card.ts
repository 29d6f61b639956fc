import * as l10n from '@vscode/l10n';
import type { PassageRow } from '../../contract/tools';
import { ageOf, shortCommitOf } from '../../wording/age';
import { foundByOf } from '../../wording/foundBy';
import { visibleLine } from '../../wording/visibleText';
import { buttonOf, element } from '../dom';
import { attachmentSentenceOf, entityLabelOf, lineSuffixOf, sourceKindLabelOf } from '../labels';
import type { RowReference } from '../messages/fromPanel';
import { type CardActionContext, cardActionsOf } from './cardActions';
import { type BodyContext, passageBodyOf } from './passageBody';
import { scoreText } from './scoreBar';
import { scoreViewOf } from './scoreView';

export interface CardContext extends CardActionContext, BodyContext {
  /** The clock of the answer (ISO): ages are counted to it. */
  readonly scoredAt: string;
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
        text: visibleLine(passage.sourceRef),
        onClick: open,
        attributes: { type: 'button', title: l10n.t('Open the file at these lines') },
      },
      element('span', { className: 'lines', text: lineSuffixOf(passage.lines) }),
    ),
    changedAt === null
      ? null
      : element('span', { text: l10n.t('changed {0}', ageOf(changedAt, context.scoredAt)), attributes: { title: changedAt } }),
    sourceCommit === null
      ? element('span', { text: l10n.t('not in git') })
      : element('span', {
          className: 'commit',
          text: shortCommitOf(sourceCommit),
          attributes: { title: l10n.t('Read at commit {0}', sourceCommit) },
        }),
    passage.dirty
      ? element('span', {
          className: 'dirty',
          text: l10n.t('● uncommitted changes'),
          attributes: { title: l10n.t('The text shown differs from the one at that commit.') },
        })
      : null,
  );
}

/** A catalog may declare any number of entities for one document: more than these wait behind a button. */
const CHIPS_SHOWN = 8;

function chipsOf(passage: PassageRow, showEntity: (ref: string) => void): HTMLElement {
  const foundBy = foundByOf(passage.why);
  const sentence = attachmentSentenceOf(passage.attachedBy);
  const chipOf = (ref: string): HTMLElement => {
    const label = visibleLine(entityLabelOf(ref));
    return element(
      'li',
      {},
      element('button', {
        className: 'chip',
        text: label,
        onClick: () => showEntity(ref),
        attributes: {
          type: 'button',
          title: `${visibleLine(ref)}\n${sentence}\n${l10n.t('Show in the graph')}`,
          'aria-label': l10n.t('{0}, show in the graph', label),
        },
      }),
    );
  };
  const rest = passage.entityRefs.slice(CHIPS_SHOWN);
  const more = element('li', {});
  more.append(
    buttonOf(
      l10n.t('Show {0} more', rest.length),
      () => {
        const added = rest.map(chipOf);
        more.replaceWith(...added);
        added[0]?.querySelector('button')?.focus();
      },
      'link',
    ),
  );
  return element(
    'ul',
    { className: 'chips', attributes: { 'aria-label': l10n.t('Belongs to') } },
    ...passage.entityRefs.slice(0, CHIPS_SHOWN).map(chipOf),
    rest.length === 0 ? null : more,
    element('li', { className: 'kind', text: sourceKindLabelOf(passage.sourceKind) }),
    foundBy === null ? null : element('li', { className: 'kind', text: foundBy }),
  );
}

/** One passage: where it stands, whom it belongs to, how its score came about, what can be done with it, and its text. */
export function cardOf(passage: PassageRow, row: RowReference, context: CardContext): HTMLElement {
  const open = (): void => context.post({ type: 'open', sourceRef: passage.sourceRef, lines: passage.lines });
  const body = passageBodyOf(passage, context);
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
        element('span', { className: 'score', text: scoreText(passage.score), attributes: { title: l10n.t('Score'), 'aria-hidden': 'true' } }),
      ),
      factsOf(passage, context, open),
      chipsOf(passage, context.showEntity),
      scoreViewOf(passage),
      cardActionsOf(passage, row, context, body?.toggle ?? null),
      body?.root ?? null,
    ),
  );
}
