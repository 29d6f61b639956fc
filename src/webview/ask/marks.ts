import { questionTermsOf, termsOf } from '../../text/terms';

/** A stretch of a passage's text; `marked` when it holds a word of the question. */
export interface MarkedStretch {
  readonly text: string;
  readonly marked: boolean;
}

/** Runs of letters, marks and digits joined by inner separators: what the contract reads as one token. */
const RUN = /[\p{L}\p{M}\p{N}]+(?:[-_.:/@#+'’]+[\p{L}\p{M}\p{N}]+)*/gu;
/** The parts of a run: between separators, and at inner capitals. */
const PART = /\p{Lu}+(?!\p{Ll})|\p{Lu}?[^\p{Lu}\-_.:/@#+'’]+|\p{Lu}/gu;
/** Scripts written without spaces, where a run is many words. */
const UNSPACED = /[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\p{sc=Thai}\p{sc=Laoo}\p{sc=Khmr}\p{sc=Mymr}]/u;

const segmenter = new Intl.Segmenter('en', { granularity: 'word' });

function partsOf(run: string): string[] {
  if (UNSPACED.test(run)) return [...segmenter.segment(run)].map(({ segment }) => segment);
  return run.match(PART) ?? [run];
}

/** Where in the run a word of the question stands, as `[start, end)` pairs. */
function rangesIn(run: string, asked: ReadonlySet<string>): [number, number][] {
  const terms = termsOf(run);
  if (!terms.some((term) => asked.has(term))) return [];
  const whole: [number, number] = [0, run.length];
  if (terms.length === 1 || asked.has(run.toLowerCase())) return [whole];
  const ranges: [number, number][] = [];
  let from = 0;
  for (const part of partsOf(run)) {
    const start = run.indexOf(part, from);
    from = start + part.length;
    if (termsOf(part).some((term) => asked.has(term))) ranges.push([start, from]);
  }
  return ranges.length > 0 ? ranges : [whole];
}

/** Makes a function that parts a text into stretches that hold a word of the question and those between. */
export function markerOf(question: string): (text: string) => MarkedStretch[] {
  const asked = new Set(questionTermsOf(question).map(({ term }) => term));
  // The same words stand in a text again and again.
  const known = new Map<string, readonly [number, number][]>();
  const rangesOf = (run: string): readonly [number, number][] => {
    const ranges = known.get(run) ?? rangesIn(run, asked);
    known.set(run, ranges);
    return ranges;
  };
  return (text) => {
    const stretches: MarkedStretch[] = [];
    let done = 0;
    const add = (end: number, marked: boolean) => {
      if (end > done) stretches.push({ text: text.slice(done, end), marked });
      done = Math.max(done, end);
    };
    for (const match of text.matchAll(RUN)) {
      for (const [start, end] of rangesOf(match[0])) {
        add(match.index + start, false);
        add(match.index + end, true);
      }
    }
    add(text.length, false);
    return stretches;
  };
}
