import assert from 'node:assert/strict';
import { join } from 'node:path';
import { driverClient } from './driverClient.mjs';
import { QUESTION } from './sample.mjs';
import { until } from './waiting.mjs';
import { openWorkbench } from './workbench.mjs';

const COMMAND_ASK = 'Workspace Context: Ask…';
const COMMAND_STATUS = 'Workspace Context: Show Status';
const COMMAND_REFRESH = 'Workspace Context: Build or Refresh Index';

const cardsOf = (panel) => panel.locator('article.card');

/** The lengths of the bar's parts and of the whole, and the numbers beside them, of one card. */
const scoreOf = (card) =>
  card.evaluate((node) => ({
    score: Number(node.querySelector('.score').textContent),
    label: node.querySelector('.bar').getAttribute('aria-label'),
    bar: node.querySelector('.bar').getBoundingClientRect().width,
    parts: [...node.querySelectorAll('.bar-part')].map((part) => part.getBoundingClientRect().width),
    legend: [...node.querySelectorAll('.legend-entry')].map((entry) => Number(entry.textContent.match(/[\d.]+$/)[0])),
  }));

const checkScore = async (card) => {
  // Far from the window a card has no layout.
  await card.scrollIntoViewIfNeeded();
  await until('the card to be laid out', async () => (await scoreOf(card)).bar > 0);
  const { score, label, bar, parts, legend } = await scoreOf(card);
  const sum = legend.reduce((total, part) => total + part, 0);
  // Every number on screen is rounded to two decimals.
  assert.ok(Math.abs(sum - score) <= 0.005 * (legend.length + 1), `the parts ${legend} add up to ${score}`);
  assert.equal(parts.length, legend.length, 'the bar has a part for each entry of the legend');
  // The bar's whole length stands for the highest score, 1.5; its frame takes a pixel or two.
  const length = parts.reduce((total, part) => total + part, 0) / bar;
  assert.ok(Math.abs(length - score / 1.5) < 0.02, `the bar is ${length} long for a score of ${score}`);
  assert.match(label, /^Score \d\.\d\d: words/);
};

/** As a person: palette, question, cards, a click that opens the file at the lines; then light theme, status, refresh. */
export const askAndOpen = async ({ results, folder, workspace, tools, editor, say, cleanUp }) => {
  editor.useTheme('Dark Modern');
  const driverFolder = join(folder, 'driver-person');
  const driver = driverClient(driverFolder);
  const home = join(folder, 'index');
  const { url, stop } = await editor.start(workspace, {
    env: { WORKSPACE_CONTEXT_HOME: home, WORKSPACE_CONTEXT_DRIVER: driverFolder },
    logFile: join(results, 'code-server-person.log'),
  });
  const stopEditor = cleanUp(stop);
  const workbench = await openWorkbench(tools.browser, url);
  const closeBrowser = cleanUp(workbench.close);
  const shot = (name) => workbench.screenshot(join(results, `${name}.png`));
  try {
    await driver.ready();
    await workbench.runCommand(COMMAND_ASK);
    await workbench.answerInputBox(QUESTION);
    const panel = await workbench.panel();
    await until('the cards of the answer', async () => (await cardsOf(panel).count()) > 0, { seconds: 90 });
    const count = await cardsOf(panel).count();
    assert.ok(count >= 3 && count <= 8, `between 3 and 8 cards, not ${count}`);
    assert.equal(await panel.locator('textarea.question-field').inputValue(), QUESTION);
    for (let index = 0; index < count; index += 1) await checkScore(cardsOf(panel).nth(index));
    assert.ok((await panel.locator('.text mark').count()) > 0, "the question's words are marked in the text");
    await shot('ask-dark');
    say(`as a person: ${count} cards, bars add up`);

    const first = cardsOf(panel).first();
    await first.locator('summary').click();
    await first.locator('.why-table').waitFor({ state: 'visible' });
    const details = await first.locator('.why-table .detail').allInnerTexts();
    assert.ok(details[0].trim().length > 0, 'the part for words says which words matched');
    await shot('why-dark');
    await first.locator('summary').click();

    const place = await first.locator('button.place').innerText();
    const [, path, start, end = start] = place.match(/^(.*):(\d+)(?:-(\d+))?$/);
    await first.locator('.card-title button').click();
    const opened = await until('the editor to open the passage', () => driver.call({ action: 'editor' }));
    assert.ok(
      opened.path.replaceAll('\\', '/').endsWith(`/${path}`),
      `the editor shows ${path}, not ${opened.path}`,
    );
    assert.equal(opened.start, Number(start), 'the selection starts at the first line of the passage');
    assert.equal(opened.end, Number(end), 'the selection ends at the last line of the passage');
    await shot('opened-dark');
    say(`a click opened ${place}`);

    // Keyboard only: ask again from the panel's own box.
    const again = await workbench.panel();
    await again.locator('textarea.question-field').fill('what happens when state-worker is down?');
    await again.locator('textarea.question-field').press('Enter');
    await until('the second answer', async () => (await cardsOf(again).first().innerText()).includes('state-worker'));
    say('asked again in the panel');

    const useTheme = async (theme, mark) => {
      await driver.call({ action: 'setting', key: 'workbench.colorTheme', value: theme });
      await until(`the theme ${theme}`, () => again.evaluate((name) => document.body.classList.contains(name), mark));
      // Colours change with a short transition.
      await workbench.page.waitForTimeout(500);
    };
    await useTheme('Light Modern', 'vscode-light');
    await shot('ask-light');
    await useTheme('Default High Contrast', 'vscode-high-contrast');
    await shot('ask-high-contrast');
    await useTheme('Dark Modern', 'vscode-dark');

    await workbench.runCommand(COMMAND_REFRESH);
    const toast = await workbench.notification(/repositories are up to date/);
    say(`refresh: ${toast.split('\n').find((line) => line.includes('up to date'))}`);
    await workbench.runCommand(COMMAND_STATUS);
    await until('the status page', async () => (await driver.call({ action: 'documentText', scheme: 'workspace-context-status' }))?.includes('\nshop-api\n'));
    await shot('status-dark');

    await workbench.runCommand('Developer: Show Running Extensions');
    say(`activation as the editor measured it: ${await workbench.activationTime('Workspace Context')} ms`);

    assert.deepEqual(workbench.problems, [], 'nothing of the panel was blocked by its content security policy');
  } catch (error) {
    await shot('failure-person').catch(() => undefined);
    throw error;
  } finally {
    await closeBrowser();
    await stopEditor();
  }
};
