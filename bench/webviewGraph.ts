/**
 * How fluid the picture of the graph is: 500 entities and 1,000 relations, merged of several walks, in a Chromium that draws with
 * the processor alone. Needs dist/webview.js. Run with `npx vite-node bench/webviewGraph.ts`. Prints milliseconds; asserts nothing.
 */
import cytoscape from 'cytoscape';
import type { ExpandPack } from '../src/contract/expandTool';
import { EDGE_TYPES, type EdgeType } from '../src/contract/model';
import { entriesOf } from '../src/webview/graph/entries';
import { pictureOf, type Expansion } from '../src/webview/graph/picture';
import { slotsOf } from '../src/webview/graph/slots';
import { CHROMIUM, closeBrowser, openBrowserPanel } from '../test/webview/browser/browserPanel';

const NODES = 500;
const EDGES = 1_000;
const PACK_EDGES = 100;
const KINDS = ['component', 'api', 'resource', 'system', 'group'];
const MOVES = 120;

let state = 7;
const random = (below: number): number => {
  state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
  return Math.floor((state / 2 ** 32) * below);
};
const refOf = (index: number): string => `${KINDS[index % KINDS.length]}:default/entity-${index}`;

/** A graph that hangs together: each entity depends on an earlier one, and the other relations lie anywhere. */
function relations(): (readonly [number, EdgeType, number])[] {
  const found = Array.from({ length: NODES - 1 }, (_, index) => [index + 1, EDGE_TYPES[random(EDGE_TYPES.length)]!, random(Math.min(index + 1, 40))] as const);
  const known = new Set(found.map(String));
  while (found.length < EDGES) {
    const edge = [random(NODES), EDGE_TYPES[random(EDGE_TYPES.length)]!, random(NODES)] as const;
    if (known.has(String(edge))) continue;
    known.add(String(edge));
    found.push(edge);
  }
  return found;
}

/** What one walk may bring. */
function packOf(centre: number, edges: readonly (readonly [number, EdgeType, number])[]): ExpandPack {
  const numbers = [...new Set([centre, ...edges.flatMap(([from, , to]) => [from, to])])];
  return {
    contract: '1.0.0',
    workspace: 'bench',
    entityRef: refOf(centre),
    depth: 1,
    direction: 'both',
    indexedAt: null,
    asOf: null,
    nodes: numbers.map((number) => ({ ref: refOf(number), kind: KINDS[number % KINDS.length]!, title: `Entity number ${number}`, declared: true })),
    edges: edges.map(([from, type, to], index) => ({ from: refOf(from), type, to: refOf(to), distance: 1, derived: false, dangling: false, sourceRef: 'bench/catalog-info.yaml', line: index + 1, sourceCommit: null })),
    degraded: [],
    notices: [],
  };
}

const queryOf = (centre: number) => ({ entityRef: refOf(centre), depth: 1, direction: 'both' as const, edgeTypes: null });
const print = (what: string, value: string): void => console.log(`${what.padEnd(52)} ${value}`);
const timed = <T>(work: () => T): [T, number] => {
  const began = performance.now();
  const result = work();
  return [result, performance.now() - began];
};

const edges = relations();
const expansions: Expansion[] = Array.from({ length: EDGES / PACK_EDGES }, (_, index) => ({ query: queryOf(index), pack: packOf(index, edges.slice(index * PACK_EDGES, (index + 1) * PACK_EDGES)) }));

const [picture, merging] = timed(() => pictureOf(expansions)!);
print(`merge: ${picture.nodes.length} entities, ${picture.edges.length} relations`, `${merging.toFixed(1)} ms`);
print('places (slots)', `${timed(() => slotsOf(picture, new Map()))[1].toFixed(1)} ms`);
print('list in words', `${timed(() => entriesOf(picture))[1].toFixed(1)} ms`);
const elements = [...picture.nodes.map(({ ref }) => ({ data: { id: ref } })), ...picture.edges.map(({ id, from, to }) => ({ data: { id, source: from, target: to } }))];
for (const name of ['cose', 'breadthfirst', 'concentric'] as const) {
  const cy = cytoscape({ headless: true, styleEnabled: true, elements, layout: { name: 'preset' } });
  const [, took] = timed(() => cy.layout({ name, animate: false, ...(name === 'cose' ? { randomize: false } : {}) } as cytoscape.LayoutOptions).run());
  print(`for comparison: layout ${name} of cytoscape`, `${took.toFixed(1)} ms`);
  cy.destroy();
}

