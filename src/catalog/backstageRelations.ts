import type { EdgeType } from '../contract/model';

/** How one field of `spec` becomes edges. */
export interface RelationField {
  readonly field: string;
  readonly type: EdgeType;
  /** The kind a ref without one has; null: Backstage wants it written. */
  readonly defaultKind: string | null;
  /** True when the field names who has the relation with this entity, not whom this entity has it with. */
  readonly inverse: boolean;
}

function relation(field: string, type: EdgeType, defaultKind: string | null, inverse = false): RelationField {
  return { field, type, defaultKind, inverse };
}

const OWNER = relation('owner', 'ownedBy', 'group');
const SYSTEM = relation('system', 'partOf', 'system');
const DEPENDS_ON = relation('dependsOn', 'dependsOn', null);
const DEPENDENCY_OF = relation('dependencyOf', 'dependsOn', null, true);

/**
 * The relations of Backstage's kinds, with the default kinds of its BuiltinKindsEntityProcessor
 * (https://backstage.io/docs/features/software-catalog/descriptor-format). A kind that is not in here
 * is not read.
 */
export const BACKSTAGE_RELATIONS: ReadonlyMap<string, readonly RelationField[]> = new Map([
  [
    'component',
    [
      OWNER,
      SYSTEM,
      relation('subcomponentOf', 'partOf', 'component'),
      relation('providesApis', 'providesApi', 'api'),
      relation('consumesApis', 'consumesApi', 'api'),
      DEPENDS_ON,
      DEPENDENCY_OF,
    ],
  ],
  ['api', [OWNER, SYSTEM]],
  ['resource', [OWNER, SYSTEM, DEPENDS_ON, DEPENDENCY_OF]],
  ['system', [OWNER, relation('domain', 'partOf', 'domain')]],
  ['domain', [OWNER, relation('subdomainOf', 'partOf', 'domain')]],
  [
    'group',
    [
      relation('parent', 'childOf', 'group'),
      relation('children', 'childOf', 'group', true),
      relation('members', 'memberOf', 'user', true),
    ],
  ],
  ['user', [relation('memberOf', 'memberOf', 'group')]],
  ['location', []],
]);
