import assert from 'node:assert/strict';
import { join } from 'node:path';
import { driverClient } from './driverClient.mjs';
import { until } from './waiting.mjs';
import { openWorkbench } from './workbench.mjs';

/** Shares hardly a word with what answers it. */
const QUESTION = 'how do we get rid of old passwords regularly';

/** As a person: embedding is paused and answers go by words; it is resumed, and what is close in meaning is found. */
export const askByMeaning = async ({ results, folder, workspace, tools, editor, say, cleanUp }) => {
  editor.useTheme('Dark Modern');
  const driverFolder = join(folder, 'driver-meaning');
  const driver = driverClient(driverFolder);
  const { url, stop } = await editor.start(workspace, {
    env: { WORKSPACE_CONTEXT_HOME: join(folder, 'index-meaning'), WORKSPACE_CONTEXT_DRIVER: driverFolder },
    logFile: join(results, 'code-server-meaning.log'),
  });
  const stopEditor = cleanUp(stop);
  const workbench = await openWorkbench(tools.browser, url);
  const closeBrowser = cleanUp(workbench.close);
  const shot = (name) => workbench.screenshot(join(results, `${name}.png`));
  const statusBar = (text) =>
    until(`"${text}" in the status bar`, async () => (await workbench.page.locator('.statusbar-item', { hasText: text }).count()) > 0, { seconds: 120 });
  try {
    await driver.ready();
    await statusBar('Context not started');
    await workbench.runCommand('Workspace Context: Pause Embedding');
    await workbench.runCommand('Workspace Context: Ask…');
    await workbench.answerInputBox(QUESTION);
    const panel = await workbench.panel();
    const cards = panel.locator('article.card');
    await until('the answer by words', async () => (await cards.count()) > 0, { seconds: 90 });
    assert.ok((await panel.locator('.kind', { hasText: 'found by words' }).count()) > 0, 'each card says how it was found');
    assert.equal(await panel.locator('.kind', { hasText: 'meaning' }).count(), 0, 'nothing is found by meaning while nothing is embedded');
    assert.ok((await panel.getByText('Meaning is still being computed').count()) > 0, 'the panel says what is missing');
    await statusBar('Context embedding waits');
    await shot('meaning-paused-dark');

    await workbench.runCommand('Workspace Context: Resume Embedding');
    await statusBar('Context is ready');
    await panel.locator('textarea.question-field').fill(QUESTION);
    await panel.locator('textarea.question-field').press('Enter');
    await until('what is close in meaning', async () => (await panel.getByText('Close in meaning').count()) > 0, { seconds: 60 });
    const byBoth = await panel.locator('.kind', { hasText: 'found by words and meaning' }).count();
    assert.ok(byBoth > 0, 'passages are found by words and meaning');
    assert.equal(await panel.getByText('Meaning is still being computed').count(), 0);
    await shot('meaning-dark');
    await panel.getByText('Close in meaning').first().scrollIntoViewIfNeeded();
    await shot('nearest-dark');
    await workbench.page.locator('.statusbar-item', { hasText: 'Context is ready' }).hover();
    await workbench.page.waitForTimeout(1_500);
    await shot('status-bar-dark');
    say(`by meaning: ${byBoth} cards found by both halves, the closest shown apart; paused and resumed from the palette`);
  } catch (error) {
    await shot('failure-meaning').catch(() => undefined);
    throw error;
  } finally {
    await closeBrowser();
    await stopEditor();
  }
};
