import * as l10n from '@vscode/l10n';
import type { PassageRow } from '../../contract/tools';
import { buttonOf, element, iconButtonOf, iconOf } from '../dom';
import type * as highlightPart from './highlight';
import type { LatePart } from './latePart';
import type * as markdownPart from './markdown';
import { markWords } from './markWords';
import type { MarkedStretch } from './marks';
import { isLong, isRenderable } from './passageSource';

export interface BodyContext {
  readonly mark: (text: string) => readonly MarkedStretch[];
  readonly markdown: LatePart<typeof markdownPart>;
  readonly highlight: LatePart<typeof highlightPart>;
  readonly openDocument: (sourceRef: string) => void;
  /** Whether texts begin as written. */
  readonly asWritten: boolean;
  /** Somebody chose for a passage. */
  readonly onChoice: (asWritten: boolean) => void;
}

/** The text of a passage, and the button that changes between rendered and as written; null where there is nothing to choose. */
export interface PassageBody {
  readonly root: HTMLElement;
  readonly toggle: HTMLButtonElement | null;
}

/** So much more than fits may be shown rather than folded away (pixels). */
const TOLERANCE = 48;

/**
 * What can only be told when a text has its place: whether folding hides anything, and what scrolls and so must be reachable
 * with the keyboard.
 */
export function settle(root: HTMLElement): void {
  // What has no layout yet is asked nothing, because to answer it would need one.
  const laidOut = [...root.querySelectorAll<HTMLElement>('.text')].filter((text) => text.checkVisibility({ contentVisibilityAuto: true }));
  const folded = laidOut.filter((text) => {
    const content = text.querySelector('.text-content');
    return text.classList.contains('folded') && content !== null && content.scrollHeight <= content.clientHeight + TOLERANCE;
  });
  const scrolling = laidOut
    .flatMap((text) => [...text.querySelectorAll<HTMLElement>('.scrolls')])
    .map((one) => [one, one.scrollWidth > one.clientWidth] as const);
  for (const text of folded) {
    text.classList.remove('folded');
    text.querySelector('.text-fold')?.remove();
  }
  for (const [one, isScrolling] of scrolling) {
    if (isScrolling) one.tabIndex = 0;
    else one.removeAttribute('tabindex');
  }
}

/** Colours code when the colours are there; a text that was replaced meanwhile is left alone. */
function colour(blocks: readonly markdownPart.CodeBlock[], { highlight, mark }: BodyContext): void {
  if (blocks.length === 0) return;
  highlight
    .load()
    .then(({ highlightedCodeOf }) => {
      for (const { code, text, language } of blocks) {
        const pieces = code.isConnected ? highlightedCodeOf(text, language) : null;
        if (pieces === null) continue;
        code.replaceChildren(...pieces);
        markWords(code, mark);
      }
    })
    .catch(() => undefined);
}

/** Shows the text of a passage: rendered where it is Markdown, else as written; a long one is folded. */
export function passageBodyOf(passage: PassageRow, context: BodyContext): PassageBody | null {
  if (passage.text === '') return null;
  const canRender = isRenderable(passage);
  let asWritten = context.asWritten;
  const content = element('div', { className: 'text-content' });
  const root = element('div', { className: 'text' }, content);

  const fill = (): void => {
    const part = canRender && !asWritten ? context.markdown.current() : null;
    content.classList.toggle('rendered', part !== null);
    if (part === null) {
      content.replaceChildren(document.createTextNode(passage.text));
      if (canRender && !asWritten) context.markdown.load().then(refill, () => undefined);
    } else {
      const { content: rendered, codeBlocks } = part.renderedMarkdownOf(passage.text, passage.sourceRef, context.openDocument);
      content.replaceChildren(rendered);
      colour(codeBlocks, context);
    }
    markWords(content, context.mark);
  };
  const refill = (): void => {
    if (!root.isConnected) return;
    fill();
    settle(root);
  };

  const toggle = canRender ? iconButtonOf('code', '', () => undefined) : null;
  const showChoice = (): void => {
    const name = asWritten ? l10n.t('Show rendered') : l10n.t('Show as written');
    toggle?.replaceChildren(iconOf(asWritten ? 'open-preview' : 'code'));
    toggle?.setAttribute('title', name);
    toggle?.setAttribute('aria-label', name);
  };
  toggle?.addEventListener('click', () => {
    asWritten = !asWritten;
    showChoice();
    refill();
    context.onChoice(asWritten);
  });
  showChoice();

  if (isLong(passage.text)) {
    root.classList.add('folded');
    const fold = buttonOf(l10n.t('Show all'), () => setFolded(!root.classList.contains('folded')), 'link text-fold');
    const setFolded = (isFolded: boolean): void => {
      root.classList.toggle('folded', isFolded);
      fold.textContent = isFolded ? l10n.t('Show all') : l10n.t('Show less');
      fold.setAttribute('aria-expanded', String(!isFolded));
    };
    setFolded(true);
    // Nobody tabs into what cannot be seen.
    content.addEventListener('focusin', () => setFolded(false));
    root.append(fold);
  }
  fill();
  return { root, toggle };
}
