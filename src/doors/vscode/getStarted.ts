import * as vscode from 'vscode';
import { COMMANDS, WALKTHROUGH } from '../../contract/ids';

/** "Workspace Context: Get Started": the walkthrough that shows how to begin. */
export function registerGetStarted(context: vscode.ExtensionContext): vscode.Disposable {
  return vscode.commands.registerCommand(COMMANDS.getStarted, () =>
    vscode.commands.executeCommand('workbench.action.openWalkthrough', `${context.extension.id}#${WALKTHROUGH}`, false),
  );
}
