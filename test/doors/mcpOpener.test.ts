import { afterEach, describe, expect, it } from 'vitest';
import { WorkspaceContextError } from '../../src/contract/errors';
import { openerOf, type Opener } from '../../src/doors/mcp/opener';
import { fakeService } from './mcpSupport';

const openers: Opener[] = [];
afterEach(() => openers.splice(0).forEach((opener) => opener.dispose()));

/** An opener whose attempts end as the outcomes say, one after the other; the last one stays. */
function opening(outcomes: readonly (Error | null)[]) {
  const service = fakeService({});
  let attempts = 0;
  const opener = openerOf(async () => {
    const outcome = outcomes[Math.min(attempts, outcomes.length - 1)] ?? null;
    attempts += 1;
    if (outcome !== null) throw outcome;
    return service;
  }, [1]);
  openers.push(opener);
  const seen: boolean[] = [];
  opener.health.onChange(() => seen.push(opener.health.healthy()));
  return { opener, service, seen, attempts: () => attempts };
}

const healed = (opener: Opener): Promise<void> =>
  new Promise((resolve) => {
    const stop = opener.health.onChange(() => {
      if (!opener.health.healthy()) return;
      stop();
      resolve();
    });
  });

describe('opening the core', () => {
  it('happens when first asked for, once for all who ask', async () => {
    const { opener, service, attempts } = opening([null]);
    expect(attempts()).toBe(0);
    expect(await Promise.all([opener.service(), opener.service()])).toEqual([service, service]);
    expect(attempts()).toBe(1);
  });

  it('happens anew after what it is opened on changed', async () => {
    const { opener, attempts } = opening([null]);
    await opener.service();
    opener.forget();
    await opener.service();
    expect(attempts()).toBe(2);
  });

  it('is tried again by itself until it works, and unhealthy meanwhile', async () => {
    const { opener, service, seen, attempts } = opening([new Error('a'), new WorkspaceContextError('unavailable', 'b'), null]);
    const healing = healed(opener);
    await expect(opener.service()).rejects.toThrow('a');
    await healing;
    expect(seen).toEqual([false, true]);
    expect(await opener.service()).toBe(service);
    expect(attempts()).toBe(3);
  });

  it('is not tried again for wrong input, which is no illness: the next call says what to change', async () => {
    const { opener, seen, attempts } = opening([new WorkspaceContextError('invalid-argument', 'There is no such folder.')]);
    await expect(opener.service()).rejects.toThrow('There is no such folder.');
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(attempts()).toBe(1);
    expect(seen).toEqual([]);
    await expect(opener.service()).rejects.toThrow('There is no such folder.');
    expect(attempts()).toBe(2);
  });

  it('is not tried again after the end', async () => {
    const { opener, attempts } = opening([new Error('a')]);
    await opener.service().catch(() => undefined);
    opener.dispose();
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(attempts()).toBe(1);
  });
});
