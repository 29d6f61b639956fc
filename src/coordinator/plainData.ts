/** JSON, as data: nothing in it can run when it is looked at. */
export type PlainData = null | boolean | number | string | readonly PlainData[] | { readonly [key: string]: PlainData };

/** `unusable`: no JSON could say it, or reading it runs something; `too-large`: it is certainly over the limit. */
export type PlainDataFault = 'unusable' | 'too-large';

export interface PlainDataLimits {
  /** Bytes of UTF-8 JSON; what is larger is given up on as soon as that is certain. */
  readonly bytes: number;
  /** Names of the outermost object that are neither read nor counted. */
  readonly except?: readonly string[];
}

/** No answer is nested deeper; what follows it must not exhaust the stack. */
const DEPTH = 64;

class Fault extends Error {
  constructor(readonly fault: PlainDataFault) {
    super(fault);
  }
}

/** An object whose only ancestor is the one of all objects, of whatever thread or realm. */
function isRecord(value: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === null || Object.getPrototypeOf(prototype) === null;
}

/** A property's value; reading one that is computed would run the provider's code. */
function ownValue(owner: object, key: PropertyKey): unknown {
  const descriptor = Object.getOwnPropertyDescriptor(owner, key);
  if (descriptor === undefined || !('value' in descriptor)) throw new Fault('unusable');
  return descriptor.value as unknown;
}

function copier({ bytes, except = [] }: PlainDataLimits) {
  const within = new Set<object>();
  let taken = 0;
  /** Counts the least that something takes as JSON. */
  const take = (least: number): void => {
    taken += least;
    if (taken > bytes) throw new Fault('too-large');
  };

  const list = (value: readonly unknown[], depth: number): PlainData => {
    const length = ownValue(value, 'length') as number;
    take(length);
    return Array.from({ length }, (_, index) => copy(ownValue(value, index), depth + 1));
  };

  const record = (value: object, depth: number): PlainData => {
    if (!isRecord(value)) throw new Fault('unusable');
    const made: Record<string, PlainData> = {};
    for (const key of Reflect.ownKeys(value)) {
      if (typeof key === 'symbol' || key === '__proto__') throw new Fault('unusable');
      if (depth === 0 && except.includes(key)) continue;
      const part = ownValue(value, key);
      if (part === undefined) continue;
      take(key.length + 4);
      made[key] = copy(part, depth + 1);
    }
    return made;
  };

  const copy = (value: unknown, depth: number): PlainData => {
    if (value === null || typeof value === 'boolean') {
      take(1);
      return value;
    }
    if (typeof value === 'string') {
      take(value.length + 2);
      return value;
    }
    if (typeof value === 'number' && Number.isFinite(value)) {
      take(1);
      return value;
    }
    if (typeof value !== 'object' || within.has(value) || depth >= DEPTH) throw new Fault('unusable');
    within.add(value);
    const made = Array.isArray(value) ? list(value, depth) : record(value, depth);
    within.delete(value);
    return made;
  };
  return copy;
}

/** A copy of whatever a provider returned, as data; why there is none otherwise. Never throws, and runs nothing of the provider's but a proxy's traps. */
export function plainDataOf(value: unknown, limits: PlainDataLimits): { readonly data: PlainData } | { readonly fault: PlainDataFault } {
  try {
    return { data: copier(limits)(value, 0) };
  } catch (thrown) {
    return { fault: isFault(thrown) ? thrown.fault : 'unusable' };
  }
}

/** What a proxy throws may be a proxy as well. */
function isFault(thrown: unknown): thrown is Fault {
  try {
    return thrown instanceof Fault;
  } catch {
    return false;
  }
}

/** A property of whatever a provider returned; undefined where there is none, or where reading it would run something. */
export function plainProperty(value: unknown, key: string): unknown {
  try {
    return typeof value === 'object' && value !== null ? (Object.getOwnPropertyDescriptor(value, key)?.value as unknown) : undefined;
  } catch {
    return undefined;
  }
}
