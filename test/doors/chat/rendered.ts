import MarkdownIt from 'markdown-it';
import type { ChatPart } from '../../../src/doors/vscode/chat/parts';

/** Stands where the editor puts the link of a place. */
const PLACE = 'https://place.invalid/';

/** As the chat reads Markdown, and more readily: bare addresses are links, too, and HTML is HTML. */
const reader = new MarkdownIt({ html: true, linkify: true, typographer: false });

interface Token {
  readonly type: string;
  readonly tag: string;
  readonly content: string;
  readonly children: readonly Token[] | null;
  attrGet(name: string): string | null;
}

/** The whole answer as one Markdown text, as the editor joins it. */
export const textOf = (parts: readonly ChatPart[]): string =>
  parts.map((part, index) => (part.kind === 'markdown' ? part.value : `[${part.label}](${PLACE}${index})`)).join('');

const flat = (tokens: readonly Token[]): Token[] => tokens.flatMap((token) => [token, ...flat(token.children ?? [])]);

/** What the answer is as a document. */
export function readingOf(parts: readonly ChatPart[]) {
  const tokens = flat(reader.parse(textOf(parts), {}) as readonly Token[]);
  return {
    /** Targets of links, places aside. */
    links: tokens.filter(({ type }) => type === 'link_open').map((token) => token.attrGet('href') ?? '').filter((href) => !href.startsWith(PLACE)),
    places: tokens.filter((token) => token.type === 'link_open' && token.attrGet('href')?.startsWith(PLACE)).length,
    images: tokens.filter(({ type }) => type === 'image').length,
    html: tokens.filter(({ type }) => type.startsWith('html_')).map(({ content }) => content),
    code: tokens.filter(({ type }) => ['fence', 'code_block', 'code_inline'].includes(type)).map(({ content }) => content),
    headings: tokens.flatMap((token, index) => (token.type === 'heading_open' ? [`${token.tag} ${tokens[index + 1]?.children?.map(({ content }) => content).join('') ?? ''}`] : [])),
    lists: tokens.filter(({ type }) => type === 'bullet_list_open' || type === 'ordered_list_open').length,
    tables: tokens.filter(({ type }) => type === 'table_open').length,
    quotes: tokens.filter(({ type }) => type === 'blockquote_open').length,
    emphasis: tokens.filter(({ type }) => type === 'strong_open' || type === 'em_open' || type === 's_open').length,
    text: tokens.filter(({ type }) => type === 'inline').map(({ children }) => (children ?? []).map(({ type, content }) => (type === 'hardbreak' || type === 'softbreak' ? '\n' : content)).join('')),
  };
}
