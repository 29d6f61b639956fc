/**
 * The test in the real editor: a VS Code workbench with the packaged extension on the sample workspace.
 * It asks as a person does (command palette, panel, click on a passage), calls the tool as an agent
 * does, by way of the MCP server, too, compares all with the CLI, and keeps screenshots in test-results/vscode.
 *
 *   node scripts/test-vscode.mjs [name...]      all parts, or those named (askAndOpen, stayResponsive...)
 */
import { mkdirSync, mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { askAndOpen } from '../test/vscode/askAndOpen.mjs';
import { askByMeaning } from '../test/vscode/askByMeaning.mjs';
import { askRestricted } from '../test/vscode/askRestricted.mjs';
import { callCodeTools } from '../test/vscode/callCodeTools.mjs';
import { callTool } from '../test/vscode/callTool.mjs';
import { changeFolders } from '../test/vscode/changeFolders.mjs';
import { editorIn } from '../test/vscode/editor.mjs';
import { packageExtension } from '../test/vscode/packaging.mjs';
import { seeCommits } from '../test/vscode/seeCommits.mjs';
import { stayResponsive } from '../test/vscode/stayResponsive.mjs';
import { useChat } from '../test/vscode/useChat.mjs';
import { useMcp } from '../test/vscode/useMcp.mjs';
import { usePanel } from '../test/vscode/usePanel.mjs';
import { useTree } from '../test/vscode/useTree.mjs';
import { installEditor } from './install-code-server.mjs';
import { makeSampleWorkspace } from './sample-workspace.mjs';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const results = join(root, 'test-results', 'vscode');
const LIMIT_MINUTES = 50;
const PARTS = { askAndOpen, askByMeaning, callTool, callCodeTools, useChat, useMcp, usePanel, useTree, askRestricted, changeFolders, seeCommits, stayResponsive };

const parts = process.argv.length > 2 ? process.argv.slice(2) : Object.keys(PARTS);
const unknown = parts.filter((part) => !(part in PARTS));
if (unknown.length > 0) {
  process.stderr.write(`test:vscode: there is no part ${unknown.join(', ')}; there are ${Object.keys(PARTS).join(', ')}\n`);
  process.exit(2);
}

const say = (message) => process.stdout.write(`${message}\n`);

const main = async (folder, cleanUp) => {
  rmSync(results, { recursive: true, force: true });
  mkdirSync(results, { recursive: true });

  const tools = installEditor();
  const { extension, driver, empty } = packageExtension(root, folder);
  const workspace = join(folder, 'shop');
  await makeSampleWorkspace(workspace);

  const editor = editorIn(tools, join(folder, 'editor'));
  [extension, driver, empty].forEach(editor.install);
  const bareEditor = editorIn(tools, join(folder, 'bare-editor'));
  [driver, empty].forEach(bareEditor.install);
  say('installed: the packaged extension, the test driver and an empty extension');

  const context = { root, results, folder, workspace, tools, editor, bareEditor, say, cleanUp };
  for (const part of parts) await withSecondTry(part, context);
};

/**
 * In CI a part that fails is done once more, with an index and a driver of its own: on a busy machine an editor may be late.
 * What is broken fails twice.
 */
const withSecondTry = async (part, context) => {
  try {
    await PARTS[part](context);
  } catch (error) {
    if (process.env.CI === undefined) throw error;
    say(`test:vscode: ${part} failed and is tried again\n${error.stack ?? error}`);
    await endAll();
    const folder = join(context.folder, `again-${part}`);
    mkdirSync(folder);
    await PARTS[part]({ ...context, folder });
  }
};

const folder = realpathSync(mkdtempSync(join(tmpdir(), 'workspace-context-vscode-')));
const endings = [];
/** Registers what must end whatever happens; returns a function that ends it now. */
const cleanUp = (end) => {
  endings.push(end);
  return async () => {
    endings.splice(endings.indexOf(end), 1);
    await end();
  };
};
const endAll = async () => {
  for (const end of endings.splice(0).reverse()) await Promise.resolve(end()).catch(() => undefined);
};
const finish = async () => {
  await endAll();
  rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
};

const limit = setTimeout(() => {
  process.stderr.write(`test:vscode: not done within ${LIMIT_MINUTES} minutes\n`);
  void finish().finally(() => process.exit(1));
}, LIMIT_MINUTES * 60_000);
for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => void finish().finally(() => process.exit(1)));

try {
  await main(folder, cleanUp);
  say('test:vscode: passed; screenshots are in test-results/vscode');
} catch (error) {
  process.stderr.write(`test:vscode: FAILED\n${error.stack ?? error}\n`);
  process.exitCode = 1;
} finally {
  clearTimeout(limit);
  await finish();
}
