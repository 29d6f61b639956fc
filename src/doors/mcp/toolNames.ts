/**
 * The name a client is shown for a tool, given the tool's own name and the name the client gave itself
 * (null before it did). A tool answers to its own name as well.
 */
export type ToolNaming = (toolName: string, clientName: string | null) => string;

/** Every client is shown the tools' own names. */
export const ownNames: ToolNaming = (toolName) => toolName;
