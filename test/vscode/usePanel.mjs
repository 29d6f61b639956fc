import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { driverClient } from './driverClient.mjs';
import { QUESTION } from './sample.mjs';
import { until } from './waiting.mjs';
import { openWorkbench } from './workbench.mjs';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const TASK = 'retry the settlement of an order in billing';

/** Themes, the class each gives a webview, and what its screenshots are called. */
const THEMES = [
  ['Dark Modern', 'vscode-dark', 'dark'],
  ['Light Modern', 'vscode-light', 'light'],
  ['Default High Contrast', 'vscode-high-contrast', 'high-contrast'],
  ['Default High Contrast Light', 'vscode-high-contrast-light', 'high-contrast-light'],
];

/** What axe finds that is serious or critical in a frame. */
const seriousIn = async (frame) => {
  await frame.evaluate(AXE);
  const violations = await frame.evaluate(async () => (await window.axe.run(document)).violations);
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, nodes }) => `${id}: ${nodes.map(({ html, failureSummary }) => `${html.slice(0, 200)} ${failureSummary}`).join(' | ')}`);
};

const cardsOf = (frame) => frame.locator('article.card');
const tabOf = (frame, name) => frame.getByRole('tab', { name, exact: true });

/**
 * The panel as a person uses it: in the side bar and among the editors, its three tabs in every theme, by keyboard, at 200 %,
 * what its buttons do, and that it is there again after the window was loaded anew.
 */
