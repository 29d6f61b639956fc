import type { RepositoryPath } from '../contract/model';
import { boundedGlob, globBase } from './boundedGlob';
import { shortened, type Notify } from './declaration';
import { folderOf, resolveWithin, type FileTree } from './repositoryPath';
import type { YamlDocument } from './yamlDocuments';
import { itemsOf, trimmedAt, valueAt, type YamlText } from './yamlValue';

/** True for a Backstage Location. */
export function isLocation(document: YamlDocument): boolean {
  return trimmedAt(document.root, 'kind')?.toLowerCase() === 'location';
}

/**
 * The files of the repository a Location's `target` and `targets` name, relative to its own file, globs
 * included. Targets that are URLs, lead outside the repository or name nothing give a notice: nothing
 * is ever fetched.
 */
export function locationTargets(path: RepositoryPath, document: YamlDocument, tree: FileTree, notify: Notify): RepositoryPath[] {
  const written = [
    ...itemsOf(valueAt(document.root, 'spec', 'target')),
    ...itemsOf(valueAt(document.root, 'spec', 'targets')),
  ];
  return written.flatMap((item) => {
    if (item.kind !== 'text') {
      notify({ path, line: item.line, message: 'A target of this Location is no text; it is not followed.' });
      return [];
    }
    return filesAt(path, item, tree, notify);
  });
}

function filesAt(path: RepositoryPath, target: YamlText, tree: FileTree, notify: Notify): RepositoryPath[] {
  const shown = shortened(target.text);
  const refuse = (reason: string): RepositoryPath[] => {
    notify({ path, line: target.line, message: `The target "${shown}" of this Location ${reason}` });
    return [];
  };
  if (/^[a-z][a-z0-9+.-]+:/i.test(target.text.trim())) {
    return refuse('is a URL; nothing is fetched, so it is not followed.');
  }
  const resolved = resolveWithin(folderOf(path), target.text);
  if (resolved === null) {
    return refuse('leads outside the repository; it is not followed.');
  }
  if (tree.has(resolved)) {
    return [resolved];
  }
  const { base, isGlob } = globBase(resolved);
  if (!isGlob) {
    return refuse('names no file of the repository.');
  }
  const matches = boundedGlob(resolved, true);
  if (matches === null) {
    return refuse('holds too many wildcards; it is not followed.');
  }
  const found = tree.below(base).filter((candidate) => /\.(ya?ml|json)$/i.test(candidate) && matches(candidate));
  return found.length > 0 ? found : refuse('matches no file of the repository.');
}
