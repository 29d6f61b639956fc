/**
 * Variables of git's own that the user's git keeps. They say where the installation and the user's
 * configuration are, and how far up git may look: portable installations, Nix and containers work
 * through them (`safe.directory` is often given by GIT_CONFIG_COUNT), and only the user sets them.
 */
const KEPT = new Set([
  'GIT_EXEC_PATH',
  'GIT_CEILING_DIRECTORIES',
  'GIT_DISCOVERY_ACROSS_FILESYSTEM',
  'GIT_CONFIG_GLOBAL',
  'GIT_CONFIG_SYSTEM',
  'GIT_CONFIG_NOSYSTEM',
  'GIT_CONFIG_COUNT',
]);
const KEPT_NUMBERED = /^GIT_CONFIG_(?:KEY|VALUE)_\d+$/;

/**
 * The environment git is run in. Every other GIT_ variable is left out: git sets GIT_DIR,
 * GIT_INDEX_FILE or GIT_CONFIG_PARAMETERS for hooks and aliases, so that a tool started from one
 * would read another repository than the folder it was asked about; GIT_TRACE would write, and
 * GIT_EXTERNAL_DIFF, GIT_SSH_COMMAND or GIT_ASKPASS would run, what is not wanted here.
 */
export function gitEnvironment(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const inherited = Object.entries(env).filter(([name]) => {
    const upper = name.toUpperCase();
    return !upper.startsWith('GIT_') || KEPT.has(upper) || KEPT_NUMBERED.test(upper);
  });
  return {
    ...Object.fromEntries(inherited),
    // A partial clone fetches what it lacks: no protocol is allowed, and newer gits do not even try.
    GIT_ALLOW_PROTOCOL: 'none',
    GIT_NO_LAZY_FETCH: '1',
    GIT_TERMINAL_PROMPT: '0',
    GIT_OPTIONAL_LOCKS: '0',
    // Messages are read to tell what went wrong, so they must be English.
    LC_ALL: 'C',
  };
}
