import { SuspensionError } from '../errors.js';

/** Deepest nesting of a storable value; a cycle always goes beyond it. */
export const MAX_DEPTH = 400;

/** Every view a record can hold. The place in the list is part of the format: only append. */
export const TYPED_ARRAYS: readonly (new (buffer: ArrayBuffer) => ArrayBufferView)[] = [
  Uint8Array,
  Int8Array,
  Uint8ClampedArray,
  Int16Array,
  Uint16Array,
  Int32Array,
  Uint32Array,
  Float32Array,
  Float64Array,
  BigInt64Array,
  BigUint64Array,
  DataView,
];

const REFUSED = Symbol('unstorable');

/** Gives up inside {@link unstorable}, which finds out where and why. */
export function refuseUnstorable(why: string): never {
  throw { [REFUSED]: why };
}

export type StorableKind =
  | 'object'
  | 'array'
  | 'view'
  | 'buffer'
  | 'map'
  | 'set'
  | 'date'
  | 'regexp'
  | 'error'
  | 'number'
  | 'string'
  | 'boolean'
  | 'bigint';

const KINDS: { readonly [tag: string]: StorableKind } = {
  Object: 'object',
  ArrayBuffer: 'buffer',
  Map: 'map',
  Set: 'set',
  Date: 'date',
  RegExp: 'regexp',
  Error: 'error',
  Number: 'number',
  String: 'string',
  Boolean: 'boolean',
  BigInt: 'bigint',
};

/** What a structured clone would make of an object; `undefined` where a record cannot hold it. */
function kindOrNone(value: object): StorableKind | undefined {
  if (Array.isArray(value)) return 'array';
  const prototype: unknown = Object.getPrototypeOf(value);
  if (prototype === Object.prototype || prototype === null) return 'object';
  if (ArrayBuffer.isView(value))
    return value.buffer instanceof ArrayBuffer && viewType(value) >= 0 ? 'view' : undefined;
  return KINDS[Object.prototype.toString.call(value).slice(8, -1)];
}

/** What a structured clone would make of an object; gives up where a record cannot hold it. */
export function kindOf(value: object): StorableKind {
  return kindOrNone(value) ?? refuseUnstorable('no plain data');
}

/** Place of a view's type in {@link TYPED_ARRAYS}; -1 for an unknown one. */
export function viewType(value: ArrayBufferView): number {
  return TYPED_ARRAYS.findIndex((type) => value instanceof type);
}

/** What a walk over a value cannot keep; `undefined` where it can. */
function problemOf(value: unknown): string | undefined {
  if (typeof value === 'function' || typeof value === 'symbol') return `a ${typeof value}`;
  if (typeof value !== 'object' || value === null || kindOrNone(value) !== undefined) return undefined;
  const name = Object.prototype.toString.call(value).slice(8, -1);
  return ArrayBuffer.isView(value) && viewType(value) >= 0 ? `a ${name} on shared memory` : `a ${name}`;
}

function childrenOf(value: object): Iterable<readonly [string, unknown]> {
  if (ArrayBuffer.isView(value) || value instanceof ArrayBuffer) return [];
  if (value instanceof Map) {
    return [...value].flatMap(([key, item], i) => [
      [`<key ${i}>`, key] as const,
      [`<${typeof key === 'object' ? i : String(key)}>`, item] as const,
    ]);
  }
  if (value instanceof Set) return [...value].map((item, i) => [`<${i}>`, item] as const);
  return Object.entries(value);
}

/** Finds the first thing that no record can hold. Slow: only for the message. */
function explain(root: unknown): { path: string; why: string } | undefined {
  const above: object[] = [];
  const names: string[] = [];
  const visit = (value: unknown): string | undefined => {
    const problem = problemOf(value);
    if (problem !== undefined) return problem;
    if (typeof value !== 'object' || value === null) return undefined;
    const at = above.indexOf(value);
    if (at >= 0) return `a cycle back to ${['record', ...names.slice(0, at)].join('.')}`;
    if (above.length > MAX_DEPTH) return `nesting deeper than ${MAX_DEPTH} levels`;
    above.push(value);
    for (const [name, child] of childrenOf(value)) {
      names.push(name);
      const why = visit(child);
      if (why !== undefined) return why;
      names.pop();
    }
    above.pop();
    return undefined;
  };
  const why = visit(root);
  return why === undefined ? undefined : { path: ['record', ...names].join('.'), why };
}

/** Runs a walk over `value`; where it gives up, says which part of the value cannot be stored. */
export function unstorable<T>(value: unknown, walk: () => T): T {
  try {
    return walk();
  } catch (error) {
    if (typeof error !== 'object' || error === null || !(REFUSED in error)) throw error;
    const { path, why } = explain(value) ?? { path: 'record', why: String(error[REFUSED]) };
    // A cycle makes a path of hundreds of names.
    const place = path.length > 200 ? `${path.slice(0, 200)}…` : path;
    throw new SuspensionError(
      'STATE_UNSTORABLE',
      `A saved state holds plain data: numbers, text, arrays, objects, typed arrays, maps, sets and dates. ` +
        `At ${place} there is ${why}. Keep it out of covered stores and resources, or give it by an id.`,
      { details: { path: place, why } },
    );
  }
}
