import type { Edge, EdgeType, Entity, EntityRef, FileNotice, RepositoryPath } from '../contract/model';
import { readEntityRef, type EntityRefDefaults } from '../contract/entityRef';
import { hasTemplateMarks } from './yamlDocuments';
import { itemsOf, trimmedAt, type YamlText, type YamlValue } from './yamlValue';

/** A document an entity names as its own. */
export interface DeclaredDocument {
  readonly path: RepositoryPath;
  readonly entityRef: EntityRef;
  /** `overview`, `page`, `techdocs`, `runbook`, `adr`, or the role its entity gives it. */
  readonly role: string;
  /** The title its entity gives it; null when it gives none. */
  readonly title: string | null;
}

/** What one document of a catalog file says of one entity. */
export interface Declaration {
  readonly entity: Entity;
  /** Relations it declares, also those of others with it (`members`, `children`, `dependencyOf`). */
  readonly edges: readonly Edge[];
  readonly documents: readonly DeclaredDocument[];
  /** The folder a component's documents lie in; null for every other kind. */
  readonly folder: RepositoryPath | null;
}

/** Collects what a person should know while files are read. */
export type Notify = (notice: FileNotice) => void;

/** A ref with the line it is written on. */
export interface WrittenRef {
  readonly ref: EntityRef;
  readonly line: number;
}

/**
 * The refs a field holds, be it one or a list. What is no ref gives a notice and is left out.
 * `textOf` finds the ref's text in an item (an item may be a mapping that holds it).
 */
export function writtenRefs(
  value: YamlValue | undefined,
  defaults: EntityRefDefaults,
  place: { readonly path: RepositoryPath; readonly field: string },
  notify: Notify,
  textOf: (item: YamlValue) => YamlText | undefined = (item) => (item.kind === 'text' ? item : undefined),
): WrittenRef[] {
  return itemsOf(value).flatMap((item) => {
    const text = textOf(item);
    if (text === undefined) {
      notify({ path: place.path, line: item.line, message: `${place.field} holds something that is no entity ref; it is left out.` });
      return [];
    }
    const reading = readEntityRef(text.text, defaults);
    if (!reading.ok) {
      notify({ path: place.path, line: text.line, message: `${place.field}: "${shortened(text.text)}" is no entity ref: ${reading.reason}.` });
      return [];
    }
    return [{ ref: reading.ref, line: text.line }];
  });
}

/** An edge declared in a catalog file. */
export function declaredEdge(from: EntityRef, type: EdgeType, to: EntityRef, path: RepositoryPath, line: number): Edge {
  return { from, type, to, derived: false, declaredAt: { path, line } };
}

/** The notice for a name that cannot be one; null when template marks in it were noticed already as such. */
export function unusableName(path: RepositoryPath, line: number, name: string, what: string): FileNotice {
  return hasTemplateMarks(name)
    ? { path, line, message: `The name "${shortened(name)}" looks like a template that has yet to be filled in; the ${what} is left out.` }
    : { path, line, message: `"${shortened(name)}" cannot be the name of a ${what}: names hold letters, digits and - _ . only.` };
}

/** Longer titles are cut, in UTF-16 units: every answer that cites the entity repeats its title. */
const TITLE_LIMIT = 200;

/** The title of an entity under a key, without the white space around it and cut where it is endless; null when there is none. */
export function titleAt(value: YamlValue | undefined, key: string): string | null {
  const title = trimmedAt(value, key);
  return title === null || title.length <= TITLE_LIMIT ? title : `${title.slice(0, TITLE_LIMIT - 1).replace(/[\uD800-\uDBFF]$/, '').trimEnd()}…`;
}

/** Text as a notice may show it: one line, at most 80 characters. */
export function shortened(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim();
  return line.length <= 80 ? line : `${line.slice(0, 79)}…`;
}
