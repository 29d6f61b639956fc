import * as l10n from '@vscode/l10n';
import type { ExpandedEdgeRow, ExpandPack } from '../../../contract/expandTool';
import { entityLabelOf } from '../../../wording/entity';
import { relationOf } from '../../../wording/relation';
import { warningsOf } from './answerParts';
import { literalLine } from './literal';
import { type ChatPart, markdown, placeParts } from './parts';

const nameOf = (ref: string): string => `**${literalLine(entityLabelOf(ref))}**`;

function edgeParts(edge: ExpandedEdgeRow): ChatPart[] {
  const marks = [
    ...(edge.derived ? [l10n.t('read from a manifest')] : []),
    ...(edge.dangling ? [l10n.t('one end is declared nowhere')] : []),
  ];
  return [
    markdown(`- ${relationOf(edge.type, nameOf(edge.from), nameOf(edge.to))} · `),
    ...placeParts(edge.sourceRef, { start: edge.line, end: edge.line }),
    markdown(`${marks.map((mark) => ` · ${mark}`).join('')}\n`),
  ];
}

function groupParts(title: string, edges: readonly ExpandedEdgeRow[]): ChatPart[] {
  return edges.length === 0 ? [] : [markdown(`\n\n#### ${title}\n\n`), ...edges.flatMap(edgeParts)];
}

/** The neighbors of an entity as the chat shows them: what it depends on apart from what depends on it. */
export function graphPartsOf(pack: ExpandPack): ChatPart[] {
  const { entityRef, edges } = pack;
  const name = nameOf(entityRef);
  const isKnown = pack.nodes.length > 0;
  const summary = !isKnown
    ? l10n.t('No entity is called {0}.', name)
    : edges.length === 0
      ? l10n.t('Nothing is declared about what {0} has to do with others.', name)
      : edges.length === 1
        ? l10n.t('1 relation of {0}, with the file that declares it.', name)
        : l10n.t('{0} relations of {1}, each with the file that declares it.', edges.length, name);
  return [
    markdown(`${summary}\n\n`, warningsOf(pack)),
    ...groupParts(l10n.t('From it'), edges.filter(({ from }) => from === entityRef)),
    ...groupParts(l10n.t('To it'), edges.filter(({ from }) => from !== entityRef)),
  ];
}
