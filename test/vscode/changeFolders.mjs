import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { driverClient } from './driverClient.mjs';
import { until } from './waiting.mjs';
import { openWorkbench } from './workbench.mjs';

const SETTING = 'workspaceContext.chatTools';
const SERVER = 'workspace-context.workspace-context/Workspace Context';
const MCP_TOOL = /^mcp_.*workspace_context$/;
/** Every repository of the sample has passages that answer this. */
const QUESTION = 'shop';
const LIMIT = 25;

const repositoriesIn = ({ passages }) => [...new Set(passages.map(({ sourceRef }) => sourceRef.split('/')[0]))].sort();

/**
 * Folders that come and go while the window is open: every door answers from exactly what is open then, and when nothing is
 * open any more the tools are gone.
 */
export const changeFolders = async ({ results, folder, workspace, tools, editor, say, cleanUp }) => {
  // By words alone: what is found by meaning comes later, and only when it is found.
  editor.useTheme('Dark Modern', { [SETTING]: 'mcp', 'workspaceContext.embeddings': false });
  const at = (name) => join(workspace, name);
  const file = join(folder, 'changing.code-workspace');
  // A folder on top that stays: the editor starts its extensions anew when the first one changes.
  writeFileSync(file, JSON.stringify({ folders: [{ path: at('shop-platform') }, { path: at('shop-web') }] }));
  const driverFolder = join(folder, 'driver-folders');
  const driver = driverClient(driverFolder);
  const { url, stop } = await editor.start(file, {
    env: { WORKSPACE_CONTEXT_HOME: join(folder, 'index-folders'), WORKSPACE_CONTEXT_DRIVER: driverFolder },
    logFile: join(results, 'code-server-folders.log'),
  });
  const stopEditor = cleanUp(stop);
  const workbench = await openWorkbench(tools.browser, url);
  const closeBrowser = cleanUp(workbench.close);

  const mcpTool = async () => (await driver.call({ action: 'toolNames' })).find((name) => MCP_TOOL.test(name));
  const startServer = () =>
    until('the tools of the MCP server', async () => {
      await driver.call({ action: 'command', command: 'workbench.mcp.startServer', args: [SERVER, { waitForLiveTools: true }] });
      return mcpTool();
    });
  const askByMcp = async () => {
    const { parts } = await driver.call({ action: 'invokeTool', name: await mcpTool(), input: { question: QUESTION, limit: LIMIT } });
    return JSON.parse(parts[0].value);
  };
  const askByCommand = () => driver.call({ action: 'command', command: 'workspaceContext.ask', args: [{ question: QUESTION, limit: LIMIT }] });
  /** What the status page has sections of; the editor takes a moment to show a page. */
  const statusNames = async () => {
    await driver.call({ action: 'command', command: 'workspaceContext.showStatus' });
    const page = await driver.call({ action: 'documentText', scheme: 'workspace-context-status' });
    // What belongs to a repository stands indented below its name; the first line names the workspace.
    return (page ?? '').split('\n').slice(1).filter((line) => /^\S/.test(line)).sort();
  };
  const change = async (start, close, open) => {
    const before = (await driver.call({ action: 'folders' })).length;
    assert.ok(await driver.call({ action: 'changeFolders', start, close, open }), 'the editor changes its folders');
    await until('the folders to change', async () => (await driver.call({ action: 'folders' })).length === before - close + open.length);
  };
  /** Every door says the same, from the very next question on. */
  const answersFrom = async (when, expected) => {
    const pack = await askByCommand();
    assert.deepEqual(repositoriesIn(pack), expected, `${when}: the next question answers from what is open`);
    assert.deepEqual(pack.degraded, [], `${when}: and from all of it`);
    assert.deepEqual(repositoriesIn(await askByMcp()), expected, `${when}: the MCP server, too`);
    await until(`${when}: the status to tell of ${expected.join(', ')}`, async () => (await statusNames()).join() === expected.join(), { seconds: 20, everyMs: 500 });
    say(`${when}: ${expected.join(', ')}`);
  };

  try {
    await driver.ready();
    await startServer();
    await answersFrom('two folders open', ['shop-platform', 'shop-web']);
    await change(2, 0, [at('shop-api')]);
    await answersFrom('a third one opened', ['shop-api', 'shop-platform', 'shop-web']);
    await workbench.screenshot(join(results, 'folders-dark.png'));
    await change(1, 1, []);
    await answersFrom('one of them closed', ['shop-api', 'shop-platform']);
    await change(1, 1, [at('shop-web')]);
    await answersFrom('one exchanged for another', ['shop-platform', 'shop-web']);

    assert.ok(await mcpTool(), 'the tool of the MCP server is still there');
    // The editor starts its extensions anew when the first folder is closed, and then a request to the driver may be lost.
    let writes = 0;
    await until(
      'the last folder to be closed',
      async () => {
        // Written anew, a little longer each time: the editor may miss a change while it starts anew.
        writeFileSync(file, JSON.stringify({ folders: [] }) + '\n'.repeat((writes += 1)));
        return (await driver.call({ action: 'folders' }, 5)).length === 0;
      },
      { seconds: 90, everyMs: 2_000 },
    );
    await until('the tool of the MCP server to be gone', async () => !(await driver.call({ action: 'toolNames' }, 5)).some((name) => MCP_TOOL.test(name)), { seconds: 60 });
    const refused = driver.start({ action: 'command', command: 'workspaceContext.ask', args: [{ question: QUESTION }] });
    assert.match((await refused(60)).error.message, /No folder of this machine is open/, 'nothing is left to answer from');
    await workbench.screenshot(join(results, 'no-folders-dark.png'));
    say('all of them closed: no tool, and a refusal that says what to do');
  } catch (error) {
    await workbench.screenshot(join(results, 'failure-folders.png')).catch(() => undefined);
    throw error;
  } finally {
    await closeBrowser();
    await stopEditor();
  }
};
