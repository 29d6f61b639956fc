import { DEFAULT_NAMESPACE, entityRefOf, isEntityName } from '../../contract/entityRef';
import type { Edge, Entity, EntityRef, PackageLinks, ProvidedPackage, RepositoryPath, RequiredPackage } from '../../contract/model';
import type { Notify } from '../declaration';
import { isTestData } from '../catalogFiles';
import { byCodeUnits, type FileTree } from '../repositoryPath';
import { CARGO_MANIFEST, readCargo } from './cargo';
import { COMPOSE_MANIFEST, readCompose } from './compose';
import { DOTNET_MANIFEST, readDotnet } from './dotnet';
import { GO_MANIFEST, readGo } from './go';
import { GRADLE_MANIFEST, readGradle } from './gradle';
import type { ManifestComponent, Manifests, PackageKey } from './manifest';
import { MAVEN_MANIFEST, readMaven } from './maven';
import { NPM_MANIFEST, readNpm } from './npm';
import { PYTHON_MANIFEST, readPython } from './python';

const PATTERNS = [NPM_MANIFEST, GO_MANIFEST, CARGO_MANIFEST, PYTHON_MANIFEST, MAVEN_MANIFEST, GRADLE_MANIFEST, DOTNET_MANIFEST, COMPOSE_MANIFEST];
const READERS = [readNpm, readGo, readCargo, readPython, readMaven, readGradle, readDotnet, readCompose];

/** True for a file that may tell of components where nothing is declared: its text is to be handed to `catalogOf` too. */
export function isManifestFile(path: RepositoryPath): boolean {
  return PATTERNS.some((pattern) => pattern.test(path));
}

export interface DerivedCatalog {
  readonly entities: readonly Entity[];
  readonly edges: readonly Edge[];
  readonly folders: readonly { readonly folder: RepositoryPath; readonly entityRef: EntityRef }[];
  readonly packages: PackageLinks;
}

/**
 * The components that a repository's manifests tell of and the `dependsOn` among them, all marked as
 * derived. Manifests in test data tell nothing.
 */
export function derivedCatalogOf(texts: ReadonlyMap<RepositoryPath, string>, tree: FileTree, notify: Notify): DerivedCatalog {
  const described = describedComponents(texts, tree, notify);
  const named = namedComponents(described);
  const owners = new Map<PackageKey, EntityRef>();
  for (const { ref, component } of named) {
    component.keys.forEach((key) => owners.set(key, owners.get(key) ?? ref));
  }
  const edges: Edge[] = [];
  const required: RequiredPackage[] = [];
  for (const { ref, component } of named) {
    for (const { keys, declaredAt } of component.dependencies) {
      const target = keys.map((key) => owners.get(key)).find((owner) => owner !== undefined);
      const packageName = keys.find(isPackageName);
      if (target !== undefined && target !== ref) {
        edges.push({ from: ref, type: 'dependsOn', to: target, derived: true, declaredAt });
      } else if (target === undefined && packageName !== undefined) {
        required.push({ from: ref, packageName, declaredAt });
      }
    }
  }
  return { entities: entitiesOf(named), edges, folders: foldersOf(named), packages: { provided: providedBy(named), required } };
}

/**
 * Which packages the declared components of a repository are: those whose manifest lies in the
 * component's own folder, where only one component lies.
 */
export function packagesOfFolders(
  texts: ReadonlyMap<RepositoryPath, string>,
  tree: FileTree,
  folders: readonly { readonly folder: RepositoryPath; readonly entityRef: EntityRef }[],
): ProvidedPackage[] {
  const described = describedComponents(texts, tree, () => undefined);
  return described.flatMap((component) => {
    const [owner, ...others] = folders.filter(({ folder }) => folder === component.folder);
    return owner === undefined || others.length > 0 ? [] : component.keys.filter(isPackageName).map((packageName) => ({ packageName, entityRef: owner.entityRef }));
  });
}

function describedComponents(texts: ReadonlyMap<RepositoryPath, string>, tree: FileTree, notify: Notify): ManifestComponent[] {
  const own = new Map([...texts].filter(([path]) => isManifestFile(path) && !isTestData(path)));
  const manifests: Manifests = { texts: own, tree, notify };
  return READERS.flatMap((read) => read(manifests));
}

interface NamedComponent {
  readonly ref: EntityRef;
  readonly name: string;
  readonly component: ManifestComponent;
}

/**
 * Gives every component its name. Two manifests of one name in one folder, or one of them without a folder,
 * speak of one component; of several folders with one name the first by path keeps it, the others are
 * called by their folder.
 */
function namedComponents(components: readonly ManifestComponent[]): NamedComponent[] {
  const folderOfName = new Map<string, RepositoryPath>();
  const sorted = [...components].sort((first, second) => byCodeUnits(first.declaredAt.path, second.declaredAt.path) || first.declaredAt.line - second.declaredAt.line);
  // Components that know their folder are named first: the others join them.
  const ordered = [...sorted.filter(({ folder }) => folder !== null), ...sorted.filter(({ folder }) => folder === null)];
  return ordered.flatMap((component): NamedComponent[] => {
    const plain = usableName(component.name);
    const taken = folderOfName.get(plain.toLowerCase());
    const isSame = taken === undefined || component.folder === null || component.folder === taken;
    const name = isSame ? plain : usableName(component.folder === '' ? `${plain}-root` : component.folder);
    if (component.folder !== null && !folderOfName.has(name.toLowerCase())) {
      folderOfName.set(name.toLowerCase(), component.folder);
    }
    return isEntityName(name) ? [{ ref: entityRefOf('component', DEFAULT_NAMESPACE, name), name, component }] : [];
  });
}

function usableName(text: string): string {
  return text.replace(/[^\p{L}\p{M}\p{N}_.~+#@-]+/gu, '-').replace(/^-+|-+$/g, '');
}

function entitiesOf(named: readonly NamedComponent[]): Entity[] {
  const entities = new Map<EntityRef, Entity>();
  for (const { ref, name, component } of named) {
    const before = entities.get(ref);
    entities.set(ref, {
      ref,
      kind: 'component',
      namespace: DEFAULT_NAMESPACE,
      name: before?.name ?? name,
      title: before?.title ?? component.title,
      description: before?.description ?? component.description,
      type: null,
      annotations: {},
      derived: true,
      declaredAt: before?.declaredAt ?? component.declaredAt,
    });
  }
  return [...entities.values()];
}

/** The folders of components. One built by Docker Compose from a package's folder does not own that folder: the package does. */
function foldersOf(named: readonly NamedComponent[]): { folder: RepositoryPath; entityRef: EntityRef }[] {
  const isService = ({ component }: NamedComponent): boolean => component.keys.every((key) => key.startsWith('at:compose:'));
  const packageFolders = new Set(named.filter((own) => !isService(own)).map((own) => own.component.folder));
  const owning = named.filter((own) => !isService(own) || !packageFolders.has(own.component.folder));
  const folders = new Map(owning.flatMap(({ ref, component: { folder } }) => (folder === null ? [] : [[`${folder}\0${ref}`, { folder, entityRef: ref }] as const])));
  return [...folders.values()];
}

function providedBy(named: readonly NamedComponent[]): ProvidedPackage[] {
  return named.flatMap(({ ref, component }) => component.keys.filter(isPackageName).map((packageName) => ({ packageName, entityRef: ref })));
}

function isPackageName(key: PackageKey): boolean {
  return !key.startsWith('at:');
}
