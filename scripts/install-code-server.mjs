/**
 * Puts a real VS Code workbench (the npm package code-server) on this machine, for `npm run test:vscode` (with the Chromium
 * that drives it) and `npm run vscode` (without). What is there already is used again; nothing is put into the checkout.
 *
 * Needs the npm registry; Debian's packages too where Chromium or the Kerberos headers are missing (only as root).
 * WORKSPACE_CONTEXT_E2E_HOME moves the cache folder, CHROMIUM_PATH names a browser of your own.
 */
import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const CODE_SERVER_VERSION = '4.139.1';
const NODE_MAJOR = '24';

/** The cache folder: everything this script makes lies below it. */
export const editorHome = () =>
  process.env.WORKSPACE_CONTEXT_E2E_HOME || join(homedir(), '.cache', 'workspace-context-e2e');

const log = (message) => process.stderr.write(`install-code-server: ${message}\n`);

/** Runs a command to its end; throws with the tail of what it printed when it fails. */
const run = (command, args, { cwd, env = process.env, minutes = 20 } = {}) => {
  const result = spawnSync(command, args, {
    cwd,
    env,
    encoding: 'utf8',
    timeout: minutes * 60_000,
    maxBuffer: 64 * 1024 * 1024,
  });
  if (result.status === 0) return result.stdout;
  const tail = `${result.stdout ?? ''}\n${result.stderr ?? ''}`.trim().split('\n').slice(-25).join('\n');
  const why = result.error ? result.error.message : `exit code ${result.status}`;
  throw new Error(`\`${command} ${args.join(' ')}\` failed (${why}):\n${tail}`);
};

const isRoot = () => typeof process.getuid === 'function' && process.getuid() === 0;

const browserCandidates = () => [
  process.env.CHROMIUM_PATH,
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];

const findBrowser = () => browserCandidates().find((path) => path && existsSync(path)) ?? null;

const hasKerberosHeaders = () =>
  process.platform !== 'linux' ||
  ['/usr/include/gssapi/gssapi.h', '/usr/include/gssapi.h'].some((path) => existsSync(path));

/** Debian packages that are missing: a browser only where one is to be driven, the headers only to build the editor. */
export const missingPackages = ({ withBrowser, browser, editorIsInstalled, kerberosHeaders }) => [
  ...(!withBrowser || browser !== null ? [] : ['chromium']),
  ...(editorIsInstalled || kerberosHeaders ? [] : ['libkrb5-dev']),
];

/** Debian packages that are missing, installed when we may. */
const ensureSystemPackages = (withBrowser, editorIsInstalled) => {
  const wanted = missingPackages({ withBrowser, browser: findBrowser(), editorIsInstalled, kerberosHeaders: hasKerberosHeaders() });
  if (wanted.length === 0) return;
  const command = `apt-get install -y ${wanted.join(' ')}`;
  if (process.platform !== 'linux' || !existsSync('/usr/bin/apt-get')) {
    throw new Error(
      `This machine lacks ${wanted.join(' and ')}, and they can be installed by themselves on Debian and Ubuntu only. ` +
        'Install them, or name a browser with CHROMIUM_PATH.',
    );
  }
  if (!isRoot()) {
    throw new Error(`This machine lacks ${wanted.join(' and ')}. Run \`sudo ${command}\`, then try again.`);
  }
  log(`installing ${wanted.join(', ')} with apt-get`);
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  run('apt-get', ['update', '-q'], { env });
  run('apt-get', ['install', '-y', '-q', '--no-install-recommends', ...wanted], { env });
};

const ensureNode = (home) => {
  const folder = join(home, 'node24');
  const binary = join(folder, 'node_modules', 'node', 'bin', 'node');
  if (!existsSync(binary)) {
    log(`installing Node ${NODE_MAJOR} (code-server wants it)`);
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, 'package.json'), '{"private":true}\n');
    run('npm', ['install', `node@${NODE_MAJOR}`, '--no-audit', '--no-fund', '--dangerously-allow-all-scripts'], {
      cwd: folder,
    });
  }
  if (!existsSync(binary)) throw new Error(`npm install node@${NODE_MAJOR} left no Node binary behind.`);
  return binary;
};

