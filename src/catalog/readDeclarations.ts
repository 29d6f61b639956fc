import type { RepositoryPath } from '../contract/model';
import { isBackstage, readBackstage } from './backstage';
import { catalogFileKindOf, isTemplate } from './catalogFiles';
import type { CatalogSource } from './catalogSources';
import type { Declaration, Notify } from './declaration';
import { readInlineComponent, readOrunComponent, type OrunContext } from './orunComponent';
import { intentDefaultsOf, isOrunComponent, isOrunIntent, listAt, type IntentDefaults } from './orunFormat';
import { readEnrichments, type Enrichment } from './orunIntent';
import { baseNameOf, folderOf, foldersAround } from './repositoryPath';
import { techdocsOf, type RepositoryFiles } from './techdocs';
import type { YamlDocument } from './yamlDocuments';

export interface Declarations {
  /** In the order of paths and lines. */
  readonly declarations: readonly Declaration[];
  readonly enrichments: readonly Enrichment[];
}

/** Reads every document of every source in the format it is written in. */
export function readDeclarations(sources: readonly CatalogSource[], files: RepositoryFiles, notify: Notify): Declarations {
  const intents = intentsOf(sources, notify);
  const enrichments: Enrichment[] = [];
  const declarations = sources.flatMap(({ path, documents }) =>
    documents.flatMap((document): Declaration[] => {
      const intent = nearestIntent(folderOf(path), intents);
      const context: OrunContext = { path, intent, namespace: intent?.namespace ?? 'default', files, notify };
      if (isTemplate(document)) {
        return [];
      }
      if (isBackstage(document)) {
        return backstageDeclaration(path, document, files, notify);
      }
      if (isOrunComponent(document)) {
        return present(readOrunComponent(document, context));
      }
      if (isOrunIntent(path, document)) {
        enrichments.push(...readEnrichments(path, document, context.namespace, files, notify));
        return listAt(document.root, 'components', path, notify).flatMap((item) => present(readInlineComponent(item, context)));
      }
      noticeUnknown(path, document, notify);
      return [];
    }),
  );
  return { declarations, enrichments };
}

function present(declaration: Declaration | null): Declaration[] {
  return declaration === null ? [] : [declaration];
}

function backstageDeclaration(path: RepositoryPath, document: YamlDocument, files: RepositoryFiles, notify: Notify): Declaration[] {
  const declaration = readBackstage(path, document, notify);
  return declaration === null
    ? []
    : [{ ...declaration, documents: techdocsOf(path, declaration.entity.ref, document, files, notify) }];
}

/** Other tools use the names component.yaml and intent.yaml too, so only what was meant for us is worth a notice. */
function noticeUnknown(path: RepositoryPath, document: YamlDocument, notify: Notify): void {
  const isOthers = catalogFileKindOf(path) !== null && !/^catalog-info\./i.test(baseNameOf(path));
  if (!isOthers && document.root.kind !== 'nothing') {
    notify({ path, line: document.line, message: 'This document is no entity: it has no apiVersion of Backstage or Orun. It is left out.' });
  }
}

function intentsOf(sources: readonly CatalogSource[], notify: Notify): ReadonlyMap<RepositoryPath, IntentDefaults> {
  const intents = new Map<RepositoryPath, IntentDefaults>();
  for (const { path, documents } of sources) {
    for (const document of documents) {
      if (isOrunIntent(path, document) && !isTemplate(document) && !intents.has(folderOf(path))) {
        intents.set(folderOf(path), intentDefaultsOf(path, document, notify));
      }
    }
  }
  return intents;
}

/** The intent of the folder or of the nearest folder around it, as Orun looks for it. */
function nearestIntent(folder: RepositoryPath, intents: ReadonlyMap<RepositoryPath, IntentDefaults>): IntentDefaults | null {
  const holder = foldersAround(folder).find((candidate) => intents.has(candidate));
  return holder === undefined ? null : (intents.get(holder) ?? null);
}
