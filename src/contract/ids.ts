/**
 * Every id that package.json contributes to VS Code, in one place: code uses these, and a test
 * holds them against the manifest. (No zod in here: this is read during activation.)
 */

export const COMMANDS = {
  ask: 'workspaceContext.ask',
  refreshIndex: 'workspaceContext.refreshIndex',
  showStatus: 'workspaceContext.showStatus',
  copyMcpConfiguration: 'workspaceContext.copyMcpConfiguration',
  rotateMcpToken: 'workspaceContext.rotateMcpToken',
  pauseEmbedding: 'workspaceContext.pauseEmbedding',
  resumeEmbedding: 'workspaceContext.resumeEmbedding',
} as const;

/** Settings live under this section. */
export const SETTINGS_SECTION = 'workspaceContext';
/** Names of the settings inside the section. */
export const SETTINGS = { epicGlobs: 'epicGlobs', chatTools: 'chatTools', embeddings: 'embeddings', modelFolder: 'modelFolder' } as const;

/** The values of the setting `chatTools`: VS Code's chat gets our tools in one way or the other, never in both. */
export const CHAT_TOOLS = { languageModelTools: 'languageModelTools', mcp: 'mcp' } as const;
export type ChatTools = (typeof CHAT_TOOLS)[keyof typeof CHAT_TOOLS];

/** The provider that offers our MCP server to VS Code's chat. */
export const MCP_PROVIDER = 'workspaceContext.mcp';

/** The language-model tools; the names are those MCP lists, too, to clients that take no dots. */
export const LANGUAGE_MODEL_TOOLS = {
  workspaceContext: 'workspace_context',
  workspaceExpand: 'workspace_expand',
  codeContext: 'code_context',
  workspaceCodeContext: 'workspace_code_context',
} as const;

/**
 * Context keys of `when` clauses. A key is unset until the extension is active, so each of them says
 * what is amiss and is negated where it is used.
 */
export const CONTEXT_KEYS = { unavailable: 'workspaceContext.unavailable', embeddingPaused: 'workspaceContext.embeddingPaused' } as const;

export const STATUS_BAR_ITEM = 'workspaceContext.status';

/** The type of the panel that shows answers. */
export const ANSWER_PANEL = 'workspaceContext.answers';

/** The scheme of the read-only status document. */
export const STATUS_SCHEME = 'workspace-context-status';
