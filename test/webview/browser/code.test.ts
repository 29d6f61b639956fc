import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { afterAll, describe, expect, it } from 'vitest';
import type { CodeQuery, PanelState } from '../../../src/webview/messages/fromPanel';
import type { PanelMessage } from '../../../src/webview/messages/toPanel';
import { answer, evidence, failedRow, pack, row, symbol } from '../../support/codeRows';
import { type BrowserPanel, type BrowserPanelOptions, CHROMIUM, closeBrowser, openBrowserPanel, THEMES } from './browserPanel';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const IDS = ['infra', 'shop', 'web'];
const QUERY: CodeQuery = { repositories: IDS, task: 'Retry a failed charge', mode: 'plan' };
const RESTORED: PanelState = { tab: 'code', question: null, graph: null, code: null };

async function withPanel(options: BrowserPanelOptions, act: (panel: BrowserPanel) => Promise<void>): Promise<void> {
  const panel = await openBrowserPanel(options);
  try {
    await panel.page.getByRole('tab', { name: 'Code' }).click();
    await act(panel);
    expect(panel.problems).toEqual([]);
  } finally {
    await panel.close();
  }
}

const tellAll = async (panel: BrowserPanel, messages: readonly PanelMessage[]): Promise<void> => {
  for (const message of messages) await panel.tell(message);
};
const asking = (query: CodeQuery = QUERY, request = 1): PanelMessage[] => [
  { type: 'repositories', ids: query.repositories },
  { type: 'codeAsking', request, query },
];
const SHOP = row('shop', {
  partial: true,
  nextCursor: 'c1',
  evidence: [evidence({ completeness: 'lower_bound', reasons: ['1 more symbol matches.'], generation: { commit: 'a'.repeat(40), dirty: true } })],
  notices: ['Read `src/a.ts` **anew**.'],
  outOfScope: 2,
  result: { ...row('shop').result!, tests: [{ name: 'waits longer', path: 'src/retry.test.ts', line: 2 }], related: [{ name: 'chargeCard', path: 'src/charge.ts', line: 4 }] },
});
const ANSWERED: readonly PanelMessage[] = [
  ...asking(),
  { type: 'codeAnswer', request: 1, pack: answer(row('infra', {}, []), SHOP, failedRow('web', 'unavailable', 'The worker stopped; ask again.')) },
];
const requests = async (panel: BrowserPanel, type: string) => (await panel.asked()).filter((request) => request.type === type);
const section = (panel: BrowserPanel, name: RegExp) => panel.page.getByRole('region', { name });

