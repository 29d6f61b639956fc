/** How deep brackets are nested in a text, whatever is in strings and comments: about as deep as a grammar would find. */
export function bracketDepthOf(text: string): number {
  let depth = 0;
  let deepest = 0;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    // ( [ {
    if (code === 0x28 || code === 0x5b || code === 0x7b) {
      depth += 1;
      if (depth > deepest) deepest = depth;
    } else if (depth > 0 && (code === 0x29 || code === 0x5d || code === 0x7d)) {
      depth -= 1;
    }
  }
  return deepest;
}
