import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { grouped } from '../../src/wording/grouped';

describe('grouped', () => {
  it('writes whole numbers as the platform does for English', () => {
    fc.assert(
      fc.property(fc.oneof(fc.maxSafeInteger(), fc.integer({ min: -2_000, max: 2_000 })), (number) => {
        expect(grouped(number)).toBe(number.toLocaleString('en'));
      }),
    );
  });
});
