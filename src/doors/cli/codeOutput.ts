import type { CodePack, CodeSymbol } from '../../contract/codeTool';
import { harmlessLine, harmlessText } from '../../workspace/harmlessText';
import { shownParts } from '../../wording/shownParts';
import type { Paint } from './terminal';

const INDENT = '   ';
const DECIMALS = 2;

function symbolLines(symbol: CodeSymbol, number: number, code: string | undefined, paint: Paint): string[] {
  const { kind, name, path, line, signature, score, why } = symbol;
  const shown = shownParts(why.map(({ contribution }) => contribution), score, DECIMALS);
  return [
    `${String(number).padStart(2)} ${paint.accent(kind)} ${paint.bold(harmlessLine(name))}  ${paint.dim(`${harmlessLine(path)}:${line}`)}`,
    ...(signature === undefined ? [] : [`${INDENT}${harmlessLine(signature)}`]),
    `${INDENT}${paint.dim(`${score.toFixed(DECIMALS)} = ${why.map(({ factor, contribution }, index) => `${factor} ${(shown[index] ?? contribution).toFixed(DECIMALS)}`).join(' + ')}`)}`,
    ...(code === undefined
      ? []
      : harmlessText(code)
          .split('\n')
          .map((text) => `${INDENT}${paint.dim('│')} ${text}`.trimEnd())),
    '',
  ];
}

function places(title: string, rows: CodePack['tests'], paint: Paint): string[] {
  return rows.length === 0 ? [] : [title, ...rows.map(({ name, path, line }) => `${INDENT}${harmlessLine(name)}  ${paint.dim(`${harmlessLine(path)}:${line}`)}`), ''];
}

/** The answer of code.context for a person at a terminal. */
export function codeOutput(pack: CodePack, paint: Paint): string {
  const codeOf = new Map(pack.snippets.map(({ path, line, name, code }) => [`${path}\0${line}\0${name}`, code]));
  const lines = [
    ...(pack.symbols.length === 0 ? ['No code was found.', ''] : []),
    ...pack.symbols.flatMap((symbol, index) => symbolLines(symbol, index + 1, codeOf.get(`${symbol.path}\0${symbol.line}\0${symbol.name}`), paint)),
    ...places('tests that exercise them', pack.tests, paint),
    ...places('files that import or call them', pack.related, paint),
    ...pack.evidence.map(({ completeness, reasons }) => paint.dim([`evidence: ${completeness}`, ...reasons.map(harmlessLine)].join('. '))),
    ...pack.notices.map((notice) => `note: ${harmlessLine(notice)}`),
    ...(pack.outOfScope > 0 ? [`note: ${pack.outOfScope} left out because they lie outside of the repository`] : []),
    ...(pack.nextCursor === undefined ? [] : [paint.dim(`"cursor": "${pack.nextCursor}" in the payload goes on`)]),
  ];
  return `${lines.join('\n').trimEnd()}\n`;
}
