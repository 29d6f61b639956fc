import { chromium } from 'playwright-core';
import { until } from './waiting.mjs';

const BROWSER_ARGUMENTS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** Opens the editor in a browser, as a person sees it. */
export const openWorkbench = async (executablePath, url, { width = 1280, height = 900, zoom = 1 } = {}) => {
  const browser = await chromium.launch({ executablePath, args: BROWSER_ARGUMENTS });
  const page = await browser.newPage({ viewport: { width, height }, deviceScaleFactor: zoom });
  const problems = [];
  page.on('console', (message) => {
    if (/Content Security Policy|Trusted Type/i.test(message.text())) problems.push(message.text());
  });
  await page.goto(url);
  await page.locator('.monaco-workbench').waitFor({ timeout: 60_000 });
  await page.locator('.statusbar-item').first().waitFor({ timeout: 60_000 });

  const quickInput = page.locator('.quick-input-widget input.input');

  return {
    page,
    /** What the browser blocked because of a policy. */
    problems,
    close: () => browser.close(),
    screenshot: (path) => page.screenshot({ path }),

    /** Opens the command palette and runs the command of that name. */
    runCommand: async (name) => {
      await until(
        `the command "${name}" in the palette`,
        async () => {
          await page.keyboard.press('Escape');
          await page.keyboard.press('F1');
          await quickInput.waitFor({ state: 'visible', timeout: 3_000 });
          await quickInput.fill(`>${name}`);
          const row = page.locator('.quick-input-list .monaco-list-row', { hasText: name }).first();
          await row.waitFor({ timeout: 3_000 });
          await row.click();
          return true;
        },
        { seconds: 60, everyMs: 500 },
      );
    },
    /** Types into the input box that is open and confirms it. */
    answerInputBox: async (text) => {
      await quickInput.waitFor({ state: 'visible', timeout: 10_000 });
      await quickInput.fill(text);
      await page.keyboard.press('Enter');
    },
    /** Presses a button of the dialog that is open. */
    pressInDialog: async (button, picture) => {
      const dialog = page.locator('.monaco-dialog-box');
      await dialog.waitFor({ timeout: 20_000 });
      const text = await dialog.innerText();
      if (picture) await page.screenshot({ path: picture });
      await dialog.getByRole('button', { name: button }).first().click();
      return text;
    },
    /** The document inside our webview, among the editors or in the side bar: VS Code wraps it in two frames. */
    panel: async (place = 'editor', seconds = 30) => {
      const frame = await until(
        'the panel to load',
        async () => {
          for (const candidate of page.frames()) {
            if ((await candidate.locator(`body[data-place=${place}] #app [role=tablist]`).count().catch(() => 0)) > 0) return candidate;
          }
          return null;
        },
        { seconds },
      );
      return frame;
    },
    /** The activation time of an extension as the editor itself measured it (milliseconds). */
    activationTime: async (name) => {
      const list = page.locator('.runtime-extensions-editor .monaco-list');
      const row = list.locator('.monaco-list-row', { hasText: name }).first();
      await list.hover({ timeout: 20_000 });
      // The list is sorted by time and draws only the rows in sight.
      const text = await until(`${name} among the running extensions`, async () => {
        if ((await row.count()) > 0) return row.locator('.activation-time').innerText();
        await page.mouse.wheel(0, 300);
        return null;
      });
      const milliseconds = Number(/(\d+) ?ms/.exec(text)?.[1]);
      if (Number.isNaN(milliseconds)) throw new Error(`no activation time in "${text}"`);
      return milliseconds;
    },
    notification: async (text) => {
      const toast = page.locator('.notification-toast, .notifications-toasts .notification-list-item', { hasText: text }).first();
      await toast.waitFor({ timeout: 30_000 });
      // It fades in; a screenshot should show it.
      await page.waitForTimeout(500);
      return toast.innerText();
    },
  };
};
