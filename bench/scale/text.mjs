/**
 * How a workspace of any size is made from real text: documents are cut into units, each small enough to be one passage;
 * the first time round they are used as they are, later they are put together anew with some names swapped. Pure: the same
 * documents give the same text in every run.
 *
 * @typedef {{ title: string, units: { heading: string, text: string }[] }} SourceDocument
 * @typedef {{ title: string, heading: string, text: string }} Unit
 * @typedef {{ title: string, sections: { heading: string, text: string }[] }} MadeDocument
 */
import { randomNumbers, shuffled } from './random.mjs';

/** The contract's passages have 800 characters at most; swapped names may add some. */
const UNIT_CHARACTERS = 700;
const PASSAGE_CHARACTERS = 790;
const LEAST_WORDS = 8;
/** Sections of a made document: as many on the average as a page of the guides has. */
const MOST_SECTIONS = 19;
const SWAPPED_IDENTIFIERS = 0.35;
const SWAPPED_NAMES = 0.25;
const SEED = 20_260_101;

/** The units of a Markdown document under its own headings; paragraphs that cannot stand alone are left out. */
export function sourceDocumentOf(markdown, name) {
  const sections = sectionsOf(withoutFrontMatter(markdown.replaceAll('\r\n', '\n')));
  const title = sections.find(({ heading }) => heading !== '')?.heading ?? name;
  return {
    title,
    units: sections.flatMap(({ heading, paragraphs }) => joined(paragraphs.filter(isSound).flatMap(small)).map((text) => ({ heading: heading || title, text }))),
  };
}

/** The units of a text without marks, under one heading. */
export function plainDocumentOf(title, text) {
  return { title, units: joined(text.split(/\n\s*\n/).filter(isSound).flatMap(small)).map((unit) => ({ heading: title, text: unit })) };
}

/**
 * Documents with so many sections in all, no two of which have the same text.
 * @param {readonly SourceDocument[]} sources at least one unit in all
 * @returns {MadeDocument[]}
 */
export function madeDocuments(sources, sections) {
  const units = madeUnits(sources);
  const random = randomNumbers(SEED);
  const documents = [];
  for (let left = sections; left > 0; ) {
    const length = Math.min(left, 1 + Math.floor(random() * MOST_SECTIONS));
    const taken = Array.from({ length }, () => units.next().value);
    documents.push({ title: taken[0].title, sections: taken.map(({ heading, text }) => ({ heading, text })) });
    left -= length;
  }
  return documents;
}

/** A made document as Markdown. */
export function markdownOf({ title, sections }) {
  return [`# ${title}`, ...sections.flatMap(({ heading, text }) => [`## ${heading}`, text])].join('\n\n').concat('\n');
}

/** A pronounceable word for each number; the first thousands have two or three syllables. */
export function madeName(number) {
  let word = '';
  for (let left = number + CONSONANTS.length * VOWELS.length; left > 0; left = Math.floor(left / (CONSONANTS.length * VOWELS.length))) {
    const syllable = left % (CONSONANTS.length * VOWELS.length);
    word += CONSONANTS[syllable % CONSONANTS.length] + VOWELS[Math.floor(syllable / CONSONANTS.length)];
  }
  return word;
}

const CONSONANTS = ['b', 'd', 'f', 'g', 'k', 'l', 'm', 'n', 'p', 'r', 's', 't', 'v', 'z'];
const VOWELS = ['a', 'e', 'i', 'o', 'u'];

/** Units without end: those of the sources once as they are, then varied ones, all different. */
function* madeUnits(sources) {
  const ordered = shuffled(sources.filter(({ units }) => units.length > 0), SEED);
  if (ordered.length === 0) throw new Error('There is no text to make a workspace from.');
  const seen = new Set();
  for (const { title, units } of ordered) {
    for (const { heading, text } of units) {
      if (seen.has(text)) continue;
      seen.add(text);
      yield { title, heading, text };
    }
  }
  const random = randomNumbers(SEED + 1);
  for (;;) {
    for (const source of ordered) {
      const swap = nameSwapper(random, seen);
      const title = `${source.title} of ${capitalized(swap.made())}`;
      for (const unit of source.units) {
        const other = source.units[Math.floor(random() * source.units.length)];
        const text = unseen(varied(unit.text, other.text, swap), swap, seen);
        seen.add(text);
        yield { title, heading: swap.within(unit.heading), text };
      }
    }
  }
}

/** The text, or where it is known already, the text with a name that makes it another. */
function unseen(text, swap, seen) {
  let result = text;
  while (seen.has(result)) result = `${text.slice(0, UNIT_CHARACTERS).trimEnd()}\n\nSee also ${swap.made()} and ${swap.made()}.`;
  return result;
}

/** The first half of one text and the second half of another, with some names swapped. */
function varied(text, other, swap) {
  const [own, foreign] = [piecesOf(text), piecesOf(other)];
  const pieces = own.slice(0, Math.ceil(own.length / 2));
  for (const piece of foreign.slice(Math.floor(foreign.length / 2))) {
    if ([...pieces, piece].join('\n\n').length <= UNIT_CHARACTERS && !pieces.includes(piece)) pieces.push(piece);
  }
  const result = pieces.join('\n\n');
  const swapped = swap.within(result);
  return swapped.length <= PASSAGE_CHARACTERS ? swapped : result;
}

