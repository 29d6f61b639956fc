/**
 * What the panel costs: the sizes of its bundles, the time until it first paints, and the time to show an answer of 25 passages, in
 * Chromium without an editor around it. Run with `npx vite-node bench/webview.ts [runs]` after a build.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { contextPack, passageRow } from '../test/doors/vscodePack';
import { closeBrowser, openBrowserPanel } from '../test/webview/browser/browserPanel';

const RUNS = Number(process.argv[2] ?? 15);
const DIST = join(import.meta.dirname, '../dist');

/** A passage of the most a passage holds (800 characters), with what Markdown has. */
const TEXTS = [
  'The secrets of `billing-worker` are kept in `secrets-store` under `billing/`. There are three of them: the credential of the processor, the signing secret of incoming webhooks and the password of the billing database. Two of the three rotate by themselves.\n\n| secret | rotated by | how often |\n|---|---|---|\n| database password | secrets store, automatically | every 24 hours |\n| webhook signing secret | secrets store, automatically | every 30 days |\n| processor API credential | a person, see below | every 90 days, and at once after a leak |\n\nSee [the runbook](../runbooks/rotation.md) and **never** rotate *twice* a day; what was revoked stays revoked, and the workers that still hold it fail until they are started anew.',
  'To rotate the credential by hand:\n\n1. Create a second one in the console. Leave the old one active.\n2. Write it as a new version: `shopctl secrets put billing/processor --from-stdin`.\n3. Restart one worker and look for `credential version N accepted` in its log.\n4. Restart the others.\n\n```ts\nimport { rotate } from "./secrets";\n\n// Rotates the secrets of one worker\nexport async function rotateAll(worker: string): Promise<void> {\n  for (const secret of await secretsOf(worker)) {\n    await rotate(secret, { retries: 3 });\n  }\n}\n```\n\n```yaml\nworker:\n  name: billing-worker\n  replicas: 3\n  secrets: [processor, webhook, database]\n```\n\n- Wait for an hour\n- Revoke the old one\n- Tell the channel of the team that the rotation is done',
];
const WHY = [
  { factor: 'words', weight: 0.6, value: 1, contribution: 0.6, detail: '5 of 5 words of the question: rotate, secrets, billing-worker, billing, worker' },
  { factor: 'meaning', weight: 0.4, value: 0.7, contribution: 0.28, detail: 'close in meaning' },
  { factor: 'title', weight: 0.2, value: 0.4, contribution: 0.08, detail: '2 of 5 words of the question are in the title' },
  { factor: 'entity', weight: 0.15, value: 1, contribution: 0.15, detail: 'the question names component:default/billing-worker' },
  { factor: 'recency', weight: 0.1, value: 0.8, contribution: 0.08, detail: 'last changed 70 days before the question' },
  { factor: 'runHealth', weight: 0.05, value: 1, contribution: 0.05, detail: 'the last run succeeded' },
] as const;
const pack = contextPack(0, {
  question: 'how do we rotate the secrets of billing-worker?',
  passages: Array.from({ length: 25 }, (_, index) => passageRow(index + 1, { text: TEXTS[index % 2]!, score: 1.24, why: [...WHY] })),
});

const median = (values: readonly number[]): number => [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
const shown = (milliseconds: number): string => `${milliseconds.toFixed(1)} ms`;

for (const name of readdirSync(DIST).filter((one) => /^webview.*\.js$/.test(one))) {
  const bytes = readFileSync(join(DIST, name));
  console.log(`${name}: ${(bytes.length / 1024).toFixed(0)} KiB, ${(gzipSync(bytes).length / 1024).toFixed(0)} KiB compressed`);
}

interface Measured {
  /** Until everything is made and laid out, in the task of the message. */
  readonly made: number;
  /** Until the frame after it. */
  readonly painted: number;
}

/** Shows the answer and measures in the page, where the clock is exact. */
async function measured(page: Awaited<ReturnType<typeof openBrowserPanel>>['page'], request: number): Promise<Measured> {
  return page.evaluate(
    ({ pack, request }) =>
      new Promise<Measured>((resolve) => {
        const results = document.querySelector<HTMLElement>('#panel-ask .results')!;
        const start = performance.now();
        window.dispatchEvent(new MessageEvent('message', { data: { type: 'answer', request, pack } }));
        void results.offsetHeight;
        const made = performance.now() - start;
        requestAnimationFrame(() => {
          const channel = new MessageChannel();
          channel.port1.onmessage = () => resolve({ made, painted: performance.now() - start });
          channel.port2.postMessage(null);
        });
      }),
    { pack, request },
  );
}

const paints: number[] = [];
const first: Measured[] = [];
const later: Measured[] = [];
for (let run = 0; run < RUNS; run += 1) {
  const panel = await openBrowserPanel({ width: 900, height: 900 });
  await panel.page.waitForTimeout(300);
  paints.push(await panel.page.evaluate(() => performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? Number.NaN));
  first.push(await measured(panel.page, 1));
  await panel.page.waitForTimeout(300);
  later.push(await measured(panel.page, 2));
  await panel.close();
}
await closeBrowser();

console.log(`first paint: ${shown(median(paints))} (median of ${RUNS})`);
for (const [name, values] of [['first answer of a panel', first], ['later answer', later]] as const) {
  const [made, painted] = [values.map((value) => value.made), values.map((value) => value.painted)];
  console.log(`25 passages, ${name}: made and laid out in ${shown(median(made))} (at best ${shown(Math.min(...made))}), painted after ${shown(median(painted))} (${shown(Math.min(...painted))})`);
}
