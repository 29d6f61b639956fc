import type { Edge, Entity, EntityRef, FileNotice, PackageLinks, RepositoryPath, SkippedPath } from '../contract/model';
import { catalogSourcesOf, type CatalogSource } from './catalogSources';
import type { DeclaredDocument, Declaration } from './declaration';
import { derivedCatalogOf, packagesOfFolders } from './derived/derivedCatalog';
import { distinctDocuments, distinctEdges, distinctNotices, distinctPackages } from './distinct';
import { readDeclarations } from './readDeclarations';
import { applyEnrichments } from './enrichment';
import { readRepositoryBlock, undeclaredRepository, type RepositoryDeclaration } from './orunIntent';
import { isOrunIntent } from './orunFormat';
import { byCodeUnits, fileTreeOf } from './repositoryPath';
import type { RepositoryFiles } from './techdocs';

/** A file handed in for reading, its text decoded already. */
export interface CatalogFile {
  readonly path: RepositoryPath;
  readonly text: string;
}

/** The folder that a component's documents lie in. */
export interface ComponentFolder {
  readonly folder: RepositoryPath;
  readonly entityRef: EntityRef;
}

/** Everything a repository's own files say of its entities. All lists are sorted and free of repetitions. */
export interface RepositoryCatalog {
  /** By ref; the repository's own entity, OWN_REPOSITORY_REF, is always among them. */
  readonly entities: readonly Entity[];
  /** By `from`, type and `to`. Edges to what nobody declares are kept: see `danglingEdgesOf`. */
  readonly edges: readonly Edge[];
  /** By path and entity. May name files that are no documents (an image below `docs_dir`, say). */
  readonly declaredDocuments: readonly DeclaredDocument[];
  /** By folder and entity. */
  readonly componentFolders: readonly ComponentFolder[];
  /** The overview that the repository's own entity declares; null when it declares none. */
  readonly overviewPath: RepositoryPath | null;
  /** By what edges to and from other repositories are found: see `packageEdges` of the graph. */
  readonly packages: PackageLinks;
  readonly notices: readonly FileNotice[];
  readonly skipped: readonly SkippedPath[];
  /** Files that have to be handed in too before this catalog is complete. */
  readonly wanted: readonly RepositoryPath[];
}

/**
 * The catalog of one repository, from the texts of its catalog files and manifests (`isCatalogFile` and
 * `isManifestFile` tell which) and the list of all its files. Manifests speak where no component is declared. Files that Locations lead to come back in `wanted`: the caller reads them
 * and asks again with all of them. Depends on nothing else, and not on the order of its input.
 */
export function catalogOf(files: readonly CatalogFile[], paths: readonly RepositoryPath[]): RepositoryCatalog {
  const texts = new Map(files.map((file) => [file.path, file.text]));
  const tree = fileTreeOf([...paths, ...texts.keys()]);
  const { sources, notices: sourceNotices, skipped, wanted } = catalogSourcesOf(texts, tree);
  const notices: FileNotice[] = [...sourceNotices];
  const missing = new Set<RepositoryPath>(wanted);
  const repositoryFiles: RepositoryFiles = {
    tree,
    textOf: (path) => {
      const text = texts.get(path);
      if (text === undefined) {
        missing.add(path);
      }
      return text ?? null;
    },
  };
  const notify = (notice: FileNotice): void => void notices.push(notice);
  const { declarations, enrichments } = readDeclarations(sources, repositoryFiles, notify);
  const declared = firstOfEach(declarations, notify);
  const enriched = applyEnrichments(declared, enrichments, notify);
  const own = repositoryDeclarationOf(sources, repositoryFiles, notify);
  const all = [...enriched, own];
  const folders = foldersOf(enriched);
  const derived = enriched.some(({ entity }) => entity.kind === 'component')
    ? { entities: [], edges: [], folders: [], packages: { provided: packagesOfFolders(texts, tree, folders), required: [] } }
    : derivedCatalogOf(texts, tree, notify);
  return {
    entities: [...all.map(({ entity }) => entity), ...derived.entities].sort((first, second) => byCodeUnits(first.ref, second.ref)),
    edges: distinctEdges([...all.flatMap(({ edges }) => edges), ...derived.edges]),
    declaredDocuments: distinctDocuments(all.flatMap(({ documents }) => documents)),
    componentFolders: sortedFolders([...folders, ...derived.folders]),
    packages: distinctPackages(derived.packages),
    overviewPath: own.documents.find((document) => document.role === 'overview')?.path ?? null,
    notices: distinctNotices(notices),
    skipped,
    wanted: [...missing].sort(byCodeUnits),
  };
}

/** Of several declarations of one entity the first by path, then by line, counts; the others give a notice. */
function firstOfEach(declarations: readonly Declaration[], notify: (notice: FileNotice) => void): Declaration[] {
  const first = new Map<EntityRef, Declaration>();
  for (const declaration of declarations) {
    const { ref, declaredAt } = declaration.entity;
    const winner = first.get(ref);
    if (winner === undefined) {
      first.set(ref, declaration);
    } else {
      const { path, line } = winner.entity.declaredAt;
      notify({ path: declaredAt.path, line: declaredAt.line, message: `${ref} is declared in ${path}, line ${line}, too; that declaration counts, this one does not.` });
    }
  }
  return [...first.values()];
}

function foldersOf(declarations: readonly Declaration[]): ComponentFolder[] {
  return declarations.flatMap(({ folder, entity }) => (folder === null ? [] : [{ folder, entityRef: entity.ref }]));
}

function sortedFolders(folders: readonly ComponentFolder[]): ComponentFolder[] {
  return [...folders].sort((first, second) => byCodeUnits(first.folder, second.folder) || byCodeUnits(first.entityRef, second.entityRef));
}

/** The `repo:` block of the intent nearest to the root; of several in one folder, and of equally near ones, the first by path. */
function repositoryDeclarationOf(sources: readonly CatalogSource[], files: RepositoryFiles, notify: (notice: FileNotice) => void): RepositoryDeclaration {
  const depth = (path: RepositoryPath): number => path.split('/').length;
  const blocks = sources
    .flatMap((source) => source.documents.filter((document) => isOrunIntent(source.path, document)).map((document) => ({ path: source.path, document })))
    .sort((first, second) => depth(first.path) - depth(second.path) || byCodeUnits(first.path, second.path))
    .flatMap(({ path, document }) => readRepositoryBlock(path, document, files, notify) ?? []);
  const [first, ...others] = blocks;
  for (const other of others) {
    const { path, line } = other.entity.declaredAt;
    notify({ path, line, message: `The repository is described in ${first?.entity.declaredAt.path ?? ''} too; that description counts, this one does not.` });
  }
  return first ?? { entity: undeclaredRepository(), edges: [], documents: [] };
}

/** Edges whose target, or whose source where a relation is declared from its other end, no entity declares. */
export function danglingEdgesOf(catalog: Pick<RepositoryCatalog, 'entities' | 'edges'>): Edge[] {
  const declared = new Set(catalog.entities.map((entity) => entity.ref));
  return catalog.edges.filter((edge) => !declared.has(edge.to) || !declared.has(edge.from));
}