if (CHROMIUM === null) throw new Error('There is no Chromium to draw with.');
for (const width of [1_200, 300]) {
  const panel = await openBrowserPanel({ width, height: 900 });
  const { page } = panel;
  await page.locator('#tab-graph').click();
  const loaded = Date.now();
  await panel.tell({ type: 'expanding', request: 1, query: queryOf(0) });
  await panel.tell({ type: 'expanded', request: 1, query: queryOf(0), pack: expansions[0]!.pack });
  await page.locator('.graph-canvas canvas').first().waitFor();
  print(`${width} px: first picture, loading cytoscape`, `${Date.now() - loaded} ms`);
  for (const { query, pack } of expansions.slice(1)) {
    await panel.tell({ type: 'expandedMore', request: 1, query, pack });
  }
  await page.locator('.graph .status', { hasText: String(picture.nodes.length) }).waitFor();
  // The last addition again: what it costs to merge, place and draw everything.
  const last = expansions.at(-1)!;
  const adding = await page.evaluate(async (message) => {
    const began = performance.now();
    window.postMessage(message, '*');
    await new Promise((resolve) => setTimeout(resolve, 0));
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
    return performance.now() - began;
  }, { type: 'expandedMore', request: 1, query: last.query, pack: last.pack });
  print(`${width} px: an addition, until it is drawn`, `${adding.toFixed(0)} ms`);

  const box = (await page.locator('.graph-frame').boundingBox())!;
  const [x, y] = [box.x + box.width / 2, box.y + 20];
  const framesDuring = async (work: () => Promise<void>): Promise<number[]> => {
    await page.evaluate(() => {
      const frames: number[] = [];
      Object.assign(window, { frames, isMeasuring: true });
      let before = performance.now();
      const frame = (now: number): void => {
        frames.push(now - before);
        before = now;
        if ((window as unknown as { isMeasuring: boolean }).isMeasuring) requestAnimationFrame(frame);
      };
      requestAnimationFrame(frame);
    });
    await work();
    return page.evaluate(() => {
      const measured = window as unknown as { frames: number[]; isMeasuring: boolean };
      measured.isMeasuring = false;
      return measured.frames.slice(1);
    });
  };
  const report = (what: string, frames: readonly number[]): void => {
    const sorted = [...frames].sort((left, right) => left - right);
    const mean = frames.reduce((sum, one) => sum + one, 0) / frames.length;
    print(`${width} px: ${what}`, `${(1000 / mean).toFixed(0)} frames a second, p95 ${(sorted[Math.floor(sorted.length * 0.95)] ?? 0).toFixed(0)} ms, longest ${(sorted.at(-1) ?? 0).toFixed(0)} ms`);
  };
  await page.locator('.graph-frame').focus();
  await page.getByRole('button', { name: 'Show everything' }).click();
  await page.locator('.graph-frame').focus();
  await page.waitForTimeout(500);
  report('at rest', await framesDuring(() => page.waitForTimeout(1_500)));
  for (const what of ['everything in sight', 'near enough to read']) {
    if (what !== 'everything in sight') {
      for (let press = 0; press < 8; press += 1) await page.keyboard.press('+');
      await page.waitForTimeout(500);
    }
    report(`panning, ${what}`, await framesDuring(async () => {
      await page.mouse.move(x, y);
      await page.mouse.down();
      for (let move = 0; move < MOVES; move += 1) {
        await page.mouse.move(x + Math.sin(move / 10) * 100, y + Math.cos(move / 10) * 60);
        await page.waitForTimeout(8);
      }
      await page.mouse.up();
    }));
    await page.waitForTimeout(500);
    report(`zooming with the wheel, ${what}`, await framesDuring(async () => {
      await page.mouse.move(x, y);
      for (let move = 0; move < MOVES / 2; move += 1) {
        await page.mouse.wheel(0, move % 20 < 10 ? -40 : 40);
        await page.waitForTimeout(16);
      }
    }));
    await page.waitForTimeout(500);
  }
  report('going from entity to entity with the arrows', await framesDuring(async () => {
    for (let press = 0; press < 20; press += 1) {
      await page.keyboard.press(press % 2 === 0 ? 'ArrowRight' : 'ArrowDown');
      await page.waitForTimeout(60);
    }
  }));
  if (panel.problems.length > 0) console.log(panel.problems);
  if (process.env.SCREENSHOT !== undefined) await page.screenshot({ path: `${process.env.SCREENSHOT}-${width}.png` });
  await panel.close();
}
await closeBrowser();
