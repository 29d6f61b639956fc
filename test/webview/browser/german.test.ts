import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, describe, expect, it } from 'vitest';
import type { Tab } from '../../../src/webview/messages/fromPanel';
import { contextPack, passageRow } from '../../doors/vscodePack';
import { type BrowserPanel, CHROMIUM, closeBrowser, openBrowserPanel } from './browserPanel';

const sentences = JSON.parse(readFileSync(join(import.meta.dirname, '..', '..', '..', 'l10n', 'bundle.l10n.de.json'), 'utf8')) as Record<string, string>;

let panel: BrowserPanel | null = null;
afterEach(async () => panel?.close());
afterAll(closeBrowser);

describe.skipIf(CHROMIUM === null)('the panel in German', () => {
  // German words are longer than English ones: this is where a narrow panel breaks first.
  it.each([
    ['ask', 'Fragen'],
    ['graph', 'Graph'],
    ['code', 'Code'],
  ] as const)('speaks German on its tab %s and holds 300 pixels', async (tab: Tab, label) => {
    panel = await openBrowserPanel({ width: 300, place: 'sideBar', sentences });
    await panel.tell({ type: 'select', tab });
    await panel.page.locator(`#panel-${tab}`).waitFor({ state: 'visible' });
    expect(await panel.page.locator(`#tab-${tab}`).innerText()).toBe(label);
    if (tab === 'ask') {
      const pack = contextPack(1, { nearest: [passageRow(2)], degraded: ['embeddings-pending', 'scope-unreadable'] });
      await panel.tell({ type: 'asking', request: 1, question: pack.question });
      await panel.tell({ type: 'answer', request: 1, pack });
      await panel.page.getByText('Von ähnlicher Bedeutung').first().waitFor();
    }
    expect(await panel.page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)).toBeLessThanOrEqual(0);
    expect(panel.problems).toEqual([]);
  });
});
