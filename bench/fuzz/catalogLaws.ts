import { entityRefOf, isEntityName, partsOfEntityRef } from '../../src/contract/entityRef';
import { DIRECTIONS, EDGE_TYPES, type EntityRef, OWN_REPOSITORY_REF, SKIP_REASONS } from '../../src/contract/model';
import { expand } from '../../src/graph/expand';
import type { Graph } from '../../src/graph/graph';
import type { CatalogReading } from '../../src/workspace/catalogReading';
import type { Random } from './random';

/** Longest sentence that still is one for a person. */
const MESSAGE_UNITS = 2_000;

function isRef(ref: EntityRef): boolean {
  const { kind, namespace, name } = partsOfEntityRef(ref);
  return [kind, namespace, name].every(isEntityName) && ref === entityRefOf(kind, namespace, name);
}

function isInside(path: string): boolean {
  return path !== '' && !path.startsWith('/') && !path.split('/').some((part) => part === '..' || part === '.' || part === '');
}

/**
 * What does not hold of what a repository declares.
 * @param lineCounts of the files that could be read, by path.
 */
export function brokenCatalogLaws(reading: CatalogReading, lineCounts: ReadonlyMap<string, number>): string[] {
  const { entities, edges, packages, notices, skipped, attachments } = reading;
  const broken: string[] = [];
  const checkPlace = (what: string, { path, line }: { path: string; line: number | null }): void => {
    const count = lineCounts.get(path);
    if (count === undefined) broken.push(`${what} is of "${path}", which is no file that was read`);
    else if (line !== null && !(Number.isInteger(line) && line >= 1 && line <= count)) broken.push(`${what} is of line ${line} of the ${count} of "${path}"`);
  };
  const refs = new Set<EntityRef>();
  for (const { ref, kind, namespace, name, declaredAt } of entities) {
    if (refs.has(ref)) broken.push(`${ref} is there twice`);
    refs.add(ref);
    if (ref === OWN_REPOSITORY_REF) continue;
    if (!isRef(ref)) broken.push(`"${ref}" is no entity ref`);
    if (entityRefOf(kind, namespace, name) !== ref) broken.push(`"${ref}" is not ${kind}, ${namespace} and ${name}`);
    checkPlace(`entity ${ref}`, declaredAt);
  }
  if (!refs.has(OWN_REPOSITORY_REF)) broken.push('the repository has no entity of its own');
  const edgeKeys = new Set<string>();
  for (const { from, type, to, declaredAt } of edges) {
    for (const end of [from, to]) if (end !== OWN_REPOSITORY_REF && !isRef(end)) broken.push(`an edge ends at "${end}", which is no entity ref`);
    if (!EDGE_TYPES.includes(type)) broken.push(`an edge is of the type "${type}"`);
    checkPlace(`edge ${from} ${type} ${to}`, declaredAt);
    edgeKeys.add(`${from} ${type} ${to}`);
  }
  if (edgeKeys.size !== edges.length) broken.push('an edge is there twice');
  for (const { packageName, entityRef } of packages.provided) if (packageName === '' || !refs.has(entityRef)) broken.push(`a package "${packageName}" is of ${entityRef}`);
  for (const { from, packageName, declaredAt } of packages.required) {
    if (packageName === '' || !refs.has(from)) broken.push(`${from} needs a package "${packageName}"`);
    checkPlace(`package ${packageName}`, declaredAt);
  }
  for (const notice of notices) {
    checkPlace('a notice', notice);
    if (notice.message.trim() === '' || notice.message.length > MESSAGE_UNITS) broken.push(`a notice has ${notice.message.length} units`);
    if (/\[object \w+\]|\bundefined\b|\bat .*\.[jt]s:\d+|\bis not a function\b/.test(notice.message)) broken.push(`a notice says "${notice.message.slice(0, 200)}"`);
  }
  for (const { path, reason } of skipped) if (!SKIP_REASONS.includes(reason) || !isInside(path)) broken.push(`"${path}" was skipped as ${reason}`);
  for (const [path, { entityRefs }] of attachments) {
    if (entityRefs.length === 0) broken.push(`"${path}" belongs to nobody`);
    for (const ref of entityRefs) if (ref !== OWN_REPOSITORY_REF && !refs.has(ref)) broken.push(`"${path}" belongs to ${ref}, which nobody declares`);
  }
  return broken;
}

/** Walks a graph as `workspace_expand` does, and says what is wrong with where that led. */
export function brokenWalkLaws(graph: Graph, random: Random): string[] {
  if (graph.nodes.length === 0) return ['the graph is empty'];
  const broken: string[] = [];
  const start = random.pick(graph.nodes).ref;
  const options = { depth: 1 + random.below(3), direction: random.pick(DIRECTIONS), edgeTypes: random.chance(0.3) ? [random.pick(EDGE_TYPES)] : null, limit: 1 + random.below(100) };
  const { edges, refs, dropped } = expand(graph, start, options);
  if (edges.length > options.limit || dropped < 0 || edges.length + dropped > graph.edges.length) broken.push(`a walk came to ${edges.length} edges and left out ${dropped} of ${graph.edges.length}`);
  if (edges.some(({ distance }, index) => distance < 1 || distance > options.depth || distance < (edges[index - 1]?.distance ?? 1))) broken.push('a walk is not nearest first, or went too far');
  if (!refs.includes(start)) broken.push('a walk does not have its start');
  if (new Set(edges.map(({ from, type, to }) => `${from} ${type} ${to}`)).size !== edges.length) broken.push('a walk met an edge twice');
  return broken;
}
