import type { SecretSpan } from '../contract/model';
import { isPlaceholder } from './secretValues';

/** Tokens of known formats that secretlint 12 does not look for. `value` is the token where a pattern holds more. */
const TOKENS: readonly (readonly [kind: string, pattern: RegExp])[] = [
  // RFC 7519: a header and a payload that are JSON objects, and a signature.
  ['JSON Web Token', /(?<![\w-])eyJ[\w-]{10,4096}\.eyJ[\w-]{10,8192}\.[\w-]{16,1024}/g],
  ['Google API key', /(?<![\w-])AIza[\w-]{35}(?![\w-])/g],
  ['Stripe key', /(?<![\w-])(?:sk|rk)_live_[0-9A-Za-z]{16,128}/g],
  // Runners, triggers, deploys, jobs and the rest; personal ones may end in two parts behind dots.
  ['GitLab token', /(?<![\w-])gl(?:pat|rt|ptt|dt|cbt|soat|ft|agent|imt)-[\w-]{20,128}(?:\.[0-9a-z]{2}\.[0-9a-z]{9})?/g],
  ['Slack token', /(?<![\w-])xox[a-z](?:\.xox[a-z])?-(?=[\w-]{0,40}\d)[A-Za-z0-9-]{20,512}/g],
  ['PyPI token', /(?<![\w-])pypi-AgE[\w-]{50,512}/g],
  ['Azure key', /(?<=(?:AccountKey|SharedAccessKey)=)[A-Za-z0-9+/]{40,86}={1,2}/g],
  ['DigitalOcean token', /(?<![\w-])do[opr]_v1_[a-f0-9]{64}(?!\w)/g],
  ['age secret key', /(?<=AGE-SECRET-KEY-1)[0-9A-Z]{58}(?!\w)/g],
  ['Atlassian token', /(?<![\w-])ATATT3[\w=-]{100,512}/g],
];

/** Part of every one of those tokens. */
export const TOKEN_MARKS = /eyJ|AIza|[sr]k_live_|gl[a-z]{2,5}-|pypi-AgE|AccountKey=|SharedAccessKey=|do[opr]_v1_|AGE-SECRET-KEY-1|ATATT3/;

/** Tokens whose format tells what they are. */
export function formattedTokensIn(text: string): SecretSpan[] {
  return TOKENS.flatMap(([kind, pattern]) =>
    [...text.matchAll(pattern)].flatMap((match): SecretSpan[] =>
      isPlaceholder(match[0]) ? [] : [{ start: match.index, end: match.index + match[0].length, kind }],
    ),
  );
}
