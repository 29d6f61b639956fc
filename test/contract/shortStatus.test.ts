import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { jsonBytes } from '../../src/contract/jsonBytes';
import { shortStatus } from '../../src/contract/shortStatus';
import { type RepositoryStatus, type WorkspaceStatus, workspaceStatusSchema } from '../../src/contract/status';
import { repositoryStatus } from '../support/repositoryStatus';

const repository = (id: string, skipped: number, notices: number): RepositoryStatus =>
  repositoryStatus({
    id,
    skipped: Array.from({ length: skipped }, (_, at) => ({ path: `secrets/${at}.env`, reason: 'secret-by-name' as const })),
    notices: Array.from({ length: notices }, (_, at) => ({ path: `docs/${at}.md`, line: at + 1, message: 'a sentence about it' })),
  });

function status(repositories: RepositoryStatus[], dangling: number): WorkspaceStatus {
  return {
    contract: '1.0.0',
    workspace: 'shop',
    embedding: { model: 'a model', state: 'off', runtime: null, waiting: null, notices: [] },
    repositories,
    notices: [],
    dangling: Array.from({ length: dangling }, (_, at) => ({ from: `component:default/c${at}`, type: 'dependsOn' as const, to: 'component:default/gone', sourceRef: 'shop/catalog-info.yaml', line: at + 1 })),
  };
}

const LIMIT = 60 * 1024;

describe('shortStatus', () => {
  it('leaves one that fits as it is', () => {
    const small = status([repository('shop', 3, 2)], 4);
    expect(shortStatus(small, LIMIT)).toBe(small);
  });

  it('fits, counts all that it leaves out, keeps the first rows, and is a status still', () => {
    fc.assert(
      fc.property(fc.nat(3_000), fc.nat(3_000), fc.nat(5_000), (skipped, notices, dangling) => {
        const whole = status([repository('shop', skipped, notices), repository('web', 1, 0)], dangling);
        const short = shortStatus(whole, LIMIT);
        expect(jsonBytes(short)).toBeLessThanOrEqual(LIMIT);
        expect(workspaceStatusSchema.safeParse(short).success).toBe(true);
        const [shop] = short.repositories;
        expect(shop!.skipped.length + (shop!.omitted?.skipped ?? 0)).toBe(skipped);
        expect(shop!.notices.length + (shop!.omitted?.notices ?? 0)).toBe(notices);
        expect(short.dangling.length + (short.omitted?.dangling ?? 0)).toBe(dangling);
        expect(short.dangling).toEqual(whole.dangling.slice(0, short.dangling.length));
      }),
      { numRuns: 40 },
    );
  });
});