/**
 * A folder of Node's headers that node-gyp accepts as `nodedir`. The npm package has the headers of its
 * version but not the two .gypi files; this machine's own Node has those.
 * Null: they are nowhere, and node-gyp fetches the headers itself.
 */
const ensureHeaders = (home) => {
  const folder = join(home, 'node-headers');
  const include = join(folder, 'include', 'node');
  if (existsSync(join(include, 'common.gypi')) && existsSync(join(include, 'node.h'))) return folder;
  const packages = join(home, 'node24', 'node_modules', 'node', 'node_modules');
  const platformPackages = existsSync(packages) ? readdirSync(packages).filter((name) => name.startsWith('node-')) : [];
  const headers = platformPackages
    .concat('..')
    .map((name) => join(packages, name, 'include', 'node'))
    .find((path) => existsSync(join(path, 'node.h')));
  const ownHeaders = [
    process.env.npm_config_nodedir && join(process.env.npm_config_nodedir, 'include', 'node'),
    join(dirname(process.execPath), '..', 'include', 'node'),
    '/usr/include/node',
  ].find((path) => path && existsSync(join(path, 'common.gypi')) && existsSync(join(path, 'config.gypi')));
  if (!headers || !ownHeaders) return null;
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(include, { recursive: true });
  cpSync(headers, include, { recursive: true, dereference: true });
  for (const name of ['common.gypi', 'config.gypi']) cpSync(join(ownHeaders, name), join(include, name));
  return folder;
};

const installedVersion = (folder) => {
  try {
    return JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')).version;
  } catch {
    return null;
  }
};

const ensureCodeServer = (home, nodeBinary) => {
  const folder = join(home, `code-server-${CODE_SERVER_VERSION}`);
  const installed = join(folder, 'node_modules', 'code-server');
  const complete = join(folder, 'complete');
  if (!existsSync(complete) || installedVersion(installed) !== CODE_SERVER_VERSION) {
    const headers = ensureHeaders(home);
    log(`installing code-server ${CODE_SERVER_VERSION}: some minutes, 620 MB`);
    rmSync(folder, { recursive: true, force: true });
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, 'package.json'), '{"private":true}\n');
    run(
      'npm',
      [
        'install',
        `code-server@${CODE_SERVER_VERSION}`,
        '--no-audit',
        '--no-fund',
        '--dangerously-allow-all-scripts',
      ],
      {
        cwd: folder,
        minutes: 30,
        env: {
          ...process.env,
          PATH: `${dirname(nodeBinary)}${delimiter}${process.env.PATH}`,
          ...(headers ? { npm_config_nodedir: headers } : {}),
        },
      },
    );
    writeFileSync(complete, `${CODE_SERVER_VERSION}\n`);
  }
  return join(installed, 'out', 'node', 'entry.js');
};

/**
 * Makes sure that the editor is there, and a browser to drive it with.
 * @param withBrowser false where people bring their own browser: none is looked for.
 * @returns `{ node, codeServer, browser, home }`: paths of the Node 24 binary, code-server's script (run by
 * that Node), the Chromium binary (null without one), and the cache folder.
 */
export const installEditor = ({ withBrowser = true } = {}) => {
  if (process.platform === 'win32') {
    throw new Error('code-server runs on Linux and macOS only; on Windows run this inside WSL.');
  }
  const home = editorHome();
  mkdirSync(home, { recursive: true });
  const editorIsInstalled = existsSync(join(home, `code-server-${CODE_SERVER_VERSION}`, 'complete'));
  ensureSystemPackages(withBrowser, editorIsInstalled);
  const browser = withBrowser ? findBrowser() : null;
  if (withBrowser && !browser) throw new Error('No Chromium was found; name one with CHROMIUM_PATH.');
  const node = ensureNode(home);
  const codeServer = ensureCodeServer(home, node);
  return { node, codeServer, browser, home };
};

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  try {
    const { browser } = installEditor();
    log(`ready (code-server ${CODE_SERVER_VERSION}, ${browser})`);
  } catch (error) {
    log(error.message);
    process.exitCode = 1;
  }
}
