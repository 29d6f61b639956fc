import cytoscape from 'cytoscape';
import type { EntityRef } from '../../contract/model';
import { drawingStyleOf } from './drawingStyle';
import type { Point } from './nearest';
import type { Picture, PictureEdge, PictureNode } from './picture';
import { type Geometry, pointOf, type Slots } from './slots';
import { relationOf } from './words';

/** What a person does with the pointer. */
export interface DrawingEvents {
  /** Null: the ground between the entities. */
  onTap(ref: EntityRef | null): void;
  onDoubleTap(ref: EntityRef): void;
  onHover(ref: EntityRef | null): void;
}

/** The picture on its canvas. */
export interface Drawing {
  show(picture: Picture, slots: Slots, geometry: Geometry): void;
  /** Puts the ring around an entity and brings out its relations. */
  mark(ref: EntityRef | null): void;
  points(): ReadonlyMap<EntityRef, Point>;
  /** Shows everything; with `readable` at a size that can be read, if need be around the centre alone. */
  fit(readable: boolean): void;
  zoomBy(factor: number): void;
  /** Moves the picture until an entity is in sight. */
  reveal(ref: EntityRef): void;
  moveToMiddle(ref: EntityRef): void;
  /** Takes the size of its element again. */
  resize(): void;
  /** Takes the colours of the theme again. */
  colour(): void;
}

const PADDING = 24;
const MINIMUM_ZOOM = 0.05;
const MAXIMUM_ZOOM = 3;
/** Below this a label is hard to read. */
const READABLE_ZOOM = 0.62;
const LARGEST_FIT = 1.1;
/** Beyond so many relations of one entity their names would cover each other. */
const NAMED_EDGES = 12;
const LABEL_PADDING = 18;
/** In a smaller gap between the columns they would cover their lines. */
const ROOM_FOR_NAMES = 100;
/** From so many edges on, moving the picture moves a copy of it: drawing each edge anew would not keep up. */
const MANY_EDGES = 250;

/** Text that a canvas shows in one line and in the order it is written: without control characters and overrides of direction. */
const plainLine = (text: string): string => text.replace(/[\p{Cc}\s\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]+/gu, ' ').trim();

/** Cuts a text to a width. */
function cutTo(width: number, text: string, widthOf: (text: string) => number): string {
  if (widthOf(text) <= width) return text;
  const characters = [...text];
  let [fits, over] = [0, characters.length];
  while (over - fits > 1) {
    const middle = (fits + over) >> 1;
    if (widthOf(`${characters.slice(0, middle).join('')}…`) <= width) fits = middle;
    else over = middle;
  }
  return `${characters.slice(0, fits).join('').trimEnd()}…`;
}

