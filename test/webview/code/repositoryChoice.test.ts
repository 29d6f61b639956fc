import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { chosenOf, filteredBy, isFull, type RepositoryChoice, toggled, withChosen } from '../../../src/webview/code/repositoryChoice';

const ids = (count: number): string[] => Array.from({ length: count }, (_, index) => `r${index}`);
const fresh = (count: number): RepositoryChoice => ({ open: ids(count), chosen: null });

describe('the choice of repositories', () => {
  it('is all of them while they can be asked at once, and none otherwise, until somebody chooses', () => {
    expect(chosenOf(fresh(8))).toEqual(ids(8));
    expect(chosenOf(fresh(9))).toEqual([]);
    expect(chosenOf({ open: null, chosen: null })).toEqual([]);
  });

  it('keeps the order of the list, whatever was chosen first', () => {
    const choice = ['r3', 'r1'].reduce<RepositoryChoice>((one, id) => toggled(one, id)!, fresh(9));
    expect(chosenOf(choice)).toEqual(['r1', 'r3']);
  });

  it('takes no ninth', () => {
    const full = withChosen(fresh(10), ids(8));
    expect(isFull(full)).toBe(true);
    expect(toggled(full, 'r8')).toBeNull();
    expect(chosenOf(toggled(full, 'r0')!)).toEqual(ids(8).slice(1));
  });

  it('forgets those that are not open any more, and asks those opened later where all were chosen', () => {
    const some = withChosen(fresh(3), ['r0', 'r2']);
    expect(chosenOf({ ...some, open: ['r2', 'r9'] })).toEqual(['r2']);
    const all = withChosen(fresh(3), ids(3));
    expect(chosenOf({ ...all, open: ids(4) })).toEqual(ids(4));
  });

  it('never chooses more than eight or one that is not open, and choosing twice changes nothing', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 12 }), fc.array(fc.nat({ max: 11 })), (count, presses) => {
        const open = ids(count);
        const end = presses.map((at) => `r${at}`).filter((id) => open.includes(id)).reduce<RepositoryChoice>((choice, id) => toggled(choice, id) ?? choice, fresh(count));
        const chosen = chosenOf(end);
        expect(chosen.length).toBeLessThanOrEqual(8);
        expect(open.filter((id) => chosen.includes(id))).toEqual(chosen);
        for (const id of chosen) expect(chosenOf(toggled(toggled(end, id)!, id)!)).toEqual(chosen);
      }),
    );
  });

  it('is filtered by what is typed, in any case', () => {
    expect(filteredBy(['shop-api', 'Shop-Web', 'infra'], ' SHOP ')).toEqual(['shop-api', 'Shop-Web']);
    expect(filteredBy(['a'], '')).toEqual(['a']);
  });
});
