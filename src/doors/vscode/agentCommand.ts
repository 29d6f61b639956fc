import * as vscode from 'vscode';
import { COMMANDS } from '../../contract/ids';
import type { WorkspaceSession } from './session';
import { showError } from './showError';

/** Only who copies a configuration needs to load what knows of them. */
const loadCopying = () => import(/* webpackChunkName: "agents" */ './copyMcpConfiguration');

/** "Workspace Context: Copy MCP Configuration…": for agents outside of the editor. */
export function registerAgentCommand(context: vscode.ExtensionContext, session: WorkspaceSession): vscode.Disposable {
  return vscode.commands.registerCommand(COMMANDS.copyMcpConfiguration, async (agentId?: unknown) => {
    try {
      const opened = session.opened();
      const { copyMcpConfiguration } = await loadCopying();
      return await copyMcpConfiguration(context, opened, agentId);
    } catch (thrown) {
      void showError(thrown);
      return undefined;
    }
  });
}
