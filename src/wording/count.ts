import * as l10n from '@vscode/l10n';
import { grouped } from './grouped';

/** What can be counted: one and many, each as a phrase of its own, because languages form them in many ways. */
const PHRASES = {
  document: (count: string, isOne: boolean) => (isOne ? l10n.t('{0} document', count) : l10n.t('{0} documents', count)),
  passage: (count: string, isOne: boolean) => (isOne ? l10n.t('{0} passage', count) : l10n.t('{0} passages', count)),
  entity: (count: string, isOne: boolean) => (isOne ? l10n.t('{0} entity', count) : l10n.t('{0} entities', count)),
  relation: (count: string, isOne: boolean) => (isOne ? l10n.t('{0} relation', count) : l10n.t('{0} relations', count)),
  file: (count: string, isOne: boolean) => (isOne ? l10n.t('{0} file', count) : l10n.t('{0} files', count)),
  repository: (count: string, isOne: boolean) => (isOne ? l10n.t('{0} repository', count) : l10n.t('{0} repositories', count)),
} as const;
export type Countable = keyof typeof PHRASES;

/** A number with its noun: `1 entity`, `1,200 entities`. */
export function countOf(number: number, noun: Countable): string {
  return PHRASES[noun](grouped(number), number === 1);
}
