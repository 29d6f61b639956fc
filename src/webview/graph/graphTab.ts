import '@vscode-elements/elements/dist/vscode-progress-bar/index.js';
import * as l10n from '@vscode/l10n';
import type { EntityRef } from '../../contract/model';
import { refsOfNotice } from '../../wording/entityNotices';
import type { Remedy } from '../degraded';
import { element } from '../dom';
import { entityLabelOf, progressSentenceOf } from '../labels';
import { ADDED_LIMIT, type GraphQuery, type GraphState } from '../messages/fromPanel';
import type { PanelTab, TabHost } from '../tab';
import { controlsOf, type View } from './controls';
import { type Entry, entriesOf } from './entries';
import { actionOf, type EntityActions, entityViewOf } from './entityView';
import { listViewOf } from './listView';
import { messageOf } from '../message';
import { failureViewOf, noticesViewOf, pictureFlagViewOf } from './messages';
import { collapsed, type Expansion, type Picture, pictureOf, withExpansion } from './picture';
import { pictureViewOf, ZOOM_STEP } from './pictureView';
import { isolated, sentenceOf, summaryOfPicture } from './words';

/** Builds the tab that shows where an entity stands in the component graph. */
export function graphTabOf({ post, keep, select }: TabHost, kept: GraphState | null = null): PanelTab {
  let latest = 0;
  let expansions: readonly Expansion[] = [];
  let picture: Picture | null = null;
  let entries: ReadonlyMap<EntityRef, Entry> = new Map();
  let looked: EntityRef | null = null;
  let view: View = kept?.view ?? 'picture';
  /** Walks under way that will be added. */
  const waiting = new Set<EntityRef>();

  const status = element('p', { className: 'status', attributes: { role: 'status', 'aria-live': 'polite' } });
  const spoken = element('p', { className: 'graph-hidden', attributes: { 'aria-live': 'polite' } });
  const bar = element('vscode-progress-bar', { attributes: { indeterminate: '', label: l10n.t('Looking through the graph') } });
  const progress = element('div', { className: 'progress' });
  const messages = element('div', { className: 'graph-messages' });
  const details = element('section', { className: 'graph-details', attributes: { 'aria-label': l10n.t('Details'), tabindex: '-1' } });
  const content = element('div', { className: 'graph-content' });

  const remember = (): void =>
    keep({ graph: { query: expansions[0]?.query ?? null, added: expansions.slice(1).map(({ query }) => query), view } });

  const actions: EntityActions = {
    expand: ({ ref }) => {
      if (waiting.has(ref)) return;
      if (expansions.length > ADDED_LIMIT) {
        status.textContent = l10n.t('{0} entities are expanded, more than that would be no picture any more. Collapse some first.', ADDED_LIMIT);
        return;
      }
      post({ type: 'expandMore', request: latest, query: { entityRef: ref, ...controls.further(), edgeTypes: controls.query().edgeTypes } });
    },
    collapse: ({ ref }) => {
      post({ type: 'collapse', request: latest, entityRef: ref });
      expansions = collapsed(expansions, ref);
      refresh();
    },
    startFrom: ({ ref }) => post({ type: 'expand', query: { ...controls.query(), entityRef: ref } }),
    ask: ({ title }) => {
      post({ type: 'ask', question: l10n.t('What is {0}?', title) });
      select('ask');
    },
    open: ({ sourceRef, line }) => post({ type: 'open', sourceRef, lines: { start: line, end: line } }),
    look: (ref) => {
      if (view === 'list') {
        listView.look(ref);
        return;
      }
      pictureView.look(ref);
      showDetails(ref);
      details.querySelector<HTMLElement>('h2')?.focus();
    },
  };
  const remedy = (action: Remedy['action']): void => {
    if (action === 'askAgain') post({ type: 'expand', query: controls.query() });
    else post({ type: 'act', action });
  };
  const listView = listViewOf(actions);
  const pictureView = pictureViewOf(
    {
      onLook: (ref, isChosen) => {
        showDetails(ref);
        const entry = entries.get(ref);
        if (isChosen && entry !== undefined) spoken.textContent = sentenceOf(entry);
      },
      onExpand: (ref) => {
        const node = entries.get(ref)?.node;
        if (node !== undefined) actions.expand(node);
      },
      onDetails: () => details.querySelector<HTMLElement>('h2')?.focus(),
    },
    () => {
      setView('list');
      status.textContent = l10n.t('The picture could not be loaded; the list says the same.');
    },
  );
  details.addEventListener('keydown', (event) => {
    if (event.key === 'Escape') pictureView.focus();
  });
  const controls = controlsOf({
    onShow: () => post({ type: 'expand', query: controls.query() }),
    onChange: () => {
      const [first] = expansions;
      if (first === undefined) return;
      const { edgeTypes, ...walk } = controls.query();
      post({
        type: 'expand',
        query: { ...walk, entityRef: first.pack.entityRef, edgeTypes },
        added: expansions.slice(1).map(({ query }) => ({ ...query, edgeTypes })),
      });
    },
    onView: (name) => setView(name),
    onFit: () => pictureView.fit(),
    onZoom: (isIn) => pictureView.zoomBy(isIn ? ZOOM_STEP : 1 / ZOOM_STEP),
    onArrange: () => pictureView.arrange(),
    onStartOver: () => {
      controls.reset();
      forget();
      controls.focus();
    },
  });

  const empty = element(
    'div',
    { className: 'graph-empty' },
    element('span', { className: 'codicon codicon-type-hierarchy graph-empty-icon', attributes: { 'aria-hidden': 'true' } }),
    element('p', {
      text: l10n.t('Pick an entity of your catalog (a component, an API, a system, a team) to see what it depends on, what depends on it, and where each relation is declared.'),
    }),
    actionOf('search', l10n.t('Pick an entity…'), () => post({ type: 'act', action: 'pickEntity' })),
  );

  function showDetails(ref: EntityRef): void {
    const entry = entries.get(ref);
    if (entry === undefined) return;
    looked = ref;
    details.replaceChildren(
      element('h2', { className: 'graph-title', text: entry.node.title, attributes: { tabindex: '-1' } }),
      ...entityViewOf(entry, actions),
    );
  }

  function setView(name: View): void {
    view = name;
    controls.view(name);
    content.replaceChildren(...(picture === null ? [] : name === 'picture' ? [pictureView.root, details] : [listView.root]));
    content.dataset.view = name;
    if (picture !== null) showPicture(picture);
    remember();
  }

  function showPicture(shown: Picture): void {
    if (view === 'list') {
      listView.show([...entries.values()]);
      return;
    }
    pictureView.show(shown);
    const ref = looked !== null && entries.has(looked) ? looked : shown.centre;
    const hasFocus = details.contains(document.activeElement);
    showDetails(ref);
    if (hasFocus) details.querySelector<HTMLElement>('h2')?.focus();
  }

  /** Shows what the walks come to. */
  function refresh(): void {
    const isFirst = picture === null;
    picture = pictureOf(expansions);
    if (picture === null) return;
    if (!picture.nodes.some(({ ref }) => ref === looked)) looked = picture.centre;
    entries = new Map(entriesOf(picture).map((entry) => [entry.node.ref, entry]));
    status.textContent = summaryOfPicture(picture);
    messages.replaceChildren(
      ...picture.degraded.map((flag) => pictureFlagViewOf(flag, remedy)),
      ...noticesViewOf(picture.notices),
    );
    empty.hidden = true;
    controls.enable(true);
    if (isFirst) setView(view);
    else {
      showPicture(picture);
      remember();
    }
  }

  /** Back to before anything was shown. */
  function forget(): void {
    expansions = [];
    picture = null;
    entries = new Map();
    looked = null;
    pictureView.clear();
    listView.clear();
    content.replaceChildren();
    messages.replaceChildren();
    status.textContent = '';
    spoken.textContent = '';
    empty.hidden = false;
    controls.enable(false);
    remember();
  }

  /** There is no such entity: says so, and offers those that may have been meant. */
  function showUnknown(query: GraphQuery, notices: readonly string[], isCold: boolean): void {
    forget();
    const named = notices.flatMap((notice) => refsOfNotice(notice));
    const [first, ...others] = notices;
    messages.replaceChildren(
      ...(isCold ? [pictureFlagViewOf('index-cold', remedy)] : []),
      ...(first === undefined ? [] : [messageOf('info', null, first)]),
      ...(named.length === 0
        ? []
        : [
            element(
              'div',
              { className: 'graph-closest', attributes: { role: 'group', 'aria-label': l10n.t('Entities that may be meant') } },
              ...named.map((ref) => actionOf('type-hierarchy', entityLabelOf(ref), () => post({ type: 'expand', query: { ...query, entityRef: ref } }))),
            ),
          ]),
      ...noticesViewOf(others),
    );
    empty.hidden = named.length > 0;
  }

  function busy(on: boolean): void {
    if (on) progress.replaceChildren(bar);
    else progress.replaceChildren();
    content.setAttribute('aria-busy', String(on));
  }

  controls.view(view);
  controls.enable(false);

  return {
    tab: 'graph',
    label: l10n.t('Graph'),
    root: element('div', { className: 'graph' }, controls.root, progress, status, messages, empty, content, spoken),
    focus: () => (picture === null || view === 'list' ? controls.focus() : pictureView.focus()),
    show: (message) => {
      switch (message.type) {
        case 'expanding':
          if (message.request < latest) return;
          latest = message.request;
          waiting.clear();
          controls.show(message.query);
          status.textContent = l10n.t('Looking through the graph…');
          busy(true);
          return;
        case 'expandProgress':
          if (message.request === latest) status.textContent = progressSentenceOf(message.progress);
          return;
        case 'expanded': {
          if (message.request !== latest) return;
          busy(false);
          const { query, pack } = message;
          if (pack.nodes.length === 0) {
            showUnknown(query, pack.notices, pack.degraded.includes('index-cold'));
            return;
          }
          // From here on the full ref is meant: a short one may mean another entity, or several, one day.
          const full = { ...query, entityRef: pack.entityRef };
          controls.show(full);
          expansions = [{ query: full, pack }];
          refresh();
          return;
        }
        case 'expandFailed':
          if (message.request !== latest) return;
          busy(false);
          forget();
          // No entity can be picked there either.
          empty.hidden = message.code === 'not-trusted';
          messages.replaceChildren(failureViewOf(message, remedy));
          return;
        case 'expandingMore':
          if (message.request !== latest) return;
          waiting.add(message.query.entityRef);
          status.textContent = l10n.t('Looking further…');
          busy(true);
          return;
        case 'expandedMore': {
          if (message.request !== latest || picture === null) return;
          waiting.delete(message.query.entityRef);
          busy(waiting.size > 0);
          const before = picture;
          expansions = withExpansion(expansions, { query: message.query, pack: message.pack });
          refresh();
          const found = picture.nodes.length + picture.edges.length - before.nodes.length - before.edges.length;
          if (found <= 0) status.textContent = l10n.t('Nothing new was found around {0}.', isolated(message.query.entityRef));
          return;
        }
        case 'expandMoreFailed':
          if (message.request !== latest) return;
          waiting.delete(message.query.entityRef);
          busy(waiting.size > 0);
          status.textContent = '';
          messages.prepend(messageOf('error', l10n.t('Nothing was added'), message.message));
      }
    },
  };
}
