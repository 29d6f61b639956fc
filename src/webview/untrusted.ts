import * as l10n from '@vscode/l10n';

/** What a tab says of a workspace that is not trusted: an answer is not what is missing, and asking again does not help. */
export interface UntrustedWords {
  readonly heading: string;
  readonly sentence: string;
  /** What the button is called that leads to where trust is given. */
  readonly button: string;
}

/** The same words on every tab. */
export const untrustedWords = (): UntrustedWords => ({
  heading: l10n.t('This workspace is not trusted'),
  sentence: l10n.t('Nothing in it is read before you trust it. Then ask again.'),
  button: l10n.t('Manage Workspace Trust'),
});
