/**
 * What `npm run tour` runs: takes the pictures of README.md and docs/USER_GUIDE.md anew, in the real editor on the sample workspace.
 *
 * The pictures are those that the test of the editor takes and checks on its way; this copies the ones that people are shown.
 */
import { spawnSync } from 'node:child_process';
import { copyFileSync, existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const PARTS = ['usePanel', 'useTree', 'useChat'];
/** Names of pictures in media/screenshots, and of those that the test takes. */
const PICTURES = {
  ask: 'panel-ask-dark',
  graph: 'panel-graph-light',
  code: 'panel-code-dark',
  sidebar: 'panel-side-light',
  tree: 'tree-light',
  chat: 'chat-ask-dark',
};

const run = spawnSync(process.execPath, [join(root, 'scripts', 'test-vscode.mjs'), ...PARTS], { stdio: 'inherit' });
if (run.status !== 0) process.exit(run.status ?? 1);
for (const [name, taken] of Object.entries(PICTURES)) {
  const file = join(root, 'test-results', 'vscode', `${taken}.png`);
  if (!existsSync(file)) {
    process.stderr.write(`npm run tour: the test took no picture ${taken}.png\n`);
    process.exit(1);
  }
  copyFileSync(file, join(root, 'media', 'screenshots', `${name}.png`));
}
process.stdout.write(`npm run tour: ${Object.keys(PICTURES).length} pictures in media/screenshots\n`);
