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
/** What is taken away for a test where the task itself speaks of tests. */
export const ASKED_TEST_DEDUCTION = 0.2;

/** The weight of a term is its inverse document frequency raised to this: a rare word tells more than many common ones. */
export const RARITY_EXPONENT = 1.5;

/** What a task wants done says little about where: these words count for so much of their weight. */
export const CHANGE_WORD_SHARE = 0.5;
export const CHANGE_WORDS: readonly string[] = (
  'adapt add added adjust allow avoid backport bump change clean cleanup convert correct create delete disable enable ensure fix handle implement improve include ' +
  'introduce keep make move patch prevent provide refactor remove drop rename replace revert rework set simplify skip start stop support switch try update upgrade use'
).split(' ');

/** How exactly a task names a symbol: letter for letter (or its file so), apart from upper and lower case, by what it would be declared in. */
export const EXACT_VALUES = { name: 1, file: 1, otherCase: 0.9, scope: 0.9 } as const;

/** A file's name that more files have than this names none of them (`index.ts`, `package.json`): folders before it tell which one. */
export const MOST_FILES_OF_NAME = 5;

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
