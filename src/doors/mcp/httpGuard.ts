import { createHash, timingSafeEqual } from 'node:crypto';

/** The only path that is served. */
export const MCP_PATH = '/mcp';
const METHODS = ['GET', 'POST', 'DELETE'];

/** What a request says of itself before its body is read; null: nothing. */
export interface RequestHead {
  readonly method: string;
  /** As it stands in the first line of the request. */
  readonly target: string;
  readonly host: string | null;
  readonly origin: string | null;
  readonly authorization: string | null;
}

/** Why a request goes no further. */
export interface Refusal {
  readonly status: number;
  readonly message: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** A refusal without more to say than its message. */
export function refusalOf(status: number, message: string, headers: Readonly<Record<string, string>> = {}): Refusal {
  return { status, message, headers };
}

const sha256 = (text: string): Buffer => createHash('sha256').update(text, 'utf8').digest();

/** Whether two tokens are the same, in a time that does not depend on where or how much they differ. */
export function sameToken(left: string, right: string): boolean {
  return timingSafeEqual(sha256(left), sha256(right));
}

function bearerOf(authorization: string | null): string | null {
  return /^bearer +(\S+) *$/i.exec(authorization ?? '')?.[1] ?? null;
}

/**
 * Refuses what does not come from a program of this machine that knows the token; null lets it in. A page
 * in a browser is told by its `Origin`, or by a `Host` that is a name of its own pointing here (DNS
 * rebinding).
 */
export function refusalOfHead(head: RequestHead, port: number, token: string): Refusal | null {
  const hosts = [`127.0.0.1:${port}`, `localhost:${port}`];
  if (!hosts.includes((head.host ?? '').toLowerCase())) {
    return refusalOf(403, 'The Host of a request must be 127.0.0.1 or localhost, with the port.');
  }
  if (head.origin !== null && !hosts.map((host) => `http://${host}`).includes(head.origin.toLowerCase())) {
    return refusalOf(403, 'Pages of other origins may not ask here.');
  }
  if (head.target.split('?')[0] !== MCP_PATH) return refusalOf(404, `There is nothing here; the address ends in ${MCP_PATH}.`);
  const presented = bearerOf(head.authorization);
  if (presented === null || !sameToken(presented, token)) {
    const wrong = presented === null ? '' : ', error="invalid_token"';
    return refusalOf(401, 'Send the token as "Authorization: Bearer <token>".', {
      'www-authenticate': `Bearer realm="Workspace Context"${wrong}`,
    });
  }
  if (!METHODS.includes(head.method)) {
    return refusalOf(405, `Use one of ${METHODS.join(', ')}.`, { allow: METHODS.join(', ') });
  }
  return null;
}
