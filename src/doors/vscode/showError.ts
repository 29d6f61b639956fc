import * as vscode from 'vscode';
import { WorkspaceContextError } from '../../contract/errors';
import { personMessageOf } from './errorMessage';
import { plainMessage } from './plainMessage';

/** Tells a person what went wrong, with the button that helps where there is one. */
export async function showError(thrown: unknown): Promise<void> {
  const untrusted = thrown instanceof WorkspaceContextError && thrown.code === 'not-trusted';
  const manageTrust = vscode.l10n.t('Manage Workspace Trust');
  const chosen = await vscode.window.showErrorMessage(plainMessage(personMessageOf(thrown)), ...(untrusted ? [manageTrust] : []));
  if (chosen === manageTrust) await vscode.commands.executeCommand('workbench.trust.manage');
}
