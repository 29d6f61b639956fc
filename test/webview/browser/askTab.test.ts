import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { afterAll, afterEach, describe, expect, it } from 'vitest';
import { DEGRADED_FLAG_NAMES } from '../../../src/contract/flags';
import type { ContextPack, PassageRow } from '../../../src/contract/tools';
import type { PanelMessage } from '../../../src/webview/messages/toPanel';
import { contextPack, passageRow } from '../../doors/vscodePack';
import { type BrowserPanel, type BrowserPanelOptions, CHROMIUM, closeBrowser, openBrowserPanel, THEMES } from './browserPanel';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

const open = new Set<BrowserPanel>();
afterEach(async () => {
  await Promise.all([...open].map((panel) => panel.close()));
  open.clear();
});
afterAll(closeBrowser);

async function panelWith(options: BrowserPanelOptions = {}): Promise<BrowserPanel> {
  const panel = await openBrowserPanel(options);
  open.add(panel);
  return panel;
}

async function answer(panel: BrowserPanel, pack: ContextPack, request = 1, limit?: number): Promise<void> {
  await panel.tell({ type: 'asking', request, question: pack.question, ...(limit === undefined ? {} : { limit }) });
  await panel.tell({ type: 'answer', request, pack });
  await panel.page.locator(`#panel-ask .results[aria-busy=false]`).waitFor();
}

async function answered(pack: ContextPack, options: BrowserPanelOptions = {}): Promise<BrowserPanel> {
  const panel = await panelWith(options);
  await answer(panel, pack);
  return panel;
}

const onePassage = (more: Partial<PassageRow>, pack: Partial<ContextPack> = {}): ContextPack => contextPack(0, { passages: [passageRow(1, more)], ...pack });
const lastAsked = async (panel: BrowserPanel) => (await panel.asked()).at(-1);
const textOf = (panel: BrowserPanel, selector: string) => panel.page.locator(selector).first().innerText();
const overflow = (panel: BrowserPanel) => panel.page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);

const MARKDOWN = `Run **this** and *that*, see [the site](https://example.org/a) or [the runbook](../runbooks/deploy.md).

### Below

- [x] asked
- one
  1. nested

| a | b |
|---|--:|
| one<br>two | ~~three~~ |

\`\`\`ts
// bills a refund
export const refund = billing("x", 3);
\`\`\`

> quoted \`code\`

![A diagram](https://evil.example/x.png)`;

const RICH = contextPack(3, {
  nearest: [passageRow(9, { sourceCommit: null })],
  degraded: [...DEGRADED_FLAG_NAMES],
  notices: ['shop-api/a.md:3: something was left out.', 'shop-web: no git.'],
});
const RICH_PACK: ContextPack = {
  ...RICH,
  passages: [passageRow(1, { text: MARKDOWN, dirty: true, sourceUri: 'https://github.com/x/y/blob/0/a.md' }), ...RICH.passages.slice(1)],
};

