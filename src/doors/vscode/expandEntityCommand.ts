import * as vscode from 'vscode';
import { COMMANDS } from '../../contract/ids';
import { visibleLine } from '../../wording/visibleText';
import type { WorkspaceService } from '../../workspace/service';
import { type EntityChoice, entityChoicesOf } from './entityChoices';
import type { Panels } from './panel/panels';
import type { WorkspaceSession } from './session';
import { showError } from './showError';

/** The longest ref that a question may hold. */
const REF_LIMIT = 500;

type Item = vscode.QuickPickItem & { readonly entityRef: string };

/** So much of a title tells entities apart; the list lays out and searches every character of it. */
const LONGEST_LABEL = 200;

/** A name as a row of the list shows it: on one line, in its own order, and without what the editor would make an icon of. */
function rowText(text: string): string {
  const line = visibleLine(text);
  const short = line.length <= LONGEST_LABEL ? line : `${line.slice(0, LONGEST_LABEL).replace(/[\ud800-\udbff]$/, '')}…`;
  return short.replaceAll('$(', '\\$(');
}

const itemOf = ({ ref, kind, name, title }: EntityChoice): Item => ({ label: rowText(title ?? name), description: rowText(kind), detail: rowText(ref), entityRef: ref });

/** Also takes a name that is not in the list: of an entity that is only named, or not indexed yet. */
function entityFromPerson(service: WorkspaceService): Promise<string | undefined> {
  return new Promise((resolve) => {
    const pick = vscode.window.createQuickPick<Item>();
    pick.title = vscode.l10n.t('Workspace Context: Show an Entity in the Graph');
    pick.placeholder = vscode.l10n.t('Name of an entity, for example billing-worker');
    pick.matchOnDescription = true;
    pick.matchOnDetail = true;
    pick.busy = true;
    let items: readonly Item[] = [];
    const show = (): void => {
      const written = pick.value.trim();
      const isKnown = items.some(({ entityRef, label }) => entityRef === written || label === written);
      pick.items = written === '' || isKnown || written.length > REF_LIMIT ? items : [...items, { label: rowText(written), description: vscode.l10n.t('as written'), alwaysShow: true, entityRef: written }];
    };
    entityChoicesOf(service)
      .then((choices) => {
        items = choices.map(itemOf);
      })
      // Whoever writes a name needs no list; what is wrong with the index is said with the picture.
      .catch(() => undefined)
      .finally(() => {
        pick.busy = false;
        show();
      });
    pick.onDidChangeValue(show);
    pick.onDidAccept(() => {
      resolve(pick.selectedItems[0]?.entityRef);
      pick.hide();
    });
    pick.onDidHide(() => {
      resolve(undefined);
      pick.dispose();
    });
    pick.show();
  });
}

function entityRefOf(args: unknown): string | null {
  const ref = typeof args === 'object' && args !== null && 'entityRef' in args ? args.entityRef : undefined;
  return typeof ref === 'string' && ref.trim() !== '' && ref.trim().length <= REF_LIMIT ? ref.trim() : null;
}

/**
 * "Workspace Context: Show an Entity in the Graph…": asks a person which, and shows it. Called by a program with
 * `{ entityRef }` it asks nothing.
 */
export function registerExpandEntityCommand(session: WorkspaceSession, panels: Panels): vscode.Disposable {
  return vscode.commands.registerCommand(COMMANDS.expandEntity, async (args?: unknown): Promise<void> => {
    try {
      const service = session.service();
      const entityRef = entityRefOf(args) ?? (await entityFromPerson(service));
      if (entityRef !== undefined) await panels.expand({ entityRef, depth: 1, direction: 'both', edgeTypes: null });
    } catch (thrown) {
      void showError(thrown);
    }
  });
}
