import { jsonBytes } from '../../contract/jsonBytes';

/** The search for the longest text that fits stops when it knows the pack's size this well (bytes). */
const PRECISION = 256;

/** How a kind of answer is written, and made smaller. */
export interface Writing<Pack> {
  readonly textOf: (pack: Pack) => string;
  /** The answer within so many bytes of JSON; with 0, as little as it can be. */
  readonly fitted: (pack: Pack, bytes: number) => Pack;
}

/**
 * The text of an answer within a number of tokens. What goes first is what goes first under the byte
 * budget (of a context pack: far edges, then passages close in meaning, then the lowest passages; one
 * passage stays even if it alone is over the budget). A shortened text says `candidates-capped`.
 * @param countTokens the model's own count.
 */
export async function textWithinBudget<Pack>(
  pack: Pack,
  budget: number,
  { textOf, fitted }: Writing<Pack>,
  countTokens: (text: string) => PromiseLike<number>,
): Promise<string> {
  const whole = textOf(pack);
  if ((await countTokens(whole)) <= budget) return whole;

  let best = textOf(fitted(pack, 0));
  let fits = 0;
  let tooMany = jsonBytes(pack);
  while (tooMany - fits > PRECISION) {
    const middle = Math.floor((fits + tooMany) / 2);
    const text = textOf(fitted(pack, middle));
    if ((await countTokens(text)) <= budget) {
      fits = middle;
      best = text;
    } else {
      tooMany = middle;
    }
  }
  return best;
}
