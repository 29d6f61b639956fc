import type { RepositoryPath } from '../../contract/model';
import { folderOf } from '../repositoryPath';
import { firstLines, manifestsNamed, type ManifestComponent, type ManifestDependency, type Manifests } from './manifest';
import { elementsAt, elementText, parseXml, type XmlElement } from './xml';

/** True for the manifests of Maven. */
export const MAVEN_MANIFEST = /(^|\/)pom\.xml$/;

/**
 * Maven modules: every pom.xml that builds something. One of packaging `pom` only ties others together
 * and is none. Dependencies are found by group and artifact.
 */
export function readMaven(manifests: Manifests): ManifestComponent[] {
  return manifestsNamed(manifests, MAVEN_MANIFEST).flatMap(({ path, text }): ManifestComponent[] => {
    const [project] = elementsAt(parseXml(path, text, manifests), 'project');
    const artifact = elementText(project, 'artifactId');
    if (project === undefined || artifact === null || elementText(project, 'packaging') === 'pom') {
      return [];
    }
    const group = elementText(project, 'groupId') ?? elementText(project, 'parent', 'groupId') ?? '';
    const lines = firstLines(text, /<artifactId>\s*([^<\s]+)\s*<\/artifactId>/g);
    return [
      {
        name: artifact,
        title: elementText(project, 'name'),
        description: elementText(project, 'description'),
        folder: folderOf(path),
        declaredAt: { path, line: lines.get(artifact) ?? 1 },
        keys: [`maven:${group}:${artifact}`, `at:maven:${folderOf(path)}`],
        dependencies: dependenciesOf(project, group, path, lines),
      },
    ];
  });
}

function dependenciesOf(project: XmlElement, group: string, path: RepositoryPath, lines: ReadonlyMap<string, number>): ManifestDependency[] {
  return elementsAt(project, 'dependencies', 'dependency').flatMap((dependency): ManifestDependency[] => {
    const artifact = elementText(dependency, 'artifactId');
    const written = elementText(dependency, 'groupId') ?? '';
    const dependencyGroup = /^\$\{(project\.|pom\.)?(parent\.)?groupId\}$/.test(written) ? group : written;
    return artifact === null ? [] : [{ keys: [`maven:${dependencyGroup}:${artifact}`], declaredAt: { path, line: lines.get(artifact) ?? 1 } }];
  });
}
