import type { SessionLimits } from './httpSessions';

/** What bounds the memory of an HTTP server and the patience it has. Times are milliseconds. */
export interface HttpLimits extends SessionLimits {
  readonly bodyBytes: number;
  /** Of the bodies of all requests that are being answered, together. */
  readonly bodyBytesAtOnce: number;
  /** Open streams count as requests. */
  readonly requestsAtOnce: number;
  readonly connections: number;
  /** A client has this long to send the head of a request, and the whole of it. */
  readonly headMilliseconds: number;
  readonly requestMilliseconds: number;
  /** A connection without any traffic is closed; streams carry a sign of life every 15 seconds. */
  readonly silenceMilliseconds: number;
}

export const HTTP_LIMITS: HttpLimits = {
  bodyBytes: 1024 * 1024,
  bodyBytesAtOnce: 16 * 1024 * 1024,
  requestsAtOnce: 512,
  connections: 1024,
  sessions: 64,
  sessionIdleMilliseconds: 30 * 60_000,
  headMilliseconds: 10_000,
  requestMilliseconds: 30_000,
  silenceMilliseconds: 120_000,
};

/** Calls that a core answers at once for all clients of an HTTP server. */
export const CALLS_AT_ONCE = 512;
