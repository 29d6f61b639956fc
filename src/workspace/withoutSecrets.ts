import type { Redactions } from '../contract/model';
import type { SecretScanner } from '../ports/secretScanner';
import { mergedSpans, PLACES_KEPT, redactedText, redactionsOf, withRepetitions } from '../text/redaction';
import { isPlaceholder } from '../text/secretValues';
import { mayHoldSecret, secretsIn } from '../text/secrets';

/** A text without what looks like a secret. */
export interface RedactedText {
  readonly text: string;
  /** Null when nothing was left out. */
  readonly redactions: Redactions | null;
}

/**
 * A text is looked through again after something was left out of it, because what stood next to that may then look
 * like a secret. No text that somebody wrote needs more rounds than two.
 */
const ROUNDS = 8;

/**
 * Leaves out of a text what looks like a secret, line for line; `unchecked` when that cannot be told, and then the
 * text must not be used.
 */
export async function withoutSecrets(scanner: SecretScanner, text: string): Promise<RedactedText | 'unchecked'> {
  let [current, redactions]: [string, Redactions | null] = [text, null];
  for (let round = 0; round < ROUNDS; round += 1) {
    if (!mayHoldSecret(current)) return { text: current, redactions };
    const checked = current;
    const scanned = await scanner.scan(checked).catch(() => null);
    if (scanned === null) return 'unchecked';
    const spans = [
      ...secretsIn(checked),
      ...scanned.filter(({ start, end }) => !isPlaceholder(checked.slice(start, end))),
    ].filter(({ start, end }) => start < end);
    if (spans.length === 0) return { text: current, redactions };
    const merged = mergedSpans(withRepetitions(checked, spans));
    redactions = added(redactions, redactionsOf(checked, merged));
    current = redactedText(checked, merged);
  }
  return 'unchecked';
}

function added(before: Redactions | null, more: Redactions): Redactions {
  return before === null ? more : { count: before.count + more.count, places: [...before.places, ...more.places].slice(0, PLACES_KEPT) };
}
