import * as l10n from '@vscode/l10n';
import { EDGE_TYPES, type EdgeType } from '../../contract/model';
import { element } from '../dom';
import { type Arrow, DERIVED_DASHES, EDGE_LOOKS, kindLookOf, type Shape } from './looks';
import { relationOf } from './words';

const SVG = 'http://www.w3.org/2000/svg';

function drawn(tag: string, attributes: Readonly<Record<string, string>>, ...children: readonly Node[]): SVGElement {
  const made = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
  made.append(...children);
  return made;
}

const sketch = (width: number, height: number, colour: string, ...children: readonly Node[]): SVGElement => {
  const made = drawn('svg', { width: String(width), height: String(height), viewBox: `0 0 ${width} ${height}`, 'aria-hidden': 'true', class: 'graph-sketch' }, ...children);
  made.style.color = `var(${colour})`;
  return made;
};

const filled = (points: string): SVGElement => drawn('polygon', { points, fill: 'currentColor' });
const ARROWS: Readonly<Record<Arrow, () => SVGElement>> = {
  triangle: () => filled('34,2 42,7 34,12'),
  vee: () => filled('33,2 42,7 33,12 36,7'),
  diamond: () => filled('32,7 37,3 42,7 37,11'),
  circle: () => drawn('circle', { cx: '38', cy: '7', r: '4', fill: 'currentColor' }),
  tee: () => filled('39,2 42,2 42,12 39,12'),
  square: () => filled('35,3 42,3 42,11 35,11'),
  chevron: () => drawn('polyline', { points: '35,2 41,7 35,12', fill: 'none', stroke: 'currentColor', 'stroke-width': '2.5' }),
};

function lineOf(dashes: readonly [number, number] | null): SVGElement {
  return drawn('line', { x1: '0', y1: '7', x2: '35', y2: '7', stroke: 'currentColor', 'stroke-width': '2', ...(dashes === null ? {} : { 'stroke-dasharray': dashes.join(' ') }) });
}

/** The line of a relation, as the picture draws it. */
export const edgeSketchOf = (type: EdgeType): SVGElement => {
  const { colour, arrow, dashes } = EDGE_LOOKS[type];
  return sketch(44, 14, colour, lineOf(dashes), ARROWS[arrow]());
};

const OUTLINES: Readonly<Record<Exclude<Shape, 'round-rectangle' | 'ellipse' | 'barrel'>, string>> = {
  rectangle: '2,2 26,2 26,14 2,14',
  hexagon: '7,2 21,2 26,8 21,14 7,14 2,8',
  'cut-rectangle': '6,2 22,2 26,6 26,10 22,14 6,14 2,10 2,6',
  octagon: '8,2 20,2 26,5 26,11 20,14 8,14 2,11 2,5',
  tag: '2,2 20,2 26,8 20,14 2,14',
  rhomboid: '2,2 20,2 26,14 8,14',
  'concave-hexagon': '2,2 26,2 23,8 26,14 2,14 5,8',
};

function shapeOf(shape: Shape, dashed: boolean): SVGElement {
  const line = { fill: 'none', stroke: 'currentColor', 'stroke-width': '1.5', ...(dashed ? { 'stroke-dasharray': '3 2' } : {}) };
  switch (shape) {
    case 'round-rectangle':
      return drawn('rect', { x: '2', y: '2', width: '24', height: '12', rx: '3', ...line });
    case 'ellipse':
      return drawn('ellipse', { cx: '14', cy: '8', rx: '12', ry: '6', ...line });
    case 'barrel':
      return drawn('path', { d: 'M2 4 Q14 0 26 4 V12 Q14 16 2 12 Z', ...line });
    default:
      return drawn('polygon', { points: OUTLINES[shape], ...line });
  }
}

const entryOf = (picture: SVGElement, text: string): HTMLElement => {
  const entry = element('li', { className: 'graph-legend-entry' });
  entry.append(picture, element('span', { text }));
  return entry;
};

/** What the shapes and lines of the picture mean. Relations stand beside their filter and are not repeated. */
export function legendOf(): HTMLElement {
  const kinds: readonly (readonly [string, string])[] = [
    ['component', l10n.t('component')],
    ['api', l10n.t('api')],
    ['resource', l10n.t('resource')],
    ['system', l10n.t('system')],
    ['domain', l10n.t('domain')],
    ['group', l10n.t('group')],
    ['user', l10n.t('user')],
    ['repo', l10n.t('repo')],
    ['location', l10n.t('location')],
    ['', l10n.t('any other kind')],
  ];
  return element(
    'ul',
    { className: 'graph-legend', attributes: { 'aria-label': l10n.t('Legend') } },
    ...kinds.map(([kind, text]) => {
      const { shape, colour } = kindLookOf(kind);
      return entryOf(sketch(28, 16, colour, shapeOf(shape, false)), text);
    }),
    entryOf(sketch(28, 16, '--graph-other', shapeOf('rectangle', true)), l10n.t('named, but declared nowhere')),
    entryOf(sketch(44, 14, '--vscode-foreground', lineOf(DERIVED_DASHES)), l10n.t('read from a manifest, not declared in a catalog')),
  );
}

/** A box for each relation, ticked where it is walked along. */
export function relationBoxesOf(onChange: () => void): { readonly root: HTMLElement; ticked(): EdgeType[]; tick(types: readonly EdgeType[]): void } {
  const boxes = new Map(
    EDGE_TYPES.map((type) => {
      const box = element('input', { attributes: { type: 'checkbox', name: type } });
      box.checked = true;
      box.addEventListener('change', () => {
        // Without any relation there is nothing to walk along.
        if (![...boxes.values()].some(({ checked }) => checked)) box.checked = true;
        else onChange();
      });
      return [type, box] as const;
    }),
  );
  const root = element('fieldset', { className: 'graph-relations' }, element('legend', { text: l10n.t('Relations') }));
  for (const [type, box] of boxes) {
    const label = element('label', { className: 'graph-relation' }, box);
    label.append(edgeSketchOf(type), element('span', { text: relationOf(type) }));
    root.append(label);
  }
  return {
    root,
    ticked: () => EDGE_TYPES.filter((type) => boxes.get(type)?.checked),
    tick: (types) => boxes.forEach((box, type) => (box.checked = types.includes(type))),
  };
}
