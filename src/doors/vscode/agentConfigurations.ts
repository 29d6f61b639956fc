import { stringify as tomlOf } from 'smol-toml';

/** How an agent starts our MCP server on standard input and output. */
export interface StdioCommand {
  readonly command: string;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
}

/** An agent whose configuration can be copied. */
export interface Agent {
  readonly id: string;
  readonly label: string;
  /** The file that the configuration belongs into. */
  readonly file: string;
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
    label: 'Claude Code',
    file: '.mcp.json of a project, or ~/.claude.json',
    configurationOf: (command) => json({ mcpServers: { [SERVER_NAME]: { type: 'stdio', ...partsOf(command) } } }),
  },
  {
    id: 'cursor',
    label: 'Cursor',
    file: '.cursor/mcp.json of a project, or ~/.cursor/mcp.json',
    configurationOf: (command) => json({ mcpServers: { [SERVER_NAME]: partsOf(command) } }),
  },
  {
    id: 'codex',
    label: 'Codex',
    file: '~/.codex/config.toml',
    configurationOf: (command) => `${tomlOf({ mcp_servers: { [SERVER_NAME]: partsOf(command) } }).trim()}\n`,
  },
  {
    id: 'zed',
    label: 'Zed',
    file: "Zed's settings.json",
    configurationOf: (command) => json({ context_servers: { [SERVER_NAME]: { source: 'custom', ...partsOf(command), env: { ...command.env } } } }),
  },
  {
    id: 'json',
    label: 'Another agent (JSON)',
    file: 'the configuration of its MCP servers',
    configurationOf: (command) => json({ mcpServers: { [SERVER_NAME]: partsOf(command) } }),
  },
];
