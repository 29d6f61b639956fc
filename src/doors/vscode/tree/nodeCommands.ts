import * as vscode from 'vscode';
import { QUESTION_LIMIT } from '../../../contract/constants';
import { COMMANDS, TREE_COMMANDS } from '../../../contract/ids';
import type { WorkspaceSession } from '../session';
import { plainMessage } from '../plainMessage';
import { showError } from '../showError';
import { declarationOf, type NodePlace, placeOf, referenceOf, type TreeNode } from './treeNodes';

/** So long, in milliseconds, a passing message stays in the status bar. */
const MESSAGE_STAYS = 3_000;

const NODE_KINDS: readonly TreeNode['kind'][] = ['embedding', 'repository', 'entity', 'document', 'skipped', 'reason', 'file', 'notices', 'notice', 'more'];

/** The node that a command was called with: the editor hands over what the tree gave it, a program may hand over anything. */
function nodeOf(argument: unknown): TreeNode | null {
  const kind = typeof argument === 'object' && argument !== null && 'kind' in argument ? argument.kind : null;
  return NODE_KINDS.some((one) => one === kind) ? (argument as TreeNode) : null;
}

/** The file of a place on this machine; a person is told when there is none any more. */
async function fileOf(session: WorkspaceSession, sourceRef: string): Promise<vscode.Uri | null> {
  const path = await session.service().locate(sourceRef);
  if (path !== null) return vscode.Uri.file(path);
  void vscode.window.showWarningMessage(plainMessage(vscode.l10n.t('{0} is not in this workspace any more. Refresh the index.', sourceRef)));
  return null;
}

async function openAt(session: WorkspaceSession, { sourceRef, line }: NodePlace): Promise<void> {
  const uri = await fileOf(session, sourceRef);
  if (uri === null) return;
  // The editor's own way of opening: pictures and other files that are no text are shown as what they are.
  const selection = line === 1 ? undefined : new vscode.Range(line - 1, 0, line - 1, 0);
  await vscode.commands.executeCommand('vscode.open', uri, { preview: true, ...(selection === undefined ? {} : { selection }) });
}

/** Asks a person what they want to know of an entity; the question names it, which ranks what belongs to it higher. */
async function askAbout(name: string): Promise<void> {
  const begin = `${name}: `;
  const question = await vscode.window.showInputBox({
    title: vscode.l10n.t('Ask about {0}', name),
    prompt: vscode.l10n.t('What do you want to know?'),
    value: begin,
    valueSelection: [begin.length, begin.length],
    ignoreFocusOut: true,
    validateInput: (value) => (value.length > QUESTION_LIMIT ? vscode.l10n.t('This question is too long.') : undefined),
  });
  if (question !== undefined && question.trim() !== '') await vscode.commands.executeCommand(COMMANDS.ask, { question: question.trim() });
}

/**
 * Does what a command of the tree's rows says: a click runs some, their menus the others. What it was called with may be anything.
 */
export async function runNodeCommand(session: WorkspaceSession, command: string, argument: unknown): Promise<void> {
  const node = nodeOf(argument);
  if (node === null) return;
  try {
    await run(session, command, node);
  } catch (thrown) {
    void showError(thrown);
  }
}

async function run(session: WorkspaceSession, command: string, node: TreeNode): Promise<void> {
  const reference = referenceOf(node);
  const place = command === COMMANDS.openDeclaration ? declarationOf(node) : placeOf(node);
  switch (command) {
    case TREE_COMMANDS.open:
    case COMMANDS.openDeclaration:
      if (place !== null) await openAt(session, place);
      return;
    case COMMANDS.askAboutEntity:
      if (node.kind === 'entity') await askAbout(node.entity.name);
      return;
    case COMMANDS.showInGraph:
      if (node.kind === 'entity') await vscode.commands.executeCommand(COMMANDS.expandEntity, { entityRef: node.entityRef });
      return;
    case COMMANDS.revealInExplorer: {
      const uri = reference === null || node.kind === 'entity' ? null : await fileOf(session, reference);
      if (uri !== null) await vscode.commands.executeCommand('revealInExplorer', uri);
      return;
    }
    case COMMANDS.copyReference:
      if (reference === null) return;
      await vscode.env.clipboard.writeText(reference);
      vscode.window.setStatusBarMessage(vscode.l10n.t('Copied.'), MESSAGE_STAYS);
      return;
  }
}
