/** FlexSearch over the product's passages. See `library.mjs` for what a library here offers. */
import { readFileSync, readdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { Document, Encoder } from 'flexsearch';
import english from 'flexsearch/lang/en';

const fields = ['title', 'headings', 'text'];

export const settings = {
  'as it comes': { description: 'its defaults: every word must be there', fields, encoder: () => ({}), search: {} },
  'English, suggestions': {
    description: 'its English preset (stemmer, stop words), and suggest: true, its way to do without some of the words',
    fields,
    encoder: () => ({ encoder: new Encoder(english) }),
    search: { suggest: true },
  },
  'English, suggestions, one field': {
    description: 'title, headings and text as one field, its English preset (stemmer, stop words), suggest: true',
    fields: ['whole'],
    encoder: () => ({ encoder: new Encoder(english) }),
    search: { suggest: true },
  },
};

const PART = '.part';

function empty({ fields: names, encoder }) {
  return new Document({ document: { id: 'id', index: names.map((field) => ({ field, ...encoder() })) } });
}

export async function build(passages, setting) {
  const document = empty(setting);
  passages.forEach(({ title, headings, text }, id) => {
    const joined = headings.join(' ');
    document.add({ id, title, headings: joined, text, whole: `${title} ${joined} ${text}` });
  });
  return { document, setting };
}

export async function store({ document }, folder) {
  await document.export((key, data) => {
    // What a part is called is the library's own; it is given back on import.
    if (data !== undefined && data !== null) writeFileSync(path.join(folder, `${encodeURIComponent(key)}${PART}`), data);
  });
}

export async function load(folder, setting) {
  const document = empty(setting);
  for (const name of readdirSync(folder).filter((one) => one.endsWith(PART)).sort()) {
    await document.import(decodeURIComponent(name.slice(0, -PART.length)), readFileSync(path.join(folder, name), 'utf8'));
  }
  return { document, setting };
}

/** Each field answers with a list of its own; its `merge` option puts them together, in its order. */
export async function search({ document, setting }, question, limit) {
  const merged = await document.search(question, { limit, merge: true, ...setting.search });
  return merged.slice(0, limit).map(({ id }) => Number(id));
}
