import type { CodePack } from '../../src/contract/codeTool';
import type { WorkspaceCodePack } from '../../src/contract/coordinatorTool';
import { type ErrorCode, WorkspaceContextError } from '../../src/contract/errors';
import { type CoordinatorPorts, coordinate, type Follower } from '../../src/coordinator/coordinator';
import type { CodeAllowance, CodeProvider } from '../../src/ports/codeProvider';
import type { KnownPlace } from '../../src/ports/log';
import type { Authorization, ConfiguredRepository } from '../../src/ports/repositories';

/** A whole answer of code.context about a repository. */
export function codePack(repo: string, more: Record<string, unknown> = {}): CodePack {
  return {
    repo,
    task: 'rotate the keys',
    symbols: [{ name: 'rotate', kind: 'function', path: 'src/keys.ts', line: 3, score: 1, why: [] }],
    related: [],
    snippets: [],
    tests: [],
    outOfScope: 0,
    evidence: [
      {
        completeness: 'complete',
        freshness: { indexedAt: '2026-11-30T12:00:00.000Z', stale: false },
        generation: { commit: 'c'.repeat(40), dirty: false },
        reasons: [],
      },
    ],
    notices: [],
    ...more,
  };
}

export interface Call {
  readonly request: Readonly<Record<string, unknown>>;
  readonly allowance: CodeAllowance;
}

/** The machine as the test has it: what a path resolves to is written in `links`, and every question to it is counted. */
export class Machine {
  repositories: ConfiguredRepository[] = ['api', 'web', 'ops'].map((id) => ({ id, root: `/home/ada/work/${id}` }));
  /** Where paths lead that are not physical; null: nowhere. */
  links: Record<string, string | null> = {};
  authorizations: Record<string, Authorization> = {};
  places: KnownPlace[] = [];
  ignoresCase = false;
  /** Which repository `identity` finds moved, and where. */
  moved: Record<string, string | null> = {};
  /** In the order they happened. */
  readonly probes: string[] = [];
  readonly calls: Call[] = [];
  readonly notices: string[] = [];
  readonly events: string[] = [];
  readonly logged: string[] = [];
  answer: (call: Call, index: number) => unknown = ({ request }) => codePack(String(request['repo']));
  probe: (id: string) => Promise<void> = async () => undefined;
  now = 0;
  private readonly timers = new Set<{ at: number; work: () => void }>();

  readonly provider: CodeProvider = {
    provider: 'fake',
    implementation: 'test',
    codeContext: async (request, allowance) => {
      const call = { request, allowance };
      this.calls.push(call);
      this.events.push(`call ${String(request['repo'])}`);
      return this.answer(call, this.calls.length - 1);
    },
  };

  get ports(): CoordinatorPorts {
    const resolve = async (path: string): Promise<string | null> => (path in this.links ? (this.links[path] ?? null) : path.replace(/\/[^/]+\/\.\.(?=\/)/g, ''));
    return {
      repositories: {
        configured: async () => this.repositories,
        resolve,
        authorization: async ({ id }) => this.authorizations[id] ?? 'granted',
        identity: async ({ id, root }) => {
          this.probes.push(id);
          this.events.push(`probe ${id}`);
          await this.probe(id);
          return id in this.moved ? (this.moved[id] ?? null) : resolve(root);
        },
        ignoresCase: this.ignoresCase,
        places: this.places,
      },
      clock: { now: () => this.now },
      timer: {
        after: (milliseconds, work) => {
          const timer = { at: this.now + milliseconds, work };
          this.timers.add(timer);
          return () => this.timers.delete(timer);
        },
      },
      log: { debug: (line) => void this.logged.push(line), warn: (line) => void this.logged.push(line) },
    };
  }

  /** How many timers run. */
  get waiting(): number {
    return this.timers.size;
  }

  /** Lets time pass, with everything that happens meanwhile. */
  async pass(milliseconds: number): Promise<void> {
    await ticks();
    const until = this.now + milliseconds;
    for (;;) {
      const next = [...this.timers].filter(({ at }) => at <= until).sort((left, right) => left.at - right.at)[0];
      if (next === undefined) break;
      this.now = next.at;
      this.timers.delete(next);
      next.work();
      await ticks();
    }
    this.now = until;
    await ticks();
  }

  ask(args: unknown, follower: Follower = {}): Promise<WorkspaceCodePack> {
    return coordinate(this.ports, this.provider, args, {
      ...follower,
      onNotice: (markdown) => {
        this.notices.push(markdown);
        this.events.push(`notice ${/`(.*)`/.exec(markdown)?.[1] ?? ''}`);
        follower.onNotice?.(markdown);
      },
    });
  }

  /** The error of a call that must be refused, with what was asked until then. */
  async refusal(args: unknown): Promise<{ code: ErrorCode; message: string; asked: number }> {
    try {
      await this.ask(args);
    } catch (thrown) {
      if (!(thrown instanceof WorkspaceContextError)) throw thrown;
      return { code: thrown.code, message: thrown.message, asked: this.probes.length + this.calls.length + this.notices.length };
    }
    throw new Error('the call was not refused');
  }
}

/** Lets everything happen that waits for nothing. */
export async function ticks(): Promise<void> {
  for (let tick = 0; tick < 5; tick += 1) await new Promise((resolve) => setImmediate(resolve));
}

export const PAYLOAD = { task: 'rotate the keys' };

/** A call about these repositories. */
export function callFor(ids: readonly string[], more: Record<string, unknown> = {}): Record<string, unknown> {
  return { targets: ids.map((id) => ({ id })), payload: PAYLOAD, ...more };
}

/** A machine with so many repositories, `r1` on. */
export function machineOf(count: number): { machine: Machine; ids: string[] } {
  const machine = new Machine();
  const ids = Array.from({ length: count }, (_, index) => `r${index + 1}`);
  machine.repositories = ids.map((id) => ({ id, root: `/home/ada/work/${id}` }));
  return { machine, ids };
}

/** Something that is waited for until the test says so. */
export function deferred<Value>() {
  let resolve: (value: Value) => void = () => undefined;
  let reject: (reason: unknown) => void = () => undefined;
  const promise = new Promise<Value>((resolved, rejected) => {
    resolve = resolved;
    reject = rejected;
  });
  return { promise, resolve, reject };
}
