import { randomBytes } from 'node:crypto';
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import * as vscode from 'vscode';
import { SETTINGS, SETTINGS_SECTION } from '../../contract/ids';
import { type Agent, agentFileOf, agentLabelOf, AGENTS, type StdioCommand } from './agentConfigurations';
import { LAUNCHER_FILE, launcherSource } from './launcher';
import { nodeCommandOf } from './nodeCommand';

/** Writes a whole file or nothing; one that holds the text already is left alone. */
async function writeWhole(file: string, text: string): Promise<void> {
  if ((await readFile(file, 'utf8').catch(() => null)) === text) return;
  await mkdir(path.dirname(file), { recursive: true });
  const temporary = `${file}.${randomBytes(8).toString('hex')}.tmp`;
  try {
    await writeFile(temporary, text, { flag: 'wx' });
    await rename(temporary, file);
  } catch (thrown) {
    await rm(temporary, { force: true });
    throw thrown;
  }
}

/** Writes the launcher where updates of the extension leave it alone, and returns its path. */
async function placeLauncher(context: vscode.ExtensionContext): Promise<string> {
  const file = path.join(context.globalStorageUri.fsPath, LAUNCHER_FILE);
  const { id, extensionPath } = context.extension;
  const installation = { extensionId: id, extensionsFolder: path.dirname(extensionPath), extensionFolder: extensionPath };
  await writeWhole(file, launcherSource(installation));
  return file;
}

/** The agent that the setting names; undefined where it says to ask. */
function agentFromSetting(): Agent | undefined {
  const setting = vscode.workspace.getConfiguration(SETTINGS_SECTION).get<unknown>(SETTINGS.mcpClient);
  return AGENTS.find(({ id }) => id === setting);
}

async function agentFromPerson(): Promise<Agent | undefined> {
  const picked = await vscode.window.showQuickPick(
    AGENTS.map((agent) => ({ label: agentLabelOf(agent), detail: vscode.l10n.t('for {0}', agentFileOf(agent)), agent })),
    {
      title: vscode.l10n.t('Workspace Context: Copy MCP Configuration'),
      placeHolder: vscode.l10n.t('The agent that is to ask this workspace; the setting "workspaceContext.mcpClient" remembers one'),
      matchOnDetail: true,
    },
  );
  return picked?.agent;
}

/**
 * Copies the configuration with which an agent asks what this window has open; returns it, or nothing when
 * the person changed their mind.
 * @param opened paths for `--workspace`.
 * @param agentId the agent, for a program that calls the command; else the setting names it, or the person is asked.
 */
export async function copyMcpConfiguration(
  context: vscode.ExtensionContext,
  opened: readonly string[],
  agentId: unknown,
): Promise<string | undefined> {
  const agent = AGENTS.find(({ id }) => id === agentId) ?? agentFromSetting() ?? (await agentFromPerson());
  if (agent === undefined) return undefined;
  const { command, env } = nodeCommandOf({ executable: process.execPath, electron: process.versions['electron'] !== undefined });
  const launcher = await placeLauncher(context);
  const stdio: StdioCommand = { command, env, args: [launcher, 'mcp', ...opened.flatMap((place) => ['--workspace', place])] };
  const configuration = agent.configurationOf(stdio);
  await vscode.env.clipboard.writeText(configuration);
  void vscode.window.showInformationMessage(
    vscode.l10n.t('Workspace Context: copied for {0}. Paste it into {1}.', agentLabelOf(agent), agentFileOf(agent)),
  );
  return configuration;
}
