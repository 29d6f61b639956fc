import { countOf } from '../../wording/count';
import { harmlessLine } from '../../workspace/harmlessText';
import type { OutlinedRepository } from '../../workspace/outlineRows';
import type { Paint } from './terminal';

function entityLines({ ref, title, declaredAt, of }: OutlinedRepository['entities'][number], paint: Paint): string[] {
  // A repository stands for itself where nothing in it declares an entity: no file, no line.
  const place = declaredAt === null || declaredAt.sourceRef.endsWith('/') ? '' : paint.dim(`  ${harmlessLine(declaredAt.sourceRef)}:${declaredAt.line}`);
  return [
    `  ${paint.accent(harmlessLine(ref))}${title === null ? '' : ` ${harmlessLine(title)}`}${place}`,
    ...of.map(({ sourceRef, title: name, sourceKind, passages }) =>
      `    ${harmlessLine(sourceRef)}  ${harmlessLine(name)} ${paint.dim(`(${sourceKind}, ${countOf(passages, 'passage')})`)}`,
    ),
  ];
}

/** What is indexed, for a person at a terminal: repositories, their entities, and the documents of those. */
export function outlineOutput(outline: readonly OutlinedRepository[], paint: Paint): string {
  return outline
    .flatMap(({ id, branch, entities }) => [
      `${paint.bold(harmlessLine(id))}${branch === null ? '' : `  branch ${harmlessLine(branch)}`}`,
      ...entities.flatMap((entity) => entityLines(entity, paint)),
      '',
    ])
    .join('\n');
}
