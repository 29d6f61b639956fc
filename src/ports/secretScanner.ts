import type { SecretSpan } from '../contract/model';

/** Finds what looks like a secret by the rules of a scanner that others keep up to date. */
export interface SecretScanner {
  /** The stretches of a text that look like secrets, in no order; they may overlap. Rejects when it cannot tell. */
  scan(text: string): Promise<readonly SecretSpan[]>;
}
