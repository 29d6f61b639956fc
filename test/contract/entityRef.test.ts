import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { entityRefOf, partsOfEntityRef, readEntityRef, writtenPartsOf } from '../../src/contract/entityRef';

const defaults = { kind: 'component', namespace: 'default' };

describe('readEntityRef', () => {
  it.each([
    ['billing', 'component:default/billing'],
    ['api:orders', 'api:default/orders'],
    ['ops/billing', 'component:ops/billing'],
    ['resource:ops/db', 'resource:ops/db'],
    // Backstage compares refs without case.
    ['API:Default/Orders', 'api:default/orders'],
    ['  billing ', 'component:default/billing'],
    ['__proto__', 'component:default/__proto__'],
    ['2024-01-01', 'component:default/2024-01-01'],
  ])('reads every short form: %s', (text, ref) => {
    expect(readEntityRef(text, defaults)).toMatchObject({ ok: true, ref });
  });

  it.each(['', ' ', 'a b', 'a:b:c', 'a/b/c', ':x', '/x', 'x/', 'kind:', 'a:b /c', '{{ x }}', 'a"b', 'x'.repeat(254)])('refuses %j without throwing', (text) => {
    expect(readEntityRef(text, defaults).ok).toBe(false);
  });

  it('refuses a ref without a kind where none is the default', () => {
    expect(readEntityRef('billing', { kind: null, namespace: 'default' })).toEqual({ ok: false, reason: 'it names no kind' });
  });

  it('never throws, whatever the text, and what it makes reads as itself', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.string({ unit: fc.constantFrom('a', 'Z', ':', '/', '-', ' ') })), (text) => {
        const reading = readEntityRef(text, defaults);
        if (reading.ok) {
          expect(readEntityRef(reading.ref, { kind: null, namespace: 'elsewhere' })).toEqual(reading);
          expect(partsOfEntityRef(reading.ref)).toEqual(reading.parts);
        }
      }),
    );
  });
});

describe('parts', () => {
  it('puts parts together in lower case', () => {
    expect(entityRefOf('Component', 'Team-A', 'Billing')).toBe('component:team-a/billing');
  });

  it('tells written parts from missing ones', () => {
    expect(writtenPartsOf('api:orders')).toEqual({ kind: 'api', namespace: null, name: 'orders' });
    expect(writtenPartsOf('two words')).toBeNull();
  });
});
