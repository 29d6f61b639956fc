import pLimit from 'p-limit';
import type { Clock } from '../ports/clock';
import type { CodeProvider } from '../ports/codeProvider';
import type { Repositories } from '../ports/repositories';
import type { Timer } from '../ports/timer';
import { activityNotice } from './activityNotice';
import type { Shares } from './budget';
import { type CheckedTarget, isSameFolder } from './preflight';

/** What became of one repository's request. `answered` holds what the provider returned, whatever that is. */
export type Outcome =
  | { readonly kind: 'answered'; readonly started: true; readonly answer: unknown }
  | { readonly kind: 'failed'; readonly started: boolean; readonly thrown: unknown }
  | { readonly kind: 'cancelled' | 'out-of-time' | 'moved'; readonly started: boolean };

export interface DispatchPorts {
  readonly provider: CodeProvider;
  readonly repositories: Pick<Repositories, 'identity' | 'ignoresCase'>;
  readonly timer: Timer;
  readonly clock: Clock;
}

export interface DispatchOptions<Row> {
  readonly shares: Shares;
  /** The caller gave up. */
  readonly signal: AbortSignal;
  /** Told right before each request, in the order of the targets. */
  readonly onNotice: (markdown: string) => void;
  /** Makes of a target's outcome what is returned for it, as soon as there is one. */
  readonly finished: (target: CheckedTarget, outcome: Outcome) => Row;
}

/** Longer waits overflow a timer and would end at once. */
const LONGEST_TIMER = 2 ** 31 - 1;

/** The end of one request before it answers, by the caller or by its time; whichever comes first. */
interface Ending {
  readonly signal: AbortSignal;
  /** Resolves with why it ended; never when it did not. */
  readonly ended: Promise<'cancelled' | 'out-of-time'>;
  dispose(): void;
}

function endingOf(outer: AbortSignal, timer: Timer, millis: number): Ending {
  const controller = new AbortController();
  let resolve: (reason: 'cancelled' | 'out-of-time') => void = () => undefined;
  const ended = new Promise<'cancelled' | 'out-of-time'>((resolved) => {
    resolve = resolved;
  });
  const end = (reason: 'cancelled' | 'out-of-time'): void => {
    resolve(reason);
    controller.abort(reason);
  };
  const cancelled = (): void => end('cancelled');
  const callOff = timer.after(Math.min(millis, LONGEST_TIMER), () => end('out-of-time'));
  if (outer.aborted) cancelled();
  else outer.addEventListener('abort', cancelled, { once: true });
  return {
    signal: controller.signal,
    ended,
    dispose: () => {
      callOff();
      outer.removeEventListener('abort', cancelled);
    },
  };
}

/** What `work` comes to, or why it ended before; what becomes of it then nobody waits for. */
async function settled<Value>(work: Promise<Value>, ending: Ending): Promise<{ value: Value } | { thrown: unknown } | { ended: 'cancelled' | 'out-of-time' }> {
  return Promise.race([
    work.then(
      (value) => ({ value }),
      (thrown: unknown) => ({ thrown }),
    ),
    ending.ended.then((ended) => ({ ended })),
  ]);
}

/**
 * Asks for each target, in their order and in as many lanes as there are. Nothing of one target depends on another: what
 * fails, hangs past its time or is cancelled has an outcome of its own. Never throws unless `finished` does.
 */
export function dispatched<Row>(ports: DispatchPorts, targets: readonly CheckedTarget[], options: DispatchOptions<Row>): Promise<Row[]> {
  const { provider, repositories, timer, clock } = ports;
  const { shares, signal, onNotice, finished } = options;
  const lane = pLimit(shares.lanes);
  const endsAt = clock.now() + shares.wholeMillis;
  /** The beginnings of requests follow each other, so that their notices do. */
  let begun: Promise<unknown> = Promise.resolve();

  /** Probes a target and tells of it; why it does not begin otherwise. */
  const begin = async (target: CheckedTarget, index: number, ending: Ending): Promise<Outcome | null> => {
    const probe = await settled(Promise.resolve().then(() => repositories.identity(target.repository)), ending);
    if ('ended' in probe) return { kind: probe.ended, started: false };
    if ('thrown' in probe) return { kind: 'failed', started: false, thrown: probe.thrown };
    if (probe.value === null || !isSameFolder(probe.value, target.physicalRoot, repositories)) return { kind: 'moved', started: false };
    if (ending.signal.aborted) return { kind: await ending.ended, started: false };
    try {
      onNotice(activityNotice(target.repository.id, index + 1, targets.length));
    } catch {
      // Nobody looks: the answer is worth as much.
    }
    return null;
  };

  const one = async (target: CheckedTarget, index: number): Promise<Outcome> => {
    const before = begun;
    let ready: () => void = () => undefined;
    begun = new Promise<void>((resolve) => {
      ready = resolve;
    });
    await before;
    if (signal.aborted) {
      ready();
      return { kind: 'cancelled', started: false };
    }
    const millis = Math.min(shares.millis, endsAt - clock.now());
    if (millis <= 0) {
      ready();
      return { kind: 'out-of-time', started: false };
    }
    const ending = endingOf(signal, timer, millis);
    try {
      const notBegun = await begin(target, index, ending).finally(ready);
      if (notBegun !== null) return notBegun;
      const allowance = Object.freeze({ bytes: shares.answerBytes, millis, permission: 'read' as const, signal: ending.signal });
      const call = await settled(Promise.resolve().then(() => provider.codeContext(target.request, allowance)), ending);
      if ('ended' in call) return { kind: call.ended, started: true };
      return 'thrown' in call ? { kind: 'failed', started: true, thrown: call.thrown } : { kind: 'answered', started: true, answer: call.value };
    } finally {
      ending.dispose();
    }
  };

  return Promise.all(targets.map((target, index) => lane(async () => finished(target, await one(target, index)))));
}
