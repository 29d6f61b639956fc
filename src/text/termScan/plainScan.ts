import { FINISHED, FOREIGN_CHARACTER, type TermScan } from './termScan';

/** What is known of a term: when it was last met, and where in the dictionary it stands. */
interface State {
  text: number;
  content: number;
  index: number;
  section: number;
}

const encoder = new TextEncoder();

/** A scan that remembers no run and stops at every place, for where WebAssembly or its SIMD instructions are missing. */
export function createPlainScan(): TermScan {
  const states: State[] = [];
  let text = 0;
  let content = 0;
  let section = 1;
  let inOwnHeading = false;
  let dictionaryLength = 0;
  let newTerms: number[] = [];
  let entries: number[] = [];
  let stoppedAt = 0;
  return {
    beginContent() {
      content += 1;
      dictionaryLength = 0;
      inOwnHeading = false;
      newTerms = [];
      entries = [];
    },
    beginText() {
      text += 1;
    },
    beginSection() {
      section += 1;
      inOwnHeading = true;
    },
    endOwnHeading() {
      inOwnHeading = false;
    },
    give(term) {
      const state = (states[term] ??= { text: 0, content: 0, index: 0, section: 0 });
      if (inOwnHeading) {
        state.section = section;
        return;
      }
      if (state.text === text) return;
      state.text = text;
      if (state.content !== content) {
        state.content = content;
        state.index = dictionaryLength++;
        newTerms.push(term);
      }
      entries.push((state.index << 1) | (state.section === section ? 1 : 0));
    },
    put: (written) => encoder.encode(written).length,
    scan(from, end) {
      stoppedAt = from;
      return from < end ? FOREIGN_CHARACTER : FINISHED;
    },
    stoppedAt: () => ({ start: stoppedAt, end: stoppedAt }),
    remember: () => false,
    newTerms: () => Int32Array.from(newTerms),
    entries: () => Int32Array.from(entries),
    taken() {
      newTerms = [];
      entries = [];
    },
    reserve: () => undefined,
    isFull: () => false,
  };
}
