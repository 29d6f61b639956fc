/**
 * The published constants of the score of code. Like those of passages they are part of the contract: changing one is an
 * entry in CHANGELOG.md, and no setting may change how symbols are ranked.
 */

/** The most each factor adds; without `exactName` they come to 1 together. */
export const CODE_WEIGHTS = {
  /** The task names the symbol: more than everything else together. */
  exactName: 1,
  name: 0.08,
  signature: 0.08,
  summary: 0.07,
  body: 0.19,
  path: 0.28,
  file: 0.3,
} as const;

/**
 * Of what the factors but `exactName` add, so much is taken away again by where a symbol stands: in a test, in a file that a
 * program wrote, that is somebody else's or made for machines, in a file that is read by its lines, outside of all declarations.
 */
export const PLACE_DEDUCTIONS = { test: 0.5, generated: 0.6, vendored: 0.6, minified: 0.8, lines: 0.3, outside: 0.1 } as const;
export type CodePlace = keyof typeof PLACE_DEDUCTIONS;

/** A symbol keeps so much of what the factors but `exactName` add for each better one of its file. */
export const REPEAT_SHARE = 0.75;

/** Below this score a symbol is not an answer and is not returned. */
export const CODE_ANSWER_FLOOR = 0.06;

/** A term in the name of a folder counts for so much of one in the name of the file. */
export const FOLDER_SHARE = 0.5;
/** A term of the area that a task begins with (`billing: …`) counts for so many in a path. */
export const AREA_FACTOR = 3;
/** How much a path of many parts is held back: a word among few tells more. */
export const PATH_LENGTH_SHARE = 0.8;

/** How fast a term that stands in more of a file's units counts for more, and how much long files are held back. */
export const FILE_SATURATION = 0.6;
export const FILE_LENGTH_SHARE = 0.4;
