import type * as vscode from 'vscode';
import { registerAgentCommand } from './agentCommand';
import { createAnswerPanel } from './answerPanel';
import { registerAskCommand } from './askCommand';
import type { GitFoldersOf } from './fileEvents';
import { registerEmbeddingCommands } from './embeddingCommands';
import { registerIndexCommand } from './indexCommand';
import { type McpServerPorts, registerMcpServer } from './mcpServer';
import { openSession, type Connect } from './session';
import { registerStatusBar } from './statusBar';
import { registerStatusCommand } from './statusCommand';
import { registerTaskRecorder } from './taskRecorder';
import { registerTools } from './tools';

/** Registers everything the manifest promises and returns; the service is made with the first question. */
export function activateDoor(
  context: vscode.ExtensionContext,
  connect: Connect,
  gitFoldersOf: GitFoldersOf,
  mcp: McpServerPorts,
): void {
  const session = openSession(connect, gitFoldersOf);
  const panel = createAnswerPanel(context.extensionUri, session);
  context.subscriptions.push(
    session,
    panel,
    registerTools(session),
    registerAskCommand(session, panel),
    registerIndexCommand(session),
    registerStatusCommand(session),
    registerStatusBar(session),
    registerEmbeddingCommands(session),
    registerTaskRecorder(session),
    registerMcpServer(context, session, mcp),
    registerAgentCommand(context, session),
  );
}
