import type { KnownPlace } from '../ports/log';
import type { PlainData } from './plainData';
import { type Spelling, spelled, type SpellingRules } from './spelling';

/** Takes the folders of a machine out of what is said about them. */
export interface PathRemover {
  /** The text with every known folder replaced by its name: `/home/ada/work/api/src/x.ts` becomes `api/src/x.ts`. */
  text(text: string): string;
  /** The same for all texts of plain data, keys included. */
  data(data: PlainData): PlainData;
  /** Whether a text names a known folder in any spelling. */
  finds(text: string): boolean;
}

interface Place {
  readonly name: string;
  /** How its path is spelt. */
  readonly path: string;
  /** On Windows a drive begins a path wherever it stands, and either separator separates. */
  readonly hasDrive: boolean;
  readonly segments: number;
}

/** A folder so deep is named by nothing but its path, whatever stands before it; a shorter one (`/app`) is the end of many a path. */
const UNMISTAKABLE_SEGMENTS = 3;

/** A root that is an unfinished mapping after so many rounds is not going to be finished. */
const ROUNDS = 8;

/** Stands for a text of which nothing can be told without telling a folder. */
const WITHHELD = '(left out: it names folders of this machine)';

/** What a path may go on with on its left: there it is a longer path, or a relative one. */
const LEFT_CHARACTER = /[\p{L}\p{M}\p{N}_.~+@$%-]/u;
const DRIVE = /^[a-z]:(?:\/|$)/i;
const PATH_END = /[\s"'`<>|:;,()[\]{}*?\p{Cc}]/u;
/** Before a folder's path: the scheme, and what may be the machine's name, of an address of a file. */
const ADDRESS = /[a-z][a-z0-9+.-]*:(?:\/[^\s/"'`<>]*)?$/i;
/** Addresses of other machines: their paths are not those of this one. */
const ELSEWHERE = /^(?:https?|wss?|ftps?):/i;
/** Compilers' options stand right before their path: `-I/usr/include`. */
const OPTION = /(?:^|[\s"'`=,([])-[A-Za-z]$/;
/** Before a path in a quoted text: the end of a line or a tab, and no part of the path. */
const ESCAPED_SPACE = /\\[nrtfbv0]$/;
/** How a development server addresses a file of the machine. */
const FILE_SERVER = /\/@fs$/;
/** Nothing before a path that matters is longer. */
const LOOK_BEHIND = 120;

/** A folder whose name begins as `\u002f` goes on. */
const NAMED_LIKE_AN_ESCAPE = /\/u[0-9a-f]{4}/i;

/** Texts without any of these name no folder. */
const POSSIBLE = /[/\\%]|[A-Za-z]:/;

/** A folder's path without what Windows writes before paths, and without a separator at its end. */
const bare = (path: string): string => path.replace(/^[\\/]{2}[?.][\\/](?:UNC(?=[\\/]))?/i, (prefix) => (/UNC$/i.test(prefix) ? '/' : '')).replace(/[\\/]+$/, '');

/** A folder of another Windows machine; the longer way to write it begins differently. */
const ON_A_SERVER = /^\\\\[^\\/?.]/;
const waysTo = (path: string): string[] => {
  const plain = bare(path);
  return ON_A_SERVER.test(path) || /^[\\/]{2}[?.][\\/]UNC/i.test(path) ? [plain, `/UNC/${plain.replace(/^[\\/]+/, '')}`] : [plain];
};

function placeOf(name: string, plain: string, rules: SpellingRules): Place | null {
  const { text } = spelled(plain, rules);
  const hasDrive = DRIVE.test(plain.replace(/\\/g, '/'));
  const segments = text.split('/').filter((segment) => segment !== '').length;
  if (!(hasDrive || text.startsWith('/')) || segments === 0) return null;
  return { name, path: text, hasDrive, segments };
}

/** What a folder's name goes on with: then it is another one. `%20` is a part of a name as well, and what separates in code was read before. */
const LONGER_NAME = /^(?:[\p{L}\p{M}\p{N}_-]|\.[\p{L}\p{M}\p{N}_-]|%[0-9A-Fa-f]{2})/u;
/** So many units hold what the name goes on with. */
const LOOK_AHEAD = 4;

function standsAt({ path, hasDrive }: Place, text: string, at: number): boolean {
  // A drive has no case on any system.
  const isThere = hasDrive ? text.startsWith(path.slice(1), at + 1) && text[at]?.toLowerCase() === path[0]?.toLowerCase() : text.startsWith(path, at);
  return isThere && !LONGER_NAME.test(text.slice(at + path.length, at + path.length + LOOK_AHEAD));
}

/** Whether a folder is named in a text at all, be it as a part of another one. */
const isIn = ({ path, hasDrive }: Place, text: string): boolean => text.includes(hasDrive ? path.slice(1) : path);

const isPathCharacter = (character: string | undefined): boolean => character !== undefined && LEFT_CHARACTER.test(character);

const isUnmistakable = ({ segments }: Place): boolean => segments >= UNMISTAKABLE_SEGMENTS;

/** How many separators were written where the spelling has one. */
const separatorsIn = (written: string): number => written.replace(/%(?:25)*(?:2f|5c)|\\{1,8}u00(?:2f|5c)/gi, '/').length;

/** The address (`file://host`) that ends right before a path; null where there is none. */
function addressBefore(head: string, isDoubled: (length: number) => boolean): string | null {
  const [address] = ADDRESS.exec(head) ?? [];
  if (address === undefined || /^[a-z]:/i.test(address)) return null;
  if (/^file:/i.test(address)) return address;
  const slash = address.indexOf('/');
  return slash >= 0 && isDoubled(address.length - slash) ? address : null;
}

/** How much before a path belongs to its address, in units of the spelling; null where no path of this machine begins. */
function prefixOf(place: Place, spelling: Spelling, text: string, at: number): number | null {
  const { starts, ends } = spelling;
  const before = spelling.text.slice(Math.max(0, at - LOOK_BEHIND), at);
  const last = before.at(-1);
  // `/c:/work`: what the path is in an address.
  const slash = place.hasDrive && last === '/' ? 1 : 0;
  const head = slash === 1 ? before.slice(0, -1) : before;
  const isDoubled = (length: number): boolean => {
    const index = at - slash - length;
    return separatorsIn(text.slice(starts[index], ends[index])) >= 2;
  };
  const address = addressBefore(head, isDoubled);
  if (address !== null && !ELSEWHERE.test(address)) return address.length + slash;
  if (place.hasDrive) return slash === 1 ? (isPathCharacter(head.at(-1)) ? 0 : 1) : last !== undefined && /[A-Za-z0-9]/.test(last) ? null : 0;
  if (isUnmistakable(place)) return 0;
  if (OPTION.test(before) || FILE_SERVER.test(before) || ESCAPED_SPACE.test(text.slice(Math.max(0, (starts[at] ?? 0) - 2), starts[at]))) return 0;
  return address !== null || isPathCharacter(last) ? null : 0;
}

interface Found {
  readonly place: Place;
  readonly from: number;
  readonly behind: number;
}

/** The innermost folder that is named at a position. @param places the longest first. */
function foundAt(places: readonly Place[], spelling: Spelling, text: string, at: number): Found | null {
  const isSlash = spelling.text[at] === '/';
  const place = places.find((one) => (one.hasDrive || isSlash) && standsAt(one, spelling.text, at));
  if (place === undefined) return null;
  const prefix = prefixOf(place, spelling, text, at);
  return prefix === null ? null : { place, from: at - prefix, behind: at + place.path.length };
}

/** Whether a path goes on with a character; where it was written in code (`%20`) it always does. */
const goesOn = (spelling: Spelling, at: number, text: string): boolean => {
  const character = spelling.text[at];
  if (character === undefined) return false;
  const written = text.slice(spelling.starts[at], spelling.ends[at]);
  return written !== character ? true : !PATH_END.test(character);
};

/** The text with every folder replaced that stands in it in this spelling. */
function replaced(text: string, all: readonly Place[], rules: SpellingRules): string {
  if (all.length === 0) return text;
  const spelling = spelled(text, rules);
  const places = all.filter((place) => isIn(place, spelling.text));
  if (places.length === 0) return text;
  const { starts, ends } = spelling;
  let result = '';
  let copied = 0;
  for (let at = 0; at < starts.length; at += 1) {
    const found = foundAt(places, spelling, text, at);
    if (found === null) continue;
    const begin = Math.max(copied, starts[found.from] ?? 0);
    const anySeparator = found.place.hasDrive || /\\|%(?:25)*5c/i.test(text.slice(begin, ends[found.behind - 1]));
    result += text.slice(copied, begin);
    // Only of an unmistakable one is the end of another path replaced.
    if (isUnmistakable(found.place) && isPathCharacter(result.at(-1))) result += '/';
    result += found.place.name;
    copied = ends[found.behind - 1] ?? text.length;
    // What follows is a path of the repository: with `/` between its folders, however it was written.
    for (at = found.behind; goesOn(spelling, at, text); at += 1) {
      if (spelling.text[at] !== '/') continue;
      if (!anySeparator && /^\\+$/.test(text.slice(starts[at], ends[at]))) break;
      if (foundAt(places, spelling, text, at) !== null) break;
      result += `${text.slice(copied, starts[at])}/`;
      copied = ends[at] ?? text.length;
    }
    at -= 1;
  }
  return result + text.slice(copied);
}

/** The ways a text may be written; those that make no difference to it are left out. */
function rulesFor(text: string, ignoreCase: boolean): SpellingRules[] {
  const percent = /%[0-9A-Fa-f]{2}/.test(text);
  const escapes = /\\u[0-9A-Fa-f]{4}/.test(text);
  // What is read the most thoroughly first: a folder in code must not be taken for the end of the one it lies in.
  return [
    ...(percent && escapes ? [{ percent: true, escapes: true, ignoreCase }] : []),
    ...(percent ? [{ percent: true, escapes: false, ignoreCase }] : []),
    ...(escapes ? [{ percent: false, escapes: true, ignoreCase }] : []),
    { percent: false, escapes: false, ignoreCase },
  ];
}

/**
 * Replaces folders of the machine by names, of folders that lie in one another the innermost. Found are they with
 * either separator, doubled or encoded, as an address (`file:`), in a stack, a sentence or a text quoted in another one;
 * a folder whose name only begins the same is another one and stays.
 * @param places the longest of two that are alike wins; of two of one path the first.
 */
export function pathRemover(places: readonly KnownPlace[], ignoreCase: boolean): PathRemover {
  const known = new Map<string, readonly Place[]>();
  const placesFor = (rules: SpellingRules): readonly Place[] => {
    const key = JSON.stringify(rules);
    const made =
      known.get(key) ??
      places
        .flatMap(({ name, path }) => waysTo(path).map((way) => placeOf(name, way, rules)))
        .filter((place) => place !== null)
        .sort((left, right) => right.path.length - left.path.length);
    known.set(key, made);
    return made;
  };
  const plain: SpellingRules = { percent: false, escapes: false, ignoreCase };
  // Behind a backslash these names look like characters in code.
  const ambiguous = placesFor(plain).filter(({ path }) => NAMED_LIKE_AN_ESCAPE.test(path));
  const once = (text: string): string =>
    rulesFor(text, ignoreCase).reduce((before, rules) => replaced(before, placesFor(rules), rules), replaced(text, ambiguous, plain));
  const remove = (text: string): string => {
    if (places.length === 0 || !POSSIBLE.test(text)) return text;
    let before = text;
    for (let round = 0; round < ROUNDS; round += 1) {
      const after = once(before);
      if (after === before) return after;
      before = after;
    }
    return WITHHELD;
  };
  const data = (value: PlainData): PlainData => {
    if (typeof value === 'string') return remove(value);
    if (Array.isArray(value)) return value.map(data);
    if (typeof value !== 'object' || value === null) return value;
    const taken: Record<string, PlainData> = {};
    for (const [key, part] of Object.entries(value)) taken[freeKey(taken, remove(key))] = data(part);
    return taken;
  };
  return { text: remove, data, finds: (text) => remove(text) !== text };
}

/** A key that is not taken yet: two folders' paths may become one. */
function freeKey(taken: Readonly<Record<string, PlainData>>, key: string): string {
  let free = key;
  for (let number = 2; Object.hasOwn(taken, free); number += 1) free = `${key} (${number})`;
  return free;
}
