import { stemmer } from 'stemmer';

const latinWord = /^[a-z]+$/;
const finalIAfterVowel = /[aeou]i$/;

/** The term that a word in lower case gives: its English stem, or the word itself where it is no Latin word. */
export function termOfWord(lower: string): string {
  if (!latinWord.test(lower)) return lower;
  const stem = stemmer(lower);
  return finalIAfterVowel.test(stem) ? `${stem.slice(0, -1)}y` : stem;
}
