/**
 * The panel in a browser of its own, without an editor around it: the built webview on its real page, with the colours of a
 * theme as the editor gives them, and a stand-in for the editor that records what the panel asks.
 *
 * The themes were read off a webview of VS Code 1.139 (code-server 4.139.1).
 */
import { existsSync, readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { extname, join, normalize } from 'node:path';
import { type Browser, chromium, type Page } from 'playwright-core';
import { type PanelPlace, panelHtmlOf } from '../../../src/doors/vscode/panel/panelHtml';
import type { PanelRequest, PanelState } from '../../../src/webview/messages/fromPanel';
import type { PanelMessage } from '../../../src/webview/messages/toPanel';

const PROJECT = join(import.meta.dirname, '../../..');

export const THEMES = ['dark-modern', 'light-modern', 'high-contrast', 'high-contrast-light'] as const;
export type Theme = (typeof THEMES)[number];

/** Where a Chromium is that can be driven; null where there is none. */
export const CHROMIUM: string | null =
  [process.env.CHROMIUM ?? '', '/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'].find((path) => path !== '' && existsSync(path)) ?? null;

const TYPES: Readonly<Record<string, string>> = { '.js': 'text/javascript', '.css': 'text/css', '.ttf': 'font/ttf', '.svg': 'image/svg+xml' };
const STYLES = ['dist/codicons/codicon.css', 'media/webview.css', 'media/ask.css', 'media/graph.css', 'media/code.css'];

/** Serves the page and what lies in `dist` and `media`, to this machine. */
async function serve(sentences: Readonly<Record<string, unknown>> | null, place: PanelPlace): Promise<{ server: Server; origin: string }> {
  let origin = '';
  const server = createServer((request, response) => {
    const path = normalize(new URL(request.url ?? '/', 'http://localhost').pathname);
    if (path === '/') {
      response.setHeader('content-type', 'text/html');
      response.end(panelHtmlOf({ place, nonce: 'bm9uY2U', scriptUri: '/dist/webview.js', styleUris: STYLES.map((style) => `/${style}`), source: origin, language: 'en', sentences }));
      return;
    }
    const file = join(PROJECT, path);
    if (!/^\/(dist|media)\//.test(path) || !existsSync(file)) {
      response.statusCode = 404;
      response.end();
      return;
    }
    response.setHeader('content-type', TYPES[extname(file)] ?? 'application/octet-stream');
    response.end(readFileSync(file));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  origin = typeof address === 'object' && address !== null ? `http://127.0.0.1:${address.port}` : '';
  return { server, origin };
}

export interface BrowserPanel {
  readonly page: Page;
  /** Sends a message to the panel, as the extension does. */
  tell(message: PanelMessage): Promise<void>;
  /** What the panel asked so far. */
  asked(): Promise<PanelRequest[]>;
  /** What the panel keeps for a later window. */
  kept(): Promise<PanelState | null>;
  /** What the browser refused because of the page's policy, and errors of scripts. */
  readonly problems: string[];
  close(): Promise<void>;
}

export interface BrowserPanelOptions {
  readonly theme?: Theme;
  readonly width?: number;
  readonly height?: number;
  /** 2 shows everything twice as large in the same window. */
  readonly zoom?: number;
  readonly state?: PanelState;
  readonly sentences?: Readonly<Record<string, unknown>>;
  readonly place?: PanelPlace;
}

let browser: Promise<Browser> | null = null;

/** Opens the panel in a window; `closeBrowser` ends the browser when all are done. */
export async function openBrowserPanel({ theme = 'dark-modern', width = 900, height = 900, zoom = 1, state, sentences, place = 'editor' }: BrowserPanelOptions = {}): Promise<BrowserPanel> {
  browser ??= chromium.launch({ executablePath: CHROMIUM ?? '', args: ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking', '--disable-component-update', '--disable-sync'] });
  const { server, origin } = await serve(sentences ?? null, place);
  const page = await (await browser).newPage({ viewport: { width: Math.round(width / zoom), height: Math.round(height / zoom) }, deviceScaleFactor: zoom });
  const problems: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error') problems.push(message.text());
  });
  page.on('pageerror', (error) => problems.push(String(error)));
  const { bodyClass, data, variables, styles } = JSON.parse(readFileSync(join(import.meta.dirname, 'themes', `${theme}.json`), 'utf8'));
  await page.addInitScript(
    ({ bodyClass, data, variables, styles, state }) => {
      const asked: unknown[] = [];
      let kept: unknown = state;
      Object.assign(window, {
        asked,
        kept: () => kept,
        acquireVsCodeApi: () => ({
          postMessage: (message: unknown) => asked.push(message),
          getState: () => kept,
          setState: (next: unknown) => {
            kept = next;
          },
        }),
      });
      // The policy's reports are no messages of the console: what nothing catches would go unnoticed.
      document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) => console.error(`${violatedDirective} forbids ${blockedURI}`));
      document.addEventListener('readystatechange', () => {
        if (document.readyState !== 'interactive') return;
        document.documentElement.style.cssText = variables;
        document.body.className = bodyClass;
        Object.assign(document.body.dataset, data);
        const sheet = new CSSStyleSheet();
        sheet.replaceSync(styles.join('\n'));
        document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
      });
    },
    { bodyClass, data, variables, styles, state: state ?? undefined },
  );
  await page.goto(origin);
  await page.locator('[role=tablist]').waitFor();
  return {
    page,
    problems,
    tell: (message) => page.evaluate((told) => window.postMessage(told, '*'), message),
    asked: () => page.evaluate(() => (window as unknown as { asked: PanelRequest[] }).asked),
    kept: () => page.evaluate(() => (window as unknown as { kept: () => PanelState | null }).kept() ?? null),
    close: async () => {
      await page.close();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** Ends the browser. */
export async function closeBrowser(): Promise<void> {
  await (await browser)?.close();
  browser = null;
}
