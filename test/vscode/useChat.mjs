import assert from 'node:assert/strict';
import { join } from 'node:path';
import { driverClient } from './driverClient.mjs';
import { QUESTION } from './sample.mjs';
import { until } from './waiting.mjs';
import { openWorkbench } from './workbench.mjs';

/** The walkthrough shows its pictures only in a window as wide as this. */
const WIDE = { width: 1600, height: 1000 };

/**
 * "Get Started" step by step, and the participant of the chat, asked in the chat view as a person does. The editor hands no
 * request to any participant while it has no language model, so the driver offers one that says nothing and counts who asks it.
 */
export const useChat = async ({ results, folder, workspace, tools, editor, say, cleanUp }) => {
  for (const [theme, tag] of [['Dark Modern', 'dark'], ['Light Modern', 'light'], ['Default High Contrast', 'contrast']]) {
    editor.useTheme(theme);
    const driverFolder = join(folder, `driver-chat-${tag}`);
    const driver = driverClient(driverFolder);
    const { url, stop } = await editor.start(workspace, {
      env: { WORKSPACE_CONTEXT_HOME: join(folder, 'index-chat'), WORKSPACE_CONTEXT_DRIVER: driverFolder },
      logFile: join(results, `code-server-chat-${tag}.log`),
    });
    const stopEditor = cleanUp(stop);
    const workbench = await openWorkbench(tools.browser, url);
    const closeBrowser = cleanUp(workbench.close);
    const { page } = workbench;
    await page.setViewportSize(WIDE);
    const picture = (name) => workbench.screenshot(join(results, `${name}-${tag}.png`));

    const steps = page.locator('.getting-started-step');
    const answers = page.locator('.interactive-response');
    const followups = page.locator('.interactive-session-followups .monaco-button, .chat-followup, .interactive-input-followups .monaco-button');

    /** Asks in the chat view and waits for an answer that has all of it; the view draws only the answers in sight. */
    const ask = async (query, ...expected) => {
      await driver.call({ action: 'command', command: 'workbench.action.chat.open', args: [{ query, modelSelector: { vendor: 'workspace-context-test' } }] });
      const answer = expected.reduce((found, hasText) => found.filter({ hasText }), answers).first();
      await answer.waitFor({ timeout: 60_000 });
      return answer;
    };

    try {
      await driver.ready();
      await workbench.runCommand('Workspace Context: Get Started');
      await until('the steps of the walkthrough', async () => (await steps.count()) === 7);
      for (let index = 0; index < 7; index += 1) {
        await steps.nth(index).click();
        // The frame of the step before is there for a moment longer, without a size.
        await until(`the picture of step ${index + 1}`, async () => {
          for (const frame of page.frames()) {
            const drawings = await frame.locator('svg[viewBox="0 0 520 340"]').all().catch(() => []);
            for (const drawing of drawings) if (((await drawing.boundingBox({ timeout: 1_000 }).catch(() => null))?.width ?? 0) > 200) return true;
          }
          return false;
        });
        await page.waitForTimeout(300);
        await picture(`walkthrough-${index + 1}`);
      }
      await driver.call({ action: 'command', command: 'workbench.action.closeAllEditors' });
      say(`${tag}: the walkthrough has 7 steps, each with its picture`);

      await driver.call({ action: 'offerModel' });
      const answer = await ask(`@context ${QUESTION}`, /5 passages of shop, best first, found without a language model/, /Score \d\.\d\d = words \d\.\d\d \(/, /Open in the Panel/);
      const places = answer.locator('.chat-inline-anchor-widget');
      // One for each of the passages, and of those close in meaning.
      await until('the places of the passages', async () => (await places.count()) >= 5);
      await until('what may be asked next', async () => (await followups.count()) >= 2);
      await picture('chat-side');
      await driver.call({ action: 'command', command: 'workbench.action.maximizeAuxiliaryBar' });
      await page.waitForTimeout(500);
      await picture('chat-ask');
      await driver.call({ action: 'command', command: 'workbench.action.restoreAuxiliaryBar' });

      await places.last().click();
      const opened = await until('the file of a passage', () => driver.call({ action: 'editor' }));
      assert.match(opened.path, /shop-.*\.md$/, 'a place opens its file');
      assert.ok(opened.start >= 1, 'at its lines');

      await ask('@context /graph billing-worker', /component:billing-worker depends on component:state-worker/, /Show in the Graph/);
      await picture('chat-graph');
      await ask('@context /code retry a failed charge', /settleOrder/, /Open in the Panel/);
      await picture('chat-code');
      await ask('@context /graph', /Write the name of an entity/);

      assert.equal(await driver.call({ action: 'modelCalls' }), 0, 'no language model was asked');
      say(`${tag}: @context answered, walked the graph and found code; the language model was asked 0 times`);
    } catch (error) {
      await picture('failure-chat').catch(() => undefined);
      throw error;
    } finally {
      await closeBrowser();
      await stopEditor();
    }
  }
};
