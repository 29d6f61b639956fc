const SIGNATURE_LENGTH = 240;
/** So far is looked for the end of a signature. */
const LOOKED_THROUGH = 1_000;

/**
 * What a declaration says of itself before its body, on one line: from the start of the line its name stands in up to
 * the body's brace, arrow or colon, or the end of the line where no bracket is open.
 */
export function signatureAt(text: string, at: number): string {
  const start = text.lastIndexOf('\n', at - 1) + 1;
  const end = Math.min(text.length, at + LOOKED_THROUGH);
  let depth = 0;
  let index = at;
  for (; index < end; index += 1) {
    const character = text[index];
    if (character === '(' || character === '[') depth += 1;
    else if (character === ')' || character === ']') depth = Math.max(0, depth - 1);
    else if (depth > 0) continue;
    else if (character === '{' || character === ';' || character === '\n') break;
    else if (character === '=' && text[index + 1] === '>') break;
  }
  const line = text.slice(start, index).replace(/\s+/g, ' ').trim().replace(/\s*[:=]$/, '');
  return line.length <= SIGNATURE_LENGTH ? line : `${line.slice(0, SIGNATURE_LENGTH - 1)}…`;
}
