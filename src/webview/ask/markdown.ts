import * as l10n from '@vscode/l10n';
import MarkdownIt from 'markdown-it';
import type { Token } from 'markdown-it';
import { visibleLine } from '../../wording/visibleText';
import { element, iconOf } from '../dom';
import { type LinkTarget, linkTargetOf } from './links';
import { renderableSourceOf } from './passageSource';

/*
 * Markdown as elements. markdown-it only reads it: its tokens are made into elements here, of the few kinds below, with texts as
 * texts. There is no HTML, no image is loaded, and a link leads to an address of a kind that is allowed or nowhere.
 */

/** Code whose language is named, to be coloured. */
export interface CodeBlock {
  readonly code: HTMLElement;
  readonly text: string;
  readonly language: string;
}

export interface RenderedMarkdown {
  readonly content: DocumentFragment;
  readonly codeBlocks: readonly CodeBlock[];
}

const markdown = new MarkdownIt('default', { html: false, linkify: false, typographer: false });
// Where a link may lead is decided below, for what the document says, whatever it says.
markdown.validateLink = () => true;
markdown.normalizeLink = (url) => url;

const PLAIN_TAGS = ['p', 'ul', 'li', 'blockquote', 'thead', 'tbody', 'tr', 'em', 'strong', 's'] as const;
type PlainTag = (typeof PLAIN_TAGS)[number];
const isPlainTag = (tag: string): tag is PlainTag => (PLAIN_TAGS as readonly string[]).includes(tag);

const LINE_BREAK = /<br[ \t]*\/?>/i;
const ALIGNED = /^text-align:(left|center|right)$/;

/** Text in which `<br>`, without which cells of tables have no lines, is what it says. */
function textNodesOf(text: string): Node[] {
  return text.split(LINE_BREAK).flatMap((line, index): Node[] => [...(index === 0 ? [] : [element('br')]), document.createTextNode(line)]);
}

/** An image is never loaded: what it shows, in words. */
function imageOf(token: Token): HTMLElement {
  const alt = (token.children ?? []).map(({ content }) => content).join('').trim();
  return element(
    'span',
    { className: 'image', attributes: { title: l10n.t('An image, which is not loaded') } },
    iconOf('file-media'),
    document.createTextNode(alt === '' ? l10n.t('image') : alt),
  );
}

function linkOf(target: LinkTarget, href: string, open: (sourceRef: string) => void): HTMLElement {
  switch (target.kind) {
    case 'web':
      return element('a', { attributes: { href: target.address, title: target.address, rel: 'noopener noreferrer' } });
    case 'document':
      return element('button', {
        className: 'link',
        attributes: { type: 'button', title: l10n.t('Open {0}', visibleLine(target.sourceRef)) },
        onClick: () => open(target.sourceRef),
      });
    case 'none':
      return element('span', { className: 'no-link', attributes: { title: visibleLine(href) } });
  }
}

/** Around what may be wider than its card: a stop of the Tab key until its layout tells that all of it is seen. */
const scrolling = (name: string, ...children: readonly Node[]): HTMLElement =>
  element('div', { className: 'scrolls', attributes: { role: 'group', 'aria-label': name, tabindex: '0' } }, ...children);

function codeOf(token: Token, blocks: CodeBlock[]): HTMLElement {
  const text = token.content.replace(/\n$/, '');
  const language = (/^[\w+#.-]+/.exec(token.info.trim())?.[0] ?? '').toLowerCase();
  const code = element('code', { text });
  if (language !== '') blocks.push({ code, text, language });
  return scrolling(language === '' ? l10n.t('Code') : l10n.t('Code, {0}', language), element('pre', {}, code));
}

/** The element that a token opens; null where what it holds simply stands in what is around it. */
function openedBy(token: Token, sourceRef: string, open: (sourceRef: string) => void): HTMLElement | null {
  if (isPlainTag(token.tag)) return element(token.tag);
  switch (token.type) {
    case 'heading_open':
      return element('p', { className: 'heading' });
    case 'ordered_list_open': {
      const start = Number(token.attrGet('start') ?? 1);
      return element('ol', start === 1 ? {} : { attributes: { start: String(start) } });
    }
    case 'table_open':
      return element('table');
    case 'th_open':
    case 'td_open': {
      const side = ALIGNED.exec(String(token.attrGet('style') ?? ''))?.[1];
      return element(token.type === 'th_open' ? 'th' : 'td', side === undefined ? {} : { className: side });
    }
    case 'link_open': {
      const href = String(token.attrGet('href') ?? '');
      return linkOf(linkTargetOf(href, sourceRef), href, open);
    }
    default:
      return null;
  }
}

/**
 * A passage of the Markdown document `sourceRef` as elements.
 * @param open opens another document of its repository.
 */
export function renderedMarkdownOf(text: string, sourceRef: string, open: (sourceRef: string) => void): RenderedMarkdown {
  const { source, hasMadeHeader } = renderableSourceOf(text);
  const content = document.createDocumentFragment();
  const codeBlocks: CodeBlock[] = [];
  const around: Node[] = [content];
  const add = (...nodes: readonly Node[]): void => nodes.forEach((node) => around.at(-1)!.appendChild(node));

  const addLeaf = (token: Token): void => {
    switch (token.type) {
      case 'inline':
        addAll(token.children ?? []);
        return;
      case 'text':
        add(...textNodesOf(token.content));
        return;
      case 'softbreak':
        add(document.createTextNode('\n'));
        return;
      case 'hardbreak':
        add(element('br'));
        return;
      case 'code_inline':
        add(element('code', { text: token.content }));
        return;
      case 'fence':
      case 'code_block':
        add(codeOf(token, codeBlocks));
        return;
      case 'image':
        add(imageOf(token));
        return;
      case 'hr':
        add(element('hr'));
        return;
      default:
        // Whatever it may be, its text is shown.
        add(document.createTextNode(token.content));
    }
  };
  const addAll = (tokens: readonly Token[]): void => {
    for (const token of tokens) {
      if (token.nesting === 0) addLeaf(token);
      else if (token.nesting < 0) around.pop();
      else {
        const opened = token.hidden ? null : openedBy(token, sourceRef, open);
        if (opened !== null) add(token.type === 'table_open' ? scrolling(l10n.t('Table'), opened) : opened);
        around.push(opened ?? around.at(-1)!);
      }
    }
  };
  addAll(markdown.parse(source, {}));
  if (hasMadeHeader) content.querySelector('thead')?.remove();
  return { content, codeBlocks };
}
