import * as l10n from '@vscode/l10n';
import type { EntityRef } from '../../contract/model';
import { element } from '../dom';
import type { Drawing } from './drawing';
import { type ArrowKey, nearestTowards } from './nearest';
import type { Picture } from './picture';
import { type Geometry, type Slots, slotsOf } from './slots';

/** What a person does in the picture. */
export interface PictureEvents {
  /** The entity whose details are wanted; `isChosen`: by a key or a click, not by passing over it. */
  onLook(ref: EntityRef, isChosen: boolean): void;
  onExpand(ref: EntityRef): void;
  /** The details are wanted with the keyboard. */
  onDetails(): void;
}

/** The picture and what moves it. */
export interface PictureView {
  readonly root: HTMLElement;
  show(picture: Picture): void;
  /** Puts the ring around an entity and brings it into sight. */
  look(ref: EntityRef): void;
  fit(): void;
  zoomBy(factor: number): void;
  /** Gives every entity a place anew. */
  arrange(): void;
  clear(): void;
  focus(): void;
}

/** cytoscape is large: it is loaded with the first picture. */
const loadDrawing = () => import(/* webpackChunkName: "graph" */ './drawing');

const WIDE: Geometry = { columnWidth: 290, rowHeight: 60, nodeWidth: 168, nodeHeight: 42 };
/** Three columns should fit a side bar. */
const NARROW: Geometry = { columnWidth: 152, rowHeight: 58, nodeWidth: 112, nodeHeight: 42 };
const NARROW_WIDTH = 520;
export const ZOOM_STEP = 1.25;
const HOVER_MILLISECONDS = 200;

const isArrow = (key: string): key is ArrowKey => key === 'ArrowLeft' || key === 'ArrowRight' || key === 'ArrowUp' || key === 'ArrowDown';

/** Builds the picture; `onBroken` is told when it cannot be drawn. */
export function pictureViewOf(events: PictureEvents, onBroken: () => void): PictureView {
  const canvas = element('div', { className: 'graph-canvas' });
  const help = element('p', {
    className: 'graph-hidden',
    text: l10n.t(
      'Arrow keys move to the nearest entity, Enter expands it, Space leads to its details, plus and minus zoom, Home leads to where the picture starts. The list says the same in words.',
    ),
    attributes: { id: 'graph-keys' },
  });
  const frame = element(
    'div',
    {
      className: 'graph-frame',
      attributes: { tabindex: '0', role: 'application', 'aria-label': l10n.t('Picture of the graph'), 'aria-describedby': 'graph-keys' },
    },
    canvas,
  );
  // Drawn by cytoscape unless an element has this id; the page's policy would refuse its style, which graph.css has instead.
  const noStyle = element('span', { attributes: { id: '__________cytoscape_stylesheet', hidden: '' } });

  let picture: Picture | null = null;
  let slots: Slots = new Map();
  let looked: EntityRef | null = null;
  let drawing: Drawing | null = null;
  let isLoading = false;
  /** The centre of the picture that was last fitted into the frame. */
  let fitted: EntityRef | null = null;
  let hovering: ReturnType<typeof setTimeout> | undefined;
  let isPinned = false;

  const geometry = (): Geometry => (frame.clientWidth < NARROW_WIDTH ? NARROW : WIDE);
  const look = (ref: EntityRef): void => {
    looked = ref;
    drawing?.mark(ref);
  };
  const choose = (ref: EntityRef): void => {
    look(ref);
    isPinned = true;
    drawing?.reveal(ref);
    events.onLook(ref, true);
  };

  const draw = (): void => {
    if (picture === null || frame.clientWidth === 0 || frame.clientHeight === 0) return;
    if (drawing === null) {
      void load();
      return;
    }
    drawing.resize();
    drawing.show(picture, slots, geometry());
    if (fitted === picture.centre) return;
    fitted = picture.centre;
    drawing.fit(true);
  };
  const load = async (): Promise<void> => {
    if (isLoading) return;
    isLoading = true;
    try {
      const { createDrawing } = await loadDrawing();
      drawing = createDrawing(canvas, {
        onTap: (ref) => {
          frame.focus({ preventScroll: true });
          if (ref === null) isPinned = false;
          else choose(ref);
        },
        onDoubleTap: events.onExpand,
        onHover: (ref) => {
          clearTimeout(hovering);
          canvas.classList.toggle('pointing', ref !== null);
          if (ref === null || isPinned) return;
          hovering = setTimeout(() => {
            look(ref);
            events.onLook(ref, false);
          }, HOVER_MILLISECONDS);
        },
      });
      if (looked !== null) drawing.mark(looked);
      draw();
    } catch {
      onBroken();
    } finally {
      isLoading = false;
    }
  };

  const onKey = (event: KeyboardEvent): void => {
    if (event.target !== frame || picture === null || drawing === null || event.ctrlKey || event.metaKey || event.altKey) return;
    const at = looked ?? picture.centre;
    if (isArrow(event.key)) {
      const points = drawing.points();
      const from = points.get(at);
      const next = from === undefined ? null : nearestTowards(event.key, from, points);
      if (next !== null) choose(next);
    } else if (event.key === 'Enter') {
      events.onExpand(at);
    } else if (event.key === ' ') {
      choose(at);
      events.onDetails();
    } else if (event.key === '+' || event.key === '=') {
      drawing.zoomBy(ZOOM_STEP);
    } else if (event.key === '-') {
      drawing.zoomBy(1 / ZOOM_STEP);
    } else if (event.key === 'Home') {
      choose(picture.centre);
      drawing.moveToMiddle(picture.centre);
    } else {
      return;
    }
    event.preventDefault();
  };
  frame.addEventListener('keydown', onKey);
  // A wheel over the picture moves the page, until the picture has the focus or Ctrl is held: it would be a trap in a side bar.
  frame.addEventListener(
    'wheel',
    (event) => {
      if (!event.ctrlKey && !event.metaKey && document.activeElement !== frame) event.stopPropagation();
    },
    { capture: true, passive: true },
  );
  new ResizeObserver(draw).observe(frame);
  new MutationObserver(() => drawing?.colour()).observe(document.body, { attributes: true, attributeFilter: ['class'] });

  return {
    root: element('div', { className: 'graph-picture' }, frame, help, noStyle),
    show: (next) => {
      const isNew = picture?.centre !== next.centre;
      if (isNew) {
        fitted = null;
        isPinned = false;
      }
      slots = slotsOf(next, isNew ? new Map() : slots);
      picture = next;
      if (looked === null || !next.nodes.some(({ ref }) => ref === looked)) look(next.centre);
      draw();
    },
    look: (ref) => {
      look(ref);
      isPinned = true;
      drawing?.reveal(ref);
    },
    fit: () => drawing?.fit(false),
    zoomBy: (factor) => drawing?.zoomBy(factor),
    arrange: () => {
      if (picture === null) return;
      slots = slotsOf(picture, new Map());
      fitted = null;
      draw();
    },
    clear: () => {
      picture = null;
      looked = null;
      fitted = null;
    },
    focus: () => frame.focus(),
  };
}