export const usePanel = async ({ results, folder, workspace, tools, editor, say, cleanUp }) => {
  editor.useTheme('Dark Modern');
  const driverFolder = join(folder, 'driver-panel');
  const driver = driverClient(driverFolder);
  const { url, stop } = await editor.start(workspace, {
    env: { WORKSPACE_CONTEXT_HOME: join(folder, 'index-panel'), WORKSPACE_CONTEXT_DRIVER: driverFolder },
    logFile: join(results, 'code-server-panel.log'),
  });
  const stopEditor = cleanUp(stop);
  const workbench = await openWorkbench(tools.browser, url);
  const closeBrowser = cleanUp(workbench.close);
  const { page } = workbench;
  const shot = (name) => workbench.screenshot(join(results, `${name}.png`));
  const useTheme = async (frame, theme, mark) => {
    await driver.call({ action: 'setting', key: 'workbench.colorTheme', value: theme });
    await until(`the theme ${theme}`, () => frame.evaluate((name) => document.body.classList.contains(name), mark));
    // Colours change with a short transition.
    await page.waitForTimeout(600);
  };
  /** Takes a picture in every theme and lets axe look. */
  const inEveryTheme = async (frame, name) => {
    for (const [theme, mark, suffix] of THEMES) {
      await useTheme(frame, theme, mark);
      assert.deepEqual(await seriousIn(frame), [], `axe finds nothing serious in ${name}, ${theme}`);
      await shot(`${name}-${suffix}`);
    }
    await useTheme(frame, 'Dark Modern', 'vscode-dark');
  };
  const holdsItsWidth = (frame) => frame.evaluate(() => document.documentElement.scrollWidth <= document.documentElement.clientWidth + 1);

  try {
    await driver.ready();
    // The side bar.
    await workbench.runCommand('Workspace Context: Focus on Questions View');
    const side = await workbench.panel('sideBar');
    await shot('panel-side-start-dark');
    await side.locator('textarea.question-field').fill(QUESTION);
    const asked = performance.now();
    await side.locator('textarea.question-field').press('Enter');
    await cardsOf(side).first().waitFor({ timeout: 90_000 });
    say(`the first answer, with nothing indexed: ${Math.round(performance.now() - asked)} ms after Enter`);
    await page.waitForTimeout(1_000);
    const width = await side.evaluate(() => document.documentElement.clientWidth);
    assert.ok(width <= 330, `the side bar is narrow: ${width} pixels`);
    assert.ok(await holdsItsWidth(side), `nothing sticks out of ${width} pixels`);
    await inEveryTheme(side, 'panel-side');
    say(`side bar: ${await cardsOf(side).count()} cards in ${width} pixels, in four themes`);

    await side.getByRole('button', { name: 'Open in editor' }).click();
    const panel = await workbench.panel('editor');
    await workbench.runCommand('View: Toggle Primary Side Bar Visibility');
    // From here on by words and meaning.
    await until('everything to be embedded', async () => (await page.locator('.statusbar-item', { hasText: 'Context is ready' }).count()) > 0, { seconds: 180 });
    // The same question by the keyboard alone: one step up in the history, and Enter.
    await tabOf(panel, 'Ask').click();
    const field = panel.locator('textarea.question-field');
    await field.focus();
    await page.keyboard.press('ArrowUp');
    assert.equal(await field.inputValue(), QUESTION, 'the history knows the question');
    await page.keyboard.press('Enter');
    await until('an answer in the editor by words and meaning', async () => /words and meaning/.test(await cardsOf(panel).first().innerText()), { seconds: 60 });
    await page.waitForTimeout(1_000);
    await inEveryTheme(panel, 'panel-ask');

    // What the buttons of a card do.
    const first = cardsOf(panel).first();
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']).catch(() => undefined);
    await first.getByRole('button', { name: 'Copy citation' }).click();
    const citation = await until('the citation', async () => {
      const text = await driver.call({ action: 'clipboard' });
      return /^shop-api\/docs\/billing\.md:\d+(-\d+)? @ [0-9a-f]{7}/.test(text) && text;
    });
    await first.getByRole('button', { name: 'Copy as Markdown for a prompt' }).click();
    await until('the passage as Markdown', async () => (await driver.call({ action: 'clipboard' })).includes('````markdown\n') || (await driver.call({ action: 'clipboard' })).includes('```markdown\n'));
    await first.getByRole('button', { name: /^Open at commit/ }).click();
    const then = await until('the file at the commit', async () => {
      const shown = await driver.call({ action: 'editor' });
      return shown?.path.replaceAll('\\', '/').endsWith('shop-api/docs/billing.md') && shown;
    });
    const [, start] = citation.match(/:(\d+)/);
    assert.equal(then.start, Number(start), 'the lines of the passage are selected');
    await shot('panel-at-commit-dark');
    say(`buttons: copied ${citation.split(' ')[0]}, opened it at its commit`);

    // The graph, from the chip of an entity.
    await workbench.runCommand('View: Close All Editors');
    await workbench.runCommand('Workspace Context: Ask…');
    await workbench.answerInputBox(QUESTION);
    const graph = await workbench.panel('editor');
    await until('the answer again', async () => (await cardsOf(graph).count()) > 0, { seconds: 60 });
    await cardsOf(graph).first().locator('.chips button').first().click();
    await until('the picture', async () => (await graph.locator('.graph-canvas canvas').count()) > 0, { seconds: 30 });
    await page.waitForTimeout(1_500);
    await inEveryTheme(graph, 'panel-graph');
    await graph.locator('.graph-canvas, .graph-frame').first().focus().catch(() => undefined);
    await graph.getByRole('button', { name: 'List', exact: true }).click();
    await until('the list', async () => (await graph.locator('.graph-list .graph-item').count()) > 1);
    assert.deepEqual(await seriousIn(graph), [], 'axe finds nothing serious in the list');
    await shot('panel-graph-list-dark');
    say(`graph: ${await graph.locator('.graph-list .graph-item').count()} entities in the list`);

    // Several repositories.
    await workbench.runCommand('Workspace Context: Find Code in Several Repositories…');
    await graph.locator('textarea.code-task').fill(TASK);
    await graph.locator('textarea.code-task').press('Enter');
    await until('rows of three repositories', async () => (await graph.getByRole('region', { name: /shop-(api|web|platform)/ }).count()) >= 3, { seconds: 60 });
    await until('symbols', async () => /\d+ symbols?/.test(await graph.locator('#panel-code').innerText()), { seconds: 60 });
    await page.waitForTimeout(1_000);
    await inEveryTheme(graph, 'panel-code');
    const symbol = graph.locator('#panel-code button.link, #panel-code button.place').filter({ hasText: /src\/billing\/.*:\d+/ }).first();
    const place = await symbol.innerText();
    await symbol.click();
    const [, path, line] = place.match(/(src\/billing\/[^:]+):(\d+)/);
    const opened = await until('the symbol to open', async () => {
      const shown = await driver.call({ action: 'editor' });
      return shown?.path.replaceAll('\\', '/').endsWith(path) && shown;
    });
    assert.equal(opened.start, Number(line), 'the line of the symbol is selected');
    say(`code: a click opened ${path}:${line}`);

    // The window is loaded again: the panel is there again, and asks again what it showed.
    await workbench.runCommand('View: Close All Editors');
    await workbench.runCommand('Workspace Context: Ask…');
    await workbench.answerInputBox(QUESTION);
    const before = await workbench.panel('editor');
    await until('an answer before', async () => (await cardsOf(before).count()) > 0, { seconds: 60 });
    await workbench.runCommand('Developer: Reload Window');
    await page.waitForTimeout(5_000);
    await page.locator('.monaco-workbench').waitFor({ timeout: 60_000 });
    const restored = await workbench.panel('editor', 90);
    await until('the answer without a question', async () => (await cardsOf(restored).count()) > 0, { seconds: 90 });
    assert.equal(await restored.locator('textarea.question-field').inputValue(), QUESTION);
    await shot('panel-restored-dark');
    say('restored: the panel asked again what it showed before the window was loaded anew');

    // Twice as large: half as many pixels for everything.
    const zoomed = await openWorkbench(tools.browser, url, { width: 640, height: 450, zoom: 2 });
    const closeZoomed = cleanUp(zoomed.close);
    try {
      await zoomed.runCommand('Workspace Context: Ask…');
      await zoomed.answerInputBox(QUESTION);
      const large = await zoomed.panel('editor');
      await until('an answer at 200 %', async () => (await cardsOf(large).count()) > 0, { seconds: 90 });
      for (const name of ['Ask', 'Graph', 'Code']) {
        await tabOf(large, name).click();
        await zoomed.page.waitForTimeout(500);
        assert.ok(await holdsItsWidth(large), `nothing sticks out of the tab ${name} at 200 %`);
        await zoomed.screenshot(join(results, `panel-zoomed-${name.toLowerCase()}.png`));
      }
      say('200 %: nothing sticks out');
    } finally {
      await closeZoomed();
    }
    assert.deepEqual(workbench.problems, [], 'nothing of the panel was blocked by its content security policy');
  } catch (error) {
    await shot('failure-panel').catch(() => undefined);
    throw error;
  } finally {
    await closeBrowser();
    await stopEditor();
  }
};
