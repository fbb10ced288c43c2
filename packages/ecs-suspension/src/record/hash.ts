import type { StorableKind } from './storable.js';
import { kindOf, MAX_DEPTH, refuseUnstorable, unstorable, viewType } from './storable.js';

/** Two 32-bit lanes; each step is a bijection of its lane, so one changed word always changes the result. */
interface Lanes {
  a: number;
  b: number;
}

const scratch = new Float64Array(1);
const scratchWords = new Uint32Array(scratch.buffer);

function feed(lanes: Lanes, word: number): void {
  const a = Math.imul(lanes.a ^ word, 0x85ebca6b);
  const b = Math.imul(lanes.b ^ word, 0xc2b2ae35);
  lanes.a = (a << 15) | (a >>> 17);
  lanes.b = (b << 13) | (b >>> 19);
}

function feedNumber(lanes: Lanes, value: number): void {
  // An engine may keep any NaN; all of them are one value.
  scratch[0] = Number.isNaN(value) ? Number.NaN : value;
  feed(lanes, scratchWords[0] as number);
  feed(lanes, scratchWords[1] as number);
}

function feedText(lanes: Lanes, text: string): void {
  feed(lanes, text.length);
  for (let i = 0; i < text.length; i++) feed(lanes, text.charCodeAt(i));
}

function feedBytes(lanes: Lanes, buffer: ArrayBufferLike, offset: number, length: number): void {
  feed(lanes, length);
  const count = length >>> 2;
  const aligned = (offset & 3) === 0;
  const words = aligned
    ? new Uint32Array(buffer, offset, count)
    : new Uint32Array(buffer.slice(offset, offset + count * 4));
  let { a, b } = lanes;
  for (let i = 0; i < count; i++) {
    const word = words[i] as number;
    a = Math.imul(a ^ word, 0x85ebca6b);
    b = Math.imul(b ^ word, 0xc2b2ae35);
    a = (a << 15) | (a >>> 17);
    b = (b << 13) | (b >>> 19);
  }
  lanes.a = a;
  lanes.b = b;
  const rest = new Uint8Array(buffer, offset + count * 4, length & 3);
  for (const byte of rest) feed(lanes, byte);
}

function scramble(lane: number): number {
  let x = lane ^ (lane >>> 16);
  x = Math.imul(x, 0x7feb352d);
  x ^= x >>> 15;
  x = Math.imul(x, 0x846ca68b);
  return (x ^ (x >>> 16)) >>> 0;
}

function digest(lanes: Lanes): string {
  const hex = (lane: number) => scramble(lane).toString(16).padStart(8, '0');
  return hex(lanes.a) + hex(lanes.b);
}

/** One number a kind, so that `1`, `'1'`, `1n`, `true`, `new Number(1)` and a Date of 1 differ. */
const KIND = {
  number: 1,
  string: 2,
  boolean: 3,
  bigint: 4,
  array: 5,
  object: 6,
  view: 7,
  buffer: 8,
  map: 9,
  set: 10,
  date: 11,
  regexp: 12,
  error: 13,
} as const satisfies Record<StorableKind, number>;
const TRUE = 20;
const FALSE = 21;
const NULL = 22;
const UNDEFINED = 23;
const HOLE = 24;
const BARE = 32;

function feedObject(lanes: Lanes, value: object, depth: number): void {
  // Entries are summed, so that the order in which keys were added does not count.
  let sumA = 0;
  let sumB = 0;
  const entry: Lanes = { a: 0, b: 0 };
  const keys = Object.keys(value);
  for (const key of keys) {
    entry.a = 0x9e3779b9;
    entry.b = 0x7f4a7c15;
    feedText(entry, key);
    feedValue(entry, (value as Record<string, unknown>)[key], depth + 1);
    sumA = (sumA + scramble(entry.a)) | 0;
    sumB = (sumB + scramble(entry.b)) | 0;
  }
  feed(lanes, keys.length);
  feed(lanes, sumA);
  feed(lanes, sumB);
}

