import { EDGE_TYPES, OWN_REPOSITORY_REF, type DeclaredAt, type Edge, type EdgeType, type Entity, type EntityRef, type FileNotice, type PackageLinks } from '../contract/model';
import { repositoryRefOf } from '../contract/entityRef';

/** One repository's part of the graph. */
export interface RepositoryEntities {
  readonly repositoryId: string;
  readonly entities: readonly Entity[];
  readonly edges: readonly Edge[];
  /** Packages it has and needs; dependencies between repositories are found by them. */
  readonly packages?: PackageLinks;
}

/** A node: an entity, or only a ref that some edge names (`entity` and `repositoryId` null). */
export interface GraphNode {
  readonly ref: EntityRef;
  readonly entity: Entity | null;
  readonly repositoryId: string | null;
}

/** An edge, and the repository whose file declares it. */
export interface GraphEdge extends Edge {
  readonly repositoryId: string;
}

/** A notice, and the repository of its file. */
export interface GraphNotice extends FileNotice {
  readonly repositoryId: string;
}

/**
 * The component graph of a workspace; never changed once built. Nodes are numbered in the order of their
 * refs (UTF-16 code units), edges in the order of `from`, `to` and type, so comparing numbers compares refs.
 */
export interface Graph {
  readonly nodes: readonly GraphNode[];
  readonly edges: readonly GraphEdge[];
  /** Number of the node each edge comes from and leads to, and index of its type in EDGE_TYPES. */
  readonly edgeFrom: Int32Array;
  readonly edgeTo: Int32Array;
  readonly edgeType: Uint8Array;
  /** Edges out of node n are those numbered from `outStart[n]` to before `outStart[n + 1]`. */
  readonly outStart: Int32Array;
  /** Edges into node n are `inEdges[inStart[n]]` to before `inEdges[inStart[n + 1]]`, ascending. */
  readonly inStart: Int32Array;
  readonly inEdges: Int32Array;
  /** Node numbers by ref. */
  readonly numbers: ReadonlyMap<EntityRef, number>;
  /** Entities that more than one repository declares. */
  readonly notices: readonly GraphNotice[];
}

/**
 * Builds the graph of all repositories. OWN_REPOSITORY_REF becomes `repo:default/<id>`, its name the id.
 * An entity that several repositories declare is taken from the first by repository id, then by path;
 * the others give a notice, and what they declare from it does not count. Relations declared twice are
 * one edge. A package that one repository needs and another has is a derived `dependsOn` between the
 * entities. The order of the input does not matter.
 */
export function buildGraph(repositories: readonly RepositoryEntities[]): Graph {
  const sorted = [...repositories].sort((first, second) => compare(first.repositoryId, second.repositoryId));
  const declared = new Map<EntityRef, GraphNode>();
  const lost = new Set<string>();
  const notices: GraphNotice[] = [];
  for (const { repositoryId, entities } of sorted) {
    for (const entity of [...entities].sort((first, second) => byPlace(first, second) || compare(first.ref, second.ref))) {
      const own = ownEntity(entity, repositoryId);
      const winner = declared.get(own.ref);
      if (winner === undefined) {
        declared.set(own.ref, { ref: own.ref, entity: own, repositoryId });
      } else if (winner.entity !== null) {
        lost.add(placeKey(repositoryId, own.ref, own.declaredAt));
        notices.push({ repositoryId, ...own.declaredAt, message: `${own.ref} is declared in ${winner.repositoryId ?? ''}/${winner.entity.declaredAt.path} too; that declaration counts, this one does not.` });
      }
    }
  }
  const edges = sorted.flatMap(({ repositoryId, edges: own }) => own.map((edge) => ownEdge(edge, repositoryId)).filter((edge) => !lost.has(placeKey(repositoryId, edge.from, edge.declaredAt))));
  return assemble(declared, [...edges, ...packageEdges(sorted)], notices);
}

/** Edges with an end that nobody declares, in the graph's order. */
export function danglingEdges(graph: Graph): GraphEdge[] {
  return graph.edges.filter((_, number) => isDangling(graph, graph.edgeFrom[number]) || isDangling(graph, graph.edgeTo[number]));
}

function isDangling(graph: Graph, node: number | undefined): boolean {
  return node === undefined || graph.nodes[node]?.entity === null;
}

