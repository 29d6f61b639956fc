import { folderOf, resolveWithin } from '../repositoryPath';
import type { RepositoryPath } from '../../contract/model';
import { firstLines, manifestsNamed, type ManifestComponent, type ManifestDependency, type Manifests } from './manifest';
import { keyLines, parseToml, tomlAt, tomlEntries, tomlText, tomlTexts, type TomlValue } from './toml';

/** True for the manifests of Python projects. */
export const PYTHON_MANIFEST = /(^|\/)pyproject\.toml$/;

/**
 * Python projects: every pyproject.toml with a name (PEP 621, Poetry). Dependencies are those of the
 * project, its extras and groups (PEP 735), Poetry's, and paths that uv's sources or Poetry name.
 */
export function readPython(manifests: Manifests): ManifestComponent[] {
  return manifestsNamed(manifests, PYTHON_MANIFEST).flatMap(({ path, text }): ManifestComponent[] => {
    const root = parseToml(path, text, manifests);
    const name = tomlText(tomlAt(root, 'project', 'name')) ?? tomlText(tomlAt(root, 'tool', 'poetry', 'name'));
    if (name === null) {
      return [];
    }
    const folder = folderOf(path);
    return [
      {
        name,
        title: null,
        description: tomlText(tomlAt(root, 'project', 'description')) ?? tomlText(tomlAt(root, 'tool', 'poetry', 'description')),
        folder,
        declaredAt: { path, line: keyLines(text)('name') },
        keys: [`python:${normalized(name)}`, `at:python:${folder}`],
        dependencies: [...requirementsOf(root, path, folder, text), ...poetryDependencies(root, path, folder, text)],
      },
    ];
  });
}

/** PEP 503: names differ neither in case nor in `-`, `_` and `.`. */
function normalized(name: string): string {
  return name.toLowerCase().replace(/[-_.]+/g, '-');
}

function requirementsOf(root: TomlValue, path: RepositoryPath, folder: RepositoryPath, text: string): ManifestDependency[] {
  const lists = [
    tomlAt(root, 'project', 'dependencies'),
    ...tomlEntries(tomlAt(root, 'project', 'optional-dependencies')).map(([, list]) => list),
    ...tomlEntries(tomlAt(root, 'dependency-groups')).map(([, list]) => list),
    tomlAt(root, 'tool', 'uv', 'dev-dependencies'),
  ];
  const sources = new Map(tomlEntries(tomlAt(root, 'tool', 'uv', 'sources')).map(([name, source]) => [normalized(name), source]));
  const lines = firstLines(text, /["']\s*([A-Za-z0-9][A-Za-z0-9._-]*)/g);
  return lists.flatMap(tomlTexts).flatMap((requirement): ManifestDependency[] => {
    const name = /^\s*([A-Za-z0-9][A-Za-z0-9._-]*)/.exec(requirement)?.[1];
    if (name === undefined) {
      return [];
    }
    const written = tomlText(tomlAt(sources.get(normalized(name)), 'path')) ?? /@\s*file:(?:\/\/)?(\.[^;\s]*)/.exec(requirement)?.[1] ?? null;
    return [dependency(name, written, path, folder, lines.get(name) ?? 1)];
  });
}

function poetryDependencies(root: TomlValue, path: RepositoryPath, folder: RepositoryPath, text: string): ManifestDependency[] {
  const poetry = tomlAt(root, 'tool', 'poetry');
  const lineOf = keyLines(text);
  const groups = tomlEntries(tomlAt(poetry, 'group')).map(([, group]) => tomlAt(group, 'dependencies'));
  return [tomlAt(poetry, 'dependencies'), tomlAt(poetry, 'dev-dependencies'), ...groups]
    .flatMap(tomlEntries)
    .filter(([name]) => name !== 'python')
    .map(([name, value]) => dependency(name, tomlText(tomlAt(value, 'path')), path, folder, lineOf(name)));
}

function dependency(name: string, written: string | null, path: RepositoryPath, folder: RepositoryPath, line: number): ManifestDependency {
  const target = written === null ? null : resolveWithin(folder, written);
  return { keys: [...(target === null ? [] : [`at:python:${target}`]), `python:${normalized(name)}`], declaredAt: { path, line } };
}
