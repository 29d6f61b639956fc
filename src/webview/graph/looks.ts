import type { EdgeType } from '../../contract/model';

/** Shapes by the names that cytoscape has for them. */
export type Shape = 'round-rectangle' | 'hexagon' | 'barrel' | 'rectangle' | 'cut-rectangle' | 'octagon' | 'ellipse' | 'tag' | 'rhomboid' | 'concave-hexagon';

/** How a kind of entity looks; `colour` names a variable of the style sheet. */
export interface KindLook {
  readonly shape: Shape;
  readonly colour: string;
}

const KINDS: Readonly<Record<string, KindLook>> = {
  component: { shape: 'round-rectangle', colour: '--graph-component' },
  api: { shape: 'hexagon', colour: '--graph-api' },
  resource: { shape: 'barrel', colour: '--graph-resource' },
  system: { shape: 'rectangle', colour: '--graph-system' },
  domain: { shape: 'cut-rectangle', colour: '--graph-domain' },
  group: { shape: 'octagon', colour: '--graph-group' },
  user: { shape: 'ellipse', colour: '--graph-user' },
  repo: { shape: 'tag', colour: '--graph-repo' },
  location: { shape: 'rhomboid', colour: '--graph-other' },
};
const OTHER: KindLook = { shape: 'concave-hexagon', colour: '--graph-other' };

/** Kinds are whatever people declare: those without a look of their own share one. */
export const kindLookOf = (kind: string): KindLook => (Object.hasOwn(KINDS, kind) ? KINDS[kind] : undefined) ?? OTHER;

export type Arrow = 'triangle' | 'vee' | 'diamond' | 'circle' | 'tee' | 'square' | 'chevron';

/** How a relation looks; no two are told apart by colour alone. */
export interface EdgeLook {
  readonly colour: string;
  readonly arrow: Arrow;
  /** Lengths of dashes and gaps; null: a solid line. */
  readonly dashes: readonly [number, number] | null;
}

export const EDGE_LOOKS: Readonly<Record<EdgeType, EdgeLook>> = {
  dependsOn: { colour: '--graph-dependsOn', arrow: 'triangle', dashes: null },
  partOf: { colour: '--graph-partOf', arrow: 'diamond', dashes: [10, 4] },
  ownedBy: { colour: '--graph-ownedBy', arrow: 'circle', dashes: [6, 4] },
  providesApi: { colour: '--graph-providesApi', arrow: 'square', dashes: null },
  consumesApi: { colour: '--graph-consumesApi', arrow: 'vee', dashes: null },
  memberOf: { colour: '--graph-memberOf', arrow: 'tee', dashes: [6, 4] },
  childOf: { colour: '--graph-childOf', arrow: 'chevron', dashes: [10, 4] },
};

/** What is read from a manifest and declared nowhere. */
export const DERIVED_DASHES: readonly [number, number] = [2, 3];
