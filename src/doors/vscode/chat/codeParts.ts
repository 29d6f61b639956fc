import * as l10n from '@vscode/l10n';
import type { CodeSymbol } from '../../../contract/codeTool';
import type { RepositoryRow } from '../../../contract/coordinatorTool';
import { literalLine } from './literal';
import { type ChatPart, markdown, placeParts } from './parts';

const LONGEST_SIGNATURE = 160;
/** A reason that speaks of an argument, which a person in a chat does not have. */
const OF_ARGUMENTS = /"cursor"/;

function shortened(text: string): string {
  return text.length <= LONGEST_SIGNATURE ? text : `${text.slice(0, LONGEST_SIGNATURE).replace(/[\ud800-\udbff]$/, '')}…`;
}

function symbolParts(repository: string, symbol: CodeSymbol): ChatPart[] {
  const { name, kind, path, line, signature, summary } = symbol;
  const said = signature ?? summary;
  return [
    markdown(`- **${literalLine(name)}** (${literalLine(kind)}) · `),
    ...placeParts(`${repository}/${path}`, { start: line, end: line }),
    markdown(`${said === undefined || said.trim() === '' ? '' : `  \n  ${literalLine(shortened(said))}`}\n`),
  ];
}

/** Where in the code of one repository a task belongs, as the chat shows it. */
export function codePartsOf(row: RepositoryRow): ChatPart[] {
  const { id, error, result, evidence, notices } = row;
  const symbols = result?.symbols ?? [];
  const reasons = [...new Set([...evidence.flatMap((one) => one.reasons), ...notices])].filter((reason) => !OF_ARGUMENTS.test(reason));
  return [
    markdown(`\n\n#### ${literalLine(id)}\n\n`),
    ...(error === undefined ? [] : [markdown(`${l10n.t('This repository gave no answer: {0}', literalLine(error.message))}\n\n`)]),
    ...(error === undefined && symbols.length === 0 ? [markdown(`${l10n.t('Nothing in its code matches the task.')}\n\n`)] : []),
    ...symbols.flatMap((symbol) => symbolParts(id, symbol)),
    ...(reasons.length === 0 ? [] : [markdown('\n', ...reasons.map((reason) => `${literalLine(reason)}\n\n`))]),
    ...(row.nextCursor === undefined ? [] : [markdown(`\n${l10n.t('There is more in this repository; the panel shows it.')}\n\n`)]),
  ];
}
