/**
 * The least a question by words can cost: posting lists in memory, one pass over those of the question's terms, counting, and the
 * best few by one pass over the counts. No titles, entities, dates, reasons, neighbours or citations. Pure.
 */
import { bareTermsOf } from './bareTerms.mjs';

/** Posting lists of the texts, each term with the numbers of the texts that have it. */
export function bareIndexOf(texts) {
  const lists = new Map();
  texts.forEach((text, number) => {
    for (const term of bareTermsOf(text)) {
      const list = lists.get(term);
      if (list === undefined) lists.set(term, [number]);
      else list.push(number);
    }
  });
  return { size: texts.length, lists: new Map([...lists].map(([term, list]) => [term, Uint32Array.from(list)])) };
}

/** The numbers of the texts that share most terms with the question, most first, the earlier of equals first. */
export function bareAnswer({ size, lists }, question, limit = 8) {
  const counts = new Uint8Array(size);
  for (const term of bareTermsOf(question)) {
    const list = lists.get(term);
    if (list === undefined) continue;
    for (let place = 0; place < list.length; place += 1) counts[list[place]] += 1;
  }
  const best = [];
  for (let number = 0; number < size; number += 1) {
    const count = counts[number];
    if (count === 0 || (best.length === limit && count <= counts[best.at(-1)])) continue;
    let place = best.length;
    while (place > 0 && counts[best[place - 1]] < count) place -= 1;
    best.splice(place, 0, number);
    if (best.length > limit) best.pop();
  }
  return best;
}
