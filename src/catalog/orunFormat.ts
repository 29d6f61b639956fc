import { DEFAULT_NAMESPACE, isEntityName } from '../contract/entityRef';
import type { FileNotice, RepositoryPath } from '../contract/model';
import { hasAnyKey } from './catalogFiles';
import { writtenRefs, type Notify, type WrittenRef } from './declaration';
import { baseNameOf, folderOf } from './repositoryPath';
import type { YamlDocument } from './yamlDocuments';
import { itemsOf, textAt, textRecordOf, trimmedAt, valueAt, type YamlText, type YamlValue } from './yamlValue';

const ORUN_VERSION = /^(sourceplane|orun)\.io\//;

/** True for an Orun component manifest. */
export function isOrunComponent(document: YamlDocument): boolean {
  return ORUN_VERSION.test(trimmedAt(document.root, 'apiVersion') ?? '') && trimmedAt(document.root, 'kind') === 'Component';
}

/** True for an Orun intent; one that only configures the catalog needs neither apiVersion nor kind. */
export function isOrunIntent(path: RepositoryPath, document: YamlDocument): boolean {
  const apiVersion = trimmedAt(document.root, 'apiVersion');
  if (apiVersion !== null) {
    return ORUN_VERSION.test(apiVersion) && trimmedAt(document.root, 'kind') === 'Intent';
  }
  return /^intent\.ya?ml$/i.test(baseNameOf(path)) && hasAnyKey(document, ['catalog', 'components', 'repo']);
}

/** What an intent says for every component below its folder. */
export interface IntentDefaults {
  readonly path: RepositoryPath;
  readonly folder: RepositoryPath;
  /** `catalog.namespace`. */
  readonly namespace: string;
  /** `catalog.defaults`. */
  readonly owner: YamlText | undefined;
  readonly system: YamlText | undefined;
  readonly domain: YamlText | undefined;
  readonly annotations: Readonly<Record<string, string>>;
}

/** Reads `catalog.namespace` and `catalog.defaults` of an intent. */
export function intentDefaultsOf(path: RepositoryPath, document: YamlDocument, notify: Notify): IntentDefaults {
  const { root } = document;
  const written = trimmedAt(root, 'catalog', 'namespace');
  const usable = written === null || isEntityName(written);
  if (!usable) {
    notify({ path, line: valueAt(root, 'catalog', 'namespace')?.line ?? document.line, message: 'catalog.namespace is no namespace; "default" is used.' });
  }
  const defaults = valueAt(root, 'catalog', 'defaults');
  return {
    path,
    folder: folderOf(path),
    namespace: (usable ? written : null) ?? DEFAULT_NAMESPACE,
    owner: textAt(defaults, 'owner'),
    system: textAt(defaults, 'system'),
    domain: textAt(defaults, 'domain'),
    annotations: textRecordOf(valueAt(defaults, 'annotations')),
  };
}

type OrunKind = 'component' | 'system' | 'domain' | 'api' | 'resource' | 'group';

/**
 * The refs an Orun field names. Beside the usual forms Orun writes full keys, `namespace/repository/name`,
 * whose middle part our refs do not have, and owners as `team/name` or `group:name`; owners have no
 * namespace in Orun, so they are in the default one.
 */
export function orunRefs(value: YamlValue | undefined, kind: OrunKind, namespace: string, place: { path: RepositoryPath; field: string }, notify: Notify): WrittenRef[] {
  const defaults = { kind, namespace: kind === 'group' ? DEFAULT_NAMESPACE : namespace };
  return writtenRefs(value, defaults, place, notify, (item) => {
    const text = item.kind === 'mapping' ? (textAt(item, kind) ?? textAt(item, 'name')) : item.kind === 'text' ? item : undefined;
    return text === undefined ? undefined : { ...text, text: withoutOrunKey(text.text.trim(), kind) };
  });
}

function withoutOrunKey(text: string, kind: OrunKind): string {
  if (kind === 'group') {
    return text.replace(/^(?:[^/:]+\/)?team\//, '').replace(/^owner:/i, 'group:');
  }
  return text.replace(/^((?:[^:/]+:)?[^:/]+)\/[^:/]+\/([^:/]+)$/, '$1/$2');
}

/** The sequence under a key; a notice when something else is there. */
export function listAt(value: YamlValue | undefined, key: string, path: RepositoryPath, notify: (notice: FileNotice) => void): readonly YamlValue[] {
  const found = valueAt(value, key);
  if (found !== undefined && found.kind !== 'sequence') {
    notify({ path, line: found.line, message: `${key} is no list; it is left out.` });
    return [];
  }
  return itemsOf(found);
}
