import { randomUUID } from 'node:crypto';
import { WebStandardStreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js';
import type { McpSession } from './server';

/** One client's session. */
export interface HttpSession {
  readonly id: string;
  readonly transport: WebStandardStreamableHTTPServerTransport;
  /** Does the work of a request (or of an open stream); the session is not idle as long as that takes. */
  during(kind: 'request' | 'stream', work: () => Promise<void>): Promise<void>;
}

/** The sessions of a server: at most so many, none idle for longer than so long. */
export interface HttpSessions {
  get(id: string): HttpSession | null;
  /** A new session; null when all there may be are busy. The one idle for longest makes room. */
  open(): Promise<HttpSession | null>;
  close(id: string): Promise<void>;
  closeAll(): Promise<void>;
  count(): number;
  /** Ends the search for idle sessions. */
  dispose(): void;
}

export interface SessionLimits {
  readonly sessions: number;
  readonly sessionIdleMilliseconds: number;
}

interface KeptSession extends HttpSession {
  readonly server: McpSession['server'];
  readonly busy: { request: number; stream: number };
  lastUsed: number;
}

/** How often idle sessions are looked for, as a share of the time they may be idle. */
const SWEEPS = 4;

/**
 * Keeps sessions, each with an MCP server of its own, so that what a server has to say reaches its client.
 * @param now milliseconds of a clock that only goes forward.
 */
export function httpSessions(
  createSession: () => McpSession,
  limits: SessionLimits,
  now: () => number = () => performance.now(),
): HttpSessions {
  const kept = new Map<string, KeptSession>();

  const close = async (id: string): Promise<void> => {
    const session = kept.get(id);
    kept.delete(id);
    await session?.server.close();
  };

  /** Who makes room: nobody whose request is running, rather one that does not listen, the longest idle. */
  const mostIdle = (): KeptSession | null =>
    [...kept.values()]
      .filter(({ busy }) => busy.request === 0)
      .sort((left, right) => left.busy.stream - right.busy.stream || left.lastUsed - right.lastUsed)[0] ?? null;

  const sweep = setInterval(() => {
    for (const { id, busy, lastUsed } of [...kept.values()]) {
      const idle = busy.request === 0 && busy.stream === 0 && now() - lastUsed > limits.sessionIdleMilliseconds;
      if (idle) void close(id);
    }
  }, limits.sessionIdleMilliseconds / SWEEPS);
  sweep.unref();

  return {
    get: (id) => kept.get(id) ?? null,
    open: async () => {
      if (kept.size >= limits.sessions) {
        const leaving = mostIdle();
        if (leaving === null) return null;
        // Its place is free as soon as it is out of the map.
        void close(leaving.id);
      }
      const id = randomUUID();
      const { server, closed } = createSession();
      const transport = new WebStandardStreamableHTTPServerTransport({ sessionIdGenerator: () => id });
      const session: KeptSession = {
        id,
        transport,
        server,
        busy: { request: 0, stream: 0 },
        lastUsed: now(),
        during: async (kind, work) => {
          session.busy[kind] += 1;
          try {
            await work();
          } finally {
            session.busy[kind] -= 1;
            session.lastUsed = now();
          }
        },
      };
      kept.set(id, session);
      void closed.then(() => kept.delete(id));
      await server.connect(transport);
      return session;
    },
    close,
    closeAll: async () => {
      await Promise.all([...kept.keys()].map(close));
    },
    count: () => kept.size,
    dispose: () => clearInterval(sweep),
  };
}