/** Draws into an element that is empty and has a size. */
export function createDrawing(container: HTMLElement, events: DrawingEvents): Drawing {
  const pen = document.createElement('canvas').getContext('2d');
  let shown: { readonly picture: Picture; readonly geometry: Geometry } | null = null;
  let marked: EntityRef | null = null;
  let cy = make(false);

  function make(isLarge: boolean): cytoscape.Core {
    const made = cytoscape({
      container,
      style: drawingStyleOf(container),
      layout: { name: 'preset' },
      minZoom: MINIMUM_ZOOM,
      maxZoom: MAXIMUM_ZOOM,
      autoungrabify: true,
      autounselectify: true,
      boxSelectionEnabled: false,
      textureOnViewport: isLarge,
      pixelRatio: isLarge ? 1 : 'auto',
    });
    made.on('tap', (event) => events.onTap(event.target === made ? null : event.target.isNode() ? event.target.id() : null));
    made.on('dbltap', 'node', (event) => events.onDoubleTap(event.target.id()));
    made.on('mouseover', 'node', (event) => events.onHover(event.target.id()));
    made.on('mouseout', 'node', () => events.onHover(null));
    return made;
  }
  let isLarge = false;

  /** Labels by what they are made of: measuring text is slow. */
  const labels = new Map<string, string>();
  const labelOf = ({ title, kind, isCentre }: PictureNode, { nodeWidth }: Geometry, family: string): string => {
    const key = JSON.stringify([title, kind, isCentre, nodeWidth, family]);
    const known = labels.get(key);
    if (known !== undefined) return known;
    if (pen !== null) pen.font = `${isCentre ? 'bold ' : ''}12px ${family}`;
    const label = [title, kind].map((line) => cutTo(nodeWidth - LABEL_PADDING, plainLine(line), (text) => pen?.measureText(text).width ?? 0)).join('\n');
    labels.set(key, label);
    return label;
  };
  /** What each element was last drawn from: touching one that did not change costs as much as drawing it. */
  const drawn = new Map<string, string>();
  const isChanged = (id: string, from: unknown): boolean => {
    const now = JSON.stringify(from);
    if (drawn.get(id) === now) return false;
    drawn.set(id, now);
    return true;
  };
  const classesOf = (node: PictureNode): string => [`kind`, ...(node.isCentre ? ['centre'] : []), ...(node.declared ? [] : ['undeclared']), ...(node.isExpanded ? ['expanded'] : [])].join(' ');
  /** A line leaves an entity towards the column of the other, so that it crosses nothing on its way. */
  const wayOf = ({ from, to }: PictureEdge, slots: Slots): string => {
    const by = (slots.get(to)?.column ?? 0) - (slots.get(from)?.column ?? 0);
    return by > 0 ? 'rightward' : by < 0 ? 'leftward' : from === to ? 'own' : 'sidewise';
  };
  const edgeClassesOf = (edge: PictureEdge, slots: Slots): string => [edge.type, wayOf(edge, slots), ...(edge.derived ? ['derived'] : [])].join(' ');

  const mark = (ref: EntityRef | null): void => {
    marked = ref;
    cy.batch(() => {
      cy.elements('.marked, .near, .named, .far').removeClass('marked near named far');
      if (ref === null) return;
      const node = cy.getElementById(ref);
      if (node.empty()) return;
      const near = node.connectedEdges();
      node.addClass('marked');
      const isRoomy = shown !== null && shown.geometry.columnWidth - shown.geometry.nodeWidth >= ROOM_FOR_NAMES;
      near.addClass('near');
      if (isRoomy && near.length <= NAMED_EDGES) near.not('.sidewise').addClass('named');
      cy.edges().not(near).addClass('far');
    });
  };
  const middle = (): Point => ({ x: cy.width() / 2, y: cy.height() / 2 });

  return {
    show: (picture, slots, geometry) => {
      const large = picture.edges.length > MANY_EDGES;
      if (large !== isLarge) {
        const [zoom, pan] = [cy.zoom(), { ...cy.pan() }];
        cy.destroy();
        drawn.clear();
        cy = make(large);
        cy.viewport({ zoom, pan });
        isLarge = large;
      }
      const isNarrower = shown !== null && shown.geometry.nodeWidth !== geometry.nodeWidth;
      shown = { picture, geometry };
      const nodes = new Map(picture.nodes.map((node) => [node.ref, node]));
      const edges = new Map(picture.edges.map((edge) => [edge.id, edge]));
      cy.batch(() => {
        const gone = cy.elements().filter((one) => !edges.has(one.id()) && !nodes.has(one.id()));
        gone.forEach((one) => void drawn.delete(one.id()));
        gone.remove();
        const family = getComputedStyle(container).fontFamily;
        for (const node of picture.nodes) {
          const position = pointOf(slots.get(node.ref) ?? { column: 0, row: 0 }, geometry);
          const data = { label: labelOf(node, geometry, family), kind: node.kind, width: geometry.nodeWidth, height: geometry.nodeHeight };
          if (!isChanged(node.ref, [data, position, classesOf(node)])) continue;
          const held = cy.getElementById(node.ref);
          if (held.empty()) cy.add({ group: 'nodes', data: { id: node.ref, ...data }, position, classes: classesOf(node) });
          else held.data(data).classes(classesOf(node)).position(position);
        }
        for (const edge of picture.edges) {
          if (!isChanged(edge.id, edgeClassesOf(edge, slots))) continue;
          const held = cy.getElementById(edge.id);
          if (held.empty()) cy.add({ group: 'edges', data: { id: edge.id, source: edge.from, target: edge.to, label: relationOf(edge.type) }, classes: edgeClassesOf(edge, slots) });
          else held.classes(edgeClassesOf(edge, slots));
        }
      });
      if (isNarrower) cy.style(drawingStyleOf(container));
      mark(marked);
    },
    mark,
    points: () => new Map(cy.nodes().map((node) => [node.id(), { ...node.position() }])),
    fit: (readable) => {
      cy.fit(undefined, PADDING);
      const zoom = cy.zoom();
      if (zoom > LARGEST_FIT) {
        cy.zoom(LARGEST_FIT);
        cy.center();
      } else if (readable && zoom < READABLE_ZOOM && shown !== null) {
        cy.zoom(READABLE_ZOOM);
        cy.center(cy.getElementById(shown.picture.centre));
      }
    },
    zoomBy: (factor) => void cy.zoom({ level: cy.zoom() * factor, renderedPosition: middle() }),
    reveal: (ref) => {
      const node = cy.getElementById(ref);
      if (node.empty()) return;
      const box = node.renderedBoundingBox();
      const beyond = (low: number, high: number, size: number): number => (low < PADDING ? PADDING - low : high > size - PADDING ? size - PADDING - high : 0);
      cy.panBy({ x: beyond(box.x1, box.x2, cy.width()), y: beyond(box.y1, box.y2, cy.height()) });
    },
    moveToMiddle: (ref) => void cy.center(cy.getElementById(ref)),
    resize: () => void cy.resize(),
    colour: () => void cy.style(drawingStyleOf(container)),
  };
}
