import type { ContextPack } from '../../contract/tools';
import { fittedPack, jsonBytes } from '../../workspace/packBudget';

/** The search for the longest text that fits stops when it knows the pack's size this well (bytes). */
const PRECISION = 256;

/**
 * The text of a pack within a number of tokens. What goes first is what goes first under the byte
 * budget: far edges, then passages close in meaning, then the lowest passages; one passage stays even
 * if it alone is over the budget. A shortened text says `candidates-capped`.
 * @param textOf how a pack is written; @param countTokens the model's own count.
 */
export async function textWithinBudget(
  pack: ContextPack,
  budget: number,
  textOf: (pack: ContextPack) => string,
  countTokens: (text: string) => PromiseLike<number>,
): Promise<string> {
  const whole = textOf(pack);
  if ((await countTokens(whole)) <= budget) return whole;

  let best = textOf(fittedPack(pack, 0));
  let fits = 0;
  let tooMany = jsonBytes(pack);
  while (tooMany - fits > PRECISION) {
    const middle = Math.floor((fits + tooMany) / 2);
    const text = textOf(fittedPack(pack, middle));
    if ((await countTokens(text)) <= budget) {
      fits = middle;
      best = text;
    } else {
      tooMany = middle;
    }
  }
  return best;
}
