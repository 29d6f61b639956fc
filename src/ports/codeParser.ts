/** A part of a text that a pattern of a query names. Offsets are UTF-16 units, lines are 1-based. */
export interface SyntaxCapture {
  readonly name: string;
  readonly start: number;
  readonly end: number;
  readonly line: number;
  readonly endLine: number;
}

/** One match of a pattern: its captures in the order of the text. */
export type SyntaxMatch = readonly SyntaxCapture[];

/** A grammar, by the name of its file. */
export type GrammarName = string;

export interface SyntaxRequest {
  readonly grammar: GrammarName;
  /** Patterns in tree-sitter's query language. */
  readonly query: string;
  readonly text: string;
}

/** What a parse came to: where the patterns match, whether the text has parts the grammar does not know, or why there is nothing. */
export type SyntaxReading =
  | { readonly kind: 'read'; readonly matches: readonly SyntaxMatch[]; readonly hasErrors: boolean }
  /** It would have taken more work than its length allows, or broke the parser. */
  | { readonly kind: 'failed' };

/** Reads the syntax of texts. Nothing is loaded before the first text of a grammar. */
export interface CodeParser {
  /** Never hangs, whatever the text holds; the same text gives the same reading. Rejects only where a grammar cannot be loaded. */
  read(request: SyntaxRequest): Promise<SyntaxReading>;
  /** Lets others have the thread for a moment when it was held for long. */
  pause(): Promise<void>;
}