describe.skipIf(CHROMIUM === null)('the tab for code', () => {
  afterAll(closeBrowser);

  it('asks which repositories there are when it comes to the front, and not before', async () => {
    const panel = await openBrowserPanel();
    try {
      expect(await requests(panel, 'listRepositories')).toEqual([]);
      await panel.page.getByRole('tab', { name: 'Code' }).click();
      expect(await requests(panel, 'listRepositories')).toHaveLength(1);
    } finally {
      await panel.close();
    }
  });

  it('asks all repositories of a few with Enter, writes a new line with Shift+Enter, and can be cancelled', async () => {
    await withPanel({}, async (panel) => {
      const { page } = panel;
      await panel.tell({ type: 'repositories', ids: IDS });
      const task = page.getByRole('textbox', { name: 'Task' });
      await task.fill('Retry');
      await task.press('Shift+Enter');
      await task.pressSequentially('a charge');
      await task.press('Enter');
      await page.getByRole('radio', { name: 'Plan a change' }).check();
      await task.press('Control+Enter');
      await page.getByRole('button', { name: 'Find code', exact: true }).click();
      const query = { repositories: IDS, task: 'Retry\na charge', mode: 'plan' };
      expect(await requests(panel, 'code')).toEqual([{ ...query, mode: 'explore' }, query, query].map((one) => ({ type: 'code', query: one })));
      const cancel = page.getByRole('button', { name: 'Cancel', exact: true });
      expect(await cancel.isVisible()).toBe(false);
      await tellAll(panel, asking());
      await cancel.click();
      expect(await requests(panel, 'cancel')).toEqual([{ type: 'cancel', tab: 'code' }]);
      await panel.tell({ type: 'codeAnswer', request: 1, pack: answer(...IDS.map((id) => failedRow(id, 'cancelled'))) });
      await cancel.waitFor({ state: 'hidden' });
      expect(await page.locator('.code-state').allTextContents()).toEqual(['Cancelled', 'Cancelled', 'Cancelled']);
    });
  });

  it('asks a task that was sent before the repositories were known as soon as they are', async () => {
    await withPanel({}, async (panel) => {
      const { page } = panel;
      await page.getByRole('textbox', { name: 'Task' }).fill('retry settlement');
      await page.getByRole('textbox', { name: 'Task' }).press('Enter');
      const asked = async () => (await panel.asked()).filter(({ type }) => type === 'code');
      expect(await asked()).toEqual([]);
      await panel.tell({ type: 'repositories', ids: IDS });
      await expect.poll(asked).toEqual([{ type: 'code', query: { repositories: IDS, task: 'retry settlement', mode: 'explore' } }]);
      expect(await page.getByRole('alert').filter({ hasText: /Choose/ }).count()).toBe(0);
    });
  });

  it('says what is missing instead of asking for nothing', async () => {
    await withPanel({}, async (panel) => {
      const { page } = panel;
      await panel.tell({ type: 'repositories', ids: IDS });
      const askButton = page.getByRole('button', { name: 'Find code', exact: true });
      await askButton.click();
      expect(await page.getByRole('alert').filter({ hasText: 'Write what you are looking for.' }).count()).toBe(1);
      await page.getByRole('textbox', { name: 'Task' }).fill('x');
      await page.getByRole('button', { name: 'Choose none' }).click();
      await askButton.click();
      expect(await page.getByRole('alert').filter({ hasText: 'Choose at least one repository.' }).count()).toBe(1);
      expect(await requests(panel, 'code')).toEqual([]);
      await panel.tell({ type: 'repositoriesFailed', code: 'unavailable', message: 'The worker stopped.' });
      await page.getByText('The worker stopped.').waitFor();
    });
  });

  it('leads to where trust is given while the workspace is not trusted, until it is', async () => {
    await withPanel({}, async (panel) => {
      const { page } = panel;
      await panel.tell({ type: 'repositoriesFailed', code: 'not-trusted', message: 'Trust it first.' });
      const alert = page.getByRole('alert').filter({ hasText: 'This workspace is not trusted' });
      await alert.getByRole('button', { name: 'Manage Workspace Trust' }).click();
      expect(await requests(panel, 'act')).toEqual([{ type: 'act', action: 'manageTrust' }]);
      await panel.tell({ type: 'repositories', ids: IDS });
      await alert.waitFor({ state: 'hidden' });
      await tellAll(panel, [...asking(), { type: 'codeFailed', request: 1, code: 'not-trusted', message: 'Trust it first.' }]);
      await alert.waitFor();
      expect(await page.getByText('Trust it first.').filter({ visible: true }).count()).toBe(0);
    });
  });

  it('complains no longer once a task is there, be it one of its examples', async () => {
    await withPanel({}, async (panel) => {
      const { page } = panel;
      await panel.tell({ type: 'repositories', ids: IDS });
      const task = page.getByRole('textbox', { name: 'Task' });
      await task.press('Enter');
      expect(await page.locator('#code-complaint').textContent()).toBe('Write what you are looking for.');
      expect(await task.getAttribute('aria-invalid')).toBe('true');
      await page.getByRole('button', { name: 'Where is a failed request tried again?' }).click();
      expect(await page.locator('#code-complaint').textContent()).toBe('');
      expect(await task.getAttribute('aria-invalid')).toBeNull();
    });
  });

  it('speaks of several repositories only where several are open', async () => {
    await withPanel({}, async (panel) => {
      await panel.tell({ type: 'repositories', ids: ['shop'] });
      await panel.page.getByRole('heading', { name: 'Find code', exact: true }).waitFor();
      await panel.tell({ type: 'repositories', ids: IDS });
      await panel.page.getByRole('heading', { name: 'Find code in several repositories' }).waitFor();
    });
  });

  it('says in one line that nothing is found anywhere, and shows what has more to say', async () => {
    await withPanel({}, async (panel) => {
      const { page } = panel;
      await tellAll(panel, [...asking(), { type: 'codeAnswer', request: 1, pack: answer(...IDS.map((id) => row(id, {}, []))) }]);
      await page.locator('.code-nothing-anywhere').waitFor();
      expect(await page.locator('.code-nothing-anywhere').innerText()).toBe('Nothing in 3 repositories matches; all were looked through.');
      expect(await page.locator('.code-section:visible, .code-jump:visible, .code-count:visible').count()).toBe(0);
      await tellAll(panel, [...asking(QUERY, 2), { type: 'codeAnswer', request: 2, pack: answer(row('infra', {}, []), row('shop', {}, []), failedRow('web', 'unavailable')) }]);
      await section(panel, /^web Failed/).waitFor();
      expect(await page.locator('.code-nothing-anywhere').innerText()).toBe('Nothing in 2 repositories matches; all were looked through.');
      expect(await page.locator('.code-section:visible').count()).toBe(1);
      // Next to something that is found, a repository without anything is news.
      await tellAll(panel, [...asking(QUERY, 3), { type: 'codeAnswer', request: 3, pack: answer(row('infra', {}, []), row('shop'), row('web', {}, [])) }]);
      await section(panel, /^infra/).waitFor();
      expect(await page.locator('.code-section:visible').count()).toBe(3);
      expect(await page.locator('.code-nothing-anywhere').isVisible()).toBe(false);
    });
  });

  it('lets eight of many be chosen, found by a filter, and says why no ninth', async () => {
    await withPanel({}, async (panel) => {
      const { page } = panel;
      await panel.tell({ type: 'repositories', ids: Array.from({ length: 12 }, (_, index) => `service-${index}`) });
      await page.getByText('Repositories: 0 of 12').waitFor();
      for (let index = 0; index < 8; index += 1) await page.getByRole('checkbox', { name: `service-${index}`, exact: true }).check();
      const ninth = page.getByRole('checkbox', { name: 'service-8' });
      expect(await ninth.getAttribute('aria-disabled')).toBe('true');
      await ninth.press('Space');
      expect(await ninth.isChecked()).toBe(false);
      await page.getByText(/^At most 8 repositories are asked at once/).waitFor();
      await page.getByRole('textbox', { name: 'Filter repositories' }).fill('ICE-11');
      expect(await page.getByRole('checkbox').count()).toBe(1);
      await page.getByRole('textbox', { name: 'Filter repositories' }).fill('');
      await page.getByRole('checkbox', { name: 'service-0', exact: true }).uncheck();
      await ninth.check();
      expect((await panel.kept())?.codeDraft?.repositories).toEqual(['1', '2', '3', '4', '5', '6', '7', '8'].map((index) => `service-${index}`));
    });
  });

  it('remembers what was written and chosen, whether or not it was asked', async () => {
    await withPanel({ state: { ...RESTORED, codeDraft: { repositories: ['shop'], task: 'half a thought', mode: 'plan' } } }, async (panel) => {
      const { page } = panel;
      await panel.tell({ type: 'repositories', ids: IDS });
      expect(await page.getByRole('textbox', { name: 'Task' }).inputValue()).toBe('half a thought');
      expect(await page.getByRole('radio', { name: 'Plan a change' }).isChecked()).toBe(true);
      expect(await page.getByRole('checkbox', { checked: true }).count()).toBe(1);
      await page.getByRole('textbox', { name: 'Task' }).fill('another thought');
      expect((await panel.kept())?.codeDraft).toEqual({ repositories: ['shop'], task: 'another thought', mode: 'plan' });
      await tellAll(panel, asking());
      await section(panel, /shop/).waitFor();
      expect(await panel.kept()).toMatchObject({ code: QUERY, codeDraft: { repositories: null, task: QUERY.task, mode: 'plan' } });
    });
  });

  it('keeps what was written since the last call when it is loaded again and told of that call', async () => {
    const state: PanelState = { ...RESTORED, code: QUERY, codeDraft: { repositories: ['shop'], task: 'the next thought', mode: 'explore' } };
    await withPanel({ state }, async (panel) => {
      const task = panel.page.getByRole('textbox', { name: 'Task' });
      await tellAll(panel, ANSWERED);
      await section(panel, /^shop/).waitFor();
      expect(await task.inputValue()).toBe('the next thought');
      // Another call, such as a command makes, is shown with its task.
      await tellAll(panel, asking({ ...QUERY, task: 'from a command' }, 2));
      await expect.poll(() => task.inputValue()).toBe('from a command');
    });
  });

  it('says before anything is asked what it is for, with a task to begin with', async () => {
    await withPanel({}, async (panel) => {
      const { page } = panel;
      await panel.tell({ type: 'select', tab: 'code' });
      const task = page.getByRole('textbox', { name: 'Task' });
      await expect.poll(() => task.evaluate((field) => document.activeElement === field)).toBe(true);
      await page.getByRole('heading', { name: 'Find code in several repositories' }).waitFor();
      await page.getByRole('button', { name: 'Add a time limit' }).click();
      expect(await task.inputValue()).toBe('Add a time limit to every request that goes out');
      expect(await page.getByRole('radio', { name: 'Plan a change' }).isChecked()).toBe(true);
      await tellAll(panel, asking());
      await section(panel, /shop/).waitFor();
      expect(await page.getByRole('heading', { name: 'Find code in several repositories' }).count()).toBe(0);
    });
  });

  it('shows each repository from the beginning, busy until its row is there, and says aloud what has become of it', async () => {
    await withPanel({}, async (panel) => {
      await tellAll(panel, [...asking(), { type: 'codeNotice', request: 1, markdown: '**workspace.context** asks `infra` (1 of 3)' }]);
      const busy = () => panel.page.locator('.code-section').evaluateAll((all) => all.map((one) => one.getAttribute('aria-busy')));
      await section(panel, /infra Asking/).waitFor();
      expect(await busy()).toEqual(['true', 'true', 'true']);
      await panel.tell({ type: 'codeRow', request: 1, row: SHOP });
      await section(panel, /shop 1 symbol, partial/).waitFor();
      expect(await busy()).toEqual(['true', 'false', 'true']);
      expect(await panel.page.getByRole('log').locator('p').allTextContents()).toEqual(['shop: 1 symbol, partial']);
      await tellAll(panel, ANSWERED.slice(2));
      await section(panel, /web Failed/).waitFor();
      expect(await panel.page.getByRole('log').locator('p').allTextContents()).toEqual([
        'shop: 1 symbol, partial',
        'infra: no symbols, complete',
        'web: Failed',
        '3 repositories · 1 symbol · 1 partial · 1 failed',
      ]);
    });
  });

  it('shows what was found, on what it rests, what to do about an error, and opens and copies it', async () => {
    await withPanel({}, async (panel) => {
      await tellAll(panel, ANSWERED);
      const shop = section(panel, /^shop/);
      await shop.getByRole('heading', { name: 'nextAttempt' }).waitFor();
      const text = (await shop.innerText()).replace(/\s+/g, ' ');
      for (const expected of ['Lower bound', '1 more symbol matches.', 'commit aaaaaaa', 'with uncommitted changes', 'Read src/a.ts anew.', '2 places lie outside', 'export function nextAttempt(failures: number): number', 'Says when a failed charge is tried again.', 'Tests that exercise these', 'Files that use these']) {
        expect(text).toContain(expected);
      }
      expect(await section(panel, /^web/).innerText()).toContain('The worker stopped; ask again.');
      expect(await section(panel, /^infra/).innerText()).toContain('Nothing in this repository answers that.');
      await shop.getByRole('button', { name: 'src/retry.ts:2' }).click();
      await shop.getByRole('button', { name: 'src/retry.test.ts:2' }).click();
      await shop.getByRole('button', { name: 'Copy where nextAttempt stands' }).click();
      expect((await panel.asked()).slice(-3)).toEqual([
        { type: 'open', sourceRef: 'shop/src/retry.ts', lines: { start: 2, end: 2 } },
        { type: 'open', sourceRef: 'shop/src/retry.test.ts', lines: { start: 2, end: 2 } },
        { type: 'copyCode', symbol: { request: 1, repository: 'shop', index: 0 } },
      ]);
    });
  });

  it('folds code and score away, and shows what a score lost as what is taken from its end', async () => {
    await withPanel({}, async (panel) => {
      await tellAll(panel, ANSWERED);
      const shop = section(panel, /^shop/);
      const code = shop.getByRole('button', { name: 'Code 3 lines of nextAttempt' });
      expect(await code.getAttribute('aria-expanded')).toBe('false');
      await code.click();
      const snippet = shop.getByRole('region', { name: 'Code of nextAttempt' });
      expect(await snippet.locator('.code-lines').textContent()).toBe('2\n3\n4');
      expect(await snippet.locator('.code-text').textContent()).toBe('function nextAttempt() {\n  return 1;\n}');
      await snippet.locator('.hljs-keyword').first().waitFor();
      await shop.getByRole('button', { name: 'Score 0.20: 0.04 for name plus 0.28 for path minus 0.12 for place' }).click();
      expect(await shop.locator('.code-why tr').evaluateAll((rows) => rows.map((one) => one.textContent))).toEqual([
        'Name0.50 × 0.08= 0.04"attempt" in its name',
        'Path1.00 × 0.28= 0.28"retry" in its path',
        'Place0.24 × \u22120.50= \u22120.12its file is a test',
        'Score= 0.20of at most 2.00',
      ]);
      const ends = await shop.locator('.code-bar').evaluate((bar) => {
        const { left, width } = bar.getBoundingClientRect();
        return [...bar.querySelectorAll('.code-bar-part')].map((part) => (part.getBoundingClientRect().right - left) / width);
      });
      // Of the longest bar, 0.32: the name ends at 0.04, the path and what is taken away of it at the end.
      expect(ends.map((end) => Number(end.toFixed(1)))).toEqual([0.1, 1, 1]);
      expect(await shop.locator('.code-bar-taken').first().evaluate((part) => Number.parseFloat(getComputedStyle(part).left) / part.parentElement!.clientWidth)).toBeCloseTo(0.2 / 0.32, 1);
    });
  });

  it('adds what is asked for after the row below it, asks once, and goes on after a failure', async () => {
    await withPanel({}, async (panel) => {
      await tellAll(panel, ANSWERED);
      const shop = section(panel, /^shop/);
      const more = shop.getByRole('button', { name: 'More from this repository' });
      await more.click();
      const busy = shop.getByRole('button', { name: 'Asking for more…' });
      expect(await busy.getAttribute('aria-disabled')).toBe('true');
      await busy.click({ force: true });
      expect(await requests(panel, 'moreCode')).toEqual([{ type: 'moreCode', request: 1, repository: 'shop' }]);
      await panel.tell({ type: 'moreCodeFailed', request: 1, repository: 'shop', code: 'unavailable', message: 'It stopped; ask again.' });
      await shop.getByRole('alert').filter({ hasText: 'It stopped; ask again.' }).waitFor();
      await shop.getByRole('button', { name: /^Code 3 lines of nextAttempt/ }).click();
      await more.focus();
      await more.press('Enter');
      await panel.tell({ type: 'moreCode', request: 1, repository: 'shop', pack: pack('shop', [symbol({ name: 'later', line: 9 })]) });
      await shop.getByRole('heading', { name: 'later' }).waitFor();
      expect(await requests(panel, 'moreCode')).toHaveLength(2);
      // What was open stays open, and reading goes on where the new ones begin.
      expect(await shop.getByRole('region', { name: 'Code of nextAttempt' }).isVisible()).toBe(true);
      expect(await panel.page.evaluate(() => document.activeElement?.closest('.code-symbol')?.querySelector('h3')?.textContent)).toBe('later');
      expect(await more.isVisible()).toBe(false);
      await shop.getByRole('button', { name: 'Copy where later stands' }).click();
      expect((await panel.asked()).at(-1)).toEqual({ type: 'copyCode', symbol: { request: 1, repository: 'shop', index: 1 } });
    });
  });

  it('leads from the overview to a section, which can be folded', async () => {
    await withPanel({}, async (panel) => {
      const { page } = panel;
      await tellAll(panel, ANSWERED);
      const toggle = section(panel, /^web/).getByRole('button', { name: /^web/ });
      await toggle.click();
      expect(await toggle.getAttribute('aria-expanded')).toBe('false');
      await page.locator('.code-links').getByRole('button', { name: 'web' }).click();
      expect(await toggle.getAttribute('aria-expanded')).toBe('true');
      expect(await toggle.evaluate((button) => document.activeElement === button)).toBe(true);
    });
  });

  it('shows why a call failed as a whole, and of a newer call nothing of the older', async () => {
    await withPanel({}, async (panel) => {
      await tellAll(panel, [...ANSWERED, ...asking({ ...QUERY, repositories: ['shop'] }, 2), { type: 'codeRow', request: 1, row: row('infra') }, { type: 'codeFailed', request: 2, code: 'unavailable', message: 'The worker stopped.' }]);
      await panel.page.getByRole('alert').filter({ hasText: 'The worker stopped.' }).waitFor();
      expect(await panel.page.locator('.code-section:visible').count()).toBe(0);
      await panel.page.getByRole('button', { name: 'Ask again' }).click();
      expect(await requests(panel, 'code')).toEqual([{ type: 'code', query: { ...QUERY, repositories: ['shop'] } }]);
    });
  });

  it('takes nothing a repository says for markup, for another name, or for room that is not there', async () => {
    const evil = '<img src=x onerror="document.title=\'run\'"><script>document.title="run"</script>';
    const wide = 'W'.repeat(4_000);
    const hostile = row(
      'shop',
      { notices: [evil, `**${evil}**`, `\`${evil}\``, wide], evidence: [evidence({ completeness: 'partial', reasons: [evil, wide] })] },
      [symbol({ name: evil, signature: evil, summary: `${evil} ${wide}`, path: `src/\u202Ets.live${wide}.ts`, why: [{ factor: 'path', weight: 1, value: 0.2, contribution: 0.2, detail: evil + wide }] }), symbol({ name: 'a\nshop/src/forged.ts:1', line: 7 })],
    );
    await withPanel({ width: 300 }, async (panel) => {
      const { page } = panel;
      await tellAll(panel, [...asking({ ...QUERY, repositories: [`${evil}`.slice(0, 400), 'shop'] }), { type: 'codeNotice', request: 1, markdown: evil + wide }, { type: 'codeRow', request: 1, row: hostile }]);
      await section(panel, /^shop/).waitFor();
      for (const fold of await page.locator('.fold').all()) await fold.click();
      await page.locator('.code-snippet').first().waitFor();
      expect(await page.title()).toBe('Workspace Context');
      expect(await page.locator('#app img, #app script').count()).toBe(0);
      expect(await page.locator('.place').first().textContent()).toContain('src/[U+202E]ts.live');
      expect(await page.locator('.code-name').nth(1).textContent()).toBe('a shop/src/forged.ts:1');
      expect(await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)).toBeLessThanOrEqual(0);
    });
  });

  it.each([
    ['300 pixels', { width: 300 }],
    ['300 pixels at 200 %', { width: 600, zoom: 2 }],
    ['a window at 200 %', { width: 900, zoom: 2 }],
  ])('scrolls to no side: %s', async (_name, options) => {
    await withPanel(options, async (panel) => {
      await tellAll(panel, ANSWERED);
      await section(panel, /^shop/).waitFor();
      for (const fold of await panel.page.locator('.fold').all()) await fold.click();
      expect(await panel.page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)).toBeLessThanOrEqual(0);
    });
  });

  it.each(THEMES)('is sound for axe in the theme %s, before, while and after it asks', async (theme) => {
    await withPanel({ theme }, async (panel) => {
      const { page } = panel;
      const violations = async (): Promise<unknown[]> => {
        await page.evaluate(AXE);
        return page.evaluate(async () => {
          const { axe } = window as unknown as { axe: { run(): Promise<{ violations: { id: string; impact: string; nodes: { html: string; failureSummary: string }[] }[] }> } };
          const { violations: found } = await axe.run();
          return found.filter(({ impact }) => impact === 'serious' || impact === 'critical').map(({ id, nodes }) => [id, nodes.map(({ html, failureSummary }) => [html, failureSummary])]);
        });
      };
      await panel.tell({ type: 'repositories', ids: Array.from({ length: 12 }, (_, index) => `service-${index}`) });
      expect(await violations()).toEqual([]);
      await tellAll(panel, [...asking(), { type: 'codeNotice', request: 1, markdown: 'asks `infra`' }]);
      await section(panel, /infra Asking/).waitFor();
      expect(await violations()).toEqual([]);
      await tellAll(panel, ANSWERED.slice(2));
      await section(panel, /^web Failed/).waitFor();
      for (const fold of await page.locator('.fold').all()) await fold.click();
      await page.locator('.code-snippet .hljs-keyword').first().waitFor();
      expect(await violations()).toEqual([]);
    });
  });
});
