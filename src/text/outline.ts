import type { LineSpan } from './sourceLines';

/**
 * How a block is cut when it is longer than a passage may be: a table between rows (header repeated),
 * a container between its own blocks, everything else between lines.
 */
export type BlockShape =
  | { readonly kind: 'lines' }
  | { readonly kind: 'table' }
  | { readonly kind: 'container'; readonly children: () => readonly Block[] };

/** A block of a document: its first and last line are not blank. */
export interface Block extends LineSpan {
  readonly kind: 'block';
  readonly shape: BlockShape;
  /** True for a paragraph that ends in `:` and so introduces the next block. */
  readonly introduces: boolean;
}

export interface Heading extends LineSpan {
  readonly kind: 'heading';
  /** 1 for the highest. */
  readonly level: number;
  /** As it reads when rendered; empty for an empty heading. */
  readonly text: string;
}

/** A document's headings and blocks, in order, whatever its format. */
export type Outline = readonly (Heading | Block)[];

export const LINES_SHAPE: BlockShape = { kind: 'lines' };
export const TABLE_SHAPE: BlockShape = { kind: 'table' };
