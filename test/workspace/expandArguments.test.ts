import { describe, expect, it } from 'vitest';
import { WorkspaceContextError } from '../../src/contract/errors';
import { nodeService, NOON } from './nodeService';
import { temporaryTree } from './temporaryTree';

const service = nodeService([temporaryTree({ 'a.md': 'text\n' })]);

async function refusal(args: Record<string, unknown>): Promise<{ code: string; message: string }> {
  try {
    await service.expand({ entityRef: 'x', ...args }, { wait: true, now: NOON });
  } catch (thrown) {
    if (thrown instanceof WorkspaceContextError) return { code: thrown.code, message: thrown.message };
    throw thrown;
  }
  throw new Error('the arguments were accepted');
}

describe('what workspace_expand refuses', () => {
  it('depth 4: never clamped, and it says why', async () => {
    expect(await refusal({ depth: 4 })).toEqual({
      code: 'invalid-argument',
      message:
        '"depth" must be at most 3. A deeper walk is refused and not cut short, because a graph that is silently smaller looks complete; expand an entity at the edge of the answer instead.',
    });
  });

  it('a limit of 101, likewise', async () => {
    expect((await refusal({ limit: 101 })).message).toMatch(/^"limit" must be at most 100\. A larger limit is refused and not cut short/);
  });

  it.each([
    [{ depth: 0 }, '"depth" must be at least 1.'],
    [{ depth: 1.5 }, '"depth" must be a whole number from 1 to 3.'],
    [{ limit: 0 }, '"limit" must be at least 1.'],
    [{ direction: 'up' }, '"direction" does not know "up"; the known values are out, in, both.'],
    [
      { edgeTypes: ['uses'] },
      '"edgeTypes" does not know "uses"; the known values are dependsOn, partOf, ownedBy, providesApi, consumesApi, memberOf, childOf.',
    ],
    [{ edgeTypes: [] }, '"edgeTypes" must not be empty.'],
    [{ entityRef: ' ' }, '"entityRef" must not be empty.'],
    [{ entityRef: undefined }, '"entityRef" is missing.'],
  ])('%j', async (args, message) => {
    expect(await refusal(args)).toEqual({ code: 'invalid-argument', message });
  });

  it.each([
    ['text', 'x'.repeat(100_000), `"${'x'.repeat(59)}…`],
    ['list', Array.from({ length: 50_000 }, () => 0), `[${'0,'.repeat(29)}0…`],
  ])('an endless %s, which does not bury the sentence', async (_, direction, shown) => {
    expect(await refusal({ direction })).toEqual({ code: 'invalid-argument', message: `"direction" does not know ${shown}; the known values are out, in, both.` });
  });

  it('an argument it does not have', async () => {
    expect(await refusal({ hops: 2 })).toEqual({
      code: 'unknown-argument',
      message: 'Unknown argument "hops"; this tool takes entityRef, workspace, depth, direction, edgeTypes, limit, asOf.',
    });
  });
});
