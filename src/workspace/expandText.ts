import type { ExpandedEdgeRow, ExpandPack } from '../contract/expandTool';
import { DEGRADED_FLAGS } from '../contract/flags';
import { shortCommit } from './agentText';
import { harmlessLine } from './harmlessText';

function edgeText(edge: ExpandedEdgeRow): string {
  const marks = [...(edge.derived ? ['derived'] : []), ...(edge.dangling ? ['one end is declared nowhere'] : [])];
  const commit = edge.sourceCommit === null ? '' : `, commit ${shortCommit(edge.sourceCommit)}`;
  const declaredAt = `${harmlessLine(edge.sourceRef)}, line ${edge.line}${commit}`;
  return `- ${edge.from} ${edge.type} ${edge.to} (${[declaredAt, ...marks].join('; ')})`;
}

/** The answer of workspace_expand as an agent or a person reads it: edges by distance, each with its citation. */
export function expandTextOf(pack: ExpandPack): string {
  const distances = [...new Set(pack.edges.map((edge) => edge.distance))];
  const lines = [
    `# ${pack.edges.length} edge${pack.edges.length === 1 ? '' : 's'} around ${harmlessLine(pack.entityRef)} (direction ${pack.direction}, depth ${pack.depth})`,
    '',
    ...(pack.asOf === null ? [] : [`The graph as it was declared at ${pack.asOf}.`, '']),
    ...pack.degraded.map((flag) => `Note (${flag}): ${DEGRADED_FLAGS[flag]}`),
    ...pack.notices.map((notice) => `Note: ${harmlessLine(notice)}`),
    ...(pack.degraded.length + pack.notices.length > 0 ? [''] : []),
    ...distances.flatMap((distance) => [
      `## ${distance === 1 ? 'Direct' : `${distance} edges away`}`,
      '',
      ...pack.edges.filter((edge) => edge.distance === distance).map(edgeText),
      '',
    ]),
    ...(pack.nodes.length === 0 ? [] : ['## Entities', '']),
    ...pack.nodes.map((node) => `- ${node.ref}: ${harmlessLine(node.title)}${node.declared ? '' : ' (declared nowhere)'}`),
  ];
  return `${lines.join('\n').trimEnd()}\n`;
}
