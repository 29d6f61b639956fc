import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { editDistance } from '../../src/graph/editDistance';
import { buildGraph } from '../../src/graph/graph';
import { resolveRef } from '../../src/graph/resolveRef';
import { component, edge, entity } from './helpers';

const graph = buildGraph([
  {
    repositoryId: 'My Shop',
    entities: [
      entity(component('billing-worker')),
      entity(component('state-worker')),
      entity('api:default/orders'),
      entity(component('orders')),
      entity('component:ops/state-worker'),
      entity('resource:default/db'),
      entity('repo:default/.'),
    ],
    edges: [edge(component('orders'), 'component:default/ghost'), edge(component('orders'), 'resource:ops/db')],
  },
]);

describe('resolveRef', () => {
  it.each([
    ['component:default/billing-worker', { kind: 'exact', ref: component('billing-worker') }],
    [' Component:Default/Billing-Worker ', { kind: 'exact', ref: component('billing-worker') }],
    ['billing-worker', { kind: 'short', ref: component('billing-worker') }],
    ['component:orders', { kind: 'short', ref: component('orders') }],
    ['ops/state-worker', { kind: 'short', ref: 'component:ops/state-worker' }],
    ['orders', { kind: 'ambiguous', candidates: ['api:default/orders', component('orders')] }],
    ['state-worker', { kind: 'ambiguous', candidates: [component('state-worker'), 'component:ops/state-worker'] }],
    // Named in an edge only.
    ['ghost', { kind: 'short', ref: component('ghost') }],
    // Declared in default, only named in ops.
    ['db', { kind: 'short', ref: 'resource:default/db' }],
    ['my shop', { kind: 'short', ref: 'repo:default/my-shop' }],
    ['REPO:default/My Shop', { kind: 'short', ref: 'repo:default/my-shop' }],
  ])('%s', (text, expected) => {
    expect(resolveRef(graph, text)).toEqual(expected);
  });

  it.each([
    ['biling-worker', component('billing-worker')],
    ['component:billing-wroker', component('billing-worker')],
    ['component:default/bilingworker', component('billing-worker')],
    ['api:default/order', 'api:default/orders'],
  ])('names the closest refs of a misspelt one first: %s', (text, closest) => {
    const resolution = resolveRef(graph, text);
    expect(resolution.kind === 'unknown' && resolution.closest[0]).toBe(closest);
  });

  it.each(['zzzzzzzzzzzzzzzzzzzz', '', '   ', 'x'.repeat(10_000), '::::'])('names none that is far away: %j', (text) => {
    expect(resolveRef(graph, text)).toEqual({ kind: 'unknown', closest: [] });
  });

  it('names at most five, ties by ref', () => {
    const many = buildGraph([{ repositoryId: 'r', entities: 'fedcba'.split('').map((letter) => entity(component(`service-${letter}`))), edges: [] }]);
    expect(resolveRef(many, 'service-x')).toEqual({ kind: 'unknown', closest: 'abcde'.split('').map((letter) => component(`service-${letter}`)) });
  });
});

describe('editDistance', () => {
  it.each([
    ['kitten', 'sitting', 3],
    ['', 'abc', 3],
    ['same', 'same', 0],
  ])('of %s and %s is %i', (left, right, distance) => {
    expect(editDistance(left, right, 10)).toBe(distance);
    expect(editDistance(left, right, distance)).toBe(distance);
    expect(distance === 0 ? null : editDistance(left, right, distance - 1)).toBeNull();
  });

  it('is a metric', () => {
    const word = fc.string({ unit: fc.constantFrom('a', 'b', 'c'), maxLength: 8 });
    const far = (left: string, right: string) => editDistance(left, right, 100) ?? -1;
    fc.assert(
      fc.property(word, word, word, (a, b, c) => {
        expect(far(a, b)).toBe(far(b, a));
        expect(far(a, b) === 0).toBe(a === b);
        expect(far(a, c)).toBeLessThanOrEqual(far(a, b) + far(b, c));
      }),
    );
  });
});
