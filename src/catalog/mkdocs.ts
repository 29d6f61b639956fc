import type { FileNotice, RepositoryPath } from '../contract/model';
import { folderOf, isWithin, resolveWithin } from './repositoryPath';
import { shortened } from './declaration';
import { readYamlDocuments } from './yamlDocuments';
import { entriesOf, itemsOf, textAt, valueAt, type YamlValue } from './yamlValue';

/** A page of the navigation. */
export interface NavigationPage {
  readonly path: RepositoryPath;
  /** The title the navigation gives it; null when it only names the file. */
  readonly title: string | null;
}

export interface MkdocsReading {
  /** The folder of the documents; null when it leads outside the repository. */
  readonly docsFolder: RepositoryPath | null;
  /** In the order of the navigation; a page named twice is in it once. */
  readonly pages: readonly NavigationPage[];
  readonly notices: readonly FileNotice[];
}

const DEFAULT_DOCS_FOLDER = 'docs';
/** Pages read of one navigation: aliases may name the same list again and again. */
const NAVIGATION_LIMIT = 10_000;

/**
 * Reads `docs_dir` and `nav` of an mkdocs.yml (https://www.mkdocs.org/user-guide/configuration).
 * Tags such as `!ENV` and `!!python/name:` are let be. `exists` says whether a path is in the
 * repository: pages that are not, or that leave the documents' folder, give a notice.
 */
export function readMkdocs(path: RepositoryPath, text: string, exists: (path: RepositoryPath) => boolean): MkdocsReading {
  const { documents, notices } = readYamlDocuments(path, text);
  const root = documents[0]?.root;
  const remarks: FileNotice[] = [...notices];
  const written = textAt(root, 'docs_dir');
  const docsFolder = resolveWithin(folderOf(path), written?.text ?? DEFAULT_DOCS_FOLDER);
  if (docsFolder === null) {
    remarks.push({ path, line: written?.line ?? null, message: `docs_dir "${shortened(written?.text ?? '')}" leads outside the repository; it is not read.` });
    return { docsFolder: null, pages: [], notices: remarks };
  }
  const pages = new Map<RepositoryPath, NavigationPage>();
  for (const entry of navigationEntries(valueAt(root, 'nav'))) {
    const target = resolveWithin(docsFolder, entry.text);
    if (target === null || !isWithin(target, docsFolder)) {
      remarks.push({ path, line: entry.line, message: `nav: "${shortened(entry.text)}" leads outside the documents' folder; it is left out.` });
    } else if (!exists(target)) {
      remarks.push({ path, line: entry.line, message: `nav: there is no "${shortened(entry.text)}".` });
    } else if (!pages.has(target)) {
      pages.set(target, { path: target, title: entry.title });
    }
  }
  return { docsFolder, pages: [...pages.values()], notices: remarks };
}

interface NavigationEntry {
  readonly text: string;
  readonly title: string | null;
  readonly line: number;
}

/** Every file a navigation names, nested ones included; links to elsewhere and `!include`d navigations are no files. */
function navigationEntries(nav: YamlValue | undefined): NavigationEntry[] {
  const entries: NavigationEntry[] = [];
  // What still has to be read, the next one last. It is bounded, so that a bomb of aliases ends.
  const open: Titled[] = [];
  const add = (values: readonly Titled[]): void => {
    open.push(...values.slice(0, Math.max(0, NAVIGATION_LIMIT - open.length)).reverse());
  };
  add(itemsOf(nav).map((value) => ({ value, title: null })));
  for (let steps = 0; steps < NAVIGATION_LIMIT; steps += 1) {
    const next = open.pop();
    if (next === undefined) {
      break;
    }
    const { value, title } = next;
    if (value.kind === 'text' && /\.[a-z]+$/i.test(value.text) && !/^([a-z][a-z0-9+.-]*:|!|\/\/)/i.test(value.text)) {
      entries.push({ text: value.text, title, line: value.line });
    } else if (value.kind === 'sequence') {
      add(value.items.map((item) => ({ value: item, title: null })));
    } else if (value.kind === 'mapping') {
      add(entriesOf(value).map((entry) => ({ value: entry.value, title: entry.key })));
    }
  }
  return entries;
}

interface Titled {
  readonly value: YamlValue;
  readonly title: string | null;
}
