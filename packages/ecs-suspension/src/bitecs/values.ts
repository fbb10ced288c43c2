import { SuspensionError } from '../errors.js';

export type TypedArray =
  | Int8Array
  | Uint8Array
  | Uint8ClampedArray
  | Int16Array
  | Uint16Array
  | Int32Array
  | Uint32Array
  | Float32Array
  | Float64Array
  | BigInt64Array
  | BigUint64Array;

export function isTypedArray(value: unknown): value is TypedArray {
  return ArrayBuffer.isView(value) && !(value instanceof DataView);
}

/** Objects that come out of a copy as what they were. */
function isPlain(value: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === null || prototype === Object.prototype || Object.getPrototypeOf(prototype) === null;
}

const CLONED = [Date, RegExp, ArrayBuffer, DataView, Error];

/**
 * A deep copy that shares nothing with its source. A view is copied alone, not with all of its buffer, and shared
 * memory becomes the copy's own; what is shared or circular within the value stays so.
 *
 * @throws SuspensionError `COMPONENT_INVALID` for what no copy can hold: functions, symbols, objects of a class.
 */
export function copyValue<T>(value: T, where: () => string, seen: Map<object, unknown> = new Map()): T {
  if (typeof value !== 'object' || value === null) {
    if (typeof value === 'function' || typeof value === 'symbol') throw unkept(`a ${typeof value}`, where);
    return value;
  }
  const known = seen.get(value);
  if (known !== undefined) return known as T;
  const remember = <C>(copy: C): C => {
    seen.set(value, copy);
    return copy;
  };
  const inner = <V>(item: V): V => copyValue(item, where, seen);
  if (isTypedArray(value)) return remember(value.slice() as T & TypedArray);
  if (Array.isArray(value)) {
    const copy: unknown[] = remember([]);
    copy.length = value.length;
    for (let at = 0; at < value.length; at++) if (at in value) copy[at] = inner(value[at]);
    return copy as T;
  }
  if (value instanceof Map) {
    const copy = remember(new Map<unknown, unknown>());
    for (const [key, item] of value) copy.set(inner(key), inner(item));
    return copy as T;
  }
  if (value instanceof Set) {
    const copy = remember(new Set<unknown>());
    for (const item of value) copy.add(inner(item));
    return copy as T;
  }
  if (isPlain(value)) {
    const copy: Record<string, unknown> = remember({});
    for (const key of Object.keys(value)) {
      const item = inner((value as Record<string, unknown>)[key]);
      // An own key of that name must not become the copy's prototype.
      if (key === '__proto__')
        Object.defineProperty(copy, key, { value: item, enumerable: true, writable: true, configurable: true });
      else copy[key] = item;
    }
    return copy as T;
  }
  if (CLONED.some((type) => value instanceof type)) return remember(structuredClone(value));
  throw unkept(`an object of class ${value.constructor?.name || 'without a name'}`, where);
}

function unkept(what: string, where: () => string): SuspensionError {
  return new SuspensionError(
    'COMPONENT_INVALID',
    `Covered state holds plain data, but ${where()} holds ${what}, which no save can bring back. ` +
      'Keep it in a component that no rule names, or keep an id of it.',
    { details: { where: where(), what } },
  );
}

/** Equal bit for bit as far as JavaScript can tell: NaN is NaN, and -0 is not 0. */
export function isSame(a: unknown, b: unknown, depth = 0): boolean {
  if (Object.is(a, b)) return true;
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null || depth > 400) return false;
  if (Object.getPrototypeOf(a) !== Object.getPrototypeOf(b)) return false;
  const deeper = depth + 1;
  if (isTypedArray(a)) return isSameList(a, b as TypedArray, deeper);
  if (Array.isArray(a)) return isSameList(a, b as unknown[], deeper);
  if (a instanceof Map || a instanceof Set) return isSameList([...a], [...(b as Iterable<unknown>)], deeper);
  if (a instanceof Date) return Object.is(a.getTime(), (b as Date).getTime());
  if (CLONED.some((type) => a instanceof type)) return false;
  const keys = Object.keys(a);
  const others = Object.keys(b);
  return (
    keys.length === others.length &&
    keys.every((key, at) => others[at] === key && isSame((a as never)[key], (b as never)[key], deeper))
  );
}

function isSameList(a: ArrayLike<unknown>, b: ArrayLike<unknown>, depth: number): boolean {
  if (a.length !== b.length) return false;
  for (let at = 0; at < a.length; at++) if (!isSame(a[at], b[at], depth)) return false;
  return true;
}
