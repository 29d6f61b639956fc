import type { RepositoryPath } from '../../contract/model';
import { folderOf, resolveWithin } from '../repositoryPath';
import { manifestsNamed, type ManifestComponent, type ManifestDependency, type Manifests } from './manifest';
import { keyLines, parseToml, tomlAt, tomlEntries, tomlText, tomlTexts, type TomlValue } from './toml';
import { memberMatcher } from './workspaceGlobs';

/** True for the manifests of Cargo. */
export const CARGO_MANIFEST = /(^|\/)Cargo\.toml$/;

interface Crate {
  readonly path: RepositoryPath;
  readonly folder: RepositoryPath;
  readonly lineOf: (key: string) => number;
  readonly root: TomlValue;
}

const TABLES = ['dependencies', 'dev-dependencies', 'build-dependencies'];

/**
 * Crates: every package of a Cargo.toml, but below the root of a workspace only its members (and the
 * root's own package, and what is reached by a path is a member too: https://doc.rust-lang.org/cargo).
 */
export function readCargo(manifests: Manifests): ManifestComponent[] {
  const crates = manifestsNamed(manifests, CARGO_MANIFEST).flatMap(({ path, text }): Crate[] => {
    const root = parseToml(path, text, manifests);
    return root === null ? [] : [{ path, folder: folderOf(path), lineOf: keyLines(text), root }];
  });
  const workspaces = crates.filter(({ root }) => tomlAt(root, 'workspace') !== undefined);
  return crates.flatMap((crate): ManifestComponent[] => {
    const name = tomlText(tomlAt(crate.root, 'package', 'name'));
    const workspace = workspaceOf(crate, workspaces);
    if (name === null || (workspace !== null && !isMember(crate, workspace))) {
      return [];
    }
    return [
      {
        name,
        title: null,
        description: tomlText(tomlAt(crate.root, 'package', 'description')),
        folder: crate.folder,
        declaredAt: { path: crate.path, line: crate.lineOf('name') },
        keys: [`cargo:${name}`, `at:cargo:${crate.folder}`],
        dependencies: dependenciesOf(crate, workspace),
      },
    ];
  });
}

/** The nearest workspace around a crate. */
function workspaceOf(crate: Crate, workspaces: readonly Crate[]): Crate | null {
  const around = workspaces.filter(({ folder }) => folder === '' || crate.folder === folder || crate.folder.startsWith(`${folder}/`));
  return around.reduce<Crate | null>((nearest, candidate) => (nearest === null || candidate.folder.length > nearest.folder.length ? candidate : nearest), null);
}

function isMember(crate: Crate, workspace: Crate): boolean {
  if (crate === workspace) {
    return true;
  }
  const members = tomlTexts(tomlAt(workspace.root, 'workspace', 'members'));
  const excluded = tomlTexts(tomlAt(workspace.root, 'workspace', 'exclude')).map((pattern) => `!${pattern}`);
  const isListed = memberMatcher(workspace.folder, [...members, ...excluded])(crate.folder);
  return isListed || dependencyTables(workspace.root).some((table) => tomlEntries(table).some(([, value]) => resolveWithin(workspace.folder, tomlText(tomlAt(value, 'path')) ?? '..') === crate.folder));
}

function dependencyTables(root: TomlValue): TomlValue[] {
  const targets = tomlEntries(tomlAt(root, 'target')).map(([, target]) => target);
  return [root, ...targets].flatMap((holder) => TABLES.map((table) => tomlAt(holder, table)));
}

function dependenciesOf(crate: Crate, workspace: Crate | null): ManifestDependency[] {
  return dependencyTables(crate.root).flatMap((table) =>
    tomlEntries(table).map(([key, value]): ManifestDependency => {
      const isInherited = tomlAt(value, 'workspace') === true && workspace !== null;
      const specification = isInherited ? tomlAt(workspace.root, 'workspace', 'dependencies', key) : value;
      const path = tomlText(tomlAt(specification, 'path'));
      const folder = path === null ? null : resolveWithin(isInherited ? workspace.folder : crate.folder, path);
      const name = tomlText(tomlAt(specification, 'package')) ?? key;
      return { keys: [...(folder === null ? [] : [`at:cargo:${folder}`]), `cargo:${name}`], declaredAt: { path: crate.path, line: crate.lineOf(key) } };
    }),
  );
}
