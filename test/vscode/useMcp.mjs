import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { driverClient } from './driverClient.mjs';
import { QUESTION } from './sample.mjs';
import { until } from './waiting.mjs';
import { openWorkbench } from './workbench.mjs';

const SETTING = 'workspaceContext.chatTools';
/** What the editor calls our server, and its tool. */
const SERVER = 'workspace-context.workspace-context/Workspace Context';
const MCP_TOOL = /^mcp_.*workspace_context$/;

/** When the picture was last verified depends on the call; everything else must be the same. */
const comparable = ({ indexedAt: _indexedAt, ...pack }) => pack;

/**
 * The chat with the MCP server in place of the language-model tools, and an agent outside of the editor
 * with the configuration that was copied for it.
 */
export const useMcp = async ({ root, results, folder, workspace, tools, editor, say, cleanUp }) => {
  editor.useTheme('Dark Modern', { [SETTING]: 'mcp' });
  const driverFolder = join(folder, 'driver-mcp');
  const driver = driverClient(driverFolder);
  const home = join(folder, 'index-mcp');
  const { url, stop } = await editor.start(workspace, {
    env: { WORKSPACE_CONTEXT_HOME: home, WORKSPACE_CONTEXT_DRIVER: driverFolder },
    logFile: join(results, 'code-server-mcp.log'),
  });
  const stopEditor = cleanUp(stop);
  const workbench = await openWorkbench(tools.browser, url);
  const closeBrowser = cleanUp(workbench.close);

  const mcpTool = async () => (await driver.call({ action: 'toolNames' })).find((name) => MCP_TOOL.test(name));
  const fromCli = ({ scoredAt }) =>
    JSON.parse(
      execFileSync(
        process.execPath,
        [join(root, 'dist', 'cli.js'), 'ask', QUESTION, '--json', '--limit', '3', '--now', scoredAt, '--workspace', workspace],
        { encoding: 'utf8', env: { ...process.env, WORKSPACE_CONTEXT_HOME: home } },
      ),
    );

  try {
    await driver.ready();
    const tool = await until('the tools of the MCP server', async () => {
      await driver.call({ action: 'command', command: 'workbench.mcp.startServer', args: [SERVER, { waitForLiveTools: true }] });
      return mcpTool();
    });
    const ask = async () => {
      const { parts } = await driver.call({ action: 'invokeTool', name: tool, input: { question: QUESTION, limit: 3 } });
      return JSON.parse(parts[0].value);
    };
    /** An answer by words and meaning: while vectors are made, two answers to one question may differ. */
    const ready = (what, answer) =>
      until(
        `${what}, by words and meaning`,
        async () => {
          const pack = await answer();
          return pack.embedding.state === 'ready' ? pack : null;
        },
        { seconds: 120, everyMs: 500 },
      );
    const pack = await ready("the chat's MCP server to answer", ask);
    assert.equal(pack.passages.length, 3);
    assert.deepEqual(comparable(pack), comparable(await ready('the CLI to answer', () => fromCli(pack))), 'the MCP server gives the same answer as the CLI');
    say(`the chat's MCP server: ${pack.passages.length} passages, the same as the CLI's`);

    const refused = driver.start({ action: 'invokeTool', name: 'workspace_context', input: { question: QUESTION } });
    await workbench.pressInDialog(/^(Yes|Allow|Continue|OK)/i);
    assert.match((await refused(60)).error.message, /chatTools/, 'the language-model tool refuses meanwhile');

    await driver.call({ action: 'command', command: 'workspaceContext.rotateMcpToken' });
    await workbench.notification(/new token/);
    // A call that meets the server while it starts anew is cancelled by the editor.
    await until('the editor to have the new token by itself', async () => (await ask()).passages.length === 3);
    say('the language-model tool refused; a new token was taken up');

    await driver.call({ action: 'setting', key: SETTING, value: 'languageModelTools' });
    await until('the MCP server to be gone', async () => (await mcpTool()) === undefined);
    const answer = driver.start({ action: 'invokeTool', name: 'workspace_context', input: { question: QUESTION } });
    await workbench.pressInDialog(/^(Yes|Allow|Continue|OK)/i);
    assert.equal((await answer(60)).error, undefined, 'the language-model tool answers in its place');

    const copied = JSON.parse(await driver.call({ action: 'command', command: 'workspaceContext.copyMcpConfiguration', args: ['json'] }));
    const { command, args, env = {} } = copied.mcpServers['workspace-context'];
    const agent = new Client({ name: 'agent', version: '1' });
    await agent.connect(new StdioClientTransport({ command, args, env: { ...process.env, ...env, WORKSPACE_CONTEXT_HOME: home } }));
    const closeAgent = cleanUp(() => agent.close());
    const outside = await ready('the agent outside to be answered', async () => {
      const { structuredContent } = await agent.callTool({ name: 'workspace_context', arguments: { question: QUESTION, limit: 3 } });
      return structuredContent;
    });
    assert.deepEqual(comparable(outside), comparable(fromCli(outside)), 'an agent outside gets it, too');
    await closeAgent();
    say(`another agent, with the configuration copied (${command}): the same`);
  } catch (error) {
    await workbench.screenshot(join(results, 'failure-mcp.png')).catch(() => undefined);
    throw error;
  } finally {
    await closeBrowser();
    await stopEditor();
  }
};
