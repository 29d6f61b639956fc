import { entityRefOf, writtenPartsOf } from '../contract/entityRef';
import { OWN_REPOSITORY_REF, type Edge, type Entity, type EntityRef, type RepositoryPath } from '../contract/model';
import { declaredEdge, shortened, titleAt, type DeclaredDocument, type Notify } from './declaration';
import { readOrunDocs } from './orunDocs';
import { orunRefs } from './orunFormat';
import { folderOf } from './repositoryPath';
import type { RepositoryFiles } from './techdocs';
import type { YamlDocument } from './yamlDocuments';
import { entriesOf, textRecordOf, trimmedAt, valueAt } from './yamlValue';

/** What an intent's `repo:` block says of the repository. */
export interface RepositoryDeclaration {
  readonly entity: Entity;
  readonly edges: readonly Edge[];
  readonly documents: readonly DeclaredDocument[];
}

/** The repository's own entity, as nobody declares it. `path` and `line` say where it is to be looked up. */
export function undeclaredRepository(): Entity {
  return {
    ref: OWN_REPOSITORY_REF,
    kind: 'repo',
    namespace: 'default',
    name: '.',
    title: null,
    description: null,
    type: null,
    annotations: {},
    derived: false,
    declaredAt: { path: '', line: 1 },
  };
}

/** Reads an intent's `repo:` block; null when it has none. */
export function readRepositoryBlock(path: RepositoryPath, document: YamlDocument, files: RepositoryFiles, notify: Notify): RepositoryDeclaration | null {
  const block = valueAt(document.root, 'repo');
  if (block?.kind !== 'mapping') {
    return null;
  }
  const owners = orunRefs(valueAt(block, 'owner'), 'group', 'default', { path, field: 'repo.owner' }, notify);
  const folders = [folderOf(path)];
  // `overview` beside `docs` is the short form of `docs.overview`.
  const documents = [valueAt(block, 'docs'), block].flatMap((docs) => readOrunDocs(path, docs, OWN_REPOSITORY_REF, folders, files, notify));
  return {
    entity: {
      ...undeclaredRepository(),
      title: titleAt(block, 'displayName') ?? titleAt(block, 'title'),
      description: trimmedAt(block, 'description'),
      type: trimmedAt(block, 'type'),
      annotations: textRecordOf(valueAt(block, 'annotations')),
      declaredAt: { path, line: block.line },
    },
    edges: owners.map(({ ref, line }) => declaredEdge(OWN_REPOSITORY_REF, 'ownedBy', ref, path, line)),
    documents,
  };
}

/** What `catalog.entities` of an intent adds to one entity. */
export interface Enrichment {
  readonly ref: EntityRef;
  readonly entity: Entity;
  readonly edges: readonly Edge[];
  readonly documents: readonly DeclaredDocument[];
}

const ENRICHED_KINDS = new Set(['system', 'domain', 'group']);

/**
 * Reads `catalog.entities`, keyed `kind/name`. Systems, domains and groups can be enriched; components,
 * APIs and the like have a declaration of their own, so an enrichment of one gives a notice.
 * Environments are no entities of ours and are passed over.
 */
export function readEnrichments(path: RepositoryPath, document: YamlDocument, namespace: string, files: RepositoryFiles, notify: Notify): Enrichment[] {
  return entriesOf(valueAt(document.root, 'catalog', 'entities')).flatMap((entry) => {
    const target = enrichedEntity(entry.key, namespace);
    if (target === null) {
      notify({ path, line: entry.line, message: `catalog.entities: "${shortened(entry.key)}" is not of the form kind/name.` });
      return [];
    }
    if (!ENRICHED_KINDS.has(target.kind)) {
      if (target.kind !== 'environment') {
        notify({ path, line: entry.line, message: `catalog.entities: "${shortened(entry.key)}" is declared by a file of its own; only systems, domains and groups are enriched.` });
      }
      return [];
    }
    const ref = entityRefOf(target.kind, target.namespace, target.name);
    const owners = orunRefs(valueAt(entry.value, 'owner'), 'group', 'default', { path, field: `catalog.entities.${shortened(entry.key)}.owner` }, notify);
    const parents = target.kind === 'system' ? orunRefs(valueAt(entry.value, 'domain'), 'domain', namespace, { path, field: 'domain' }, notify) : [];
    return [
      {
        ref,
        entity: {
          ref,
          kind: target.kind,
          namespace: target.namespace,
          name: target.name,
          title: titleAt(entry.value, 'title') ?? titleAt(entry.value, 'displayName'),
          description: trimmedAt(entry.value, 'description'),
          type: trimmedAt(entry.value, 'type'),
          annotations: textRecordOf(valueAt(entry.value, 'annotations')),
          derived: false,
          declaredAt: { path, line: entry.line },
        },
        edges: [
          ...owners.map((owner) => declaredEdge(ref, 'ownedBy', owner.ref, path, owner.line)),
          ...parents.map((parent) => declaredEdge(ref, 'partOf', parent.ref, path, parent.line)),
        ],
        documents: readOrunDocs(path, valueAt(entry.value, 'docs'), ref, [folderOf(path)], files, notify),
      },
    ];
  });
}

function enrichedEntity(key: string, namespace: string): { kind: string; namespace: string; name: string } | null {
  const [kind = '', ...rest] = key.includes(':') ? key.split(':') : key.split('/');
  const parts = writtenPartsOf(`${kind}:${rest.join('/')}`);
  if (parts === null || parts.kind === null) {
    return null;
  }
  // Like owners, groups have no namespace in Orun.
  return { kind: parts.kind, namespace: parts.namespace ?? (parts.kind === 'group' ? 'default' : namespace), name: parts.name };
}
