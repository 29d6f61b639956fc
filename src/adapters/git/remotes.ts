import { outputOf, type GitRunner } from './process';

/** What the configuration says of remotes. */
export interface RemoteSettings {
  /** URL of each remote by name, credentials included: not to be shown. */
  readonly urls: ReadonlyMap<string, string>;
  /** The remote each branch follows, by branch name. */
  readonly followed: ReadonlyMap<string, string>;
}

const SETTINGS = '^(remote\\..*\\.url|branch\\..*\\.remote|url\\..*\\.insteadof)$';

/**
 * Reads the remotes. A remote's URL is the one that is written, not what `url.<base>.insteadOf` makes
 * of it: people rewrite real addresses to mirrors or from https to ssh, and the written one names the
 * forge. Only a made-up scheme (`gh:org/repository`) is spelt out, as it names none.
 */
export async function readRemotes(git: GitRunner): Promise<RemoteSettings> {
  const { text } = await outputOf(git(['config', '-z', '--get-regexp', SETTINGS]));
  const urls = new Map<string, string>();
  const followed = new Map<string, string>();
  const shorthands: (readonly [shorthand: string, base: string])[] = [];
  for (const entry of text.split('\0')) {
    // `section.any.name.key\nvalue`: a name may hold dots, but a key cannot.
    const [, section, name, key, value] = /^(\w+)\.([\s\S]*)\.(\w+)\n([\s\S]*)$/.exec(entry) ?? [];
    if (name === undefined || value === undefined) continue;
    // Of several URLs git fetches from the first.
    if (section === 'remote' && key === 'url' && !urls.has(name)) urls.set(name, value);
    if (section === 'branch') followed.set(name, value);
    if (section === 'url' && /^[a-z][\w-]*:$/i.test(value)) shorthands.push([value, name]);
  }
  return { urls: new Map([...urls].map(([name, url]) => [name, speltOut(url, shorthands)])), followed };
}

function speltOut(url: string, shorthands: readonly (readonly [shorthand: string, base: string])[]): string {
  const match = shorthands.find(([shorthand]) => url.startsWith(shorthand) && !url.startsWith(`${shorthand}//`));
  return match === undefined ? url : match[1] + url.slice(match[0].length);
}
