import '@vscode-elements/elements/dist/vscode-button/index.js';
import '@vscode-elements/elements/dist/vscode-textfield/index.js';
import * as l10n from '@vscode/l10n';
import { MAXIMUM_DEPTH } from '../../contract/constants';
import { type Direction, DIRECTIONS, EDGE_TYPES } from '../../contract/model';
import { element, iconButtonOf } from '../dom';
import { actionOf } from './entityView';
import type { GraphQuery, GraphState } from '../messages/fromPanel';
import { legendOf, relationBoxesOf } from './legend';
import { depthOf, directionOf } from './words';

export type View = GraphState['view'];

/** What a person asks for with the controls. */
export interface ControlEvents {
  /** A name was given. */
  onShow(): void;
  /** How to walk was changed. */
  onChange(): void;
  onView(view: View): void;
  onFit(): void;
  onZoom(isIn: boolean): void;
  onArrange(): void;
  onStartOver(): void;
}

/** The controls above the picture. */
export interface Controls {
  readonly root: HTMLElement;
  /** What they say now; the ref is empty where none is given. */
  query(): GraphQuery;
  show(query: GraphQuery): void;
  /** How far to walk where an entity is expanded, which need not be how far the first walk goes. */
  further(): Pick<GraphQuery, 'direction' | 'depth'>;
  view(view: View): void;
  /** Whether there is a picture to act upon. */
  enable(isShown: boolean): void;
  reset(): void;
  focus(): void;
}

/** A choice of one among few. */
export function choiceOf(label: string, options: readonly (readonly [string, string])[], onChange: () => void): { readonly root: HTMLElement; readonly select: HTMLSelectElement } {
  const select = element('select', { className: 'graph-select', attributes: { 'aria-label': label } }, ...options.map(([value, text]) => element('option', { text, attributes: { value } })));
  select.addEventListener('change', onChange);
  return { root: element('label', { className: 'graph-choice' }, element('span', { text: label }), select), select };
}

/** A choice of direction and one of depth. */
export function walkChoicesOf(onChange: () => void, [directionLabel, depthLabel]: readonly [string, string] = [l10n.t('Direction'), l10n.t('Depth')]): { readonly roots: readonly HTMLElement[]; value(): Pick<GraphQuery, 'direction' | 'depth'>; show(value: Pick<GraphQuery, 'direction' | 'depth'>): void } {
  const order: readonly Direction[] = ['both', ...DIRECTIONS.filter((one) => one !== 'both')];
  const direction = choiceOf(directionLabel, order.map((one) => [one, directionOf(one)] as const), onChange);
  const depth = choiceOf(depthLabel, Array.from({ length: MAXIMUM_DEPTH }, (_, index) => [String(index + 1), depthOf(index + 1)] as const), onChange);
  return {
    roots: [direction.root, depth.root],
    value: () => ({ direction: DIRECTIONS.find((one) => one === direction.select.value) ?? 'both', depth: Number(depth.select.value) }),
    show: (value) => {
      direction.select.value = value.direction;
      depth.select.value = String(value.depth);
    },
  };
}

/** Builds the controls. */
export function controlsOf(events: ControlEvents): Controls {
  const field = element('vscode-textfield', {
    attributes: { label: l10n.t('Entity'), placeholder: l10n.t('Name of an entity, for example billing-worker'), maxlength: '500' },
  });
  const showButton = element('vscode-button', { text: l10n.t('Show') });
  const show = (): void => {
    if (field.value.trim() !== '') events.onShow();
  };
  showButton.addEventListener('click', show);
  field.addEventListener('keydown', (event) => {
    if (event.key === 'Enter' && !event.isComposing) show();
  });

  const walk = walkChoicesOf(events.onChange);
  const relations = relationBoxesOf(() => {
    summarize();
    events.onChange();
  });
  const folded = element('summary', {});
  const summarize = (): void => {
    const ticked = relations.ticked().length;
    folded.textContent = ticked === EDGE_TYPES.length ? l10n.t('Relations and legend') : l10n.t('Relations ({0} of {1}) and legend', ticked, EDGE_TYPES.length);
  };
  summarize();

  const views: readonly (readonly [View, HTMLButtonElement])[] = (['picture', 'list'] as const).map((view) => [
    view,
    element('button', { className: 'graph-view', text: view === 'picture' ? l10n.t('Picture') : l10n.t('List'), attributes: { type: 'button' }, onClick: () => events.onView(view) }),
  ]);
  const pictureButtons = [
    iconButtonOf('zoom-in', l10n.t('Zoom in'), () => events.onZoom(true)),
    iconButtonOf('zoom-out', l10n.t('Zoom out'), () => events.onZoom(false)),
    iconButtonOf('screen-full', l10n.t('Show everything'), events.onFit),
    iconButtonOf('layout', l10n.t('Arrange again'), events.onArrange),
  ];
  const startOver = actionOf('clear-all', l10n.t('Start over'), events.onStartOver);
  const further = walkChoicesOf(() => undefined, [l10n.t('Direction of what is added'), l10n.t('Depth of what is added')]);
  const furtherLabel = element('span', { attributes: { id: 'graph-further' } });
  const bar = element(
    'div',
    { className: 'graph-bar' },
    element('div', { className: 'graph-views', attributes: { role: 'group', 'aria-label': l10n.t('Show as') } }, ...views.map(([, button]) => button)),
    element('div', { className: 'graph-icons', attributes: { role: 'group', 'aria-label': l10n.t('Picture') } }, ...pictureButtons),
    startOver,
    element('div', { className: 'graph-further', attributes: { role: 'group', 'aria-labelledby': furtherLabel.id } }, furtherLabel, ...further.roots),
  );

  return {
    root: element(
      'div',
      { className: 'graph-controls' },
      element('div', { className: 'question-row', attributes: { role: 'search', 'aria-label': l10n.t('Entity') } }, field, showButton),
      element('div', { className: 'graph-choices' }, ...walk.roots),
      element('details', { className: 'graph-more-controls' }, folded, relations.root, legendOf()),
      bar,
    ),
    query: () => {
      const ticked = relations.ticked();
      return { entityRef: field.value.trim(), ...walk.value(), edgeTypes: ticked.length === EDGE_TYPES.length ? null : ticked };
    },
    show: (query) => {
      field.value = query.entityRef;
      walk.show(query);
      relations.tick(query.edgeTypes ?? EDGE_TYPES);
      summarize();
    },
    further: further.value,
    view: (view) => {
      for (const [name, button] of views) button.setAttribute('aria-pressed', String(name === view));
      for (const button of pictureButtons) button.hidden = view !== 'picture';
      // The list has a button for it.
      furtherLabel.textContent = view === 'picture' ? l10n.t('A double click adds:') : l10n.t('Expanding adds:');
    },
    enable: (isShown) => {
      bar.hidden = !isShown;
    },
    reset: () => {
      field.value = '';
      walk.show({ direction: 'both', depth: 1 });
      relations.tick(EDGE_TYPES);
      summarize();
    },
    focus: () => field.focus(),
  };
}
