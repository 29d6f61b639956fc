/**
 * Questions made from passages, each with the passage it was made from: a third of its rarest words, a third of a stretch of its
 * text as it stands, a third of words that many passages have (the longest posting lists). Pure and the same in every run.
 */
import { randomNumbers } from './random.mjs';

const SEED = 7_919;
const RARE_WORDS = 3;
const COMMON_WORDS = 5;
const COMMON_FROM = 20;
const COMMON_TO = 300;
const STRETCH = 8;

/** The kinds of questions, in the order they take turns. */
export const QUESTION_KINDS = ['rare', 'stretch', 'common'];

/**
 * So many different questions, fewer only where the passages give no more.
 * @param {readonly { path: string, text: string }[]} passages
 * @returns {{ kind: 'rare' | 'stretch' | 'common', question: string, path: string }[]}
 */
export function questionsFrom(passages, count) {
  const frequency = documentFrequency(passages);
  const common = new Set(
    [...frequency].sort(([one, often], [other, oftener]) => oftener - often || (one < other ? -1 : 1)).slice(COMMON_FROM, COMMON_TO).map(([word]) => word),
  );
  const random = randomNumbers(SEED);
  const questions = new Map();
  for (let tries = 0; questions.size < count && tries < 20 * count; tries += 1) {
    const kind = QUESTION_KINDS[questions.size % QUESTION_KINDS.length];
    const { path, text } = passages[Math.floor(random() * passages.length)];
    const question = MAKERS[kind](text, { frequency, common, random });
    if (question !== null && !questions.has(question)) questions.set(question, { kind, question, path });
  }
  return [...questions.values()];
}

const MAKERS = {
  rare: (text, { frequency }) => {
    const words = distinctWords(text).sort((one, other) => frequency.get(one) - frequency.get(other) || (one < other ? -1 : 1));
    return words.length < RARE_WORDS ? null : `what about ${words.slice(0, RARE_WORDS).join(' and ')}?`;
  },
  stretch: (text, { random }) => {
    const words = text.replace(/[`*_[\]()|#<>]/g, ' ').split(/\s+/).filter((word) => word !== '');
    if (words.length < STRETCH) return null;
    const from = Math.floor(random() * (words.length - STRETCH + 1));
    const stretch = words.slice(from, from + STRETCH).join(' ');
    return distinctWords(stretch).length < STRETCH / 2 ? null : `${stretch}?`;
  },
  common: (text, { common }) => {
    const words = distinctWords(text).filter((word) => common.has(word));
    return words.length < COMMON_WORDS ? null : `how do ${words.slice(0, COMMON_WORDS).join(' ')} go together?`;
  },
};

function documentFrequency(passages) {
  const frequency = new Map();
  for (const { text } of passages) {
    for (const word of distinctWords(text)) frequency.set(word, (frequency.get(word) ?? 0) + 1);
  }
  return frequency;
}

/** The words of four letters and more. */
function distinctWords(text) {
  return [...new Set(text.toLowerCase().match(/(?<![a-z0-9])[a-z]{4,}(?![a-z0-9])/g) ?? [])];
}
