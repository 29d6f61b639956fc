/**
 * The published constants of the ranking contract. Changing any of them is a new contract
 * version and an entry in CHANGELOG.md: no setting may change how passages are ranked.
 */

export const CONTRACT_VERSION = '1.0.0';

/** Share of the relevance that words carry when the passage and the question are both embedded. */
export const WORDS_WEIGHT = 0.6;
/** Share of the relevance that meaning carries when the passage and the question are both embedded. */
export const MEANING_WEIGHT = 0.4;

/** Below this relevance a score is the relevance and nothing else. */
export const MATCH_FLOOR = 0.4;
/** Below this score a passage is not an answer and is not returned. */
export const ANSWER_FLOOR = 0.15;
/** Below this cosine a passage is not called close in meaning. */
export const NEAREST_FLOOR = 0.3;
/** At most so many passages are returned as close in meaning. */
export const NEAREST_LIMIT = 3;

export const TITLE_BONUS = 0.2;
export const ENTITY_BONUS = 0.15;
export const RECENCY_BONUS = 0.1;
export const RUN_HEALTH_BONUS = 0.05;

/** Days after which a document's last change earns no recency bonus any more. */
export const RECENCY_DAYS = 365;

/** Floors and order compare values rounded to this many decimals. */
export const COMPARED_DECIMALS = 9;

/** Longest passage, in UTF-16 units of source text. */
export const PASSAGE_LIMIT = 800;
/** Header rows of a cut table longer than this (UTF-16 units) are not repeated. */
export const TABLE_HEADER_LIMIT = 400;

export const QUESTION_LIMIT = 2_000;
export const DEFAULT_PASSAGES = 8;
export const MAXIMUM_PASSAGES = 25;

/** How far workspace_expand walks unless told. */
export const DEFAULT_DEPTH = 1;
/** How far workspace_expand walks at most. */
export const MAXIMUM_DEPTH = 3;
export const DEFAULT_EDGES = 50;
export const MAXIMUM_EDGES = 100;

/** A pack is at most so many bytes of UTF-8 JSON. */
export const PACK_BYTES = 32 * 1024;

/** A file larger than this is not indexed. */
export const FILE_BYTES = 1024 * 1024;

/** Folders nested deeper than this below a repository's root are not entered: to resolve their paths takes ever longer. */
export const FOLDER_LEVELS = 200;

/** An index verified longer ago than this is refreshed in the background by the next question. */
export const STALE_AFTER_MILLISECONDS = 5 * 60 * 1000;

export const EMBEDDING_MODEL = 'Xenova/all-MiniLM-L6-v2';

/** A task for code.context, in UTF-16 units. */
export const TASK_LIMIT = 4_000;
/** So many lines of a symbol's code are shown at most. */
export const MAXIMUM_SNIPPET_LINES = 80;

/** So many repositories one call of workspace.context asks at most. */
export const MAXIMUM_TARGETS = 8;
