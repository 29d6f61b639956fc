/** What answers workspace.context here, as its rows call it. */
export const OWN_PROVIDER = { provider: 'code.context', implementation: 'tree-sitter' } as const;
