import { REDACTION_MARK } from './redactionMark';

/** What documentation writes in a token's place. A random token of 40 characters holds none of it, but for a few in a million. */
const PLACEHOLDER =
  /xample|x{5}|[*.…]{3}|0123456|1234567|abcdefg|(?:^|[-_.])(?:your|some|the|here|sample|placeholder|dummy|fake|test|changeme|redacted|token|secret|key)(?:[-_.]|$)/i;

/** Whether a value only shows where a token goes, as in `ghp_your-token`, `ghp_xxxxxxxx` or `AKIAIOSFODNN7EXAMPLE`. */
export function isPlaceholder(value: string): boolean {
  return value.includes(REDACTION_MARK) || PLACEHOLDER.test(value);
}

/** Words that passwords in examples are made of. */
const EXAMPLE_PASSWORD =
  /^(?:(?:my|your|the|some|a|db|database|user(?:name)?|admin|root|guest|test|testing|dev|demo|local|default|example|sample|super|very|strong|secure|new|old|secret|pass(?:w(?:or)?d|phrase)?|passwort|pwd|pw|token|api|key|here|changeme|change|me|it|please|postgres(?:ql)?|mysql|mongo(?:db)?|redis|rabbitmq|foo|bar|baz|oauth2?|x|basic)[-_. ]?)+[0-9!]{0,4}$/i;
const TEMPLATE = /^[<{[($%*#]|\$\{|\{\{|\$\(|^(.)\1*$|[.…]{3}/;
/** Shorter passwords guard nothing. */
const SHORTEST_PASSWORD = 4;
/** No example's password made of words is longer. */
const LONGEST_WORDS = 64;

/** Whether the password of a URL only shows where one goes, or says no more than the user's name. */
export function isExamplePassword(user: string, password: string): boolean {
  return (
    password.length < SHORTEST_PASSWORD ||
    password === user ||
    password.includes(REDACTION_MARK) ||
    TEMPLATE.test(password) ||
    (password.length <= LONGEST_WORDS && EXAMPLE_PASSWORD.test(password))
  );
}

const HEXADECIMAL = /^(?:[0-9a-f]+|[0-9A-F]+)$/;
/** 128 bits, the least a generated key has. */
const SHORTEST_HEXADECIMAL = 32;

/** Whether a value is written in hexadecimal digits and long enough for a key; a digest looks the same. */
export function isLongHexadecimal(value: string): boolean {
  return (
    value.length >= SHORTEST_HEXADECIMAL &&
    HEXADECIMAL.test(value) &&
    varietyOf(value, 0, value.length).changes >= LEAST_CHANGES
  );
}

const LOWER = 1;
const UPPER = 2;
const DIGIT = 4;
const OTHER = 8;

function kindOf(unit: number): number {
  if (unit >= 0x61 && unit <= 0x7a) return LOWER;
  if (unit >= 0x41 && unit <= 0x5a) return UPPER;
  return unit >= 0x30 && unit <= 0x39 ? DIGIT : OTHER;
}

/** Of neighbours in random base64, 62% are of two kinds; in names like `EC2/MetadataDNSRebind` at most 37%. */
const MIXED_CHANGES = 0.42;
/** Of neighbours in random lower-case letters and digits, 40% are of two kinds. */
const LOWER_CHANGES = 0.3;
const SHORTEST_LOWER = 24;

/** Which kinds of characters a stretch of ASCII holds, and how many neighbours in it are of two kinds. */
function varietyOf(text: string, start: number, end: number): { readonly kinds: number; readonly changes: number } {
  let kinds = 0;
  let changes = -1;
  let before = 0;
  for (let at = start; at < end; at += 1) {
    const kind = kindOf(text.charCodeAt(at));
    if (kind !== before) changes += 1;
    kinds |= kind;
    before = kind;
  }
  return { kinds, changes };
}

/** So many changes at least has every value that `looksRandom` or `isLongHexadecimal` is asked to find. */
const LEAST_CHANGES = 6;

/** A cheap look at a stretch of ASCII: false when no part of it is long hexadecimal or looks random. */
export function mayHoldRandom(text: string, start: number, end: number): boolean {
  const { kinds, changes } = varietyOf(text, start, end);
  return (kinds & DIGIT) !== 0 && changes >= LEAST_CHANGES;
}

/**
 * Whether a value of ASCII looks drawn at random: capitals, small letters and digits in turn, or small letters and
 * digits alone and longer. Words joined in any way, UUIDs and hexadecimal digests do not.
 */
export function looksRandom(value: string): boolean {
  const { kinds, changes } = varietyOf(value, 0, value.length);
  const share = changes / Math.max(1, value.length - 1);
  if (changes < LEAST_CHANGES) return false;
  if ((kinds & (LOWER | UPPER | DIGIT)) === (LOWER | UPPER | DIGIT)) return share >= MIXED_CHANGES;
  return kinds === (LOWER | DIGIT) && value.length >= SHORTEST_LOWER && share >= LOWER_CHANGES && !HEXADECIMAL.test(value);
}
