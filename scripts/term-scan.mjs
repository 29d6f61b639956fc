/**
 * Makes src/text/termScan/scanModule.ts of scan.wat beside it:
 *
 *   npm run term-scan
 *
 * A test makes it too and compares.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import process from 'node:process';
import wabt from 'wabt';

const folder = new URL('../src/text/termScan/', import.meta.url);
const NUMBERS_A_LINE = 30;

/** The text of scanModule.ts. */
export async function scanModuleText() {
  const { parseWat } = await wabt();
  const module = parseWat('scan.wat', readFileSync(new URL('scan.wat', folder), 'utf8'), { simd: true, mutable_globals: true });
  module.validate();
  const bytes = Array.from(module.toBinary({}).buffer);
  const lines = Array.from({ length: Math.ceil(bytes.length / NUMBERS_A_LINE) }, (_, line) =>
    `  ${bytes.slice(line * NUMBERS_A_LINE, (line + 1) * NUMBERS_A_LINE).join(', ')},`,
  );
  return ['/** scan.wat as WebAssembly; made by scripts/term-scan.mjs. */', 'export const SCAN_MODULE = Uint8Array.of(', ...lines, ');', ''].join('\n');
}

if (process.argv[1] !== undefined && import.meta.url === pathToFileURL(process.argv[1]).href) {
  writeFileSync(new URL('scanModule.ts', folder), await scanModuleText());
}
