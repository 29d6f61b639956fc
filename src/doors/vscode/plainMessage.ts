import { visibleLine } from '../../wording/visibleText';

/** What begins the target of a link: the editor makes links of `[label](command:…)` in any message, and a click would run the command. */
const LINK_TARGET = /\](?=\()/g;

/** A sentence as a message of the editor that shows it and does nothing else, whatever names of files stand in it. */
export const plainMessage = (sentence: string): string => visibleLine(sentence).replace(LINK_TARGET, '] ');
