import * as l10n from '@vscode/l10n';
import type { CodePack, CodeSymbol } from '../../contract/codeTool';
import { element, iconButtonOf } from '../dom';
import { KIND_ICONS, kindLabelOf } from './codeWords';
import { type Fold, foldOf } from './fold';
import { factorLabelOf, HIGHEST_CODE_SCORE, type ScoreStretch, scoreText, shownContributionsOf, symbolBarOf, symbolScoreSentenceOf } from './symbolScore';
import { snippetOf } from './snippet';
import { visibleLine } from '../../wording/visibleText';

type Place = CodePack['tests'][number];

/** What a symbol's buttons do. */
export interface SymbolActions {
  /** Opens a file of the repository at a line. */
  open(path: string, line: number): void;
  copy(): void;
}

/** A path with its line, as a button that opens it. */
export function placeButtonOf({ path, line }: Pick<Place, 'path' | 'line'>, open: SymbolActions['open']): HTMLElement {
  return element(
    'button',
    { className: 'link place', text: visibleLine(path), onClick: () => open(path, line), attributes: { type: 'button', title: l10n.t('Open the file at this line') } },
    element('span', { className: 'lines', text: `:${line}` }),
  );
}

/** A stretch of the bar; `--scale` of what is around it says how long a score of 1 is. */
function stretchOf({ factor, start, length, why }: ScoreStretch, shown: number, kind: 'added' | 'taken'): HTMLElement {
  const part = element('span', {
    className: kind === 'added' ? `code-bar-part code-factor-${factor}` : 'code-bar-part code-bar-taken',
    attributes: { title: `${factorLabelOf(factor)} ${scoreText(shown)}: ${visibleLine(why.detail)}` },
  });
  part.style.left = `calc(${start * 100}% * var(--scale))`;
  part.style.width = `calc(${length * 100}% * var(--scale))`;
  return part;
}

function barOf({ score, why }: CodeSymbol): HTMLElement {
  const shown = shownContributionsOf({ score, why });
  const shownOf = ({ why: row }: ScoreStretch): number => shown[why.indexOf(row)] ?? row.contribution;
  const { added, taken } = symbolBarOf(why);
  return element(
    'span',
    { className: 'code-bar', attributes: { 'aria-hidden': 'true' } },
    ...added.map((stretch) => stretchOf(stretch, shownOf(stretch), 'added')),
    ...taken.map((stretch) => stretchOf(stretch, shownOf(stretch), 'taken')),
  );
}

/** Every factor with its sum: value × weight = contribution, the contributions adding up to the score. */
function whyTableOf({ score, why }: CodeSymbol): HTMLElement {
  const shown = shownContributionsOf({ score, why });
  const rows = why.map(({ factor, value, weight, contribution, detail }, index) =>
    element(
      'tr',
      {},
      element(
        'th',
        { attributes: { scope: 'row' } },
        element('span', { className: `code-swatch ${contribution < 0 ? 'code-bar-taken' : `code-factor-${factor}`}`, attributes: { 'aria-hidden': 'true' } }),
        document.createTextNode(factorLabelOf(factor)),
      ),
      element('td', { className: 'code-number', text: `${scoreText(value)} × ${scoreText(weight)}` }),
      element('td', { className: 'code-number', text: `= ${scoreText(shown[index] ?? contribution)}` }),
      element('td', { className: 'code-detail', text: visibleLine(detail) }),
    ),
  );
  const sum = element(
    'tr',
    {},
    element('th', { text: l10n.t('Score'), attributes: { scope: 'row' } }),
    element('td'),
    element('td', { className: 'code-number', text: `= ${scoreText(score)}` }),
    element('td', { className: 'code-detail', text: l10n.t('of at most {0}', scoreText(HIGHEST_CODE_SCORE)) }),
  );
  return element('table', { className: 'code-why' }, element('tbody', {}, ...rows), element('tfoot', {}, sum));
}

/** How many lines a snippet has, for the button that shows it. */
function lineCountOf(code: string): string {
  const count = code.split('\n').length;
  return count === 1 ? l10n.t('1 line') : l10n.t('{0} lines', count);
}

function codeFoldOf(snippet: CodePack['snippets'][number], name: string): Fold {
  const lines = lineCountOf(snippet.code);
  const label = [element('span', { text: `${l10n.t('Code')} ` }, element('span', { className: 'code-aside', text: lines }))];
  return foldOf(label, () => snippetOf(snippet), { name: l10n.t('Code {0} of {1}', lines, name) });
}

/** One symbol: what it is, where it stands, why it is here, and its code below. @param snippet null where none came with it. */
export function symbolViewOf(symbol: CodeSymbol, snippet: CodePack['snippets'][number] | null, { open, copy }: SymbolActions): HTMLElement {
  const name = visibleLine(symbol.name);
  const code = snippet === null ? null : codeFoldOf(snippet, name);
  const why = foldOf(
    [element('span', { text: l10n.t('Score {0}', scoreText(symbol.score)) }), barOf(symbol)],
    () => element('div', { className: 'code-why-frame', attributes: { tabindex: '0', role: 'region', 'aria-label': l10n.t('Why {0} has its score', name) } }, whyTableOf(symbol)),
    { name: symbolScoreSentenceOf(symbol) },
  );
  return element(
    'li',
    { className: 'code-symbol' },
    element(
      'div',
      { className: 'code-symbol-head' },
      element('span', { className: `code-kind codicon codicon-${KIND_ICONS[symbol.kind]} kind-${symbol.kind}`, attributes: { role: 'img', 'aria-label': kindLabelOf(symbol.kind), title: kindLabelOf(symbol.kind) } }),
      element('h3', { className: 'code-name', text: name }),
      iconButtonOf('copy', l10n.t('Copy where {0} stands', name), copy),
    ),
    symbol.signature === undefined ? null : element('code', { className: 'code-signature', text: visibleLine(symbol.signature) }),
    symbol.summary === undefined ? null : element('p', { className: 'code-summary', text: visibleLine(symbol.summary) }),
    element('div', { className: 'code-symbol-facts' }, placeButtonOf(symbol, open), code?.button ?? null, why.button),
    code?.body ?? null,
    why.body,
  );
}

/** Places with a heading, such as the tests that exercise the symbols; nothing where there are none. */
export function placesOf(title: string, places: readonly Place[], open: SymbolActions['open']): HTMLElement | null {
  if (places.length === 0) return null;
  return element(
    'div',
    { className: 'code-places' },
    element('h3', { className: 'code-places-title', text: title }),
    element(
      'ul',
      {},
      ...places.map((place) => element('li', {}, element('span', { className: 'code-place-name', text: visibleLine(place.name) }), placeButtonOf(place, open))),
    ),
  );
}
