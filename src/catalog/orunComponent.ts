import { entityRefOf } from '../contract/entityRef';
import type { Edge, EdgeType, Entity, RepositoryPath } from '../contract/model';
import { nameIn, readIdentity } from './backstage';
import { declaredEdge, titleAt, type Declaration, type Notify } from './declaration';
import { readOrunDocs } from './orunDocs';
import { orunRefs, type IntentDefaults } from './orunFormat';
import { folderOf, resolveWithin } from './repositoryPath';
import type { RepositoryFiles } from './techdocs';
import type { YamlDocument } from './yamlDocuments';
import { textRecordOf, trimmedAt, valueAt, type YamlValue } from './yamlValue';

/** What an Orun component is read with. */
export interface OrunContext {
  readonly path: RepositoryPath;
  /** The intent that governs the component's folder: the nearest one around it; null when there is none. */
  readonly intent: IntentDefaults | null;
  readonly namespace: string;
  readonly files: RepositoryFiles;
  readonly notify: Notify;
}

/** The component an Orun component.yaml declares; null, with a notice, without a usable name. */
export function readOrunComponent(document: YamlDocument, context: OrunContext): Declaration | null {
  const { root } = document;
  const entity = readIdentity(context.path, document, 'component', context.namespace, context.notify);
  if (entity === null) {
    return null;
  }
  const fields = { ...fieldsOf(valueAt(root, 'spec')), contracts: valueAt(root, 'contracts') };
  const owner = fields.owner ?? valueAt(root, 'ownership', 'owner');
  return declarationOf(entity, { ...fields, owner, docs: fields.docs ?? valueAt(root, 'docs') }, folderOf(context.path), context);
}

/** The component one item of an intent's `components[]` declares; null, with a notice, without a usable name. */
export function readInlineComponent(item: YamlValue, context: OrunContext): Declaration | null {
  const { path, namespace, notify, files } = context;
  const name = nameIn(item, path, item.line, 'component', notify);
  if (name === null) {
    return null;
  }
  const entity: Entity = {
    ref: entityRefOf('component', namespace, name),
    kind: 'component',
    namespace: namespace.toLowerCase(),
    name,
    title: titleAt(item, 'title'),
    description: trimmedAt(item, 'description'),
    type: trimmedAt(item, 'type'),
    annotations: textRecordOf(valueAt(item, 'annotations')),
    derived: false,
    declaredAt: { path, line: item.line },
  };
  const written = trimmedAt(item, 'path');
  const folder = written === null ? null : resolveWithin(folderOf(path), written);
  const exists = folder !== null && files.tree.below(folder).length > 0;
  return declarationOf(entity, fieldsOf(item), exists && folder !== null ? folder : folderOf(path), context);
}

interface OrunFields {
  readonly owner: YamlValue | undefined;
  readonly system: YamlValue | undefined;
  readonly domain: YamlValue | undefined;
  readonly dependsOn: YamlValue | undefined;
  readonly providesApis: YamlValue | undefined;
  readonly consumesApis: YamlValue | undefined;
  readonly docs: YamlValue | undefined;
  /** The `contracts` block of the orun.io/v1 form. */
  readonly contracts?: YamlValue | undefined;
}

function fieldsOf(spec: YamlValue | undefined): OrunFields {
  const [owner, system, domain, dependsOn, providesApis, consumesApis, docs] = (
    ['owner', 'system', 'domain', 'dependsOn', 'providesApis', 'consumesApis', 'docs'] as const
  ).map((key) => valueAt(spec, key));
  return { owner, system, domain, dependsOn, providesApis, consumesApis, docs };
}

function declarationOf(entity: Entity, fields: OrunFields, folder: RepositoryPath, context: OrunContext): Declaration {
  const { path, intent, files, notify } = context;
  const edges = (value: YamlValue | undefined, kind: Parameters<typeof orunRefs>[1], type: EdgeType, field: string, at = path): Edge[] =>
    orunRefs(value, kind, entity.namespace, { path: at, field }, notify).map(({ ref, line }) => declaredEdge(entity.ref, type, ref, at, line));
  // What the component leaves out its intent fills in; the edge is then declared in the intent.
  const inherited = (value: YamlValue | undefined, fallback: YamlValue | undefined, kind: 'group' | 'system' | 'domain', type: EdgeType): Edge[] =>
    value === undefined && intent !== null
      ? edges(fallback, kind, type, `catalog.defaults.${kind === 'group' ? 'owner' : kind}`, intent.path)
      : edges(value, kind, type, kind === 'group' ? 'owner' : kind);
  return {
    entity: { ...entity, annotations: { ...intent?.annotations, ...entity.annotations } },
    edges: [
      ...inherited(fields.owner, intent?.owner, 'group', 'ownedBy'),
      ...inherited(fields.system, intent?.system, 'system', 'partOf'),
      ...inherited(fields.domain, intent?.domain, 'domain', 'partOf'),
      ...edges(fields.dependsOn, 'component', 'dependsOn', 'dependsOn'),
      ...edges(fields.providesApis, 'api', 'providesApi', 'providesApis'),
      ...edges(valueAt(fields.contracts, 'provides'), 'api', 'providesApi', 'contracts.provides'),
      ...edges(fields.consumesApis, 'api', 'consumesApi', 'consumesApis'),
      ...edges(valueAt(fields.contracts, 'consumes'), 'api', 'consumesApi', 'contracts.consumes'),
    ],
    documents: readOrunDocs(path, fields.docs, entity.ref, folder === folderOf(path) ? [folder] : [folder, folderOf(path)], files, notify),
    folder,
  };
}
