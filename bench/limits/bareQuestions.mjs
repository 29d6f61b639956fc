/**
 * The floor of a question, in a process of its own: posting lists of bare terms, scanned (bench/limits/bareIndex.mjs), and, apart,
 * the dot products of a question's vector with one of 384 numbers for each text, in 32-bit floats and plain JavaScript.
 *
 *   node bench/limits/bareQuestions.mjs FILE
 *
 * FILE is JSON, `{"texts": ["…"], "questions": ["…"]}`. Prints JSON: milliseconds of each question, and of the products (median).
 */
import { readFileSync } from 'node:fs';
import process from 'node:process';
import { randomNumbers } from '../scale/random.mjs';
import { median } from '../support.mjs';
import { bareAnswer, bareIndexOf } from './bareIndex.mjs';

const DIMENSIONS = 384;
const WARM_UP = 15;
const PRODUCT_RUNS = 15;

const { texts, questions } = JSON.parse(readFileSync(process.argv[2], 'utf8'));
const index = bareIndexOf(texts);
for (const question of questions.slice(0, WARM_UP)) bareAnswer(index, question);
const scans = questions.map((question) => millisecondsOf(() => bareAnswer(index, question)));
const random = randomNumbers(1);
const vectors = Float32Array.from({ length: texts.length * DIMENSIONS }, () => random() - 0.5);
const vector = Float32Array.from({ length: DIMENSIONS }, () => random() - 0.5);
const products = median(Array.from({ length: PRODUCT_RUNS }, () => millisecondsOf(dotProducts)));
process.stdout.write(JSON.stringify({ scans, products }));

function dotProducts() {
  const cosines = new Float32Array(texts.length);
  for (let row = 0, place = 0; row < texts.length; row += 1) {
    let [first, second, third, fourth] = [0, 0, 0, 0];
    for (let column = 0; column < DIMENSIONS; column += 4, place += 4) {
      first += vectors[place] * vector[column];
      second += vectors[place + 1] * vector[column + 1];
      third += vectors[place + 2] * vector[column + 2];
      fourth += vectors[place + 3] * vector[column + 3];
    }
    cosines[row] = first + second + third + fourth;
  }
  return cosines;
}

function millisecondsOf(work) {
  const started = performance.now();
  work();
  return performance.now() - started;
}
