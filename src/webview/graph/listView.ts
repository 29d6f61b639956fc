import * as l10n from '@vscode/l10n';
import type { EntityRef } from '../../contract/model';
import { countOf } from '../../wording/count';
import { element } from '../dom';
import type { Entry } from './entries';
import { type EntityActions, entityViewOf } from './entityView';

/** The picture in words, as a list of entities that unfold. */
export interface ListView {
  readonly root: HTMLElement;
  show(entries: readonly Entry[]): void;
  /** Unfolds an entity and leads to it. */
  look(ref: EntityRef): void;
  clear(): void;
}

const headingOf = (steps: number): string => (steps === 0 ? l10n.t('Start') : steps === 1 ? l10n.t('1 step away') : l10n.t('{0} steps away', steps));

/** Builds the list; what was unfolded stays so while the same picture grows. */
export function listViewOf(actions: EntityActions): ListView {
  const root = element('div', { className: 'graph-list' });
  const open = new Set<EntityRef>();
  let items = new Map<EntityRef, HTMLDetailsElement>();
  let centre: EntityRef | null = null;

  function itemOf(entry: Entry): HTMLDetailsElement {
    const { node, groups } = entry;
    const count = groups.reduce((sum, { rows }) => sum + rows.length, 0);
    const item = element(
      'details',
      { className: 'graph-item' },
      element(
        'summary',
        {},
        element('span', { className: 'graph-item-title', text: node.title }),
        element('span', { className: 'graph-item-about', text: node.declared ? node.kind : l10n.t('{0}, not declared', node.kind) }),
        element('span', { className: 'graph-item-about', text: countOf(count, 'relation') }),
      ),
    );
    // What is folded is not built: there may be hundreds.
    const fill = (): void => {
      if (item.childElementCount === 1) item.append(element('div', { className: 'graph-item-body' }, ...entityViewOf(entry, actions)));
    };
    item.open = open.has(node.ref);
    if (item.open) fill();
    item.addEventListener('toggle', () => {
      if (item.open) {
        open.add(node.ref);
        fill();
      } else {
        open.delete(node.ref);
      }
    });
    return item;
  }

  return {
    root,
    show: (entries) => {
      const start = entries[0]?.node.ref ?? null;
      if (start !== centre) {
        open.clear();
        if (start !== null) open.add(start);
        centre = start;
      }
      const focused = [...items].find(([, item]) => item.contains(document.activeElement))?.[0];
      items = new Map(entries.map((entry) => [entry.node.ref, itemOf(entry)]));
      const levels = [...new Set(entries.map(({ node }) => node.steps))];
      root.replaceChildren(
        ...levels.flatMap((steps) => [
          element('h2', { className: 'graph-level', text: headingOf(steps) }),
          ...entries.filter(({ node }) => node.steps === steps).map(({ node }) => items.get(node.ref) ?? null),
        ]).filter((node) => node !== null),
      );
      if (focused !== undefined) items.get(focused)?.querySelector('summary')?.focus({ preventScroll: true });
    },
    look: (ref) => {
      const item = items.get(ref);
      if (item === undefined) return;
      item.open = true;
      item.querySelector('summary')?.focus();
      item.scrollIntoView({ block: 'nearest' });
    },
    clear: () => {
      items = new Map();
      open.clear();
      centre = null;
      root.replaceChildren();
    },
  };
}
