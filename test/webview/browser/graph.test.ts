import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { afterAll, afterEach, describe, expect, it } from 'vitest';
import type { ExpandPack } from '../../../src/contract/expandTool';
import type { GraphQuery, PanelRequest } from '../../../src/webview/messages/fromPanel';
import { ambiguousRefNotice, unknownRefNotice } from '../../../src/wording/entityNotices';
import { packOf, refOf } from '../graph/packs';
import { type BrowserPanel, type BrowserPanelOptions, CHROMIUM, closeBrowser, openBrowserPanel, THEMES } from './browserPanel';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const queryOf = (name: string, own: Partial<GraphQuery> = {}): GraphQuery => ({ entityRef: refOf(name), depth: 1, direction: 'both', edgeTypes: null, ...own });

/** `left` depends on `middle`, which depends on `right`; `ghost` is declared nowhere. */
const MIDDLE = packOf('middle', [['left', 'dependsOn', 'middle'], ['middle', 'dependsOn', 'right'], ['middle', 'ownedBy', 'team'], ['middle', 'partOf', 'ghost']]);
const PACK: ExpandPack = {
  ...MIDDLE,
  nodes: MIDDLE.nodes.map((node) => ({ ...node, kind: node.title === 'team' ? 'group' : 'component', declared: node.title !== 'ghost' })),
  edges: MIDDLE.edges.map((edge) => ({ ...edge, dangling: edge.to === refOf('ghost'), derived: edge.to === refOf('right') })),
};

