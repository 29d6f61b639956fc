import * as vscode from 'vscode';
import type { WorkspaceCodePack } from '../../contract/coordinatorTool';
import { COMMANDS } from '../../contract/ids';
import { findCodeArgumentsOf } from './findCodeArguments';
import type { Panels } from './panel/panels';

/**
 * "Workspace Context: Find Code in Several Repositories…": opens the panel where a person chooses repositories and writes a task.
 * Called by a program with `{repositories, task, mode?}`, it asks at once and returns the answer as well.
 */
export function registerFindCodeCommand(panels: Panels): vscode.Disposable {
  return vscode.commands.registerCommand(COMMANDS.findCode, async (args?: unknown): Promise<WorkspaceCodePack | undefined> => {
    if (args !== undefined) return panels.code(findCodeArgumentsOf(args));
    await panels.show('code');
    return undefined;
  });
}
