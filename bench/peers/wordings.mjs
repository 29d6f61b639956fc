/** Questions in other words' order: as hard to answer, and unknown to whatever remembers questions. */

/** The wording that is asked to warm a program before it is measured: no round of measuring has it. */
export const WARM_UP = -1;

/** A question with its words in another order: turned by so many words; 0 is the question itself. */
export function otherWordings(question, turn) {
  const words = question.split(/\s+/).filter(Boolean);
  const by = ((turn % words.length) + words.length) % words.length;
  return by === 0 ? question : [...words.slice(by), ...words.slice(0, by)].join(' ');
}
