import { execFile } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import { promisify } from 'node:util';
import { inTemporaryFolder } from '../scale/temporary.mjs';
import { PROJECT, median } from '../support.mjs';

/** Bare posting lists scanned and bare vectors multiplied (bareQuestions.mjs), in a process of its own: medians, in milliseconds. */
export function bareQuestions(texts, questions) {
  return inTemporaryFolder(async (place) => {
    const file = path.join(place, 'texts.json');
    writeFileSync(file, JSON.stringify({ texts, questions: questions.map(({ question }) => question) }));
    const { stdout } = await promisify(execFile)(process.execPath, [path.join(PROJECT, 'bench/limits/bareQuestions.mjs'), file], { maxBuffer: 16_000_000 });
    const { scans, products } = JSON.parse(stdout);
    return { scan: median(scans), products };
  });
}
