import type { SecretSpan } from '../contract/model';
import { labelledSecretsIn } from './labelledSecrets';
import { someLongRun } from './longRuns';
import { PRIVATE_KEY_WORDS, privateKeysIn } from './privateKeys';
import { formattedTokensIn, TOKEN_MARKS } from './secretTokens';
import { mayHoldUrlPassword, urlPasswordsIn } from './urlPasswords';

/** What secretlint 12 looks for in a run of token characters is never without one of these. */
const SECRETLINT_MARKS =
  /A(?:KIA|GPA|IDA|ROA|IPA|NPA|NVA|SIA|3T)|(?:npm|gsk|hf|lin_api|ntn|shp[pcas][ats]|gh[pousr]|github_pat|glc|glsa|vc[piark]|figd|dckr_pat)_|T3BlbkFJ|sk-ant-api|SG\.|glpat-|ops_ey|hv[sbr]\.|dapi|(?:CCESS|ccess)_?(?:KEY|Key|key)|[hH][oO][oO][kK][sS]\.[sS][lL][aA][cC][kK]\./;
const MARKS = new RegExp(`${SECRETLINT_MARKS.source}|${TOKEN_MARKS.source}`);
/** Slack's tokens may be shorter than a long run. */
const SLACK_MARKS = ['xox', 'xapp-'] as const;
/** AWS's secret access keys have no mark of their own, only a length and a name before them. */
const AWS_SECRET_KEY = /[A-Za-z0-9/+=]{40}/;
const AWS_SECRET_KEY_LENGTH = 40;

/** Whether the word before `at`, behind white space, quotation marks and an assignment, ends in "key". */
function isNamedKey(text: string, at: number): boolean {
  let end = at;
  while (end > 0 && /[\s"':=>]/.test(text.charAt(end - 1))) end -= 1;
  return text.slice(end - 3, end).toLowerCase() === 'key';
}

/**
 * Whether a text may hold something that secretlint's rules or `secretsIn` would find: false means that it does
 * not, for certain. Most documents end here, at a small part of what the rules cost.
 */
export function mayHoldSecret(text: string): boolean {
  return (
    text.includes(PRIVATE_KEY_WORDS) ||
    SLACK_MARKS.some((mark) => text.includes(mark)) ||
    mayHoldUrlPassword(text) ||
    someLongRun(text, (start, end) => {
      const run = text.slice(start, end);
      return (
        MARKS.test(run) ||
        (run.length >= AWS_SECRET_KEY_LENGTH && AWS_SECRET_KEY.test(run) && isNamedKey(text, start)) ||
        labelledSecretsIn(text, start, end).length > 0
      );
    })
  );
}

/** The secrets that secretlint has no rule for, or of which it would take more than the secret. In no order. */
export function secretsIn(text: string): SecretSpan[] {
  const labelled: SecretSpan[] = [];
  someLongRun(text, (start, end) => {
    labelled.push(...labelledSecretsIn(text, start, end));
    return false;
  });
  return [...privateKeysIn(text), ...urlPasswordsIn(text), ...formattedTokensIn(text), ...labelled];
}
