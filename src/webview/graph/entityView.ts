import * as l10n from '@vscode/l10n';
import type { EntityRef } from '../../contract/model';
import { visibleLine } from '../../wording/visibleText';
import { element, iconOf } from '../dom';
import { entityLabelOf, lineSuffixOf } from '../labels';
import type { Entry, EntryGroup, EntryRow } from './entries';
import type { PictureEdge, PictureNode } from './picture';
import { groupTitleOf, stepsOf } from './words';

/** What can be done with an entity, in the picture's details and in the list alike. */
export interface EntityActions {
  expand(node: PictureNode): void;
  collapse(node: PictureNode): void;
  startFrom(node: PictureNode): void;
  ask(node: PictureNode): void;
  open(edge: PictureEdge): void;
  /** Shows another entity of the picture. */
  look(ref: EntityRef): void;
}

/** So many relations of a kind are shown at once; a button shows the others. */
const ROWS_SHOWN = 30;

/** A button with an icon and words. */
export function actionOf(icon: string, text: string, onClick: () => void): HTMLButtonElement {
  return element('button', { className: 'graph-action', attributes: { type: 'button' }, onClick }, iconOf(icon), element('span', { text }));
}

/** What an entity is, in small labels. */
export function factsOf(node: PictureNode): HTMLElement {
  return element(
    'ul',
    { className: 'chips' },
    element('li', { className: 'chip kind', text: node.kind }),
    node.declared ? null : element('li', { className: 'chip kind', text: l10n.t('Not declared') }),
    node.isExpanded ? element('li', { className: 'chip kind', text: l10n.t('Expanded') }) : null,
    element('li', { className: 'chip kind', text: stepsOf(node) }),
  );
}

function rowOf({ edge, other }: EntryRow, actions: EntityActions): HTMLElement {
  const place = `${visibleLine(edge.sourceRef)}${lineSuffixOf({ start: edge.line, end: edge.line })}`;
  return element(
    'li',
    { className: 'graph-row' },
    element(
      'div',
      { className: 'graph-row-entity' },
      element('button', { className: 'link', text: other.title, attributes: { type: 'button', title: visibleLine(other.ref) }, onClick: () => actions.look(other.ref) }),
      element('span', { className: 'graph-ref', text: visibleLine(entityLabelOf(other.ref)) }),
      other.declared ? null : element('span', { className: 'graph-note', text: l10n.t('not declared') }),
      edge.derived ? element('span', { className: 'graph-note', text: l10n.t('read from a manifest') }) : null,
    ),
    element(
      'button',
      { className: 'link place', attributes: { type: 'button', title: l10n.t('Open where this is declared') }, onClick: () => actions.open(edge) },
      element('span', { text: place }),
    ),
  );
}

function groupOf({ type, direction, rows }: EntryGroup, actions: EntityActions): HTMLElement[] {
  const list = element('ul', { className: 'graph-rows' }, ...rows.slice(0, ROWS_SHOWN).map((row) => rowOf(row, actions)));
  const rest = rows.slice(ROWS_SHOWN);
  const more = element('button', {
    className: 'link graph-more',
    text: l10n.t('Show {0} more', rest.length),
    attributes: { type: 'button' },
    onClick: () => {
      const added = rest.map((row) => rowOf(row, actions));
      list.append(...added);
      more.remove();
      added[0]?.querySelector('button')?.focus();
    },
  });
  return [
    element('h3', { className: 'graph-group' }, element('span', { text: groupTitleOf(type, direction) }), element('span', { className: 'graph-count', text: String(rows.length) })),
    list,
    ...(rest.length > 0 ? [more] : []),
  ];
}

/** Everything the picture shows of an entity, below its title: what it is, what can be done with it, and its relations. */
export function entityViewOf({ node, groups }: Entry, actions: EntityActions): HTMLElement[] {
  return [
    element('p', { className: 'graph-full-ref', text: visibleLine(node.ref) }),
    factsOf(node),
    element(
      'div',
      { className: 'graph-actions', attributes: { role: 'group', 'aria-label': l10n.t('Actions') } },
      actionOf('add', l10n.t('Expand'), () => actions.expand(node)),
      node.isExpanded ? actionOf('remove', l10n.t('Collapse'), () => actions.collapse(node)) : null,
      node.isCentre ? null : actionOf('target', l10n.t('Start from here'), () => actions.startFrom(node)),
      actionOf('comment', l10n.t('Ask about it'), () => actions.ask(node)),
    ),
    ...(groups.length === 0
      ? [element('p', { className: 'graph-none', text: l10n.t('The picture shows no relations of it. Expand it to look for some.') })]
      : groups.flatMap((group) => groupOf(group, actions))),
  ];
}
