import type MarkdownIt from 'markdown-it';
import type { Token } from 'markdown-it';

/** Longest heading source that is parsed: beyond it nobody reads a heading any more. */
const PARSED_LIMIT = 10_000;

// Without any of these a heading has no markup, and parsing it would give it back as it is.
const markup = /[\\`*_[\]!<&~\n]/;

/** The text of a heading as it reads when rendered: no markup, no link targets, no HTML; image alt kept. */
export function headingText(source: string, markdown: MarkdownIt, env: object): string {
  return collapsed(markup.test(source) ? renderedText(source.slice(0, PARSED_LIMIT), markdown, env) : source);
}

/** The same, always through the inline parser. */
export function renderedHeadingText(source: string, markdown: MarkdownIt, env: object): string {
  return collapsed(renderedText(source, markdown, env));
}

function renderedText(source: string, markdown: MarkdownIt, env: object): string {
  const tokens: Token[] = [];
  markdown.inline.parse(source, markdown, env, tokens);
  return textOfTokens(tokens);
}

function textOfTokens(tokens: readonly Token[]): string {
  let text = '';
  for (const token of tokens) {
    if (token.type === 'softbreak' || token.type === 'hardbreak') text += ' ';
    else if (token.type === 'image') text += textOfTokens(token.children ?? []);
    else if (token.type !== 'html_inline') text += token.content;
  }
  return text;
}

function collapsed(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}
