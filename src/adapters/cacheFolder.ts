import path from 'node:path';

const NAME = 'workspace-context';

/**
 * The folder where indexes are kept, absolute: `WORKSPACE_CONTEXT_HOME` when it is set (resolved
 * against the current folder), else `workspace-context` in the user's cache folder of that platform.
 * A relative `XDG_CACHE_HOME` is ignored, as https://specifications.freedesktop.org/basedir-spec asks:
 * it would make an index for every folder a command is run in.
 */
export function cacheFolderOf(
  env: Readonly<Record<string, string | undefined>>,
  platform: NodeJS.Platform,
  homeFolder: string,
): string {
  const paths = platform === 'win32' ? path.win32 : path.posix;
  const own = env['WORKSPACE_CONTEXT_HOME'] ?? '';
  if (own !== '') return paths.resolve(own);
  const absoluteOr = (value: string | undefined, fallback: string): string =>
    value !== undefined && paths.isAbsolute(value) ? paths.normalize(value) : fallback;
  switch (platform) {
    case 'win32':
      return paths.join(absoluteOr(env['LOCALAPPDATA'], paths.join(homeFolder, 'AppData', 'Local')), NAME);
    case 'darwin':
      return paths.join(homeFolder, 'Library', 'Caches', NAME);
    default:
      return paths.join(absoluteOr(env['XDG_CACHE_HOME'], paths.join(homeFolder, '.cache')), NAME);
  }
}
