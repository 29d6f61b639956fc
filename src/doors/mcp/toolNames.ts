/**
 * The name a client is shown for a tool, given the tool's own name and the name the client gave itself
 * (null before it did). A tool answers to its own name as well.
 */
export type ToolNaming = (toolName: string, clientName: string | null) => string;

/** Names without dots, for clients that refuse them or turn them into `_`, where `workspace.context` would be `workspace_context`. */
const FOLDED: Readonly<Record<string, string>> = {
  'workspace.context': 'workspace_code_context',
  'code.context': 'code_context',
};

/** How such clients name themselves, in lower case, or how that begins. */
const FOLDING_CLIENTS: readonly string[] = [
  'visual studio code',
  'vscode',
  'vscodium',
  'code - oss',
  'code-server',
  'openvscode',
  'positron',
  'kiro',
  'trae',
  'cursor',
  'windsurf',
  'claude',
  'codex',
  'github-copilot',
  'copilot',
  'cline',
  'roo',
  'continue',
  'zed',
  'goose',
  'opencode',
];

/** A tool's name without dots; its own where that has none. */
export function foldedName(toolName: string): string {
  return FOLDED[toolName] ?? toolName;
}

/** Clients that cannot do with dots are shown names without. */
export const namesByClient: ToolNaming = (toolName, clientName) => {
  const client = clientName?.toLowerCase() ?? '';
  return FOLDING_CLIENTS.some((name) => client.startsWith(name)) ? foldedName(toolName) : toolName;
};
