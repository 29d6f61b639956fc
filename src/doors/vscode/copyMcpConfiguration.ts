import { randomBytes } from 'node:crypto';
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import * as vscode from 'vscode';
import { type Agent, AGENTS, type StdioCommand } from './agentConfigurations';
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

async function agentFromPerson(): Promise<Agent | undefined> {
  const picked = await vscode.window.showQuickPick(
    AGENTS.map((agent) => ({ label: agent.label, detail: `for ${agent.file}`, agent })),
    { title: 'Workspace Context: Copy MCP Configuration', placeHolder: 'The agent that is to ask this workspace' },
  );
  return picked?.agent;
}

/**
 * Copies the configuration with which an agent asks what this window has open; returns it, or nothing when
 * the person changed their mind.
 * @param opened paths for `--workspace`.
 * @param agentId the agent, for a program that calls the command; a person is asked.
 */
export async function copyMcpConfiguration(
  context: vscode.ExtensionContext,
  opened: readonly string[],
  agentId: unknown,
): Promise<string | undefined> {
  const agent = AGENTS.find(({ id }) => id === agentId) ?? (await agentFromPerson());
  if (agent === undefined) return undefined;
  const { command, env } = nodeCommandOf({ executable: process.execPath, electron: process.versions['electron'] !== undefined });
  const launcher = await placeLauncher(context);
  const stdio: StdioCommand = { command, env, args: [launcher, 'mcp', ...opened.flatMap((place) => ['--workspace', place])] };
  const configuration = agent.configurationOf(stdio);
  await vscode.env.clipboard.writeText(configuration);
  void vscode.window.showInformationMessage(`Workspace Context: copied for ${agent.label}. Paste it into ${agent.file}.`);
  return configuration;
}