describe.skipIf(CHROMIUM === null)('the graph tab', () => {
  let panel: BrowserPanel;
  afterEach(async () => panel.close());
  afterAll(closeBrowser);

  const open = async (options: BrowserPanelOptions = {}): Promise<void> => {
    panel = await openBrowserPanel(options);
    await panel.page.locator('#tab-graph').click();
  };
  const expanded = async (pack: ExpandPack = PACK, request = 1): Promise<void> => {
    const query = { ...queryOf('middle'), entityRef: pack.entityRef };
    await panel.tell({ type: 'expanding', request, query });
    await panel.tell({ type: 'expanded', request, query, pack });
  };
  const drawn = () => panel.page.locator('.graph-canvas canvas').first().waitFor();
  const lastOf = async <Type extends PanelRequest['type']>(type: Type): Promise<Extract<PanelRequest, { type: Type }> | undefined> =>
    (await panel.asked()).filter((request): request is Extract<PanelRequest, { type: Type }> => request.type === type).at(-1);
  const title = () => panel.page.locator('.graph-title').textContent();
  /** From the last on, so that those that are left keep their place. */
  const unfoldAll = async (): Promise<void> => {
    const folded = panel.page.locator('.graph-item:not([open]) > summary');
    while ((await folded.count()) > 0) await folded.last().click();
  };
  const button = (name: string) => panel.page.getByRole('button', { name, exact: true });
  /** What the policy of the page refused, and errors. */
  const problems = () => panel.problems;

  it('explains itself before there is anything, and leads to the list of entities', async () => {
    await open();
    await button('Pick an entity…').click();
    expect(await lastOf('act')).toEqual({ type: 'act', action: 'pickEntity' });
    expect(await panel.page.locator('.graph-bar').isVisible()).toBe(false);
  });

  it('asks for an entity with what the controls say', async () => {
    await open();
    await panel.page.locator('.graph vscode-textfield').click();
    await panel.page.keyboard.type('  middle ');
    await panel.page.getByLabel('Direction', { exact: true }).first().selectOption({ label: 'What depends on it' });
    await panel.page.getByLabel('Depth', { exact: true }).first().selectOption({ label: '3 steps' });
    await panel.page.getByText('Relations and legend').click();
    for (const name of ['owned by', 'part of']) await panel.page.getByLabel(name, { exact: true }).uncheck();
    await button('Show').click();
    expect(await lastOf('expand')).toEqual({
      type: 'expand',
      query: { entityRef: 'middle', direction: 'in', depth: 3, edgeTypes: ['dependsOn', 'providesApi', 'consumesApi', 'memberOf', 'childOf'] },
    });
  });

  it('never lets go of the last relation: a walk along none finds nothing', async () => {
    await open();
    await panel.page.getByText('Relations and legend').click();
    for (const box of await panel.page.locator('.graph-relation input').all()) await box.click();
    expect(await panel.page.locator('.graph-relation input:checked').count()).toBe(1);
  });

  it('draws the picture under the policy of the page, without a style of its own, and says what it shows', async () => {
    await open();
    await expanded();
    await drawn();
    expect(await panel.page.locator('.graph .status').textContent()).toContain('5 entities and 4 relations around');
    expect(await title()).toBe('middle');
    expect(await panel.page.locator('head style').count()).toBe(0);
    expect(problems()).toEqual([]);
  });

  it('offers the entities that may be meant by an unknown or an ambiguous name', async () => {
    await open();
    await expanded({ ...packOf('middle', []), nodes: [], entityRef: 'midle', notices: [unknownRefNotice('midle', null, [refOf('middle'), 'api:default/middle'])] });
    await button('component:middle').click();
    expect((await lastOf('expand'))?.query.entityRef).toBe(refOf('middle'));
    await expanded({ ...packOf('middle', []), nodes: [], entityRef: 'middle', notices: [ambiguousRefNotice('middle', ['api:x/middle', 'api:y/middle'])] }, 2);
    await button('api:y/middle').click();
    expect((await lastOf('expand'))?.query.entityRef).toBe('api:y/middle');
  });

  it('goes from entity to entity by the arrows, and says where it is', async () => {
    await open();
    await expanded();
    await drawn();
    await panel.page.locator('.graph-frame').focus();
    await panel.page.keyboard.press('ArrowLeft');
    expect(await title()).toBe('left');
    expect(await panel.page.locator('.graph [aria-live]').last().textContent()).toContain('left, component. 1 step from the start. Depends on: 1');
    await panel.page.keyboard.press('Home');
    expect(await title()).toBe('middle');
    await panel.page.keyboard.press('ArrowRight');
    expect(['right', 'team', 'ghost']).toContain(await title());
  });

  it('expands with Enter, opens the details with Space, and comes back with Escape', async () => {
    await open();
    await expanded();
    await drawn();
    const frame = panel.page.locator('.graph-frame');
    await frame.focus();
    await panel.page.keyboard.press('ArrowLeft');
    await panel.page.keyboard.press('Enter');
    expect(await lastOf('expandMore')).toEqual({ type: 'expandMore', request: 1, query: queryOf('left') });
    await panel.page.keyboard.press(' ');
    expect(await panel.page.evaluate(() => document.activeElement?.textContent)).toBe('left');
    await panel.page.keyboard.press('Escape');
    expect(await frame.evaluate((element) => element === document.activeElement)).toBe(true);
  });

  it('finds an entity under the pointer: a click chooses it, a double click expands it', async () => {
    await open();
    await expanded();
    await drawn();
    const frame = panel.page.locator('.graph-frame');
    await frame.focus();
    await panel.page.keyboard.press('ArrowLeft');
    await panel.page.keyboard.press('Home');
    const box = (await frame.boundingBox())!;
    const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
    await panel.page.keyboard.press('ArrowLeft');
    expect(await title()).toBe('left');
    await panel.page.mouse.click(x, y);
    await expect.poll(title).toBe('middle');
    await panel.page.mouse.dblclick(x, y);
    await expect.poll(() => lastOf('expandMore')).toEqual({ type: 'expandMore', request: 1, query: queryOf('middle') });
  });

  it('adds a walk and takes it back, and remembers both', async () => {
    await open();
    await expanded();
    const more = packOf('right', [['middle', 'dependsOn', 'right'], ['right', 'dependsOn', 'deep']]);
    await panel.tell({ type: 'expandingMore', request: 1, query: queryOf('right') });
    await panel.tell({ type: 'expandedMore', request: 1, query: queryOf('right'), pack: more });
    const status = panel.page.locator('.graph .status');
    await expect.poll(() => status.textContent()).toContain('6 entities and 5 relations');
    expect((await panel.kept())?.graph).toEqual({ query: queryOf('middle'), added: [queryOf('right')], view: 'picture' });
    await panel.page.locator('.graph-details').getByRole('button', { name: 'right', exact: true }).click();
    await button('Collapse').click();
    expect(await lastOf('collapse')).toEqual({ type: 'collapse', request: 1, entityRef: refOf('right') });
    expect(await status.textContent()).toContain('5 entities and 4 relations');
    expect((await panel.kept())?.graph?.added).toEqual([]);
  });

  it('walks again, additions included, when direction, depth or relations change', async () => {
    await open();
    await expanded();
    await panel.tell({ type: 'expandedMore', request: 1, query: queryOf('right'), pack: packOf('right', [['middle', 'dependsOn', 'right']]) });
    await panel.page.locator('.graph .status').waitFor();
    await panel.page.getByText('Relations and legend').click();
    await panel.page.getByLabel('owned by', { exact: true }).uncheck();
    const edgeTypes = ['dependsOn', 'partOf', 'providesApi', 'consumesApi', 'memberOf', 'childOf'] as const;
    expect(await lastOf('expand')).toEqual({ type: 'expand', query: queryOf('middle', { edgeTypes: [...edgeTypes] }), added: [queryOf('right', { edgeTypes: [...edgeTypes] })] });
  });

  it('drops what belongs to a picture that was left', async () => {
    await open();
    await expanded(PACK, 2);
    await panel.tell({ type: 'expandedMore', request: 1, query: queryOf('right'), pack: packOf('right', [['right', 'dependsOn', 'deep']]) });
    await panel.tell({ type: 'expanded', request: 1, query: queryOf('other'), pack: packOf('other', []) });
    expect(await panel.page.locator('.graph .status').textContent()).toContain('5 entities');
  });

  it('opens the line that declares a relation, asks about an entity, and starts from another', async () => {
    await open();
    await expanded();
    await panel.page.locator('.graph-details .place').first().click();
    const line = PACK.edges[1]!.line;
    expect(await lastOf('open')).toEqual({ type: 'open', sourceRef: 'shop-api/catalog-info.yaml', lines: { start: line, end: line } });
    await panel.page.locator('.graph-details').getByRole('button', { name: 'left', exact: true }).click();
    await button('Start from here').click();
    expect((await lastOf('expand'))?.query).toEqual(queryOf('left'));
    await button('Ask about it').click();
    expect(await lastOf('ask')).toEqual({ type: 'ask', question: 'What is left?' });
    expect(await panel.page.locator('#tab-ask').getAttribute('aria-selected')).toBe('true');
  });

  it('says in the list everything that the picture shows, with the same actions, and stays there', async () => {
    await open();
    await expanded();
    await button('List').click();
    expect(await panel.page.locator('.graph-item').count()).toBe(PACK.nodes.length);
    await unfoldAll();
    // Each relation stands with both of its ends. What is folded out is filled in a moment after.
    await expect.poll(() => panel.page.locator('.graph-list .graph-row').count()).toBe(PACK.edges.length * 2);
    const text = await panel.page.locator('.graph-list').textContent();
    for (const { ref } of PACK.nodes) expect(text).toContain(ref);
    expect(text).toContain('not declared');
    expect(text).toContain('read from a manifest');
    const left = panel.page.locator('.graph-item', { has: panel.page.locator('summary', { hasText: 'left' }) });
    for (const name of ['Expand', 'Start from here', 'Ask about it']) expect(await left.getByRole('button', { name, exact: true }).count()).toBe(1);
    expect((await panel.kept())?.graph?.view).toBe('list');
  });

  it('begins with the list where a person had chosen it', async () => {
    await open({ state: { tab: 'graph', question: null, code: null, graph: { query: queryOf('middle'), added: [], view: 'list' } } });
    await expanded();
    await panel.page.locator('.graph-item').first().waitFor();
    expect(await panel.page.locator('.graph-canvas').count()).toBe(0);
  });

  it('goes back to the beginning', async () => {
    await open();
    await expanded();
    await button('Start over').click();
    expect(await panel.page.locator('.graph-content').textContent()).toBe('');
    expect(await button('Pick an entity…').isVisible()).toBe(true);
    expect((await panel.kept())?.graph?.query).toBeNull();
  });

  it('says what is missing, and that something went wrong', async () => {
    await open();
    await expanded({ ...PACK, degraded: ['candidates-capped', 'scope-unreadable'], notices: ['shop-web could not be read.'] });
    const messages = panel.page.locator('.graph-messages');
    for (const text of ['Relations were left out', 'Something could not be read', 'shop-web could not be read.']) expect(await messages.textContent()).toContain(text);
    await panel.tell({ type: 'expandFailed', request: 1, code: 'unavailable', message: 'Not now.' });
    await expect.poll(() => messages.getByRole('alert').textContent()).toContain('Not now.');
  });

  it('leads to where trust is given while the workspace is not trusted', async () => {
    await open();
    await panel.tell({ type: 'expanding', request: 1, query: queryOf('middle') });
    await panel.tell({ type: 'expandFailed', request: 1, code: 'not-trusted', message: 'Trust it first.' });
    await expect.poll(() => panel.page.locator('.graph-messages').getByRole('alert').textContent()).toContain('This workspace is not trusted');
    expect(await button('Pick an entity…').isVisible()).toBe(false);
    await button('Manage Workspace Trust').click();
    expect(await lastOf('act')).toEqual({ type: 'act', action: 'manageTrust' });
  });

  it('says what the second pair of choices is about, in the picture and in the list', async () => {
    await open();
    await expanded();
    await drawn();
    const further = panel.page.locator('.graph-further');
    expect(await further.locator('#graph-further').textContent()).toBe('A double click adds:');
    // One name each: with a screen reader the two pairs are told apart, too.
    expect(await panel.page.getByLabel('Direction', { exact: true }).count()).toBe(1);
    expect(await further.getByLabel('Depth of what is added').count()).toBe(1);
    await button('List').click();
    // Nothing is double-clicked there.
    expect(await further.locator('#graph-further').textContent()).toBe('Expanding adds:');
  });

  it('takes the colours of another theme while it is shown', async () => {
    await open({ theme: 'dark-modern' });
    await expanded();
    await drawn();
    await panel.page.waitForTimeout(300);
    const picture = () => panel.page.locator('.graph-canvas canvas').last().evaluate((canvas) => (canvas as HTMLCanvasElement).toDataURL());
    const before = await picture();
    await panel.page.evaluate(() => {
      for (const name of ['--vscode-charts-blue', '--vscode-charts-yellow', '--vscode-foreground']) document.documentElement.style.setProperty(name, '#ff00aa');
      document.body.classList.add('vscode-light');
    });
    await expect.poll(picture).not.toBe(before);
    expect(problems()).toEqual([]);
  });

  it('shows hostile names as text, runs none of them, and keeps its width', async () => {
    const hostile = [
      '<img src=x onerror="window.hit=1">',
      '</script><script>window.hit=1</script>',
      '\u202egnp.exe\u202c \u2066x',
      'W'.repeat(3_000),
      '[forged](command:evil) shop-api/secret.md:1',
      'a\nb\tc\u0000\u001b[31mred',
      '🏳️‍🌈 नमस्ते',
      '__proto__',
    ];
    const pack: ExpandPack = {
      ...PACK,
      nodes: [PACK.nodes.find(({ ref }) => ref === refOf('middle'))!, ...hostile.map((text, index) => ({ ref: `${index === 7 ? '__proto__' : 'component'}:default/h${index}-${'x'.repeat(200)}`, kind: index === 7 ? '__proto__' : text.slice(0, 400), title: text, declared: true }))],
      edges: [],
      notices: hostile,
    };
    const edges = pack.nodes.slice(1).map((node) => ({ ...PACK.edges[0]!, from: refOf('middle'), to: node.ref, sourceRef: `shop-api/${'d/'.repeat(80)}<b>.yaml` }));
    await open({ width: 300 });
    await expanded({ ...pack, edges });
    await drawn();
    await panel.page.waitForTimeout(300);
    expect(await panel.page.evaluate(() => (window as unknown as { hit?: number }).hit)).toBeUndefined();
    expect(await panel.page.locator('.graph img, .graph script, .graph a').count()).toBe(0);
    const width = () => panel.page.evaluate(() => [document.documentElement.scrollWidth, document.documentElement.clientWidth] as const);
    expect((await width())[0]).toBe((await width())[1]);
    await button('List').click();
    await unfoldAll();
    expect((await width())[0]).toBe((await width())[1]);
    expect(problems()).toEqual([]);
  });

  it.each([
    { width: 300, zoom: 1 },
    { width: 900, zoom: 2 },
    { width: 600, zoom: 2 },
  ])('fits into $width px at $zoom times the size, with a picture of at least 300 px', async ({ width, zoom }) => {
    await open({ width, zoom });
    await expanded();
    await drawn();
    await panel.page.locator('.graph-more-controls > summary').click();
    expect(await panel.page.evaluate(() => document.documentElement.scrollWidth <= document.documentElement.clientWidth)).toBe(true);
    expect((await panel.page.locator('.graph-frame').boundingBox())!.height).toBeGreaterThanOrEqual(300);
  });

  it.each(THEMES)('has nothing serious that axe finds, in %s', async (theme) => {
    await open({ theme, width: 900 });
    const found = async (): Promise<string[]> => {
      await panel.page.evaluate(axe);
      const violations = await panel.page.evaluate(async () => {
        const { violations } = await (window as unknown as { axe: { run(context: object): Promise<{ violations: { id: string; impact: string; nodes: { html: string }[] }[] }> } }).axe.run({ include: ['#panel-graph'] });
        return violations.map(({ id, impact, nodes }) => ({ id, impact, html: nodes.map(({ html }) => html).join('\n') }));
      });
      return violations.filter(({ impact }) => impact === 'serious' || impact === 'critical').map(({ id, html }) => `${id}: ${html}`);
    };
    expect(await found()).toEqual([]);
    await expanded({ ...PACK, degraded: ['scope-unreadable'], notices: ['One.'] });
    await drawn();
    await panel.page.locator('.graph-more-controls > summary').click();
    expect(await found()).toEqual([]);
    await button('List').click();
    expect(await found()).toEqual([]);
  });
});
