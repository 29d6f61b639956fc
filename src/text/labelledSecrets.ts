import type { SecretSpan } from '../contract/model';
import { isLongHexadecimal, isPlaceholder, looksRandom, mayHoldRandom } from './secretValues';

/** What is said of a value whose name alone tells that it is a secret. */
export const LABELLED_KIND = 'random value named as a secret';

// Markdown may have a backslash before an underscore.
const JOINT = String.raw`[\s_\\-]{0,2}`;
const NAME = String.raw`(?:secret|passw(?:or)?d|passphrase|pwd|token|credentials?|authorization|auth(?![a-z])|api${JOINT}key|(?:access|private|account|signing|encryption|master|session|shared|client|consumer|app)${JOINT}key)`;
const QUOTES = String.raw`(?:\\?["'\x60*\])]){0,3}`;
/** Between a name and its value: `name: value`, `"name" = "value"`, and the `name`, `value` pairs of a list. */
const ASSIGNMENT = new RegExp(
  String.raw`${NAME}[\w.\\-]{0,24}${QUOTES}(?:,?\s{1,16}["']?value["']?)?\s{0,4}(?::=|=>|[:=])\s{0,16}(?:(?:bearer|basic|token)[ \t]{1,4})?\\?["'\x60]?$`,
  'i',
);
/** A setting's name and its value as they are handed to a function: `define('DB_PASSWORD', '…')`, `setenv("API_TOKEN", "…")`. */
const ARGUMENT = new RegExp(String.raw`["'\x60][\w.-]{0,24}${NAME}[\w.-]{0,24}["'\x60]\s{0,4},\s{0,16}["'\x60]$`, 'i');
/** How SQL sets a password: without any sign between. */
const STATEMENT = /\b(?:password|identified\s{1,4}by(?:\s{1,4}(?:password|values))?)\s{1,4}'$/i;
const OPTION = new RegExp(String.raw`--[\w-]{0,24}${NAME}[\w-]{0,24}[ \t]{1,4}["'\x60]?$`, 'i');
const SCHEME = /\bbearer[ \t]{1,4}$/i;
/** Names of values that give no access: where a listing goes on, and digests. */
const NO_SECRET = /(?:next|page|pagination|block|continu\w*|change|sync|start(?:ing)?|resume|marker)[\s_\\-]{0,2}token/i;
const DIGEST = /hash|sha-?\d|digest|checksum|fingerprint|commit|md5|revision/i;

/** So far before a value its name is looked for, in UTF-16 units. */
const NAME_REACH = 120;
const VALUE = /[A-Za-z0-9+/_-]{20,4096}={0,2}/g;
const NAME_PART = /[A-Za-z0-9]/;

/** Whether more of a dotted name follows or precedes: `secretsmanager.us-east-1.amazonaws.com` is no value. */
function isPartOfDottedName(text: string, start: number, end: number): boolean {
  return (
    (text.charAt(start - 1) === '.' && NAME_PART.test(text.charAt(start - 2))) ||
    (text.charAt(end) === '.' && NAME_PART.test(text.charAt(end + 1)))
  );
}

/**
 * The values within a run of token characters (`start` to `end`) that look random and that the text names as a
 * token, a password, a key or the like: `API_TOKEN=…`, `"clientSecret": "…"`, `--password …`, `Bearer …`.
 */
export function labelledSecretsIn(text: string, start: number, end: number): SecretSpan[] {
  if (!mayHoldRandom(text, start, end)) return [];
  const found: SecretSpan[] = [];
  for (const match of text.slice(start, end).matchAll(VALUE)) {
    const [value] = match;
    const body = value.replace(/=+$/, '');
    const isHexadecimal = isLongHexadecimal(body);
    if (!isHexadecimal && !looksRandom(body)) continue;
    const from = start + match.index;
    if (isPlaceholder(value) || isPartOfDottedName(text, from, from + value.length)) continue;
    const before = text.slice(Math.max(0, from - NAME_REACH), from);
    const name = (ASSIGNMENT.exec(before) ?? ARGUMENT.exec(before) ?? STATEMENT.exec(before) ?? OPTION.exec(before) ?? SCHEME.exec(before))?.[0];
    if (name === undefined || NO_SECRET.test(before.slice(-(name.length + 16)))) continue;
    if (isHexadecimal && DIGEST.test(name)) continue;
    found.push({ start: from, end: from + value.length, kind: LABELLED_KIND });
  }
  return found;
}