describe.skipIf(CHROMIUM === null)('the Ask tab', () => {
  it('shows a passage with where it stands, whom it belongs to and how its score came about', async () => {
    const panel = await answered(onePassage({ dirty: true }));
    expect(await textOf(panel, '.card-title')).toBe('Billing › Part 1');
    expect(await textOf(panel, '.facts')).toContain('shop-api/docs/page-1.md:3-9');
    expect(await textOf(panel, '.facts')).toContain('0123456');
    expect(await textOf(panel, '.facts')).toContain('uncommitted changes');
    expect(await textOf(panel, '.chips')).toContain('component:billing-worker');
    expect(await textOf(panel, '.score')).toBe('0.70');
    // 0.5 and 0.2 of at most 1.5.
    const widths = await panel.page.locator('.bar-part').evaluateAll((parts) => parts.map((part) => parseFloat((part as HTMLElement).style.width)));
    expect(widths.reduce((sum, width) => sum + width, 0)).toBeCloseTo((0.7 / 1.5) * 100, 3);
    expect(panel.problems).toEqual([]);
  });

  it('says the sentence of each part of the score to the pointer, to the keyboard and to a screen reader', async () => {
    const panel = await answered(onePassage({}));
    const { page } = panel;
    expect(await page.locator('.bar').getAttribute('aria-label')).toBe('Score 0.70: words 0.50 + title 0.20');
    expect(await page.locator('.bar-part').nth(1).getAttribute('aria-label')).toBe('Title 0.20: all in the title');
    expect(await page.locator('.bar-tip').isVisible()).toBe(false);
    await page.locator('.bar-part').nth(1).hover();
    expect(await textOf(panel, '.bar-tip')).toBe('Title 0.20: all in the title');
    await page.mouse.move(0, 0);
    expect(await page.locator('.bar-tip').isVisible()).toBe(false);
    await page.locator('.bar-part').first().focus();
    expect(await textOf(panel, '.bar-tip')).toBe('Words 0.50: half of the words');
    await page.keyboard.press('ArrowRight');
    expect(await textOf(panel, '.bar-tip')).toBe('Title 0.20: all in the title');
    await page.keyboard.press('Escape');
    expect(await page.locator('.bar-tip').isVisible()).toBe(false);
    await page.locator('.why summary').click();
    expect(await textOf(panel, '.why-table')).toContain('unknown');
    expect(await textOf(panel, '.why-word')).toBe('Hide');
  });

  it('does with a passage what its buttons say', async () => {
    const panel = await answered(onePassage({ sourceUri: 'https://github.com/x/y/blob/0/a.md' }));
    const press = async (name: string): Promise<unknown> => {
      await panel.page.getByRole('button', { name }).first().click();
      return lastAsked(panel);
    };
    const row = { request: 1, list: 'passages', index: 0 };
    expect(await press('Open at these lines')).toEqual({ type: 'open', sourceRef: 'shop-api/docs/page-1.md', lines: { start: 3, end: 9 } });
    expect(await press('Open at commit 0123456')).toEqual({ type: 'openAtCommit', row });
    expect(await press('Copy citation')).toEqual({ type: 'copy', as: 'citation', row });
    expect(await press('Copy as Markdown for a prompt')).toEqual({ type: 'copy', as: 'markdown', row });
    expect(await press('Open the permalink in a browser')).toEqual({ type: 'openPermalink', row });
    const expand = { type: 'expand', query: { entityRef: 'component:default/billing-worker', depth: 1, direction: 'both', edgeTypes: null } };
    expect(await press('Show component:default/billing-worker in the graph')).toEqual(expand);
    expect(await panel.page.locator('#tab-graph').getAttribute('aria-selected')).toBe('true');
    expect(await panel.page.evaluate(() => document.activeElement?.id)).toBe('tab-graph');
    await panel.page.locator('#tab-ask').click();
    await panel.page.locator('.chip').first().click();
    expect((await panel.asked()).filter(({ type }) => type === 'expand')).toEqual([expand, expand]);
    await panel.tell({ type: 'copied' });
    await expect.poll(() => panel.page.locator('.toast').innerText()).toBe('Copied');
  });

  it('keeps its text in sight however many entities it belongs to: a catalog may name any number of entities for a document', async () => {
    const panel = await answered(onePassage({ entityRefs: Array.from({ length: 65 }, (_, index) => `component:default/c${index}`) }), { width: 300 });
    const chips = panel.page.locator('.chips .chip');
    expect(await chips.count()).toBe(8);
    await panel.page.getByRole('button', { name: 'Show 57 more' }).press('Enter');
    expect(await chips.count()).toBe(65);
    // Where the button was: it is gone, and the focus would be lost with it.
    expect(await panel.page.evaluate(() => document.activeElement?.textContent)).toBe('component:c8');
  });

  it('offers neither a commit nor a permalink where there is none', async () => {
    const panel = await answered(onePassage({ sourceCommit: null }));
    expect(await panel.page.getByRole('button', { name: /commit/ }).count()).toBe(0);
    expect(await panel.page.getByRole('button', { name: /permalink/ }).count()).toBe(0);
    expect(await textOf(panel, '.facts')).toContain('not in git');
  });

  it('is one stop of the Tab key per row of actions, with arrow keys between them', async () => {
    const { page } = await answered(onePassage({}));
    await page.getByRole('button', { name: 'Open at these lines' }).focus();
    await page.keyboard.press('ArrowRight');
    const name = () => page.evaluate(() => document.activeElement?.getAttribute('aria-label'));
    expect(await name()).toBe('Open at commit 0123456');
    await page.keyboard.press('End');
    expect(await name()).toBe('Show as written');
    await page.keyboard.press('ArrowRight');
    expect(await name()).toBe('Open at these lines');
    expect(await page.locator('.actions [tabindex="0"]').count()).toBe(1);
  });

  describe('renders Markdown', () => {
    it('as lists, tables, code and links, with the question\'s words marked', async () => {
      const { page, problems } = await answered(onePassage({ text: MARKDOWN, sourceRef: 'shop-api/docs/page.md' }, { question: 'how are refunds billed?' }));
      for (const selector of ['strong', 'em', 's', 'ul > li', 'ol > li', 'table td br', 'td.right', 'blockquote code', '.heading']) {
        expect(await page.locator(`.rendered ${selector}`).count(), selector).toBeGreaterThan(0);
      }
      expect(await page.locator('.rendered :is(h1, h2, h3)').count()).toBe(0);
      await page.locator('.rendered .hljs-keyword').first().waitFor();
      expect(await page.locator('.rendered pre mark').allInnerTexts()).toEqual(expect.arrayContaining(['bills', 'refund', 'billing']));
      expect(await page.locator('.rendered pre').innerText()).toBe('// bills a refund\nexport const refund = billing("x", 3);');
      expect(problems).toEqual([]);
    });

    it('without loading an image, and with links of allowed kinds alone', async () => {
      const panel = await answered(
        onePassage({
          sourceRef: 'shop-api/docs/page.md',
          text: '![A diagram](https://evil.example/x.png) [a](https://example.org/x) [b](javascript:alert(1)) [c](../runbooks/deploy.md#top) [d](command:x) <https://example.org/auto> [e](mailto:a@b.c)',
        }),
      );
      const { page } = panel;
      expect(await page.locator('img, iframe, object, script[src*=evil]').count()).toBe(0);
      expect(await page.locator('.rendered .image').innerText()).toBe('A diagram');
      expect(await page.locator('.rendered a').evaluateAll((links) => links.map((link) => [link.getAttribute('href'), link.getAttribute('title')]))).toEqual([
        ['https://example.org/x', 'https://example.org/x'],
        ['https://example.org/auto', 'https://example.org/auto'],
        ['mailto:a@b.c', 'mailto:a@b.c'],
      ]);
      await page.locator('.rendered button.link').click();
      expect(await lastAsked(panel)).toEqual({ type: 'open', sourceRef: 'shop-api/runbooks/deploy.md', lines: { start: 1, end: 1 } });
    });

    it('or shows it as written, which is remembered for the answers to come', async () => {
      const panel = await answered(onePassage({ text: '**bold**' }));
      // How a text is shown is a part of its own, which is loaded with the first answer.
      await expect.poll(() => textOf(panel, '.text')).toBe('bold');
      await panel.page.getByRole('button', { name: 'Show as written' }).click();
      await expect.poll(() => textOf(panel, '.text')).toBe('**bold**');
      expect((await panel.kept())?.asWritten).toBe(true);
      await answer(panel, onePassage({ text: '*other*' }), 2);
      await expect.poll(() => textOf(panel, '.text')).toBe('*other*');
      await panel.page.getByRole('button', { name: 'Show rendered' }).click();
      await expect.poll(() => textOf(panel, '.text')).toBe('other');
    });

    it.each(['a.mdx', 'a.adoc', 'a.rst', 'a.txt'])('but no other format: %s', async (file) => {
      const panel = await answered(onePassage({ text: '**bold**', sourceRef: `shop/${file}` }));
      await expect.poll(() => textOf(panel, '.text')).toBe('**bold**');
      expect(await panel.page.getByRole('button', { name: 'Show rendered' }).count()).toBe(0);
    });

    it('and shows a table that was cut from its header without one', async () => {
      const { page } = await answered(onePassage({ text: '| one | two |\n| three | four |' }));
      await page.locator('.rendered td').first().waitFor();
      expect(await page.locator('.rendered th').count()).toBe(0);
      expect(await page.locator('.rendered td').allInnerTexts()).toEqual(['one', 'two', 'three', 'four']);
    });
  });

  it('folds a long text until somebody wants all of it, and only one that is long on the screen', async () => {
    const long = Array.from({ length: 40 }, (_, line) => `- line ${line}`).join('\n');
    const { page } = await answered(contextPack(0, { passages: [passageRow(1, { text: long }), passageRow(2, { text: 'word '.repeat(150) })] }));
    await expect.poll(() => page.locator('.text-fold').count()).toBe(1);
    const fold = page.locator('.text-fold');
    expect(await fold.getAttribute('aria-expanded')).toBe('false');
    const height = async () => (await page.locator('.text-content').first().boundingBox())?.height ?? 0;
    const folded = await height();
    await fold.click();
    expect(await height()).toBeGreaterThan(folded * 1.5);
    expect(await fold.innerText()).toBe('Show less');
  });

  describe('has a box that', () => {
    const HISTORY: PanelMessage = { type: 'history', questions: ['third', 'second', 'first about refunds'] };
    const box = (panel: BrowserPanel) => panel.page.getByRole('textbox', { name: 'Question' });

    it('asks with Enter, clears with Escape, and asks nothing when it is empty', async () => {
      const panel = await panelWith();
      await box(panel).press('Enter');
      expect((await panel.asked()).filter(({ type }) => type === 'ask')).toEqual([]);
      await box(panel).fill('why?');
      await box(panel).press('Enter');
      expect(await lastAsked(panel)).toEqual({ type: 'ask', question: 'why?' });
      expect(await box(panel).inputValue()).toBe('why?');
      await box(panel).press('Escape');
      expect(await box(panel).inputValue()).toBe('');
    });

    it('walks through earlier questions with the arrow keys, as a shell does', async () => {
      const panel = await panelWith();
      await panel.tell(HISTORY);
      await box(panel).fill('typed');
      for (const [key, shown] of [['ArrowUp', 'third'], ['ArrowUp', 'second'], ['ArrowDown', 'third'], ['ArrowDown', 'typed'], ['ArrowDown', 'typed']] as const) {
        await box(panel).press(key);
        expect(await box(panel).inputValue()).toBe(shown);
      }
    });

    it('lets the arrow keys move within a question of several lines', async () => {
      const panel = await panelWith({ width: 300 });
      await panel.tell(HISTORY);
      const long = 'a question that is long enough for several lines of a narrow box '.repeat(2).trim();
      await box(panel).fill(long);
      await box(panel).press('ArrowUp');
      expect(await box(panel).inputValue()).toBe(long);
      await box(panel).press('Control+Home');
      await box(panel).press('ArrowUp');
      expect(await box(panel).inputValue()).toBe('third');
    });

    it('opens a list of them to filter and to choose from, with the keyboard alone', async () => {
      const panel = await panelWith();
      await panel.tell(HISTORY);
      const { page } = panel;
      await page.getByRole('button', { name: 'Earlier questions' }).press('Enter');
      const filter = page.getByRole('combobox');
      expect(await page.getByRole('option').allInnerTexts()).toEqual(['third', 'second', 'first about refunds']);
      await page.keyboard.press('ArrowDown');
      expect(await page.locator('[role=option][aria-selected=true]').innerText()).toBe('second');
      expect(await filter.getAttribute('aria-activedescendant')).toBe('history-1');
      await page.keyboard.type('refund');
      expect(await page.getByRole('option').allInnerTexts()).toEqual(['first about refunds']);
      await page.keyboard.press('Enter');
      expect(await lastAsked(panel)).toEqual({ type: 'ask', question: 'first about refunds' });
      expect(await page.getByRole('dialog').count()).toBe(0);
      expect(await page.evaluate(() => document.activeElement?.getAttribute('aria-label'))).toBe('Question');
    });

    it('closes that list with Escape or when the focus leaves, and forgets all on request', async () => {
      const panel = await panelWith();
      await panel.tell(HISTORY);
      const { page } = panel;
      const toggle = page.getByRole('button', { name: 'Earlier questions' });
      await toggle.click();
      await page.keyboard.type('nothing like it');
      expect(await page.locator('.history .nothing').innerText()).toBe('No earlier question has these words.');
      await page.keyboard.press('Escape');
      expect(await page.getByRole('dialog').count()).toBe(0);
      await toggle.click();
      expect(await toggle.getAttribute('aria-expanded')).toBe('true');
      await toggle.click();
      expect(await page.getByRole('dialog').count()).toBe(0);
      await toggle.click();
      await page.getByRole('button', { name: 'Forget history' }).click();
      expect(await lastAsked(panel)).toEqual({ type: 'forgetHistory' });
    });
  });

  it('says what goes on, lets it be given up, and says that it was', async () => {
    const panel = await panelWith();
    const { page } = panel;
    const status = () => textOf(panel, '#panel-ask .status');
    await panel.tell({ type: 'asking', request: 1, question: 'slow' });
    await expect.poll(status).toBe('Looking for passages…');
    await panel.tell({ type: 'progress', request: 1, progress: { repositoryId: 'shop-api', step: 'indexing', done: 3, total: 9 } });
    await expect.poll(status).toBe('Indexing shop-api: 3 of 9 documents');
    await page.getByRole('button', { name: 'Stop' }).click();
    expect(await lastAsked(panel)).toEqual({ type: 'cancel', tab: 'ask' });
    await panel.tell({ type: 'cancelled', request: 1 });
    await expect.poll(status).toContain('Stopped.');
    expect(await page.getByRole('button', { name: 'Stop' }).isVisible()).toBe(false);
    expect(await page.getByText('Ask your repositories').isVisible()).toBe(true);
  });

  it('does not show what comes late for an older question', async () => {
    const panel = await panelWith();
    await answer(panel, contextPack(1, { question: 'new' }), 2);
    await panel.tell({ type: 'answer', request: 1, pack: contextPack(4, { question: 'old' }) });
    await panel.page.waitForTimeout(50);
    expect(await panel.page.locator('.card').count()).toBe(1);
  });

  it('asks for more passages on request, and puts the focus on the first new one', async () => {
    const panel = await answered(contextPack(8));
    const { page } = panel;
    await page.getByRole('button', { name: 'More passages' }).click();
    expect(await lastAsked(panel)).toEqual({ type: 'ask', question: 'how are refunds billed?', limit: 25 });
    await answer(panel, contextPack(12), 2, 25);
    await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe('Billing › Part 9');
    expect(await page.getByRole('button', { name: 'More passages' }).count()).toBe(0);
  });

  it('offers no more where fewer were found than are usually shown', async () => {
    const { page } = await answered(contextPack(7));
    expect(await page.getByRole('button', { name: 'More passages' }).count()).toBe(0);
  });

  it('keeps those close in meaning apart, and its notices folded', async () => {
    const { page } = await answered(RICH_PACK);
    expect(await page.getByRole('region', { name: 'Close in meaning' }).locator('.card').count()).toBe(1);
    expect(await page.locator('.notices li').first().isVisible()).toBe(false);
    await page.locator('.notices summary').click();
    expect(await page.locator('.notices li').allInnerTexts()).toEqual(RICH_PACK.notices);
  });

  it('says of every flag what to do about it', async () => {
    const panel = await answered(RICH_PACK);
    expect(await panel.page.locator('#panel-ask .message').count()).toBe(DEGRADED_FLAG_NAMES.length);
    for (const [name, action] of [['Build or Refresh Index', 'refreshIndex'], ['Show status', 'showStatus']] as const) {
      await panel.page.locator('#panel-ask .message').getByRole('button', { name }).first().click();
      expect(await lastAsked(panel)).toEqual({ type: 'act', action });
    }
    await panel.page.locator('#panel-ask .message').getByRole('button', { name: 'Ask again' }).first().click();
    expect(await lastAsked(panel)).toEqual({ type: 'ask', question: RICH_PACK.question });
  });

  it('says what to try where nothing answers, and where nothing is indexed yet', async () => {
    const panel = await answered(contextPack(0));
    expect(await textOf(panel, '.empty-title')).toBe('Nothing in this workspace answers that');
    await panel.page.getByRole('button', { name: 'Open settings' }).click();
    expect(await lastAsked(panel)).toEqual({ type: 'act', action: 'openSettings' });
    await answer(panel, contextPack(0, { degraded: ['index-cold'], indexedAt: null }), 2);
    expect(await textOf(panel, '.empty-title')).toBe('The index is being built');
    expect(await panel.page.locator('#panel-ask .message').count()).toBe(0);
  });

  it('shows an error in the place of the answer, with a way to ask again', async () => {
    const panel = await panelWith();
    await panel.tell({ type: 'asking', request: 1, question: 'why?' });
    await panel.tell({ type: 'failed', request: 1, code: 'unavailable', message: 'The worker stopped.' });
    expect(await panel.page.getByRole('alert').innerText()).toContain('The worker stopped.');
    await panel.page.getByRole('button', { name: 'Ask again' }).first().click();
    expect(await lastAsked(panel)).toEqual({ type: 'ask', question: 'why?' });
  });

  it('leads to where trust is given while the workspace is not trusted', async () => {
    const panel = await panelWith();
    await panel.tell({ type: 'asking', request: 1, question: 'why?' });
    await panel.tell({ type: 'failed', request: 1, code: 'not-trusted', message: 'Trust it first.' });
    const alert = panel.page.locator('#panel-ask').getByRole('alert');
    expect(await alert.innerText()).toContain('This workspace is not trusted');
    expect(await alert.innerText()).not.toContain('There is no answer');
    await alert.getByRole('button', { name: 'Manage Workspace Trust' }).click();
    expect(await lastAsked(panel)).toEqual({ type: 'act', action: 'manageTrust' });
  });

  it('says that a question is missing where there is none, until one is written', async () => {
    const panel = await panelWith({ theme: 'light-modern' });
    const { page } = panel;
    const complaint = page.locator('#question-complaint');
    await page.locator('#panel-ask').getByRole('button', { name: 'Ask', exact: true }).click();
    await expect.poll(() => complaint.innerText()).toBe('Write a question first.');
    expect(await complaint.getAttribute('aria-live')).toBe('polite');
    await page.evaluate(AXE).catch(() => undefined);
    const violations = await page.evaluate(async () => (await (window as unknown as { axe: { run: (root: unknown) => Promise<{ violations: { id: string }[] }> } }).axe.run({ include: ['.question'] })).violations);
    // The theme's red for errors is too faint for text on its white.
    expect(violations.map(({ id }) => id)).toEqual([]);
    expect((await panel.asked()).filter(({ type }) => type === 'ask')).toEqual([]);
    await page.locator('textarea.question-field').pressSequentially('w');
    await expect.poll(() => complaint.textContent()).toBe('');
  });

  it('says which tab it brought to the front when it was told to', async () => {
    const panel = await panelWith({ state: { tab: 'code', question: null, graph: null, code: null } });
    expect((await panel.asked()).filter(({ type }) => type === 'selected')).toEqual([]);
    await panel.tell({ type: 'select', tab: 'ask' });
    await expect.poll(() => lastAsked(panel)).toEqual({ type: 'selected', tab: 'ask' });
    expect((await panel.kept())?.tab).toBe('ask');
  });

  it.each([1_700, 900, 300])('has one left edge on all tabs in %i pixels, and tabs that stay where they are', async (width) => {
    const panel = await panelWith({ width });
    const { page } = panel;
    expect((await page.locator('.start').boundingBox())?.x).toBe((await page.locator('#panel-ask').boundingBox())?.x);
    await answer(panel, contextPack(5));
    const places = [];
    for (const tab of ['ask', 'graph', 'code']) {
      await page.locator(`#tab-${tab}`).click();
      const left = async (selector: string) => (await page.locator(selector).boundingBox())?.x;
      places.push([await left('#tab-ask'), await left('#tab-code'), await left(`#panel-${tab}`)]);
    }
    expect(places[1]).toEqual(places[0]);
    expect(places[2]).toEqual(places[0]);
    expect(places[0]?.[2]).toBe(width <= 460 ? 12 : 20);
  });

  it('begins with what can be asked, and with what was', async () => {
    const panel = await panelWith();
    await panel.tell({ type: 'history', questions: ['one', 'two', 'three', 'four'] });
    await expect.poll(() => panel.page.locator('.offers').first().locator('button').allInnerTexts()).toEqual(['one', 'two', 'three']);
    expect(await panel.page.locator('.offers').last().locator('button').count()).toBe(3);
    await panel.tell({ type: 'repositories', ids: ['shop-api'] });
    await expect.poll(() => textOf(panel, '.offers:last-of-type button')).toContain('shop-api');
    await panel.page.locator('.offers').last().locator('button').first().click();
    expect(await lastAsked(panel)).toEqual({ type: 'ask', question: 'How do I run shop-api on my machine?' });
  });

  it('says that it asks again what was shown before the window was closed', async () => {
    const state = { tab: 'ask', question: 'as before', graph: null, code: null, asWritten: true } as const;
    const panel = await panelWith({ state });
    expect((await panel.asked())[0]).toEqual({ type: 'ready', restored: state });
    expect(await textOf(panel, '#panel-ask .status')).toBe('Asking again what was shown here before…');
    expect(await panel.page.getByRole('textbox', { name: 'Question' }).inputValue()).toBe('as before');
    expect(await panel.page.getByText('Ask your repositories').count()).toBe(0);
    await answer(panel, onePassage({ text: '**bold**' }));
    await expect.poll(() => textOf(panel, '.text')).toBe('**bold**');
  });

  it('offers to be opened among the editors where it is in the side bar, and only there', async () => {
    const sideBar = await panelWith({ place: 'sideBar', width: 300 });
    await sideBar.page.getByRole('button', { name: 'Open in editor' }).click();
    expect(await lastAsked(sideBar)).toEqual({ type: 'act', action: 'openInTab' });
    const editor = await panelWith();
    expect(await editor.page.getByRole('button', { name: 'Open in editor' }).count()).toBe(0);
  });

  describe('with hostile text', () => {
    const RTL = '\u202e';
    const HOSTILE = [
      '<script>window.ran = true</script><img src=x onerror="window.ran = true"><svg onload="window.ran = true">',
      '</div></article></li></ol><h1>Forged</h1><style>* { display: none }</style><meta http-equiv="refresh" content="0;url=https://evil.example">',
      '[a](javascript:window.ran=true) [b](data:text/html,<script>window.ran=true</script>) ![x](https://evil.example/track.png)',
      `| ${'wide '.repeat(60)} | ${'w'.repeat(300)} |\n|---|---|\n| ${RTL}x | y |`,
      `${RTL}shop-api/docs/other.md:1-2 @ 7654321 ${'x'.repeat(700)}`,
      '```js"><script>window.ran = true</script>\nalert(1)\n```',
      '\u0000\u001b[31mred\u001b[0m \ufffd \u2066\u2067 \ud800',
      '<'.repeat(400) + '['.repeat(300),
      `${'> '.repeat(150)}deep`,
      `${'- '.repeat(150)}deep`,
      '&lt;script&gt;&#60;b&#62;',
    ];
    const pack = contextPack(0, {
      question: `<img src=x onerror="window.ran=true"> ${RTL} refunds`,
      workspace: '<b>shop</b>',
      passages: HOSTILE.map((text, index) =>
        passageRow(index + 1, {
          text,
          title: text,
          headingPath: [text.slice(0, 200), text],
          entityRefs: [`component:default/${text.slice(0, 80)}`],
          sourceRef: `shop-api/${RTL}${'long-'.repeat(40)}${index}.md`,
          sourceUri: 'javascript:window.ran=true',
          changedAt: '2026-01-01T00:00:00.000Z',
          why: [{ factor: 'words', weight: 1, value: 0.7, contribution: 0.7, detail: text }],
        }),
      ),
      notices: HOSTILE,
    });

    it.each([
      ['in the side bar', { width: 300, place: 'sideBar' }],
      ['twice as large', { width: 900, zoom: 2 }],
      ['twice as large in the side bar', { width: 600, zoom: 2, place: 'sideBar' }],
    ] as const)('runs nothing, loads nothing and keeps its layout: %s', async (_name, options) => {
      const panel = await panelWith(options);
      const { page } = panel;
      const foreign: string[] = [];
      page.on('request', (request) => {
        if (!request.url().startsWith('http://127.0.0.1')) foreign.push(request.url());
      });
      await answer(panel, pack);
      await page.locator('.notices summary').click();
      for (const fold of await page.locator('.text-fold').all()) await fold.click();
      for (const why of await page.locator('.why summary').all()) await why.click();
      for (const toggle of (await page.getByRole('button', { name: 'Show as written' }).all()).slice(0, 3)) await toggle.click();
      expect(await page.evaluate(() => 'ran' in window)).toBe(false);
      expect(await page.locator('#panel-ask :is(script, style, img, svg, iframe, meta, h1)').count()).toBe(0);
      expect(await page.locator('.card').count()).toBe(HOSTILE.length);
      expect(await page.locator('.results a').count()).toBe(0);
      expect(await page.getByRole('button', { name: /permalink/ }).count()).toBe(0);
      expect(await overflow(panel)).toBeLessThanOrEqual(0);
      expect(foreign).toEqual([]);
      expect(panel.problems).toEqual([]);
    });

    it('cannot forge where a passage stands: every citation is an element of its own, apart from the text', async () => {
      const { page } = await answered(pack, { width: 600 });
      for (const [index, card] of (await page.locator('.card').all()).entries()) {
        expect(await card.locator('.place').textContent()).toContain(pack.passages[index]!.sourceRef.slice(-8));
        expect(await card.locator('.text .place, .text .facts, .text .commit').count()).toBe(0);
      }
      // What overrides the direction of writing ends where its text ends.
      for (const selector of ['.text', '.place', '.card-title button', '.chip', '.notices', '.why-table .detail']) {
        const found = page.locator(selector).first();
        if ((await found.count()) > 0) expect(await found.evaluate((one) => getComputedStyle(one).unicodeBidi), selector).toBe('isolate');
      }
    });

    it('cannot make a path look like another one', async () => {
      // Without a mark of what reorders it this reads "shop-api/md:3-9.exe.doc".
      const panel = await answered(onePassage({ sourceRef: 'shop-api/\u202ecod.exe\u2067.md', entityRefs: ['component:default/\u202edlrow'] }, { notices: ['shop-api/\u202ecod.exe: x'] }));
      expect(await textOf(panel, '.place')).toBe('shop-api/[U+202E]cod.exe[U+2067].md:3-9');
      expect(await textOf(panel, '.chip')).toBe('component:[U+202E]dlrow');
      expect(await panel.page.locator('.notices li').textContent()).toBe('shop-api/[U+202E]cod.exe: x');
    });

    it('is shown to the last character', async () => {
      const panel = await answered(onePassage({ text: HOSTILE[0]! }));
      await expect.poll(() => textOf(panel, '.text')).toBe(HOSTILE[0]);
    });
  });

  describe.each(THEMES)('in the theme %s', (theme) => {
    it.each([
      ['with an answer', RICH_PACK],
      ['without an answer', contextPack(0)],
      ['at the start', null],
    ] as const)('is accessible %s', async (_name, pack) => {
      const panel = await panelWith({ theme, width: 420, place: 'sideBar' });
      if (pack !== null) {
        await answer(panel, pack);
        for (const why of await panel.page.locator('.why summary').all()) await why.click();
        if (pack.passages.length > 0) await panel.page.locator('.hljs-keyword').first().waitFor();
      } else {
        await panel.tell({ type: 'history', questions: ['one', 'two'] });
        await panel.page.getByRole('button', { name: 'Earlier questions' }).click();
      }
      await panel.page.evaluate(AXE).catch(() => undefined);
      const violations = await panel.page.evaluate(async () => {
        const { axe } = window as unknown as { axe: { run: (root: unknown) => Promise<{ violations: { id: string; impact: string; nodes: { html: string; failureSummary: string }[] }[] }> } };
        const { violations: found } = await axe.run({ include: ['#panel-ask', '.tabs', '.toast'] });
        return found.filter(({ impact }) => impact === 'serious' || impact === 'critical').map(({ id, nodes }) => [id, nodes.map(({ html, failureSummary }) => `${html}: ${failureSummary}`)]);
      });
      expect(violations).toEqual([]);
    });
  });
});
