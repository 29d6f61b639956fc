import * as l10n from '@vscode/l10n';
import type { Direction, EdgeType } from '../../contract/model';
import { countOf } from '../../wording/count';
import type { Entry } from './entries';
import type { Picture, PictureNode } from './picture';

/** A name in a sentence: whatever directions of writing it holds or begins, the sentence around it keeps its own. */
export const isolated = (name: string): string => `\u2068${name}\u2069`;

/** A relation as people say it of the entity that declares it. */
export function relationOf(type: EdgeType): string {
  const words: Readonly<Record<EdgeType, string>> = {
    dependsOn: l10n.t('depends on'),
    partOf: l10n.t('part of'),
    ownedBy: l10n.t('owned by'),
    providesApi: l10n.t('provides API'),
    consumesApi: l10n.t('consumes API'),
    memberOf: l10n.t('member of'),
    childOf: l10n.t('child of'),
  };
  return words[type];
}

/** A relation and its direction as a heading above the entities at the other end. */
export function groupTitleOf(type: EdgeType, direction: 'out' | 'in'): string {
  const out: Readonly<Record<EdgeType, string>> = {
    dependsOn: l10n.t('Depends on'),
    partOf: l10n.t('Part of'),
    ownedBy: l10n.t('Owned by'),
    providesApi: l10n.t('Provides API'),
    consumesApi: l10n.t('Consumes API'),
    memberOf: l10n.t('Member of'),
    childOf: l10n.t('Child of'),
  };
  const into: Readonly<Record<EdgeType, string>> = {
    dependsOn: l10n.t('Needed by'),
    partOf: l10n.t('Has as parts'),
    ownedBy: l10n.t('Owns'),
    providesApi: l10n.t('Provided by'),
    consumesApi: l10n.t('Consumed by'),
    memberOf: l10n.t('Has as members'),
    childOf: l10n.t('Has as children'),
  };
  return (direction === 'out' ? out : into)[type];
}

export function directionOf(direction: Direction): string {
  const words: Readonly<Record<Direction, string>> = {
    both: l10n.t('Both directions'),
    out: l10n.t('What it depends on'),
    in: l10n.t('What depends on it'),
  };
  return words[direction];
}

export const depthOf = (depth: number): string => (depth === 1 ? l10n.t('1 step') : l10n.t('{0} steps', depth));

/** How far an entity stands from the centre. */
export function stepsOf({ isCentre, steps }: PictureNode): string {
  if (isCentre) return l10n.t('The picture starts here');
  return steps === 1 ? l10n.t('1 step from the start') : l10n.t('{0} steps from the start', steps);
}

/** The picture in a line. */
export function summaryOfPicture({ nodes, edges, centre }: Picture): string {
  const title = nodes.find(({ ref }) => ref === centre)?.title ?? centre;
  return l10n.t('{0} and {1} around {2}', countOf(nodes.length, 'entity'), countOf(edges.length, 'relation'), isolated(title));
}

/** An entity of the picture, for those who hear it. */
export function sentenceOf({ node, groups }: Entry): string {
  const relations = groups.map(({ type, direction, rows }) => `${groupTitleOf(type, direction)}: ${rows.length}`);
  return [
    `${node.title}, ${node.kind}`,
    ...(node.declared ? [] : [l10n.t('not declared')]),
    stepsOf(node),
    ...(node.isExpanded ? [l10n.t('expanded')] : []),
    ...(relations.length === 0 ? [l10n.t('no relations')] : relations),
  ].join('. ');
}
