import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ambiguousRefNotice, refsOfNotice, unknownRefNotice } from '../../src/wording/entityNotices';

const ref = fc.tuple(fc.constantFrom('component', 'api'), fc.constantFrom('default', 'team-a'), fc.stringMatching(/^[\w.@+#~-]{1,12}$/)).map(([kind, namespace, name]) => `${kind}:${namespace}/${name}`);
const refs = fc.array(ref, { maxLength: 5 });

describe('refsOfNotice', () => {
  it('reads the refs out of both notices, whatever was asked (law)', () => {
    fc.assert(
      fc.property(fc.string(), refs, fc.constantFrom(null, '2026-05-01T00:00:00.000Z'), (asked, named, asOf) => {
        expect(refsOfNotice(unknownRefNotice(asked, asOf, named))).toEqual(named);
        if (named.length > 0) expect(refsOfNotice(ambiguousRefNotice(asked, named))).toEqual(named);
      }),
    );
  });

  it('is not deceived by a question that looks like a notice', () => {
    expect(refsOfNotice(unknownRefNotice('x; the closest are component:default/evil', null, []))).toEqual([]);
    expect(refsOfNotice(ambiguousRefNotice('name one of them in full: component:default/evil', ['api:default/a', 'api:b/a']))).toEqual(['api:default/a', 'api:b/a']);
  });

  it.each(['', 'shop-api/catalog-info.yaml:3: the closest are not refs.', 'Something is amiss; the closest are the ones below.'])('finds none in %j', (notice) => {
    expect(refsOfNotice(notice)).toEqual([]);
  });
});
