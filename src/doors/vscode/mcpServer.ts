import * as vscode from 'vscode';
import { CHAT_TOOLS, COMMANDS, MCP_PROVIDER, SETTINGS, SETTINGS_SECTION } from '../../contract/ids';
import type { WorkspaceService } from '../../workspace/service';
import { chatTools } from './chatTools';
import { foldersOfWindow, type WorkspaceSession } from './session';
import { showError } from './showError';

/** An MCP server over HTTP that runs outside of the extension host. */
export interface RunningMcpServer {
  readonly port: number;
  readonly url: string;
  setToken(token: string): void;
  setHealthy(healthy: boolean): void;
  close(): Promise<void>;
  /** Resolves when the server is gone, closed or not. */
  readonly ended: Promise<void>;
}

export interface McpServerSettings {
  readonly version: string;
  readonly token: string;
  readonly preferredPort: number | null;
  readonly healthy: boolean;
}

/** Starts an MCP server that asks `service()` at every call. */
export type StartMcpServer = (settings: McpServerSettings, service: () => WorkspaceService) => Promise<RunningMcpServer>;

export interface McpServerPorts {
  readonly start: StartMcpServer;
  /** Makes a secret that nobody can guess. */
  readonly newToken: () => string;
}

/** Where the token is kept: with the editor's secrets, the same for all windows. */
const TOKEN_SECRET = 'mcpToken';
/** Where the port is kept: with the workspace, because every window needs one of its own. */
const PORT_MEMORY = 'mcpPort';

const LABEL = 'Workspace Context';
/** Stands in the definition before the server runs, which says where. */
const UNKNOWN_PORT = 0;

const addressOf = (port: number): vscode.Uri => vscode.Uri.parse(`http://127.0.0.1:${port}/mcp`);

/**
 * Nothing listens, and nothing is offered to the chat, unless the setting says so, the workspace is trusted and there is
 * something to read: the editor remembers the tools of a server that is offered, whether it answers or not.
 */
const offered = (): boolean =>
  vscode.workspace.isTrusted &&
  chatTools() === CHAT_TOOLS.mcp &&
  foldersOfWindow().length > 0;

/**
 * Offers the MCP server to VS Code's chat where the setting asks for it in place of the language-model
 * tools; it starts when the chat first wants it. The token is added only then, because the editor keeps
 * definitions in plain files. With it comes the command that changes the token.
 */
export function registerMcpServer(
  context: vscode.ExtensionContext,
  session: WorkspaceSession,
  { start, newToken }: McpServerPorts,
): vscode.Disposable {
  const changed = new vscode.EventEmitter<void>();
  const version = String((context.extension.packageJSON as { version?: unknown }).version);
  let running: Promise<RunningMcpServer> | null = null;

  const token = async (): Promise<string> => {
    const kept = await context.secrets.get(TOKEN_SECRET);
    if (kept !== undefined) return kept;
    const made = newToken();
    await context.secrets.store(TOKEN_SECRET, made);
    return made;
  };

  const startNow = async (): Promise<RunningMcpServer> => {
    const preferredPort = context.workspaceState.get<number>(PORT_MEMORY) ?? null;
    const settings = { version, token: await token(), preferredPort, healthy: session.health.healthy() };
    const server = await start(settings, () => session.service());
    // Whatever changed while it started.
    server.setHealthy(session.health.healthy());
    await context.workspaceState.update(PORT_MEMORY, server.port);
    return server;
  };

  const ensureRunning = (): Promise<RunningMcpServer> => {
    if (running !== null) return running;
    const starting = startNow();
    running = starting;
    const gone = (): void => {
      if (running === starting) running = null;
    };
    starting.then((server) => server.ended).then(gone, gone);
    return starting;
  };

  const withRunning = (use: (server: RunningMcpServer) => unknown): void => {
    void running?.then(use).catch(() => undefined);
  };

  const stop = async (): Promise<void> => {
    const stopped = running;
    running = null;
    await stopped?.then((server) => server.close()).catch(() => undefined);
  };

  /** What the editor was told last; null before it asked. */
  let told: boolean | null = null;
  const offerAnew = (): void => {
    const now = offered();
    if (now === told) return;
    told = now;
    if (!now) void stop();
    changed.fire();
  };

  const definition = (uri: vscode.Uri, headers: Record<string, string>) =>
    new vscode.McpHttpServerDefinition(LABEL, uri, headers, version);

  const stopListening = session.health.onChange(() => withRunning((server) => server.setHealthy(session.health.healthy())));

  return vscode.Disposable.from(
    changed,
    { dispose: stopListening },
    { dispose: () => void stop() },
    vscode.lm.registerMcpServerDefinitionProvider(MCP_PROVIDER, {
      onDidChangeMcpServerDefinitions: changed.event,
      provideMcpServerDefinitions: () => {
        told = offered();
        return told ? [definition(addressOf(context.workspaceState.get<number>(PORT_MEMORY) ?? UNKNOWN_PORT), {})] : [];
      },
      resolveMcpServerDefinition: async () => {
        if (!offered()) return undefined;
        const server = await ensureRunning();
        return definition(vscode.Uri.parse(server.url), { Authorization: `Bearer ${await token()}` });
      },
    }),
    vscode.workspace.onDidGrantWorkspaceTrust(offerAnew),
    vscode.workspace.onDidChangeWorkspaceFolders(offerAnew),
    vscode.workspace.onDidChangeConfiguration((change) => {
      if (change.affectsConfiguration(`${SETTINGS_SECTION}.${SETTINGS.chatTools}`)) offerAnew();
    }),
    // Another window may have changed it.
    context.secrets.onDidChange(async ({ key }) => {
      if (key !== TOKEN_SECRET) return;
      const next = await token();
      withRunning((server) => server.setToken(next));
      changed.fire();
    }),
    vscode.commands.registerCommand(COMMANDS.rotateMcpToken, async () => {
      try {
        await context.secrets.store(TOKEN_SECRET, newToken());
        void vscode.window.showInformationMessage(
          vscode.l10n.t('Workspace Context: the MCP server has a new token; clients with the one before it are shut out.'),
        );
      } catch (thrown) {
        void showError(thrown);
      }
    }),
  );
}
