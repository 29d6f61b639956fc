/** What a developer of the product may want to see; people are told through notices and status instead. */
export interface Log {
  debug(message: string): void;
  warn(message: string): void;
}

/** A folder of this machine, and what stands for it in a log. */
export interface KnownPlace {
  readonly path: string;
  readonly name: string;
}

/** What a path that lies nowhere known begins with. */
const SOMEWHERE = '…/';

/** How an absolute path begins: on POSIX systems, on Windows, on a Windows server, and as a URL. */
const START = String.raw`(?:file:\/\/\/?)?(?:\/(?![\/\s])|[A-Za-z]:[\\\/]+|\\\\(?=[^\\\s]))`;
/** A character that no path of a machine begins right behind: there it goes on, is relative, or is no path. */
const FRESH = String.raw`(?<![\w.~>…\/\\:-])`;

/** From the surest to the least sure; what is between quotes or in a line of a stack may hold spaces. */
const PATHS: readonly RegExp[] = [
  new RegExp(String.raw`(?<=(['"\x60]))${START}(?:(?!\1)[^\n])*(?=\1)`, 'g'),
  new RegExp(String.raw`(?<=\()${START}[^\n()]*(?=\))`, 'g'),
  new RegExp(String.raw`(?<=\bat (?:async )?)${START}[^\n]*?(?=:\d+:\d+$)`, 'gm'),
  new RegExp(String.raw`${FRESH}${START}[^\s'"\x60;,()<>]+`, 'g'),
];

const lastSegmentOf = (path: string): string => path.replace(/[\\/]+$/, '').split(/[\\/]+/).pop() ?? '';

/** A place as it may stand in a text: with either separator, doubled where it was quoted. */
function spellingsOf(path: string): string[] {
  const bare = path.replace(/[\\/]+$/, '');
  return [...new Set([bare, bare.replace(/\\/g, '/'), bare.replace(/\\/g, '\\\\')])].filter((spelling) => /[^\\/.:]/.test(spelling));
}

const SPECIAL = /[.*+?^${}()|[\]\\]/g;

/**
 * The text without absolute paths of the machine: the places known are named, of all other paths the last part is left.
 * What follows a space in a path without quotes, in a place that is not known, stays.
 */
export function withoutPaths(text: string, places: readonly KnownPlace[] = []): string {
  const named = places
    .flatMap(({ path, name }) => spellingsOf(path).map((spelling) => ({ spelling, name })))
    .sort((left, right) => right.spelling.length - left.spelling.length)
    .reduce((before, { spelling, name }) => before.replace(new RegExp(`(?:file:\\/\\/\\/?)?${spelling.replace(SPECIAL, '\\$&')}(?![\\w-])`, 'g'), () => name), text);
  return PATHS.reduce((before, pattern) => before.replace(pattern, (path) => `${SOMEWHERE}${lastSegmentOf(path)}`), named);
}

/** Longer chains of causes than any program has; a chain may be a circle. */
const MOST_CAUSES = 5;

/** What there is to know of something thrown: its stack, where it has one, and those of what caused it. */
export function detailsOf(thrown: unknown, depth = 0): string {
  if (!(thrown instanceof Error)) return String(thrown);
  const own = thrown.stack ?? String(thrown);
  return thrown.cause === undefined || depth >= MOST_CAUSES ? own : `${own}\ncaused by ${detailsOf(thrown.cause, depth + 1)}`;
}

/** A log whose lines, whatever they are made of, name no absolute path of the machine. */
export function pathlessLog(write: (line: string) => void, places: readonly KnownPlace[]): Log {
  const line = (message: string): void => write(withoutPaths(message, places));
  return { debug: line, warn: line };
}
