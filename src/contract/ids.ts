/**
 * Every id that package.json contributes to VS Code, in one place: code uses these, and a test
 * holds them against the manifest. (No zod in here: this is read during activation.)
 */

export const COMMANDS = {
  ask: 'workspaceContext.ask',
  refreshIndex: 'workspaceContext.refreshIndex',
  showStatus: 'workspaceContext.showStatus',
} as const;

/** Settings live under this section. */
export const SETTINGS_SECTION = 'workspaceContext';
/** Names of the settings inside the section. */
export const SETTINGS = { epicGlobs: 'epicGlobs' } as const;

/** The language-model tools; the names are those MCP lists, too. */
export const LANGUAGE_MODEL_TOOLS = { workspaceContext: 'workspace_context', workspaceExpand: 'workspace_expand' } as const;

/**
 * Context keys of `when` clauses. A key is unset until the extension is active, so each of them says
 * what is amiss and is negated where it is used.
 */
export const CONTEXT_KEYS = { unavailable: 'workspaceContext.unavailable' } as const;

/** The type of the panel that shows answers. */
export const ANSWER_PANEL = 'workspaceContext.answers';

/** The scheme of the read-only status document. */
export const STATUS_SCHEME = 'workspace-context-status';
