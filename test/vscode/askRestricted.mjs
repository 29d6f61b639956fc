import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { driverClient } from './driverClient.mjs';
import { QUESTION } from './sample.mjs';
import { openWorkbench } from './workbench.mjs';

/** In a workspace nobody trusts yet: nothing is read, and the refusal says why. */
export const askRestricted = async ({ results, folder, workspace, tools, editor, say, cleanUp }) => {
  editor.useTheme('Dark Modern', { 'security.workspace.trust.startupPrompt': 'never' });
  const driverFolder = join(folder, 'driver-restricted');
  const driver = driverClient(driverFolder);
  const home = join(folder, 'index-restricted');
  const { url, stop } = await editor.start(workspace, {
    trusted: false,
    env: { WORKSPACE_CONTEXT_HOME: home, WORKSPACE_CONTEXT_DRIVER: driverFolder },
    logFile: join(results, 'code-server-restricted.log'),
  });
  const stopEditor = cleanUp(stop);
  const workbench = await openWorkbench(tools.browser, url);
  const closeBrowser = cleanUp(workbench.close);
  try {
    await driver.ready();
    assert.equal(await driver.call({ action: 'isTrusted' }), false, 'the editor is in Restricted Mode');
    await workbench.runCommand('Workspace Context: Ask…');
    assert.match(await workbench.notification(/not trusted/), /Trust it with/, 'the refusal says what to do');
    await workbench.screenshot(join(results, 'restricted-dark.png'));
    const answer = driver.start({ action: 'invokeTool', name: 'workspace_context', input: { question: QUESTION } });
    await workbench.pressInDialog(/^(Yes|Allow|Continue|OK)/i);
    const { error } = await answer(60);
    assert.match(error.message, /not trusted/, 'the tool refuses as well');
    assert.equal(existsSync(home), false, 'no index was begun');
    say('untrusted: refused, nothing read');
  } catch (error) {
    await workbench.screenshot(join(results, 'failure-restricted.png')).catch(() => undefined);
    throw error;
  } finally {
    await closeBrowser();
    await stopEditor();
  }
};