/** From this length on, what follows a hole is walked by its keys: a length of four billion costs nothing to have. */
const LONG_LIST = 1_000;

function feedArray(lanes: Lanes, value: readonly unknown[], depth: number): void {
  feed(lanes, value.length);
  for (let i = 0; i < value.length; i++) {
    const item = value[i];
    if (item !== undefined || Object.hasOwn(value, i)) {
      feedValue(lanes, item, depth + 1);
      continue;
    }
    feed(lanes, HOLE);
    if (value.length < LONG_LIST) continue;
    for (const key of Object.keys(value)) {
      if (!(Number(key) > i)) continue;
      feedText(lanes, key);
      feedValue(lanes, value[key as unknown as number], depth + 1);
    }
    return;
  }
}

function feedReference(lanes: Lanes, value: object, depth: number): void {
  if (depth > MAX_DEPTH) refuseUnstorable('too deep');
  const kind = kindOf(value);
  feed(lanes, KIND[kind]);
  switch (kind) {
    case 'object':
      feedObject(lanes, value, depth);
      break;
    case 'array':
      feedArray(lanes, value as readonly unknown[], depth);
      break;
    case 'view': {
      const view = value as ArrayBufferView;
      feed(lanes, viewType(view));
      feedBytes(lanes, view.buffer, view.byteOffset, view.byteLength);
      break;
    }
    case 'buffer':
      feedBytes(lanes, value as ArrayBuffer, 0, (value as ArrayBuffer).byteLength);
      break;
    case 'map':
      feed(lanes, (value as Map<unknown, unknown>).size);
      for (const [key, item] of value as Map<unknown, unknown>) {
        feedValue(lanes, key, depth + 1);
        feedValue(lanes, item, depth + 1);
      }
      break;
    case 'set':
      feed(lanes, (value as Set<unknown>).size);
      for (const item of value as Set<unknown>) feedValue(lanes, item, depth + 1);
      break;
    case 'date':
      feedNumber(lanes, (value as Date).getTime());
      break;
    case 'regexp':
      feedText(lanes, String(value));
      break;
    case 'error':
      feedText(lanes, (value as Error).name);
      feedText(lanes, (value as Error).message);
      break;
    default:
      feedValue(lanes, value.valueOf(), depth);
  }
}

function feedValue(lanes: Lanes, value: unknown, depth: number): void {
  if (typeof value === 'number') {
    feed(lanes, BARE + KIND.number);
    feedNumber(lanes, value);
  } else if (typeof value === 'object' && value !== null) feedReference(lanes, value, depth);
  else if (value === undefined) feed(lanes, UNDEFINED);
  else if (value === null) feed(lanes, NULL);
  else if (value === true) feed(lanes, TRUE);
  else if (value === false) feed(lanes, FALSE);
  else if (typeof value === 'string') {
    feed(lanes, BARE + KIND.string);
    feedText(lanes, value);
  } else if (typeof value === 'bigint') {
    feed(lanes, BARE + KIND.bigint);
    feedText(lanes, value.toString(36));
  } else refuseUnstorable(typeof value);
}

/**
 * Checksum of a value, over everything that a structured clone keeps: 16 hexadecimal digits.
 * The order of an object's keys does not count; types, `-0`, `NaN`, `undefined` and holes do.
 *
 * @throws SuspensionError `STATE_UNSTORABLE` for cyclic data and for what no storage can keep, naming its path.
 */
export function hashValue(value: unknown): string {
  return unstorable(value, () => {
    const lanes: Lanes = { a: 0x243f6a88, b: 0x13198a2e };
    feedValue(lanes, value, 0);
    return digest(lanes);
  });
}

/** Checksum of bytes, 16 hexadecimal digits. */
export function hashBytes(bytes: Uint8Array): string {
  const lanes: Lanes = { a: 0x243f6a88, b: 0x13198a2e };
  feedBytes(lanes, bytes.buffer, bytes.byteOffset, bytes.byteLength);
  return digest(lanes);
}
