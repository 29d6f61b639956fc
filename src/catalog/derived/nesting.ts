/** Brackets that may lie in each other; parsers recurse, and no manifest has ten. */
const LIMIT = 100;

/**
 * True when more brackets are open at once than a parser should be given. Brackets in texts and comments
 * count too: a manifest that has so many unclosed ones there is none worth reading.
 */
export function isTooDeeplyBracketed(text: string): boolean {
  let open = 0;
  for (const bracket of text.match(/[[\]{}]/g) ?? []) {
    open = bracket === '[' || bracket === '{' ? open + 1 : Math.max(0, open - 1);
    if (open > LIMIT) {
      return true;
    }
  }
  return false;
}
