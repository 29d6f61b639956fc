import type { CodeContent } from '../contract/codeModel';
import type { Redactions } from '../contract/model';
import type { CodeParser, SyntaxReading } from '../ports/codeParser';
import { codeContentOf } from './content';
import { isMinified } from './generatedText';
import { type Language, LINES_BYTES } from './languages';
import { sourceTextOf } from './sourceText';

/** The first of a language's grammars that reads a text without errors, or else the first one that reads it at all. */
async function syntaxOf(parser: CodeParser, language: Language, text: string): Promise<SyntaxReading> {
  let best: SyntaxReading = { kind: 'failed' };
  for (const { grammar, query } of language.syntaxes) {
    const reading = await parser.read({ grammar, query, text });
    if (reading.kind === 'read' && !reading.hasErrors) return reading;
    if (best.kind === 'failed') best = reading;
  }
  return best;
}

/**
 * Reads a text of code, by its language's grammar where there is one.
 * @param text without secrets, which are left out by line.
 */
export async function readCode(parser: CodeParser, language: Language, text: string, redactions: Redactions | null): Promise<CodeContent> {
  // What machines wrote for machines takes a grammar longest, and nobody looks for its names.
  const isByLines = language.syntaxes.length === 0 || isMinified(sourceTextOf(text));
  if (isByLines) return codeContentOf(language.syntaxes.length === 0 ? text.slice(0, LINES_BYTES) : text, 'lines', null, redactions);
  const reading = await syntaxOf(parser, language, text);
  return reading.kind === 'read'
    ? codeContentOf(text, 'grammar', reading.matches, redactions)
    : codeContentOf(text, 'failed', null, redactions);
}
