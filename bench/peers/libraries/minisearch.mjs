/** MiniSearch over the product's passages. See `library.mjs` for what a library here offers. */
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { stopwords } from '@orama/stopwords/english';
import MiniSearch from 'minisearch';
import { stemmer } from 'stemmer';

const fields = ['title', 'headings', 'text'];
const withoutMeaning = new Set(stopwords);

/** Its documentation's own way to stem and to leave out stop words: `processTerm`, for passages and questions alike. It ships neither. */
const stemmed = (term) => (withoutMeaning.has(term.toLowerCase()) ? null : stemmer(term.toLowerCase()));

export const settings = {
  'as it comes': { description: 'its defaults: any word counts, no prefixes, nothing fuzzy', options: { fields } },
  'prefixes and fuzzy': {
    description: "its README's search options: prefixes, fuzzy 0.2, title ×2",
    options: { fields, searchOptions: { boost: { title: 2 }, prefix: true, fuzzy: 0.2 } },
  },
  stemmed: { description: 'Porter stemmer and English stop words in processTerm, else its defaults', options: { fields, processTerm: stemmed } },
};

const fileIn = (folder) => path.join(folder, 'index.json');

export async function build(passages, { options }) {
  const index = new MiniSearch(options);
  index.addAll(passages.map(({ title, headings, text }, id) => ({ id, title, headings: headings.join(' '), text })));
  return index;
}

export async function store(index, folder) {
  writeFileSync(fileIn(folder), JSON.stringify(index));
}

export async function load(folder, { options }) {
  return MiniSearch.loadJSON(readFileSync(fileIn(folder), 'utf8'), options);
}

export async function search(index, question, limit) {
  return index.search(question).slice(0, limit).map(({ id }) => id);
}
