/** Where a git remote lives on a server. Never holds a user name, a password or a token. */
export interface RemoteAddress {
  readonly scheme: 'https' | 'http' | 'ssh' | 'git';
  /** Lower-case host name; an IPv6 address keeps its brackets. */
  readonly host: string;
  /** Null where the URL names none. */
  readonly port: string | null;
  /** As the URL has it, without leading and trailing slashes, query and fragment. */
  readonly path: string;
}

const SCHEMES: Readonly<Record<string, RemoteAddress['scheme']>> = {
  https: 'https',
  http: 'http',
  ssh: 'ssh',
  'git+ssh': 'ssh',
  'ssh+git': 'ssh',
  git: 'git',
};

const URL_FORM = /^([a-z+]+):\/\/([^/?#]*)([^?#]*)/i;
const HOST_AND_PORT = /^(\[[0-9a-f:.]+\]|[\p{L}\p{N}._-]+)(?::(\d*))?$/iu;
/** `user@host:path`, and git's `[user@host:port]:path`. */
const SCP_FORM = /^(?:\[(?:[^@/\]]*@)?([^\]/@]+)\]|(?:[^@/]*@)?(\[[0-9a-f:.]+\]|[^/:@[\]]+)):(?![:])(.+)$/i;

/**
 * Reads a remote's URL in any form git takes: `https://`, `http://`, `ssh://`, `git://`, `host:path`.
 * Null for a path of the machine, a remote helper (`ext::…`) and whatever else names no server.
 */
export function remoteAddressOf(url: string): RemoteAddress | null {
  const trimmed = url.trim();
  const [, schemeName, authority, path] = URL_FORM.exec(trimmed) ?? [];
  if (schemeName !== undefined && authority !== undefined && path !== undefined) {
    const scheme = SCHEMES[schemeName.toLowerCase()];
    // A password may itself hold an `@`: the host begins after the last one.
    return scheme === undefined ? null : addressOf(scheme, authority.slice(authority.lastIndexOf('@') + 1), path);
  }
  if (trimmed.includes('://')) return null;
  const [, bracketed, plain, scpPath] = SCP_FORM.exec(trimmed) ?? [];
  const host = bracketed ?? plain;
  // A single letter before the colon is a drive of a Windows machine.
  if (host === undefined || scpPath === undefined || /^[a-z]$/i.test(host)) return null;
  return addressOf('ssh', host, scpPath);
}

function addressOf(scheme: RemoteAddress['scheme'], hostAndPort: string, rawPath: string): RemoteAddress | null {
  const [, host, port] = HOST_AND_PORT.exec(hostAndPort) ?? [];
  const path = rawPath.replace(/^\/+|\/+$/g, '');
  if (host === undefined || path === '') return null;
  return { scheme, host: host.toLowerCase(), port: port === undefined || port === '' ? null : port, path };
}

/**
 * The URL of a remote as it may be shown and stored: user name, password, token, query and fragment
 * taken out. The user `git` of ssh stays, as it is nobody's. Null where the remote is no server's
 * address (a path of this machine, a helper command), because that cannot be shown at all.
 */
export function withoutCredentials(url: string): string | null {
  const address = remoteAddressOf(url);
  if (address === null) return null;
  const { scheme, host, port, path } = address;
  const user = scheme === 'ssh' && /^(?:[a-z+]+:\/\/|\[)?git(?::[^@]*)?@/i.test(url.trim()) ? 'git@' : '';
  if (scheme === 'ssh' && !url.includes('://') && port === null) return `${user}${host}:${path}`;
  return `${scheme}://${user}${host}${port === null ? '' : `:${port}`}/${path}`;
}
