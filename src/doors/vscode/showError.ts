import * as vscode from 'vscode';
import { WorkspaceContextError } from '../../contract/errors';
import { messageOf } from './errorMessage';

const MANAGE_TRUST = 'Manage Workspace Trust';

/** Tells a person what went wrong, with the button that helps where there is one. */
export async function showError(thrown: unknown): Promise<void> {
  const untrusted = thrown instanceof WorkspaceContextError && thrown.code === 'not-trusted';
  const chosen = await vscode.window.showErrorMessage(messageOf(thrown), ...(untrusted ? [MANAGE_TRUST] : []));
  if (chosen === MANAGE_TRUST) await vscode.commands.executeCommand('workbench.trust.manage');
}
