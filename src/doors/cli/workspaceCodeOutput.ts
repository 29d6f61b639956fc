import type { CodeResult, RepositoryRow, WorkspaceCodePack } from '../../contract/coordinatorTool';
import { harmlessLine, harmlessText } from '../../workspace/harmlessText';
import type { Paint } from './terminal';

const INDENT = '   ';

type Snippet = CodeResult['snippets'][number];

const keyOf = ({ path, line, name }: Pick<Snippet, 'path' | 'line' | 'name'>): string => `${path}\0${line}\0${name}`;

const codeLines = (code: string, paint: Paint): string[] =>
  harmlessText(code)
    .split('\n')
    .map((text) => `${INDENT}${paint.dim('│')} ${text}`.trimEnd());

/** Each declaration with its code below it, as code.context tells it. */
function resultLines(result: CodeResult, paint: Paint): string[] {
  const places = (title: string, rows: CodeResult['tests']): string[] =>
    rows.length === 0 ? [] : [`${INDENT}${title}:`, ...rows.map(({ name, path, line }) => `${INDENT}${INDENT}${harmlessLine(name)}  ${paint.dim(`${harmlessLine(path)}:${line}`)}`)];
  const snippetOf = new Map(result.snippets.map((snippet) => [keyOf(snippet), snippet.code]));
  const listed = new Set(result.symbols.map(keyOf));
  return [
    ...result.symbols.flatMap((symbol) => [
      `${INDENT}${paint.accent(symbol.kind)} ${harmlessLine(symbol.name)}  ${paint.dim(`${harmlessLine(symbol.path)}:${symbol.line}`)}`,
      ...(snippetOf.has(keyOf(symbol)) ? codeLines(snippetOf.get(keyOf(symbol)) ?? '', paint) : []),
    ]),
    ...(result.symbols.length === 0 ? [`${INDENT}no declaration was found`] : []),
    ...places('tests', result.tests),
    ...places('related', result.related),
    ...result.snippets
      .filter((snippet) => !listed.has(keyOf(snippet)))
      .flatMap(({ path, line, code }) => [`${INDENT}${paint.dim(`${harmlessLine(path)}:${line}`)}`, ...codeLines(code, paint)]),
  ];
}

function rowLines(row: RepositoryRow, paint: Paint): string[] {
  const completeness = [...new Set(row.evidence.map((evidence) => evidence.completeness))].join(', ');
  return [
    `${paint.bold(harmlessLine(row.id))}${completeness === '' ? '' : `  ${paint.dim(completeness)}`}`,
    ...(row.error === undefined ? [] : [`${INDENT}${paint.warn(harmlessLine(row.error.message))}`]),
    ...row.notices.map((notice) => `${INDENT}${paint.warn(harmlessLine(notice))}`),
    ...(row.result === undefined ? [] : resultLines(row.result, paint)),
    ...(row.nextCursor === undefined ? [] : [`${INDENT}${paint.dim('there is more: --json has the cursor to go on with')}`]),
    '',
  ];
}

/** The answer of workspace.context for a person at a terminal: one part for each repository. */
export function workspaceCodeOutput({ repositories, partial }: WorkspaceCodePack, paint: Paint): string {
  const lines = [...repositories.flatMap((row) => rowLines(row, paint)), ...(partial ? [paint.warn('This is not all there is: see the repositories that say why, or the evidence.')] : [])];
  return `${lines.join('\n').trimEnd()}\n`;
}
