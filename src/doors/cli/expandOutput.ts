import type { ExpandPack } from '../../contract/expandTool';
import { DEGRADED_FLAGS } from '../../contract/flags';
import { harmlessLine } from '../../workspace/harmlessText';
import type { Paint } from './terminal';

/** An expansion for a person at a terminal: one edge a line, indented by its distance, with where it is declared. */
export function expandOutput(pack: ExpandPack, paint: Paint): string {
  const lines = [
    ...pack.degraded.map((flag) => paint.warn(`${flag}: ${DEGRADED_FLAGS[flag]}`)),
    ...pack.notices.map((notice) => paint.warn(harmlessLine(notice))),
    ...(pack.degraded.length + pack.notices.length > 0 ? [''] : []),
    ...(pack.nodes.length > 0 ? [`${paint.bold(harmlessLine(pack.entityRef))}${pack.asOf === null ? '' : ` as of ${pack.asOf}`}`] : []),
    ...pack.edges.map((edge) => {
      const marks = [...(edge.derived ? ['derived'] : []), ...(edge.dangling ? ['declared nowhere'] : [])];
      const place = `${harmlessLine(edge.sourceRef)}:${edge.line}${marks.length > 0 ? ` (${marks.join(', ')})` : ''}`;
      return `${'  '.repeat(edge.distance)}${edge.from} ${paint.accent(edge.type)} ${edge.to}  ${paint.dim(place)}`;
    }),
    ...(pack.nodes.length > 0 && pack.edges.length === 0 ? ['  no edges'] : []),
  ];
  return `${lines.join('\n')}\n`;
}
