import * as l10n from '@vscode/l10n';
import type { CodePack } from '../../contract/codeTool';
import { latePart } from '../ask/latePart';
import { element } from '../dom';
import { visibleLine, visibleText } from '../../wording/visibleText';

const highlight = latePart(() => import(/* webpackChunkName: "highlight" */ '../ask/highlight'));

/** The name by which highlighters know a file's language: how its name ends, or the whole name where it has no ending. */
export function languageOf(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1).split('.').at(-1)!.toLowerCase();
}

/** Lines of code with their numbers, which are not part of the text; coloured when the colours are there. */
export function snippetOf({ name, path, line, code }: CodePack['snippets'][number]): HTMLElement {
  const text = visibleText(code.replace(/\r\n?/g, '\n'));
  const numbers = text.split('\n').map((_, index) => line + index);
  const shown = element('code', { className: 'code-text', text });
  highlight
    .load()
    .then(({ highlightedCodeOf }) => {
      const pieces = highlightedCodeOf(text, languageOf(path));
      if (pieces !== null) shown.replaceChildren(...pieces);
    })
    // Without colours it is the same code.
    .catch(() => undefined);
  return element(
    'pre',
    { className: 'code-snippet', attributes: { tabindex: '0', role: 'region', 'aria-label': l10n.t('Code of {0}', visibleLine(name)) } },
    element('span', { className: 'code-lines', text: numbers.join('\n'), attributes: { 'aria-hidden': 'true' } }),
    shown,
  );
}
