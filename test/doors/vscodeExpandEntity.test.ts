import { beforeEach, describe, expect, it, vi } from 'vitest';
import { WorkspaceContextError } from '../../src/contract/errors';
import type { OutlineEntity, OutlinePart } from '../../src/contract/outline';
import type { Panels } from '../../src/doors/vscode/panel/panels';
import type { WorkspaceSession } from '../../src/doors/vscode/session';
import type { GraphQuery } from '../../src/webview/messages/fromPanel';
import type { WorkspaceService } from '../../src/workspace/service';

interface Pick {
  value: string;
  items: readonly { label: string; entityRef: string }[];
  selectedItems: readonly { entityRef: string }[];
  busy: boolean;
  change: () => void;
  accept: () => void;
  hidden: () => void;
}

const editor = vi.hoisted(() => ({ command: null as unknown, pick: null as unknown, errors: [] as string[] }));

vi.mock('vscode', () => ({
  l10n: { t: (text: string) => text },
  commands: {
    registerCommand: (_id: string, run: unknown) => {
      editor.command = run;
      return { dispose: () => undefined };
    },
  },
  window: {
    showErrorMessage: async (message: string) => void editor.errors.push(message),
    createQuickPick: () => {
      const pick = {
        value: '',
        items: [],
        selectedItems: [],
        busy: false,
        show: () => undefined,
        hide: () => pick.hidden(),
        dispose: () => undefined,
        change: () => undefined,
        accept: () => undefined,
        hidden: () => undefined,
        onDidChangeValue: (listener: () => undefined) => (pick.change = listener),
        onDidAccept: (listener: () => undefined) => (pick.accept = listener),
        onDidHide: (listener: () => undefined) => (pick.hidden = listener),
      };
      editor.pick = pick;
      return pick;
    },
  },
}));

const { registerExpandEntityCommand } = await import('../../src/doors/vscode/expandEntityCommand');
const { entityChoicesOf } = await import('../../src/doors/vscode/entityChoices');

const settled = () => new Promise((resolve) => setTimeout(resolve, 0));
const entity = (name: string, own: Partial<OutlineEntity> = {}): OutlineEntity => ({
  ref: `component:default/${name}`,
  kind: 'component',
  name,
  title: null,
  derived: false,
  documents: 0,
  declaredAt: { sourceRef: 'shop-api/catalog-info.yaml', line: 1 },
  ...own,
});

/** Two repositories; lists come two rows a page. */
const ENTITIES: Readonly<Record<string, readonly OutlineEntity[]>> = {
  one: [entity('c'), entity('a', { title: 'Billing' }), entity('b')],
  two: [entity('a', { declaredAt: null })],
};
const service = {
  outline: async (part: OutlinePart, from = 0) => {
    const all: readonly unknown[] = part.of === 'repositories' ? [{ id: 'one' }, { id: 'two' }] : part.of === 'entities' ? (ENTITIES[part.repositoryId] ?? []) : [];
    return { rows: all.slice(from, from + 2), total: all.length, next: from + 2 < all.length ? from + 2 : null };
  },
} as unknown as WorkspaceService;

const shown: GraphQuery[] = [];
const panels = { expand: async (query: GraphQuery) => void shown.push(query) } as unknown as Panels;
const commandOf = (own: () => WorkspaceService = () => service) => {
  registerExpandEntityCommand({ service: own } as unknown as WorkspaceSession, panels);
  return editor.command as (args?: unknown) => Promise<void>;
};
const pick = (): Pick => editor.pick as Pick;

beforeEach(() => {
  shown.length = 0;
  editor.errors.length = 0;
  editor.pick = null;
});

describe('entityChoicesOf', () => {
  it('gathers the entities of all repositories and pages, each once and with the title its own repository gives', async () => {
    expect((await entityChoicesOf(service)).map(({ ref, title }) => [ref, title])).toEqual([
      ['component:default/a', 'Billing'],
      ['component:default/b', null],
      ['component:default/c', null],
    ]);
  });
});

describe('Show an Entity in the Graph', () => {
  it('asks nothing where a program names the entity', async () => {
    await commandOf()({ entityRef: ' billing-worker ' });
    expect(shown).toEqual([{ entityRef: 'billing-worker', depth: 1, direction: 'both', edgeTypes: null }]);
    expect(editor.pick).toBeNull();
  });

  it('lets a person choose one', async () => {
    const done = commandOf()();
    await settled();
    expect(pick().busy).toBe(false);
    expect(pick().items.map(({ label }) => label)).toEqual(['Billing', 'b', 'c']);
    pick().selectedItems = [pick().items[1]!];
    pick().accept();
    await done;
    expect(shown.map(({ entityRef }) => entityRef)).toEqual(['component:default/b']);
  });

  it('shows a title as text on one line: no icon, nothing reordered, not page after page', async () => {
    const title = '$(error) a\nb \u202ecod' + 'x'.repeat(10_000);
    const hostile = { outline: async (part: OutlinePart) => ({ rows: part.of === 'repositories' ? [{ id: 'one' }] : [entity('a', { title })], total: 1, next: null }) };
    const done = commandOf(() => hostile as unknown as WorkspaceService)();
    await settled();
    const { label } = pick().items[0]!;
    // The editor shows what is escaped as it is written.
    expect(label).toMatch(/^\\\$\(error\) a b \[U\+202E\]codx+…$/);
    expect(label.length).toBeLessThan(250);
    pick().hidden();
    await done;
  });

  it('takes a name that is in no list', async () => {
    const done = commandOf()();
    await settled();
    pick().value = 'not-declared';
    pick().change();
    pick().selectedItems = [pick().items.at(-1)!];
    pick().accept();
    await done;
    expect(shown.map(({ entityRef }) => entityRef)).toEqual(['not-declared']);
  });

  it.each([[undefined], [{}], [{ entityRef: '' }], [{ entityRef: 7 }], [{ entityRef: 'x'.repeat(501) }]])('shows nothing where a person turns away (called with %j)', async (args) => {
    const done = commandOf()(args);
    await settled();
    pick().hidden();
    await done;
    expect(shown).toEqual([]);
  });

  it('says why nothing may be read', async () => {
    await commandOf(() => {
      throw new WorkspaceContextError('not-trusted', 'Trust it first.');
    })();
    expect(editor.errors).toEqual(['Trust it first.']);
  });
});
