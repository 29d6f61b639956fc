import { DEFAULT_NAMESPACE, entityRefOf, isEntityName } from '../contract/entityRef';
import type { Edge, Entity, RepositoryPath } from '../contract/model';
import { BACKSTAGE_RELATIONS, type RelationField } from './backstageRelations';
import { declaredEdge, shortened, titleAt, unusableName, writtenRefs, type Declaration, type Notify } from './declaration';
import { folderOf } from './repositoryPath';
import type { YamlDocument } from './yamlDocuments';
import { textRecordOf, trimmedAt, valueAt, type YamlValue } from './yamlValue';

/** True for a document in Backstage's own format. */
export function isBackstage(document: YamlDocument): boolean {
  return /^backstage\.io\//.test(trimmedAt(document.root, 'apiVersion') ?? '');
}

/**
 * The entity a Backstage document declares, with its relations; its techdocs are found by
 * `techdocsOf`. Null, with a notice, when its kind is not one of the eight or it has no usable name.
 */
export function readBackstage(path: RepositoryPath, document: YamlDocument, notify: Notify): Declaration | null {
  const { root } = document;
  const written = trimmedAt(root, 'kind') ?? '';
  const kind = written.toLowerCase();
  const relations = BACKSTAGE_RELATIONS.get(kind);
  if (relations === undefined) {
    const message = written === '' ? 'This entity names no kind; it is left out.' : `Entities of the kind ${shortened(written)} are not read; this one is left out.`;
    notify({ path, line: valueAt(root, 'kind')?.line ?? document.line, message });
    return null;
  }
  const entity = readIdentity(path, document, kind, DEFAULT_NAMESPACE, notify);
  if (entity === null) {
    return null;
  }
  const edges = relations.flatMap((relation) => edgesOf(entity, relation, valueAt(root, 'spec', relation.field), notify));
  return { entity, edges, documents: [], folder: kind === 'component' ? folderOf(path) : null };
}

/**
 * The entity that `metadata` and `spec.type` describe; null, with a notice, without a usable name.
 * `namespace` is the one of entities that declare none.
 */
export function readIdentity(path: RepositoryPath, document: YamlDocument, kind: string, namespace: string, notify: Notify): Entity | null {
  const { root } = document;
  const metadata = valueAt(root, 'metadata');
  const name = nameIn(metadata, path, document.line, kind, notify);
  if (name === null) {
    return null;
  }
  const declaredNamespace = trimmedAt(metadata, 'namespace') ?? namespace;
  if (!isEntityName(declaredNamespace)) {
    notify(unusableName(path, valueAt(metadata, 'namespace')?.line ?? document.line, declaredNamespace, 'namespace'));
    return null;
  }
  return {
    ref: entityRefOf(kind, declaredNamespace, name),
    kind,
    namespace: declaredNamespace.toLowerCase(),
    name,
    title: titleAt(metadata, 'title'),
    description: trimmedAt(metadata, 'description'),
    type: trimmedAt(root, 'spec', 'type'),
    annotations: textRecordOf(valueAt(metadata, 'annotations')),
    derived: false,
    declaredAt: { path, line: document.line },
  };
}

/** `name` of a mapping, as it is written (also `null`, `no` or `123`); null, with a notice, when it cannot be a name. */
export function nameIn(mapping: YamlValue | undefined, path: RepositoryPath, line: number, what: string, notify: Notify): string | null {
  const value = mapping?.kind === 'mapping' ? mapping.entries.get('name')?.value : undefined;
  if (value?.kind !== 'text' || value.text.trim() === '') {
    const message = value?.kind === 'mapping' ? `The name of this ${what} is no text; the ${what} is left out.` : `This ${what} has no name; it is left out.`;
    notify({ path, line: value?.line ?? line, message });
    return null;
  }
  const name = value.text.trim();
  if (!isEntityName(name)) {
    notify(unusableName(path, value.line, name, what));
    return null;
  }
  return name;
}

function edgesOf(entity: Entity, relation: RelationField, value: YamlValue | undefined, notify: Notify): Edge[] {
  const { path } = entity.declaredAt;
  // Backstage refuses a dependsOn without a kind. People write them, and mean components.
  const defaults = { kind: relation.defaultKind ?? 'component', namespace: entity.namespace };
  const refs = writtenRefs(value, defaults, { path, field: `spec.${relation.field}` }, notify);
  return refs.map(({ ref, line }) =>
    relation.inverse
      ? declaredEdge(ref, relation.type, entity.ref, path, line)
      : declaredEdge(entity.ref, relation.type, ref, path, line),
  );
}
