import type { LineRange, RepositoryPath } from '../contract/model';
import { remoteAddressOf, type RemoteAddress } from '../ports/remoteUrl';

/** What a permalink is made from. */
export interface PermalinkSource {
  /** URL of a git remote, in any form git takes. Credentials in it never reach the link. */
  readonly remoteUrl: string;
  /** Full id of a commit that the remote has. */
  readonly commit: string;
  /** Relative to the top of the work tree. */
  readonly path: RepositoryPath;
  readonly lines: LineRange;
}

/** A repository's place on its forge. */
interface ForgePlace {
  /** `https://host[:port]`. */
  readonly origin: string;
  /** The path of the remote, decoded, without the last `.git`. */
  readonly segments: readonly string[];
  readonly overSsh: boolean;
}

/** One file at one commit, every part ready to stand in a URL. */
interface LinkedFile {
  readonly commit: string;
  readonly path: string;
  readonly lines: LineRange;
  /** The forge shows it as a page, where lines have no anchors, unless its source is asked for. */
  readonly rendered: boolean;
}

type LinkWriter = (place: ForgePlace, file: LinkedFile) => string | null;

/** Hosts that answer ssh under a name of its own, and those anybody may know by their public name. */
const PUBLIC_HOSTS: Readonly<Record<string, string>> = {
  'www.github.com': 'github.com',
  'ssh.github.com': 'github.com',
  'altssh.gitlab.com': 'gitlab.com',
  'altssh.bitbucket.org': 'bitbucket.org',
  'github.com': 'github.com',
  'gitlab.com': 'gitlab.com',
  'bitbucket.org': 'bitbucket.org',
  'codeberg.org': 'codeberg.org',
  'gitea.com': 'gitea.com',
  'dev.azure.com': 'dev.azure.com',
};

/** Markup that forges render: GitHub's list, which the others' lie within. */
const RENDERED = /\.(?:md|markdown|mdown|mkdn?|mdx|adoc|asciidoc|asc|rst)$/i;

/** The port a Bitbucket Data Center serves ssh on unless told otherwise. */
const BITBUCKET_SSH_PORT = '7999';

/**
 * The address of lines of a file on the repository's forge, at a commit: GitHub, GitLab, Bitbucket
 * (Cloud and Data Center), Azure DevOps, Gitea and Forgejo, self-hosted ones told by their name.
 * Null where the remote is no server's address or the forge is not known.
 */
export function permalinkOf(source: PermalinkSource): string | null {
  const address = remoteAddressOf(source.remoteUrl);
  if (address === null) return null;
  const host = webHostOf(address);
  if (host === null) return null;
  const segments = segmentsOf(address);
  const write = writerFor(host, address, segments);
  return (
    write?.(
      { origin: originOf(address, host), segments, overSsh: address.scheme === 'ssh' },
      {
        commit: encodeURIComponent(source.commit),
        path: encodedPath(source.path),
        lines: source.lines,
        rendered: RENDERED.test(source.path),
      },
    ) ?? null
  );
}

/** `workspace:/repository/path#L1-L2`: lines of a file of the workspace, where no forge shows them. */
export function workspaceUriOf(sourceRef: string, lines: LineRange): string {
  return `workspace:/${encodedPath(sourceRef)}#L${lines.start}-L${lines.end}`;
}

/** Percent-encodes all but `/`, also the marks that would end a link in Markdown text. */
function encodedPath(path: string): string {
  return path.split('/').map(encodedSegment).join('/');
}

