/** Folders of tools and of other people's code: never a repository's own documents, tracked or not. */
const ALWAYS: ReadonlySet<string> = new Set([
  // version control
  '.git', '.hg', '.svn', '.bzr', '.jj', '.sl', 'CVS', '_darcs', '.worktrees',
  // dependencies
  'node_modules', 'bower_components', 'jspm_packages', 'vendor', 'site-packages', '.venv', 'venv', '.eggs', '.bundle',
  'Pods', 'Carthage', 'elm-stuff', '.yarn', '.pnpm-store', '.npm', '.terraform', '.terragrunt-cache',
  // caches and output of tools
  '.cache', '__pycache__', '.tox', '.nox', '.mypy_cache', '.pytest_cache', '.ruff_cache', '.ipynb_checkpoints',
  '.next', '.nuxt', '.output', '.svelte-kit', '.angular', '.docusaurus', '.parcel-cache', '.turbo', '.nx', '.nyc_output',
  '.vscode-test', '.serverless', '.aws-sam', '.gradle', '.dart_tool', '.stack-work', '.bloop', '.metals', '.direnv',
  'DerivedData',
  // editors
  '.idea', '.vs', '.history',
]);

/** Folders that are build output in one repository and the owner's own work in another. */
const UNLESS_TRACKED: ReadonlySet<string> = new Set([
  'build', '_build', 'out', 'dist', 'target', 'bin', 'obj', 'coverage', 'htmlcov', '_site',
]);

/** Files whose presence says what their folder is: a Python environment; a cache (https://bford.info/cachedir/). */
const MARKERS: ReadonlySet<string> = new Set(['pyvenv.cfg', 'CACHEDIR.TAG']);

/**
 * What is built in for a folder of this name: never read, read where git tracks its files, or nothing
 * (null).
 */
export function builtInExclude(folderName: string): 'always' | 'unless-tracked' | null {
  if (ALWAYS.has(folderName)) return 'always';
  return UNLESS_TRACKED.has(folderName) ? 'unless-tracked' : null;
}

/** Files that file managers leave behind. */
const LITTER: ReadonlySet<string> = new Set(['.DS_Store', 'Thumbs.db', 'desktop.ini']);

/** What Chromium names a file that it is still writing; an editor in a browser excludes them by default. */
const SWAP_FILES = '.crswap';

/** True for files that file managers and browsers leave behind: nobody's documents. */
export function isLitter(fileName: string): boolean {
  return LITTER.has(fileName) || fileName.endsWith(SWAP_FILES);
}

/** True for a glob that adds nothing to the built-in excludes, as most of an editor's default ones do. */
export function isBuiltInGlob(glob: string): boolean {
  const name = /^\*\*\/([^/*?[\]{}\\]+)$/.exec(glob)?.[1] ?? '';
  return glob === `**/*${SWAP_FILES}` || builtInExclude(name) === 'always' || isLitter(name);
}

/** The globs that leave out more than the built-in excludes do, each once, in order: what tells one window's settings from another's. */
export function ownGlobs(globs: readonly string[]): string[] {
  return [...new Set(globs.filter((glob) => !isBuiltInGlob(glob)))].sort();
}

/** True when a file of this name says that its folder holds nothing of the repository's own. */
export function isExcludingMarker(fileName: string): boolean {
  return MARKERS.has(fileName);
}
