import type { Random } from './random';

/** Anything JSON can hold, and what JavaScript can hand over besides. */
export type Json = unknown;

const TEXTS = [
  '', ' ', '\n', '\u0000', '\u202e', '\ud800', '\udc00x', '\u{1f600}', '日本語', '🏳️‍🌈', '__proto__', 'constructor', 'toString', 'null', 'NaN', '-1', '1e999', '../../etc/passwd', '/etc/passwd', 'C:\\Windows', 'file:///etc/passwd', '~', '$HOME', '%00', '\u001b[31m', '<script>', '${x}', '{{x}}', "'; --", '.*', '(a+)+$', '[', '(',
  'component:default/billing-worker', 'billing-worker', 'state-worker', 'component:', ':/', 'a:b/c/d', 'repo:default/shop-api', 'shop-api', 'shop-web', 'shop-infra', 'shop', 'c1.0000000000000000.0000000000000000.0000000000000000.1.0000000000000000', 'c1.', '2026-05-01', '2026-02-30', '2026-05-01T10:00:00+02:00', '0000-00-00', '9999-12-31T23:59:60Z', '-271821-04-20', '2026-05-01T24:00:00Z', '+275760-09-13T00:00:00.001Z',
];

const NUMBERS = [0, -0, -1, 1, 2, 3, 4, 8, 25, 26, 50, 100, 101, 1.5, 1e21, -1e21, 2 ** 31, 2 ** 53, Number.MAX_SAFE_INTEGER, Number.MIN_VALUE, Number.MAX_VALUE];

const KEYS = ['__proto__', 'constructor', 'prototype', 'toString', 'hasOwnProperty', 'toJSON', 'then', 'length', '', ' ', 'Question', 'top_k', 'question ', '\u0000', 'a'.repeat(5_000), '\ud800', '0', '$ref'];

/** Most of these are arrays in arrays: deeper ones are refused before they come this far. */
const DEPTH = 3_000;

function deep(random: Random): Json {
  let value: Json = random.pick(TEXTS);
  const asArray = random.chance(0.5);
  for (let depth = random.size(DEPTH); depth > 0; depth -= 1) value = asArray ? [value] : { a: value };
  return value;
}

/** A value that is mostly not what was asked for. */
export function oddValue(random: Random): Json {
  const kinds: readonly (() => Json)[] = [
    () => random.pick(TEXTS),
    () => random.pick(TEXTS).repeat(random.size(3_000)),
    () => `${random.pick(TEXTS)}${random.pick(TEXTS)}`,
    () => random.pick(NUMBERS),
    () => random.below(200) - 50,
    () => random.pick([true, false, null, undefined]),
    () => [],
    () => ({}),
    () => Array.from({ length: random.size(300) }, () => random.pick(TEXTS)),
    () => deep(random),
    () => JSON.parse('{"__proto__": {"polluted": 1}, "constructor": {"prototype": {"polluted": 1}}}') as Json,
    () => 'x'.repeat(random.size(200_000)),
    () => 'lease retry '.repeat(random.size(400)),
  ];
  return random.pick(kinds)();
}

const isObject = (value: Json): value is Record<string, Json> => typeof value === 'object' && value !== null && !Array.isArray(value);

/** Own keys only, `__proto__` among them, as JSON.parse makes them. */
function withKey(object: Record<string, Json>, key: string, value: Json): Record<string, Json> {
  const copy = { ...object };
  Object.defineProperty(copy, key, { value, enumerable: true, configurable: true, writable: true });
  return copy;
}

/** A value like another one, somewhere in which something else stands. */
export function mutatedJson(value: Json, random: Random): Json {
  if (Array.isArray(value) && value.length > 0 && random.chance(0.8)) {
    const at = random.below(value.length);
    const list = [...(value as Json[])];
    const ways: readonly (() => Json)[] = [
      () => list.with(at, mutatedJson(list[at], random)),
      () => [...list, ...list],
      () => [...list, oddValue(random)],
      () => list.toSpliced(at, 1),
      () => Array.from({ length: random.size(40) }, () => list[at]),
    ];
    return random.pick(ways)();
  }
  if (isObject(value) && Object.keys(value).length > 0 && random.chance(0.9)) {
    const key = random.pick(Object.keys(value));
    const ways: readonly (() => Json)[] = [
      () => withKey(value, key, mutatedJson(value[key], random)),
      () => withKey(value, key, mutatedJson(value[key], random)),
      () => withKey(value, key, oddValue(random)),
      () => withKey(value, random.pick(KEYS), oddValue(random)),
      () => Object.fromEntries(Object.entries(value).filter(([name]) => name !== key)),
    ];
    return random.pick(ways)();
  }
  if (typeof value === 'string' && random.chance(0.6)) {
    const at = random.below(value.length + 1);
    return `${value.slice(0, at)}${random.pick(TEXTS)}${random.chance(0.5) ? value.slice(at) : ''}`;
  }
  if (typeof value === 'number' && random.chance(0.6)) return random.pick([value + 1, value - 1, -value, value + 0.5, String(value), value * 1e9]);
  return oddValue(random);
}
