/**
 * Bare tokenising in a process of its own: `node bench/limits/bareTokens.mjs FILE`, with FILE as bench/limits/bareQuestions.mjs
 * reads it. Prints JSON: the milliseconds it took and how many distinct terms all texts have, each text's counted apart.
 */
import { readFileSync } from 'node:fs';
import process from 'node:process';
import { bareTermsOf } from './bareTerms.mjs';

const { texts } = JSON.parse(readFileSync(process.argv[2], 'utf8'));
const started = performance.now();
let terms = 0;
for (const text of texts) terms += bareTermsOf(text).size;
process.stdout.write(JSON.stringify({ millis: performance.now() - started, terms }));
