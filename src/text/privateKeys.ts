import type { SecretSpan } from '../contract/model';

/** All private keys in PEM and PGP armor hold these words. */
export const PRIVATE_KEY_WORDS = 'PRIVATE KEY';

const BEGIN = /-----BEGIN ?(?:[A-Z0-9]+ ){0,4}PRIVATE KEY(?: BLOCK)?-----/g;
const DASHES = '-----';
const END = '-----END';
/** The longest key looked for, in UTF-16 units: a PGP key with its subkeys. */
const LONGEST_KEY = 40_000;
/** Without an end, a key goes on as long as this: base64, line ends (written out in JSON), and what quotes a line. */
const KEY_BODY = /^(?:[A-Za-z0-9+/=\s>|#*"'`,]|\\[nrt])*/;
const BASE64_RUN = /[A-Za-z0-9+/=]{16,}/g;
/** A private key of Ed25519, the shortest there is, has 64 characters of base64. */
const SHORTEST_KEY = 60;

/** What stands between the line that begins a key and the one that ends it. */
function bodyAt(text: string, from: number): string {
  const within = text.slice(from, from + LONGEST_KEY);
  const dashes = within.indexOf(DASHES);
  if (dashes >= 0 && within.startsWith(END, dashes)) return within.slice(0, dashes);
  return KEY_BODY.exec(dashes < 0 ? within : within.slice(0, dashes))?.[0] ?? '';
}

function isKeyBody(body: string): boolean {
  const runs = [...body.matchAll(BASE64_RUN)].map(([run]) => run).join('');
  return runs.length >= SHORTEST_KEY && /[a-z]/.test(runs) && /[A-Z]/.test(runs) && !/x{5}|\*{3}/i.test(body);
}

const isBase64 = (character: string): boolean => /[A-Za-z0-9+/=]/.test(character);
const isWrittenOutLineEnd = (characters: string): boolean => /^\\[nrt]$/.test(characters);

/** Where a body begins and ends without the white space, quotation marks and written out line ends around it. */
function trimmed(body: string): { readonly from: number; readonly to: number } {
  let from = 0;
  let to = body.length;
  for (;;) {
    if (isWrittenOutLineEnd(body.slice(from, from + 2))) from += 2;
    else if (from < to && !isBase64(body.charAt(from))) from += 1;
    else if (isWrittenOutLineEnd(body.slice(to - 2, to))) to -= 2;
    else if (from < to && !isBase64(body.charAt(to - 1))) to -= 1;
    else return { from, to };
  }
}

/**
 * The bodies of private keys, encrypted ones included; the lines that say where a key begins and ends are not part
 * of them. What stands between such lines and is too short for a key, as in an example, is none.
 */
export function privateKeysIn(text: string): SecretSpan[] {
  const found: SecretSpan[] = [];
  for (const match of text.matchAll(BEGIN)) {
    const start = match.index + match[0].length;
    const body = bodyAt(text, start);
    if (!isKeyBody(body)) continue;
    const { from, to } = trimmed(body);
    found.push({ start: start + from, end: start + to, kind: 'private key' });
  }
  return found;
}
