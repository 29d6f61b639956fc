/**
 * What `npm run vscode` runs: a real VS Code in the browser with this extension, for anyone without a desktop VS Code.
 *
 *   npm run vscode                         on the sample workspace
 *   npm run vscode -- ../my-folder         on a folder or a .code-workspace file
 *   npm run vscode -- --port 8123          on that port
 *
 * It prints the address and runs until it is interrupted. The editor listens on this machine only. Its settings and the
 * extension lie in .cache/vscode; the index is the one all doors share.
 */
import { existsSync, mkdirSync, rmSync, statSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { editorIn } from '../test/vscode/editor.mjs';
import { packExtension } from '../test/vscode/packaging.mjs';
import { installEditor } from './install-code-server.mjs';
import { holdLock } from './lock.mjs';
import { makeSampleWorkspace } from './sample-workspace.mjs';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const home = join(root, '.cache', 'vscode');

const say = (message) => process.stdout.write(`${message}\n`);

/** What was asked for, or a sentence about what is wrong with it. */
const asked = () => {
  const { values, positionals } = parseArgs({ options: { port: { type: 'string' } }, allowPositionals: true });
  if (positionals.length > 1) throw new Error('Name one folder or one .code-workspace file.');
  const port = values.port === undefined ? undefined : Number(values.port);
  if (port !== undefined && !(Number.isInteger(port) && port > 0 && port < 65_536)) throw new Error(`"${values.port}" is no port; it is a number from 1 to 65535.`);
  const [place] = positionals;
  if (place === undefined) return { opened: null, port };
  const opened = resolve(process.env.INIT_CWD ?? process.cwd(), place);
  if (!existsSync(opened)) throw new Error(`There is no ${opened}.`);
  if (!statSync(opened).isDirectory() && !opened.endsWith('.code-workspace')) throw new Error(`${opened} is neither a folder nor a .code-workspace file.`);
  return { opened, port };
};

const run = async ({ opened, port }) => {
  const tools = installEditor({ withBrowser: false });
  say('Building and packing the extension…');
  // An older version of the extension would stay beside the new one.
  rmSync(join(home, 'extensions'), { recursive: true, force: true });
  const extension = packExtension(root, home);
  const workspace = opened ?? (await makeSampleWorkspace(join(root, '.sample', 'shop'))).workspaceFile;
  const editor = editorIn(tools, home);
  editor.keepSettings();
  editor.install(extension);
  const { url, stop } = await editor.start(workspace, { trusted: opened === null, logFile: join(home, 'code-server.log'), port });
  say(`\nVS Code with Workspace Context is at\n\n  ${url}\n\nCtrl+C ends it.`);
  await new Promise((ended) => {
    for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, ended);
  });
  await stop();
};

const main = async () => {
  const what = asked();
  mkdirSync(home, { recursive: true });
  // The extension's files of an editor that runs would be taken away from under it.
  const release = holdLock(join(home, 'running.pid'));
  if (release === null) throw new Error('Another `npm run vscode` is running in this folder; end it with Ctrl+C first.');
  try {
    await run(what);
  } finally {
    release();
  }
};

try {
  await main();
} catch (error) {
  process.stderr.write(`npm run vscode: ${error.message}\n`);
  process.exitCode = 1;
}