/** `sorted`: by repository id, so that of several repositories with one package the first has it. */
function packageEdges(sorted: readonly RepositoryEntities[]): GraphEdge[] {
  const owners = new Map<string, { repositoryId: string; ref: EntityRef }>();
  for (const { repositoryId, packages } of sorted) {
    for (const { packageName, entityRef } of packages?.provided ?? []) {
      owners.set(packageName, owners.get(packageName) ?? { repositoryId, ref: entityRef });
    }
  }
  return sorted.flatMap(({ repositoryId, packages }) =>
    (packages?.required ?? []).flatMap(({ from, packageName, declaredAt }): GraphEdge[] => {
      const owner = owners.get(packageName);
      return owner === undefined || owner.repositoryId === repositoryId ? [] : [{ from, type: 'dependsOn', to: owner.ref, derived: true, declaredAt, repositoryId }];
    }),
  );
}

function assemble(declared: ReadonlyMap<EntityRef, GraphNode>, edges: readonly GraphEdge[], notices: readonly GraphNotice[]): Graph {
  const refs = new Set(declared.keys());
  for (const edge of edges) {
    refs.add(edge.from);
    refs.add(edge.to);
  }
  const nodes = [...refs].sort(compare).map((ref) => declared.get(ref) ?? { ref, entity: null, repositoryId: null });
  const numbers = new Map(nodes.map((node, number) => [node.ref, number]));
  const ordered = distinctSorted(edges, numbers);
  const edgeFrom = Int32Array.from(ordered, (edge) => numbers.get(edge.from) ?? -1);
  const edgeTo = Int32Array.from(ordered, (edge) => numbers.get(edge.to) ?? -1);
  const edgeType = Uint8Array.from(ordered, (edge) => TYPE_INDEX.get(edge.type) ?? 0);
  const { start: outStart } = adjacencyOf(edgeFrom, nodes.length);
  const { start: inStart, edges: inEdges } = adjacencyOf(edgeTo, nodes.length);
  return { nodes, edges: ordered, edgeFrom, edgeTo, edgeType, outStart, inStart, inEdges, numbers, notices };
}

const TYPE_INDEX: ReadonlyMap<EdgeType, number> = new Map(EDGE_TYPES.map((type, index) => [type, index]));

/** Edges in the graph's order; of one relation the first by repository id, path and line. */
function distinctSorted(edges: readonly GraphEdge[], numbers: ReadonlyMap<EntityRef, number>): GraphEdge[] {
  const keyed = edges.map((edge) => ({ edge, from: numbers.get(edge.from) ?? -1, to: numbers.get(edge.to) ?? -1, type: TYPE_INDEX.get(edge.type) ?? 0 }));
  keyed.sort((a, b) => a.from - b.from || a.to - b.to || a.type - b.type || compare(a.edge.repositoryId, b.edge.repositoryId) || byPlace(a.edge, b.edge));
  return keyed
    .filter((item, index) => {
      const before = keyed[index - 1];
      return before === undefined || before.from !== item.from || before.to !== item.to || before.type !== item.type;
    })
    .map((item) => item.edge);
}

/** A counting sort of edge numbers by one of their ends. */
function adjacencyOf(ends: Int32Array, nodeCount: number): { start: Int32Array; edges: Int32Array } {
  const start = new Int32Array(nodeCount + 1);
  ends.forEach((node) => {
    start[node + 1] = (start[node + 1] ?? 0) + 1;
  });
  for (let node = 0; node < nodeCount; node += 1) {
    start[node + 1] = (start[node + 1] ?? 0) + (start[node] ?? 0);
  }
  const next = start.slice();
  const edges = new Int32Array(ends.length);
  ends.forEach((node, edge) => {
    const position = next[node] ?? 0;
    edges[position] = edge;
    next[node] = position + 1;
  });
  return { start, edges };
}

function ownEntity(entity: Entity, repositoryId: string): Entity {
  return entity.ref === OWN_REPOSITORY_REF ? { ...entity, ref: repositoryRefOf(repositoryId), name: repositoryId } : entity;
}

function ownEdge(edge: Edge, repositoryId: string): GraphEdge {
  const owned = (ref: EntityRef): EntityRef => (ref === OWN_REPOSITORY_REF ? repositoryRefOf(repositoryId) : ref);
  return { ...edge, from: owned(edge.from), to: owned(edge.to), repositoryId };
}

function placeKey(repositoryId: string, ref: EntityRef, declaredAt: DeclaredAt): string {
  return `${repositoryId}\0${ref}\0${declaredAt.path}`;
}

function byPlace(first: { declaredAt: DeclaredAt }, second: { declaredAt: DeclaredAt }): number {
  return compare(first.declaredAt.path, second.declaredAt.path) || first.declaredAt.line - second.declaredAt.line;
}

function compare(left: string, right: string): number {
  return left < right ? -1 : left > right ? 1 : 0;
}
