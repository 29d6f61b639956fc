/**
 * Bare tokenising: each text split into runs of letters and digits, lower-cased, those of a to z stemmed by the package the product
 * uses (once a word), into a Set. Pure; what a plain program would do for the same purpose.
 */
import { stemmer } from 'stemmer';

const stems = new Map();

/** The distinct terms of a text. */
export function bareTermsOf(text) {
  const terms = new Set();
  for (const word of text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []) {
    let stem = stems.get(word);
    if (stem === undefined) {
      stem = /^[a-z]+$/.test(word) ? stemmer(word) : word;
      stems.set(word, stem);
    }
    terms.add(stem);
  }
  return terms;
}
