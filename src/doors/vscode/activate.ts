import type * as vscode from 'vscode';
import { openActivityFeed } from './activityFeed';
import { registerAgentCommand } from './agentCommand';
import { registerAskCommand } from './askCommand';
import { registerChatParticipant } from './chat/participant';
import type { GitFoldersOf } from './fileEvents';
import { registerFindCodeCommand } from './findCodeCommand';
import { registerEmbeddingCommands } from './embeddingCommands';
import { registerExpandEntityCommand } from './expandEntityCommand';
import { registerGetStarted } from './getStarted';
import { registerIndexCommand } from './indexCommand';
import { type McpServerPorts, registerMcpServer } from './mcpServer';
import { createPanels } from './panel/panels';
import { openSession, type Connect } from './session';
import { registerStatusBar } from './statusBar';
import { registerStatusCommand } from './statusCommand';
import { registerTaskRecorder } from './taskRecorder';
import { registerTools } from './tools';
import { registerTreeView } from './tree/treeView';

/**
 * Registers everything the manifest promises and returns; the service is made with the first question.
 * @returns what ends it all, when what is being written is written.
 */
export function activateDoor(
  context: vscode.ExtensionContext,
  connect: Connect,
  gitFoldersOf: GitFoldersOf,
  mcp: McpServerPorts,
): () => Promise<void> {
  const session = openSession(connect, gitFoldersOf);
  const feed = openActivityFeed(session);
  const panels = createPanels(context, session);
  context.subscriptions.push(
    session,
    panels,
    registerTools(session),
    registerAskCommand(session, panels),
    registerFindCodeCommand(panels),
    registerExpandEntityCommand(session, panels),
    registerIndexCommand(session),
    registerStatusCommand(session),
    feed,
    registerStatusBar(feed),
    registerTreeView(session, feed),
    registerEmbeddingCommands(session),
    registerTaskRecorder(session),
    registerMcpServer(context, session, mcp),
    registerAgentCommand(context, session),
    registerChatParticipant(context, session),
    registerGetStarted(context),
  );
  return () => session.close();
}
