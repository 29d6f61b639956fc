import { harmlessLine } from '../../workspace/harmlessText';

/** All of ASCII's punctuation: each may be escaped, and none of it means anything then, not even an address that would become a link. */
const PUNCTUATION = /[!-/:-@[-`{-~]/g;

/** Text of files as Markdown that shows it on one line, in its own order, and does nothing else. */
export const plainMarkdown = (text: string): string => harmlessLine(text).replace(PUNCTUATION, '\\$&');
