import type { RepositoryPath } from '../../contract/model';
import { folderOf, resolveWithin, type FileTree } from '../repositoryPath';
import { inFolder, lineTeller, manifestsNamed, type ManifestComponent, type ManifestDependency, type Manifests } from './manifest';

/** True for the manifests of Gradle, in Groovy and in Kotlin. */
export const GRADLE_MANIFEST = /(^|\/)(settings|build)\.gradle(\.kts)?$/;

interface Project {
  /** `:a:b`; `:` is the root project. */
  readonly gradlePath: string;
  readonly folder: RepositoryPath;
  readonly line: number;
}

/**
 * Gradle projects: those that a settings file includes, and its root project when it includes none.
 * Scripts are programs: what is read are the plain forms of `include`, `rootProject.name`,
 * `project(':a').projectDir = file('…')`, `project(':a')` dependencies and `projects.a` accessors.
 */
export function readGradle(manifests: Manifests): ManifestComponent[] {
  return manifestsNamed(manifests, /(^|\/)settings\.gradle(\.kts)?$/).flatMap(({ path, text }): ManifestComponent[] => {
    const script = withoutComments(text);
    const root = folderOf(path);
    const included = includedProjects(script, root);
    const projects = included.length > 0 ? included : [{ gradlePath: ':', folder: root, line: 1 }];
    const rootName = /rootProject\.name[ \t]*=[ \t]*["']([^"'\n]+)["']/.exec(script)?.[1] ?? null;
    return projects.flatMap((project): ManifestComponent[] => {
      const name = project.gradlePath === ':' ? rootName : (project.gradlePath.split(':').at(-1) ?? null);
      return name === null ? [] : [componentOf(project, name, path, root, manifests)];
    });
  });
}

function componentOf(project: Project, name: string, settings: RepositoryPath, root: RepositoryPath, manifests: Manifests): ManifestComponent {
  const isNested = project.gradlePath.lastIndexOf(':') > 0;
  const build = buildFileOf(project.folder, manifests.tree);
  const script = build === null ? undefined : manifests.texts.get(build);
  return {
    name,
    title: isNested ? project.gradlePath : null,
    description: null,
    folder: project.folder,
    declaredAt: { path: settings, line: project.line },
    keys: [keyOf(root, project.gradlePath)],
    dependencies: build === null || script === undefined ? [] : dependenciesOf(withoutComments(script), build, root),
  };
}

function keyOf(root: RepositoryPath, gradlePath: string): string {
  // Type-safe accessors write `:my-lib` as `myLib`: compare without what they leave out.
  return `at:gradle:${root}:${gradlePath.replace(/[-_.]/g, '').toLowerCase()}`;
}

function includedProjects(script: string, root: RepositoryPath): Project[] {
  const lineAt = lineTeller(script);
  const folders = new Map(
    [...script.matchAll(/project\(\s*["'](:[^"'\n]+)["']\s*\)\.projectDir\s*=\s*(?:file\(|new File\((?:rootDir|settingsDir|rootProject\.projectDir)\s*,)\s*["']([^"'\n]+)["']/g)].flatMap(([, gradlePath = '', written = '']) => {
      const folder = resolveWithin(root, written);
      return folder === null ? [] : [[gradlePath, folder] as const];
    }),
  );
  // `include 'a', ':b:c'` and include("a", "b"), also over several lines; includeBuild is another build.
  return [...script.matchAll(/\binclude\b(?:[ \t]*\(\s*|[ \t]+)((?:["'][^"'\n]+["'](?:\s*,)?\s*)+)/g)].flatMap((include) => {
    const [whole, list = ''] = include;
    const listOffset = include.index + whole.length - list.length;
    return [...list.matchAll(/["']([^"'\n]+)["']/g)].map((item): Project => {
      const gradlePath = `:${(item[1] ?? '').replace(/^:/, '')}`;
      const folder = folders.get(gradlePath) ?? inFolder(root, gradlePath.slice(1).replaceAll(':', '/'));
      return { gradlePath, folder, line: lineAt(listOffset + item.index) };
    });
  });
}

function buildFileOf(folder: RepositoryPath, tree: FileTree): RepositoryPath | null {
  return ['build.gradle', 'build.gradle.kts'].map((name) => inFolder(folder, name)).find((path) => tree.has(path)) ?? null;
}

function dependenciesOf(script: string, path: RepositoryPath, root: RepositoryPath): ManifestDependency[] {
  const lineAt = lineTeller(script);
  const named = [...script.matchAll(/\bproject\(\s*(?:path\s*[:=]\s*)?["'](:[^"'\n]+)["']/g)].map((match) => ({ gradlePath: match[1] ?? '', offset: match.index }));
  const accessors = [...script.matchAll(/\(\s*projects\.([A-Za-z][\w.]*)\s*\)/g)].map((match) => ({ gradlePath: `:${(match[1] ?? '').replaceAll('.', ':')}`, offset: match.index }));
  return [...named, ...accessors].map(({ gradlePath, offset }) => ({ keys: [keyOf(root, gradlePath)], declaredAt: { path, line: lineAt(offset) } }));
}

/** A script with its comments blanked out, so that offsets and lines stay. Strings are left alone. */
function withoutComments(script: string): string {
  return script.replace(/"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'|\/\/[^\n]*|\/\*[^]*?(?:\*\/|$)/g, (part) => (part.startsWith('/') ? part.replace(/[^\n]/g, ' ') : part));
}
