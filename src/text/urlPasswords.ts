import type { SecretSpan } from '../contract/model';
import { isExamplePassword, isPlaceholder } from './secretValues';

const SCHEME_END = '://';
/** Longer than the user and the password that any rule looks for in a URL, in UTF-16 units. */
const LONGEST_CREDENTIALS = 520;

/** Where the `@` may be that ends the credentials of a URL whose `://` ends at `from`; -1 when there is none. */
function credentialsEnd(text: string, from: number): number {
  const last = Math.min(text.length, from + LONGEST_CREDENTIALS);
  let end = -1;
  for (let at = from; at < last; at += 1) {
    const unit = text.charCodeAt(at);
    if (unit === 0x40) end = at;
    else if (unit === 0x2f || unit <= 0x20) break;
  }
  return end;
}

/** Whether the text may hold a URL with a user and a password. */
export function mayHoldUrlPassword(text: string): boolean {
  for (let at = text.indexOf(SCHEME_END); at >= 0; at = text.indexOf(SCHEME_END, at + 1)) {
    if (credentialsEnd(text, at + SCHEME_END.length) >= 0) return true;
  }
  return false;
}

/** Passwords that stand for "the user's name is the token". */
const TOKEN_IS_USER = /^x-oauth-basic$/i;

/**
 * The passwords of URLs of any scheme, databases' among them: `postgres://user:password@host`. Those that examples
 * are written with are none, nor is one that repeats the user's name.
 */
export function urlPasswordsIn(text: string): SecretSpan[] {
  const found: SecretSpan[] = [];
  for (let at = text.indexOf(SCHEME_END); at >= 0; at = text.indexOf(SCHEME_END, at + 1)) {
    const from = at + SCHEME_END.length;
    const to = credentialsEnd(text, from);
    if (to < 0) continue;
    const colon = text.slice(from, to).search(/[:\s]/);
    if (colon < 0 || text.charAt(from + colon) !== ':') continue;
    const user = text.slice(from, from + colon);
    const password = text.slice(from + colon + 1, to);
    if (/\s/.test(password)) continue;
    if (TOKEN_IS_USER.test(password)) {
      if (!isPlaceholder(user) && !isExamplePassword('', user)) found.push({ start: from, end: from + colon, kind: 'token in a URL' });
    } else if (!isExamplePassword(user, password)) {
      found.push({ start: from + colon + 1, end: to, kind: 'password in a URL' });
    }
  }
  return found;
}