function encodedSegment(segment: string): string {
  // encodeURIComponent throws on half a surrogate pair, which a file name on Windows may hold.
  return encodeURIComponent(segment.replace(/\p{Surrogate}/gu, '\uFFFD')).replace(
    /[!'()*]/g,
    (mark) => `%${mark.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}

function segmentsOf(address: RemoteAddress): string[] {
  const overHttp = address.scheme === 'https' || address.scheme === 'http';
  const path = address.path.replace(/\/*(?:\.git)?\/*$/, '');
  const segments = path.split('/').filter((segment) => segment !== '' && segment !== '.');
  return overHttp ? segments.map(decodedSegment) : segments;
}

function decodedSegment(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}

/** The host that serves the web pages; null where the name is only an alias of the user's ssh configuration. */
function webHostOf({ scheme, host }: RemoteAddress): string | null {
  const known = PUBLIC_HOSTS[host];
  if (known !== undefined) return known;
  if (scheme !== 'ssh') return host;
  // `github.com-work` is how guides to two accounts on one machine name such an alias.
  const [, aliased] = /^(github\.com|gitlab\.com|bitbucket\.org|codeberg\.org)[-_]/.exec(host) ?? [];
  return aliased ?? (host.includes('.') ? host : null);
}

function originOf({ scheme, port }: RemoteAddress, host: string): string {
  const overHttp = scheme === 'https' || scheme === 'http';
  const isPublic = PUBLIC_HOSTS[host] !== undefined;
  // A port of ssh says nothing of the one the web pages are on.
  const webPort = overHttp && !isPublic && port !== null ? `:${port}` : '';
  return `${scheme === 'http' && !isPublic ? 'http' : 'https'}://${host}${webPort}`;
}

function writerFor(host: string, address: RemoteAddress, segments: readonly string[]): LinkWriter | null {
  if (host === 'bitbucket.org') return bitbucketCloudLink;
  if (host === 'dev.azure.com' || /(?:^|\.)(?:ssh\.dev\.azure|visualstudio)\.com$/.test(host)) return azureLink;
  if (host.startsWith('gist.')) return null;
  if (host.includes('github') || host.endsWith('.ghe.com')) return gitHubLink;
  if (host.includes('gitlab')) return gitLabLink;
  if (/gitea|forgejo|codeberg/.test(host)) return giteaLink;
  if (/bitbucket|stash/.test(host)) return bitbucketServerLink;
  // A company's own server under a name of its own may still be told by the shape of its addresses.
  if (segments.at(-2) === '_git') return azureLink;
  if (address.scheme !== 'ssh' && segments.at(-3) === 'scm') return bitbucketServerLink;
  return address.scheme === 'ssh' && address.port === BITBUCKET_SSH_PORT ? bitbucketServerLink : null;
}

function urlOf(place: ForgePlace, segments: readonly string[]): string {
  return [place.origin, ...segments.map(encodedSegment)].join('/');
}

function lineAnchor(lines: LineRange, first: string, second: string): string {
  return lines.start === lines.end ? `#${first}${lines.start}` : `#${first}${lines.start}${second}${lines.end}`;
}

/** The wiki of a repository is a repository of its own, whose files have no such pages. */
function isWiki(segments: readonly string[]): boolean {
  return segments.at(-1)?.endsWith('.wiki') === true;
}

function gitHubLink(place: ForgePlace, { commit, path, lines, rendered }: LinkedFile): string | null {
  if (place.segments.length !== 2 || isWiki(place.segments)) return null;
  const query = rendered ? '?plain=1' : '';
  return `${urlOf(place, place.segments)}/blob/${commit}/${path}${query}${lineAnchor(lines, 'L', '-L')}`;
}

function gitLabLink(place: ForgePlace, { commit, path, lines, rendered }: LinkedFile): string | null {
  if (place.segments.length < 2 || isWiki(place.segments)) return null;
  const query = rendered ? '?plain=1' : '';
  return `${urlOf(place, place.segments)}/-/blob/${commit}/${path}${query}${lineAnchor(lines, 'L', '-')}`;
}

function giteaLink(place: ForgePlace, { commit, path, lines, rendered }: LinkedFile): string | null {
  if (place.segments.length < 2 || isWiki(place.segments)) return null;
  const query = rendered ? '?display=source' : '';
  return `${urlOf(place, place.segments)}/src/commit/${commit}/${path}${query}${lineAnchor(lines, 'L', '-L')}`;
}

function bitbucketCloudLink(place: ForgePlace, { commit, path, lines }: LinkedFile): string | null {
  if (place.segments.length !== 2) return null;
  return `${urlOf(place, place.segments)}/src/${commit}/${path}${lineAnchor(lines, 'lines-', ':')}`;
}

/** Over http the remote is `[context/]scm/PROJECT/repository`, over ssh `PROJECT/repository`; `~name` is a person's own project. */
function bitbucketServerLink(place: ForgePlace, { commit, path, lines, rendered }: LinkedFile): string | null {
  const [project, repository] = place.segments.slice(-2);
  if (project === undefined || repository === undefined) return null;
  const context = place.overSsh ? [] : place.segments.slice(0, -2).filter((segment) => segment !== 'scm');
  const owner = project.startsWith('~') ? ['users', project.slice(1)] : ['projects', project];
  const query = `?at=${commit}${rendered ? '&useDefaultHandler=true' : ''}`;
  const page = urlOf(place, [...context, ...owner, 'repos', repository, 'browse']);
  return `${page}/${path}${query}${lineAnchor(lines, '', '-')}`;
}

function azureLink(place: ForgePlace, { commit, path, lines, rendered }: LinkedFile): string | null {
  const page = azurePage(place);
  // The end of the selection is the start of the line after the last.
  const selection = `&line=${lines.start}&lineEnd=${lines.end + 1}&lineStartColumn=1&lineEndColumn=1&lineStyle=plain`;
  return page === null ? null : `${page}?path=/${path}&version=GC${commit}${selection}${rendered ? '&_a=contents' : ''}`;
}

function azurePage(place: ForgePlace): string | null {
  if (!place.overSsh) return place.segments.at(-2) === '_git' ? urlOf(place, place.segments) : null;
  const [version, organization, project, repository, ...rest] = place.segments;
  if (version !== 'v3' || organization === undefined || project === undefined || repository === undefined || rest.length > 0) {
    return null;
  }
  return urlOf({ ...place, origin: 'https://dev.azure.com' }, [organization, project, '_git', repository]);
}
