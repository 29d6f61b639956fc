import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { repositoryRefOf } from '../../src/contract/entityRef';
import { repositoryIdsOf, uniqueIds } from '../../src/workspace/repositoryIds';
import { memoryFiles } from './memoryFiles';

describe('uniqueIds', () => {
  it('the folder name alone where it is unique', () => {
    expect(uniqueIds([['api', 'shop'], ['web', 'shop']])).toEqual(['api', 'web']);
  });

  it("the parent's name before it where two share it, others staying as they are", () => {
    expect(uniqueIds([['api', 'shop'], ['api', 'bank'], ['web', 'shop']])).toEqual(['shop-api', 'bank-api', 'web']);
  });

  it('case does not tell two apart: entity refs are lower-case', () => {
    expect(uniqueIds([['API', 'shop'], ['api', 'bank']])).toEqual(['shop-API', 'bank-api']);
  });

  it('further parents when the parents share their name too', () => {
    expect(uniqueIds([['api', 'src', 'shop'], ['api', 'src', 'bank']])).toEqual(['shop-src-api', 'bank-src-api']);
  });

  it('a number where joined names still are the same text', () => {
    // shop/api and bank/api both take their parent's name; the folder shop-api has that name already.
    expect(uniqueIds([['api', 'shop'], ['shop-api', 'code'], ['api', 'bank']])).toEqual(['shop-api-2', 'shop-api', 'bank-api']);
  });

  it('names that make one entity ref are told apart (`a b` and `a-b` are both repo:default/a-b)', () => {
    expect(uniqueIds([['a b', 'x'], ['a-b', 'x']])).toEqual(['a b', 'a-b-2']);
  });

  it('no slash, control character or invisible mark; a folder without a name is `repository`', () => {
    expect(uniqueIds([['a\\b\u0000c\u202Ed'], ['']])).toEqual(['a-b-c-d', 'repository']);
  });

  it('is unique by entity ref, usable in a sourceRef, and independent of order', () => {
    const name = fc.constantFrom('a', 'A', 'b', 'a-b', 'a b', 'b-a', '', '.', 'é', 'e\u0301', '\\', 'a-2');
    const folders = fc.uniqueArray(fc.array(name, { minLength: 1, maxLength: 4 }), { selector: (names) => JSON.stringify(names), maxLength: 12 });
    fc.assert(
      fc.property(folders, fc.integer(), (input, seed) => {
        const ids = uniqueIds(input);
        expect(new Set(ids.map(repositoryRefOf)).size).toBe(input.length);
        for (const id of ids) expect(id).toMatch(/^[^/\\]+$/);
        const order = input.map((_, index) => index).sort((left, right) => Math.imul(left + 1, seed | 1) - Math.imul(right + 1, seed | 1));
        expect(uniqueIds(order.map((index) => input[index] ?? []))).toEqual(order.map((index) => ids[index]));
      }),
    );
  });
});

describe('repositoryRefOf', () => {
  it('is the entity of a repository, lower-case, without characters no entity name has', () => {
    expect(repositoryRefOf('Shop-API')).toBe('repo:default/shop-api');
    expect(repositoryRefOf('My Docs (old)')).toBe('repo:default/my-docs-old-');
  });
});

it('repositoryIdsOf takes the names from the roots', () => {
  const ids = repositoryIdsOf(memoryFiles({}), ['/code/shop/api', '/code/bank/api', '/code/web', '/code/web']);
  expect([...ids]).toEqual([
    ['/code/shop/api', 'shop-api'],
    ['/code/bank/api', 'bank-api'],
    ['/code/web', 'web'],
  ]);
});
