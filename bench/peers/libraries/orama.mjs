/** Orama over the product's passages, full-text. See `library.mjs` for what a library here offers. */
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { create, insertMultiple, load as restore, save, search as find } from '@orama/orama';
import { stopwords } from '@orama/stopwords/english';

const schema = { title: 'string', headings: 'string', text: 'string' };

export const settings = {
  'as it comes': { description: 'its defaults: no stemming, any word counts', tokenizer: { language: 'english' } },
  stemmed: { description: 'its English stemmer', tokenizer: { language: 'english', stemming: true } },
  'stemmed, stop words': {
    description: 'its English stemmer and its list of English stop words (@orama/stopwords)',
    tokenizer: { language: 'english', stemming: true, stopWords: stopwords },
  },
};

const fileIn = (folder) => path.join(folder, 'index.json');
const empty = ({ tokenizer }) => create({ schema, components: { tokenizer } });

export async function build(passages, setting) {
  const database = empty(setting);
  await insertMultiple(database, passages.map(({ title, headings, text }, id) => ({ id: String(id), title, headings: headings.join(' '), text })));
  return database;
}

export async function store(database, folder) {
  writeFileSync(fileIn(folder), JSON.stringify(save(database)));
}

export async function load(folder, setting) {
  const database = empty(setting);
  restore(database, JSON.parse(readFileSync(fileIn(folder), 'utf8')));
  return database;
}

export async function search(database, question, limit) {
  const { hits } = await find(database, { term: question, limit });
  return hits.map(({ id }) => Number(id));
}
