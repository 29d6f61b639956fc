/**
 * Every id that package.json contributes to VS Code, in one place: code uses these, and a test
 * holds them against the manifest. (No zod in here: this is read during activation.)
 */

export const COMMANDS = {
  ask: 'workspaceContext.ask',
  expandEntity: 'workspaceContext.expandEntity',
  findCode: 'workspaceContext.findCode',
  refreshIndex: 'workspaceContext.refreshIndex',
  showStatus: 'workspaceContext.showStatus',
  copyMcpConfiguration: 'workspaceContext.copyMcpConfiguration',
  rotateMcpToken: 'workspaceContext.rotateMcpToken',
  pauseEmbedding: 'workspaceContext.pauseEmbedding',
  resumeEmbedding: 'workspaceContext.resumeEmbedding',
  askAboutEntity: 'workspaceContext.askAboutEntity',
  showInGraph: 'workspaceContext.showInGraph',
  openDeclaration: 'workspaceContext.openDeclaration',
  revealInExplorer: 'workspaceContext.revealInExplorer',
  copyReference: 'workspaceContext.copyReference',
  getStarted: 'workspaceContext.getStarted',
} as const;

/** Settings live under this section. */
export const SETTINGS_SECTION = 'workspaceContext';
/** Names of the settings inside the section. */
export const SETTINGS = { epicGlobs: 'epicGlobs', chatTools: 'chatTools', embeddings: 'embeddings', modelFolder: 'modelFolder', mcpClient: 'mcpClient' } as const;

/** The values of the setting `chatTools`: VS Code's chat gets our tools in one way or the other, never in both. */
export const CHAT_TOOLS = { languageModelTools: 'languageModelTools', mcp: 'mcp' } as const;
export type ChatTools = (typeof CHAT_TOOLS)[keyof typeof CHAT_TOOLS];

/** The values of the setting `mcpClient`: which agent an MCP configuration is copied for; `ask`: it is chosen each time. */
export const MCP_CLIENTS = ['ask', 'claude-code', 'cursor', 'codex', 'zed', 'json'] as const;
export type McpClient = (typeof MCP_CLIENTS)[number];

/** The participant of the chat that answers from the index alone. */
export const CHAT_PARTICIPANT = 'workspaceContext.context';
/** What is written behind its name with a slash; `ask` is meant where nothing is. */
export const CHAT_COMMANDS = { ask: 'ask', graph: 'graph', code: 'code' } as const;
export type ChatCommand = (typeof CHAT_COMMANDS)[keyof typeof CHAT_COMMANDS];

/** The walkthrough that shows how to begin, and its steps. */
export const WALKTHROUGH = 'getStarted';
export const WALKTHROUGH_STEPS = ['ask', 'why', 'tree', 'graph', 'code', 'chat', 'agents'] as const;

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
 * Context keys. A key is unset until the extension is active, so those of `when` clauses say what is amiss and are negated
 * where they are used; the others say what a person did in a panel, which ticks a step of the walkthrough.
 */
export const CONTEXT_KEYS = {
  unavailable: 'workspaceContext.unavailable',
  embeddingPaused: 'workspaceContext.embeddingPaused',
  questionAsked: 'workspaceContext.questionAsked',
  graphWalked: 'workspaceContext.graphWalked',
  codeFound: 'workspaceContext.codeFound',
} as const;

/** What a person did in a panel, by the name of its context key. */
export type PanelDeed = 'questionAsked' | 'graphWalked' | 'codeFound';

export const STATUS_BAR_ITEM = 'workspaceContext.status';

/** The type of the panel that shows answers, as a tab among the editors. */
export const ANSWER_PANEL = 'workspaceContext.answers';

/** The place in the side bar, and what it holds: the panel, and the tree of what is indexed. */
export const VIEW_CONTAINER = 'workspaceContext';
export const SIDE_BAR_VIEW = 'workspaceContext.panel';
export const TREE_VIEW = 'workspaceContext.tree';

/** Brings the tree to the front; the editor makes this command for every view. */
export const FOCUS_TREE = `${TREE_VIEW}.focus`;
/** What clicks in the tree run; no person calls these by name, so they are in no manifest. */
export const TREE_COMMANDS = { open: 'workspaceContext.tree.open', showMore: 'workspaceContext.tree.showMore' } as const;

/** The scheme of read-only documents that show a file as it was at a commit. */
export const COMMIT_SCHEME = 'workspace-context-commit';

/** The scheme of the read-only status document. */
export const STATUS_SCHEME = 'workspace-context-status';
