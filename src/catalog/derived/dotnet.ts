import type { RepositoryPath } from '../../contract/model';
import { baseNameOf, folderOf, resolveWithin } from '../repositoryPath';
import { firstLines, manifestsNamed, type ManifestComponent, type ManifestDependency, type Manifests } from './manifest';
import { attributeOf, elementsAt, elementText, parseXml } from './xml';

const PROJECT = /\.(cs|fs|vb)proj$/i;

/** True for the manifests of .NET. */
export const DOTNET_MANIFEST = /\.((cs|fs|vb)proj|slnx?)$/i;

/**
 * .NET projects: those that a solution lists, or all where there is no solution; dependencies are
 * project references, and package references by package id.
 */
export function readDotnet(manifests: Manifests): ManifestComponent[] {
  const solutions = manifestsNamed(manifests, /\.slnx?$/i);
  const listed = new Set(solutions.flatMap(({ path, text }) => projectsOf(path, text, manifests)));
  return manifestsNamed(manifests, PROJECT).flatMap(({ path, text }): ManifestComponent[] => {
    const document = solutions.length > 0 && !listed.has(path) ? null : parseXml(path, text, manifests);
    const [project] = elementsAt(document, 'Project');
    if (project === undefined) {
      return [];
    }
    const name = baseNameOf(path).replace(PROJECT, '');
    const property = (key: string): string | null => elementText(project, 'PropertyGroup', key);
    const packageId = property('PackageId') ?? property('AssemblyName') ?? name;
    return [
      {
        name,
        title: packageId === name ? null : packageId,
        description: property('Description'),
        folder: folderOf(path),
        declaredAt: { path, line: 1 },
        // NuGet compares package ids without case.
        keys: [`nuget:${packageId.toLowerCase()}`, `at:dotnet:${path}`],
        dependencies: referencesOf(project, path, text),
      },
    ];
  });
}

function referencesOf(project: unknown, path: RepositoryPath, text: string): ManifestDependency[] {
  const lines = firstLines(text, /\bInclude\s*=\s*"([^"]*)"|\bInclude\s*=\s*'([^']*)'/g);
  const references = (tag: string): string[] => elementsAt(project, 'ItemGroup', tag).flatMap((reference) => attributeOf(reference, 'Include') ?? []);
  return [
    ...references('ProjectReference').flatMap((include): ManifestDependency[] => {
      const target = resolveWithin(folderOf(path), include);
      return target === null ? [] : [{ keys: [`at:dotnet:${target}`], declaredAt: { path, line: lines.get(include) ?? 1 } }];
    }),
    ...references('PackageReference').map((include) => ({ keys: [`nuget:${include.toLowerCase()}`], declaredAt: { path, line: lines.get(include) ?? 1 } })),
  ];
}

/** The project files a solution lists: the `.sln` text format, or `.slnx`, which is XML. */
function projectsOf(path: RepositoryPath, text: string, manifests: Manifests): RepositoryPath[] {
  const written = /\.slnx$/i.test(path)
    ? solutionProjects(parseXml(path, text, manifests))
    : [...text.matchAll(/^Project\("[^"\n]*"\)[ \t]*=[ \t]*"[^"\n]*",[ \t]*"([^"\n]*)"/gm)].flatMap(([, file]) => file ?? []);
  return written.filter((file) => PROJECT.test(file)).flatMap((file) => resolveWithin(folderOf(path), file) ?? []);
}

function solutionProjects(document: unknown): string[] {
  const [solution] = elementsAt(document, 'Solution');
  return [solution, ...elementsAt(solution, 'Folder')].flatMap((holder) => elementsAt(holder, 'Project')).flatMap((project) => attributeOf(project, 'Path') ?? []);
}
