import { execFileSync } from 'node:child_process';
import process from 'node:process';
import { PROJECT } from '../support.mjs';
import { bundled } from './bundle.mjs';
import { inTemporaryFolder } from './temporary.mjs';

/** Gives every passage of an index a vector without embedding them all (fillVectors.ts); how many there are, and how many were embedded. */
export function fillVectors(home) {
  return inTemporaryFolder(async (place) => {
    const script = await bundled('scale/fillVectors.ts', place);
    return JSON.parse(execFileSync(process.execPath, [script, PROJECT, home], { encoding: 'utf8' }));
  });
}
