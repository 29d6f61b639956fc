import type { RepositoryPath } from '../../contract/model';
import { folderOf, resolveWithin } from '../repositoryPath';
import { manifestsNamed, type ManifestComponent, type ManifestDependency, type Manifests } from './manifest';

/** True for the manifests of Go. */
export const GO_MANIFEST = /(^|\/)go\.(mod|work)$/;

interface Directive {
  readonly verb: string;
  readonly words: readonly string[];
  readonly line: number;
}

/**
 * Go modules: every go.mod, or, where a go.work lies in a folder around, those it uses. `replace` with a
 * folder leads there (https://go.dev/ref/mod).
 */
export function readGo(manifests: Manifests): ManifestComponent[] {
  const works = manifestsNamed(manifests, /(^|\/)go\.work$/).map(({ path, text }) => {
    const folder = folderOf(path);
    const directives = directivesOf(text);
    const uses = directives.filter(({ verb }) => verb === 'use').flatMap(({ words }) => resolveWithin(folder, words[0] ?? '') ?? []);
    return { folder, uses: new Set(uses), replaced: replacementsOf(folder, directives) };
  });
  return manifestsNamed(manifests, /(^|\/)go\.mod$/).flatMap(({ path, text }): ManifestComponent[] => {
    const folder = folderOf(path);
    const around = works.filter((work) => work.folder === '' || folder === work.folder || folder.startsWith(`${work.folder}/`));
    const directives = directivesOf(text);
    const module = directives.find(({ verb }) => verb === 'module');
    const modulePath = module?.words[0];
    if (modulePath === undefined || module === undefined || (around.length > 0 && !around.some((work) => work.uses.has(folder)))) {
      return [];
    }
    const replaced = new Map([...around.flatMap((work) => [...work.replaced]), ...replacementsOf(folder, directives)]);
    const dependencies = directives.filter(({ verb }) => verb === 'require').flatMap(({ words, line }): ManifestDependency[] => {
      const [required] = words;
      const target = required === undefined ? undefined : replaced.get(required);
      return required === undefined ? [] : [{ keys: [...(target === undefined ? [] : [`at:go:${target}`]), `go:${required}`], declaredAt: { path, line } }];
    });
    const name = shortNameOf(modulePath);
    return [{ name, title: name === modulePath ? null : modulePath, description: null, folder, declaredAt: { path, line: module.line }, keys: [`go:${modulePath}`, `at:go:${folder}`], dependencies }];
  });
}

/** The last segment of a module path that is no version suffix. */
function shortNameOf(modulePath: string): string {
  const segments = modulePath.split('/').filter((segment) => segment !== '');
  const last = segments.at(-1) ?? modulePath;
  return /^v\d+$/.test(last) && segments.length > 1 ? (segments.at(-2) ?? last) : last;
}

function replacementsOf(folder: RepositoryPath, directives: readonly Directive[]): Map<string, RepositoryPath> {
  return new Map(
    directives.flatMap(({ verb, words }) => {
      const arrow = words.indexOf('=>');
      const [replaced] = words;
      const written = words[arrow + 1] ?? '';
      const target = verb === 'replace' && arrow > 0 && /^\.\.?(\/|\\|$)/.test(written) ? resolveWithin(folder, written) : null;
      return target === null || replaced === undefined ? [] : [[replaced, target] as const];
    }),
  );
}

/** The directives of a go.mod or go.work, those in parentheses one by one. */
function directivesOf(text: string): Directive[] {
  const directives: Directive[] = [];
  let block: string | null = null;
  text.split(/\r\n|\n|\r/).forEach((written, index) => {
    const words = written.replace(/\/\/.*$/, '').trim().split(/\s+/).filter((word) => word !== '').map((word) => word.replace(/^["`]|["`]$/g, ''));
    const [first, second] = words;
    if (first === undefined) {
      return;
    }
    if (first === ')') {
      block = null;
    } else if (block !== null) {
      directives.push({ verb: block, words, line: index + 1 });
    } else if (second === '(') {
      block = first;
    } else {
      directives.push({ verb: first, words: words.slice(1), line: index + 1 });
    }
  });
  return directives;
}
