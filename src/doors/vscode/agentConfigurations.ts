import * as l10n from '@vscode/l10n';
import { stringify as tomlOf } from 'smol-toml';
import type { McpClient } from '../../contract/ids';

/** How an agent starts our MCP server on standard input and output. */
export interface StdioCommand {
  readonly command: string;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
}

/** An agent whose configuration can be copied. */
export interface Agent {
  readonly id: Exclude<McpClient, 'ask'>;
  readonly configurationOf: (command: StdioCommand) => string;
}

const SERVER_NAME = 'workspace-context';

const json = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`;

/** Without an empty `env`: it would only be noise. */
const partsOf = ({ command, args, env }: StdioCommand) => ({
  command,
  args: [...args],
  ...(Object.keys(env).length > 0 ? { env: { ...env } } : {}),
});

export const AGENTS: readonly Agent[] = [
  {
    id: 'claude-code',
    configurationOf: (command) => json({ mcpServers: { [SERVER_NAME]: { type: 'stdio', ...partsOf(command) } } }),
  },
  {
    id: 'cursor',
    configurationOf: (command) => json({ mcpServers: { [SERVER_NAME]: partsOf(command) } }),
  },
  {
    id: 'codex',
    configurationOf: (command) => `${tomlOf({ mcp_servers: { [SERVER_NAME]: partsOf(command) } }).trim()}\n`,
  },
  {
    id: 'zed',
    configurationOf: (command) => json({ context_servers: { [SERVER_NAME]: { source: 'custom', ...partsOf(command), env: { ...command.env } } } }),
  },
  {
    id: 'json',
    configurationOf: (command) => json({ mcpServers: { [SERVER_NAME]: partsOf(command) } }),
  },
];

/** What the agent is called. */
export function agentLabelOf({ id }: Pick<Agent, 'id'>): string {
  switch (id) {
    case 'claude-code':
      return 'Claude Code';
    case 'cursor':
      return 'Cursor';
    case 'codex':
      return 'Codex';
    case 'zed':
      return 'Zed';
    case 'json':
      return l10n.t('Another agent (JSON)');
  }
}

/** The file that the configuration belongs into. */
export function agentFileOf({ id }: Pick<Agent, 'id'>): string {
  switch (id) {
    case 'claude-code':
      return l10n.t('{0} of a project, or {1}', '.mcp.json', '~/.claude.json');
    case 'cursor':
      return l10n.t('{0} of a project, or {1}', '.cursor/mcp.json', '~/.cursor/mcp.json');
    case 'codex':
      return '~/.codex/config.toml';
    case 'zed':
      return l10n.t("Zed's settings.json");
    case 'json':
      return l10n.t('the configuration of its MCP servers');
  }
}