/** Paragraphs of a text; sentences where it is a single one of prose. Code stays whole: an empty line in it ends nothing. */
function piecesOf(text) {
  if (/^(?:```|~~~)/m.test(text)) return [text];
  const paragraphs = text.split('\n\n');
  return paragraphs.length > 1 || !isProse(text) ? paragraphs : sentencesOf(text);
}

/**
 * Swaps names for others, the same for the same one within a document. New names keep turning up, ever more rarely among
 * known ones, as in real text.
 */
function nameSwapper(random, seen) {
  const chosen = new Map();
  // Squaring prefers early names: a few are met everywhere, most of them hardly ever.
  const made = () => madeName(Math.floor(random() ** 2 * (200 + seen.size / 2)));
  const swapped = (name, share, otherwise) => {
    if (!chosen.has(name)) chosen.set(name, random() < share ? otherwise() : name);
    return chosen.get(name);
  };
  const within = (text) =>
    text
      .replace(/\b[A-Za-z][A-Za-z0-9]*(?:[-_][A-Za-z0-9]+)+\b/g, (name) => swapped(name, SWAPPED_IDENTIFIERS, () => `${name.split(/[-_]/)[0]}-${made()}`))
      .replace(/(?<=[a-z,] )[A-Z][a-z]{3,}\b/g, (name) => swapped(name, SWAPPED_NAMES, () => capitalized(made())));
  return { made, within };
}

const capitalized = (word) => word[0].toUpperCase() + word.slice(1);

function withoutFrontMatter(text) {
  return text.replace(/^---\n[\s\S]*?\n---\n/, '');
}

/** Headings with the paragraphs below them; text before the first heading has an empty one. */
function sectionsOf(text) {
  const sections = [{ heading: '', paragraphs: [] }];
  let paragraph = [];
  let fence = false;
  const end = () => {
    if (paragraph.length > 0) sections.at(-1).paragraphs.push(paragraph.join('\n'));
    paragraph = [];
  };
  for (const line of text.split('\n')) {
    const heading = fence ? null : /^#{1,6}\s+(.*)$/.exec(line);
    if (heading !== null) {
      end();
      sections.push({ heading: plainHeading(heading[1]), paragraphs: [] });
    } else if (line.trim() === '' && !fence) {
      end();
    } else {
      if (/^\s*(?:```|~~~)/.test(line)) fence = !fence;
      paragraph.push(line.trimEnd());
    }
  }
  end();
  return sections;
}

function plainHeading(text) {
  return text
    .replace(/<[^>]*>/g, '')
    .replace(/!?\[([^\]]*)\](?:\([^)]*\))?/g, '$1')
    .replace(/[*_`\\#{}<>[\]]/g, '')
    .replace(/\s+/g, ' ')
    .trim()
    .slice(0, 100);
}

/** Whether a paragraph is text wherever it stands: enough words, and no mark that reaches into what follows. */
function isSound(paragraph) {
  const words = paragraph.match(/[A-Za-z]{2,}/g)?.length ?? 0;
  const fences = paragraph.match(/^\s*(?:```|~~~)/gm)?.length ?? 0;
  const isWhole = fences === 0 || (fences === 2 && /^(?:```|~~~)/.test(paragraph) && /\n(?:```|~~~)$/.test(paragraph));
  return words >= LEAST_WORDS && isWhole && !/^\s*(?:=+|-+|#{1,6}\s.*)$/m.test(paragraph) && !/<(?:script|pre|style|textarea|[!?])/i.test(paragraph);
}

const isProse = (paragraph) => !/^\s*(?:[-*+|>]|\d+[.)]\s|```|~~~|\s{4})/m.test(paragraph);

function sentencesOf(text) {
  return text.split(/(?<=[.!?;])\s+/).filter((sentence) => sentence.trim() !== '');
}

/** A paragraph in parts of at most a unit's length: of whole sentences, or of whole lines; a table or code is left out. */
function small(paragraph) {
  if (paragraph.length <= UNIT_CHARACTERS) return [paragraph];
  if (/^\s*(?:[|>]|```|~~~)/m.test(paragraph)) return [];
  return (isProse(paragraph) ? packed(sentencesOf(paragraph), ' ') : packed(paragraph.split('\n'), '\n')).filter(isSound);
}

const joined = (paragraphs) => packed(paragraphs, '\n\n');

/** Pieces put together as long as they fit; one that is too long is left out. */
function packed(pieces, separator) {
  const results = [];
  let current = '';
  for (const piece of pieces.filter(({ length }) => length <= UNIT_CHARACTERS)) {
    const longer = current === '' ? piece : current + separator + piece;
    if (longer.length > UNIT_CHARACTERS) {
      results.push(current);
      current = piece;
    } else {
      current = longer;
    }
  }
  return current === '' ? results : [...results, current];
}
