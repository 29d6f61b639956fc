import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { driverClient } from './driverClient.mjs';
import { until } from './waiting.mjs';
import { openWorkbench } from './workbench.mjs';

const THEMES = [
  ['Dark Modern', 'vscode-dark', 'dark'],
  ['Light Modern', 'vscode-light', 'light'],
  ['Default High Contrast', 'hc-black', 'high-contrast'],
  ['Default High Contrast Light', 'hc-light', 'high-contrast-light'],
];
/** VS Code's own marks of a theme on the workbench. */
const MARKS = { 'vscode-dark': 'vs-dark', 'vscode-light': 'vs', 'hc-black': 'hc-black', 'hc-light': 'hc-light' };

/**
 * The tree of what is indexed: empty until somebody asks, built with its button, opened down to a document, with its menus;
 * the status bar that leads to it, and the status page, which outlives the extension host.
 */
export const useTree = async ({ results, folder, workspace, tools, editor, say, cleanUp }) => {
  editor.useTheme('Dark Modern', { 'workspaceContext.embeddings': false });
  const driverFolder = join(folder, 'driver-tree');
  const driver = driverClient(driverFolder);
  const home = join(folder, 'index-tree');
  const { url, stop } = await editor.start(workspace, {
    env: { WORKSPACE_CONTEXT_HOME: home, WORKSPACE_CONTEXT_DRIVER: driverFolder },
    logFile: join(results, 'code-server-tree.log'),
  });
  const stopEditor = cleanUp(stop);
  const workbench = await openWorkbench(tools.browser, url);
  const closeBrowser = cleanUp(workbench.close);
  const { page } = workbench;
  const shot = (name) => workbench.screenshot(join(results, `${name}.png`));
  const pane = page.locator('.pane', { has: page.locator('.pane-header', { hasText: 'Workspace' }) }).last();
  const row = (text) => pane.locator('.monaco-list-row', { hasText: text }).first();
  const labels = () => pane.locator('.monaco-list-row .label-name').allInnerTexts();
  const expand = async (text) => {
    await row(text).locator('.monaco-tl-twistie').click();
    await until(`${text} to open`, async () => (await row(text).getAttribute('aria-expanded')) === 'true');
  };
  const statusBar = (text) => page.locator('.statusbar-item', { hasText: text });

  try {
    await driver.ready();
    await until('the status bar', async () => (await statusBar('Context not started').count()) > 0);
    await statusBar('Context not started').click();
    await until('the words of welcome', async () => (await pane.locator('.welcome-view-content').innerText()).includes('Nothing is read until you ask'));
    // The panel above the tree is there, too.
    await workbench.panel('sideBar');
    await page.waitForTimeout(500);
    await shot('tree-welcome-dark');
    assert.equal(existsSync(home), false, 'looking at the empty tree reads nothing');
    say('tree: empty until asked');

    await pane.locator('.welcome-view-content').getByRole('button', { name: 'Build or Refresh Index' }).click();
    await workbench.notification(/are up to date/);
    await until('the repositories in the tree', async () => ['shop-api', 'shop-platform', 'shop-web'].every((name, index, all) => all.includes(name)) && (await labels()).includes('shop-web'));
    await shot('tree-built-dark');
    await workbench.runCommand('Notifications: Clear All Notifications');

    // The tree has a fifth of the side bar; who works with it folds the panel above.
    await page.locator('.pane-header', { hasText: 'Questions' }).click();
    await expand('shop-web');
    await until('entities', async () => (await labels()).includes('Design kit'));
    await expand('Design kit');
    await until('documents', async () => (await row('packages/design-kit/README.md').count()) > 0);
    await row('packages/design-kit/README.md').click();
    const opened = await until('the document', async () => {
      const shown = await driver.call({ action: 'editor' });
      return shown?.path.endsWith('README.md') && shown;
    });
    assert.ok(opened.path.replaceAll('\\', '/').endsWith('shop-web/packages/design-kit/README.md'), opened.path);
    say(`tree: ${(await labels()).length} rows in sight; a click opened ${opened.path.split('/').slice(-3).join('/')}`);

    await row('Design kit').hover();
    await page.waitForTimeout(1_200);
    await shot('tree-hover-dark');
    await row('Design kit').click({ button: 'right' });
    await page.locator('.monaco-menu').first().waitFor({ timeout: 10_000 }).catch(() => undefined);
    await page.waitForTimeout(300);
    await shot('tree-menu-dark');
    await page.keyboard.press('Escape');

    for (const [theme, mark, name] of THEMES.slice(1)) {
      await driver.call({ action: 'setting', key: 'workbench.colorTheme', value: theme });
      await until(`the theme ${theme}`, () => page.evaluate((expected) => document.querySelector('.monaco-workbench').classList.contains(expected), MARKS[mark]));
      await page.waitForTimeout(700);
      await shot(`tree-${name}`);
    }
    await driver.call({ action: 'setting', key: 'workbench.colorTheme', value: 'Dark Modern' });

    // Keyboard only: from the list to a row and into it.
    await row('shop-api').click();
    await page.keyboard.press('ArrowRight');
    await until('shop-api to open', async () => (await row('shop-api').getAttribute('aria-expanded')) === 'true');
    const spoken = await row('shop-api').getAttribute('aria-label');
    assert.match(spoken ?? '', /^shop-api, main · /, 'a screen reader hears the name, the branch and the age');

    await workbench.runCommand('Workspace Context: Show Status');
    const text = () => driver.call({ action: 'documentText', scheme: 'workspace-context-status' });
    await until('the status page', async () => (await text())?.includes('\nshop-api\n'));
    await page.waitForTimeout(500);
    await shot('status-text-dark');
    const lines = async () => (await page.locator('.editor-instance .view-lines').first().innerText()).replaceAll('\u00a0', ' ');
    const errors = () => page.locator('.monaco-editor-pane-placeholder').count();
    // The editor starts it again by itself.
    process.kill(await driver.call({ action: 'processId' }), 'SIGKILL');
    await until('the extension host to be there again', async () => (await statusBar('Context not started').count()) > 0, { seconds: 60 });
    assert.match(await lines(), /^Workspace "shop"/, 'the page is still there when the extension host was started again');
    assert.equal(await errors(), 0);
    await shot('status-restarted-dark');
    await workbench.runCommand('Developer: Reload Window');
    await page.waitForTimeout(5_000);
    await page.locator('.statusbar-item').first().waitFor({ timeout: 60_000 });
    await until('the page after a reload', async () => (await lines()).includes('to see what is indexed now'), { seconds: 60 });
    assert.equal(await errors(), 0, 'no error stands in its place');
    assert.equal(await statusBar('Context not started').count(), 1, 'and nothing was read for it');
    await shot('status-reloaded-dark');
    say('the status page outlives the extension host and the window');
  } catch (error) {
    await shot('failure-tree').catch(() => undefined);
    throw error;
  } finally {
    await closeBrowser();
    await stopEditor();
  }
};
