/** The programs that are compared when they are installed: which versions, where, and by which Node they run. */
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import { PROGRAMS } from './folders.mjs';

/** Both want this Node or a later one. */
const NODE_MAJOR = 22;
const [ownMajor] = process.versions.node.split('.').map(Number);
const platform = process.platform === 'win32' ? 'win' : process.platform;

/** The package with a Node for them; null where the Node that runs this will do. */
export const NODE_PACKAGE = ownMajor >= NODE_MAJOR ? null : { name: `node-${platform}-${process.arch}`, version: '22.23.5' };

export const LOCAL_RAG = { name: 'mcp-local-rag', version: '0.19.1', entry: 'dist/index.js' };
export const QMD = { name: '@tobilu/qmd', version: '2.8.3', entry: 'bin/qmd' };

export const INSTALL_COMMAND = 'node bench/peers/install.mjs';

/** The folder a package is installed into, by itself. */
export function folderOf({ name }) {
  return path.join(PROGRAMS, name.replace(/[^a-z0-9-]+/g, '-').replace(/^-/, ''));
}

/** The package's own folder. */
export function packageOf(program) {
  return path.join(folderOf(program), 'node_modules', program.name);
}

/** Whether that version of it is installed. */
export function isInstalled(program) {
  const manifest = path.join(packageOf(program), 'package.json');
  return existsSync(manifest) && JSON.parse(readFileSync(manifest, 'utf8')).version === program.version;
}

/** What starts a program: a command and the arguments before its own; null when it, or a Node for it, is not installed. */
export function startOf(program) {
  if (!isInstalled(program) || (NODE_PACKAGE !== null && !isInstalled(NODE_PACKAGE))) return null;
  const node = NODE_PACKAGE === null ? process.execPath : path.join(packageOf(NODE_PACKAGE), 'bin', process.platform === 'win32' ? 'node.exe' : 'node');
  return { command: node, args: [path.join(packageOf(program), program.entry)] };
}

/** The environment a program runs in: nothing of npm's, and its own Node first on the search path. */
export function environmentOf({ command }, own) {
  return { ...process.env, PATH: `${path.dirname(command)}${path.delimiter}${process.env.PATH ?? ''}`, ...own };
}
