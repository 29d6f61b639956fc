import * as l10n from '@vscode/l10n';
import type { LineRange } from '../../../contract/model';
import { literalLine } from './literal';

/** A piece of an answer in the chat, apart from how the editor wants it. */
export type ChatPart =
  | { readonly kind: 'markdown'; readonly value: string }
  /** A place in a file, which the editor makes a link of. */
  | { readonly kind: 'place'; readonly sourceRef: string; readonly lines: LineRange; readonly label: string };

export const markdown = (...values: readonly string[]): ChatPart => ({ kind: 'markdown', value: values.join('') });

/** The lines as editors write them after a path, `:40-58`; one number where it is one line. */
const suffixOf = ({ start, end }: LineRange): string => (start === end ? `:${start}` : `:${start}-${end}`);

/** The last name of a path, and the folders before it. */
function namesOf(sourceRef: string): { readonly file: string; readonly folder: string } {
  const end = sourceRef.lastIndexOf('/');
  return { file: sourceRef.slice(end + 1), folder: sourceRef.slice(0, Math.max(0, end)) };
}

/** A place, named after its file as the editor names it, and behind it the folder, which the editor leaves out. */
export function placeParts(sourceRef: string, lines: LineRange): ChatPart[] {
  const { file, folder } = namesOf(sourceRef);
  return [{ kind: 'place', sourceRef, lines, label: `${file}${suffixOf(lines)}` }, ...(folder === '' ? [] : [markdown(` ${l10n.t('in {0}', literalLine(folder))}`)])];
}
