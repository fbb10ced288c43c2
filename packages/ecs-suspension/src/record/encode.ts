import { ENCODING, HASH_AT, LENGTH_AT, MAGIC, PREAMBLE_BYTES, TAG } from './format.js';
import { hashBytes } from './hash.js';
import type { SavedRecord } from './record.js';
import { kindOf, MAX_DEPTH, refuseUnstorable, unstorable, viewType } from './storable.js';

interface Writer {
  bytes: Uint8Array<ArrayBuffer>;
  at: number;
  /** What is finished, in order; long columns are only referred to until the end. */
  readonly parts: Uint8Array[];
  /** Where in `bytes` the part begins that is being written. */
  from: number;
  /** Names of fields that have been written already. */
  readonly names: Map<string, number>;
}

/** From this length on a column is copied once, at the end. */
const LONG_BYTES = 4_096;

const double = new Float64Array(1);
const doubleBytes = new Uint8Array(double.buffer);

function makeRoom(writer: Writer, need: number): void {
  if (writer.at + need <= writer.bytes.length) return;
  const bytes = new Uint8Array(Math.max(writer.bytes.length * 2, writer.at - writer.from + need));
  bytes.set(writer.bytes.subarray(writer.from, writer.at));
  writer.at -= writer.from;
  writer.from = 0;
  writer.bytes = bytes;
}

function writeByte(writer: Writer, byte: number): void {
  makeRoom(writer, 1);
  writer.bytes[writer.at++] = byte;
}

function endPart(writer: Writer): void {
  writer.parts.push(writer.bytes.subarray(writer.from, writer.at));
  writer.from = writer.at;
}

function writeBytes(writer: Writer, bytes: Uint8Array): void {
  if (bytes.length >= LONG_BYTES) {
    endPart(writer);
    writer.parts.push(bytes);
    return;
  }
  makeRoom(writer, bytes.length);
  writer.bytes.set(bytes, writer.at);
  writer.at += bytes.length;
}

function writeCount(writer: Writer, count: number): void {
  let rest = count >>> 0;
  while (rest > 0x7f) {
    writeByte(writer, (rest & 0x7f) | 0x80);
    rest >>>= 7;
  }
  writeByte(writer, rest);
}

function writeNumber(writer: Writer, value: number): void {
  const integer = value | 0;
  if (integer === value && !Object.is(value, -0)) {
    writeByte(writer, TAG.integer);
    writeCount(writer, (integer << 1) ^ (integer >> 31));
    return;
  }
  writeByte(writer, TAG.double);
  writeDouble(writer, value);
}

function writeDouble(writer: Writer, value: number): void {
  double[0] = value;
  makeRoom(writer, 8);
  for (let i = 0; i < 8; i++) writer.bytes[writer.at++] = doubleBytes[i] as number;
}

function isLatin(text: string): boolean {
  for (let i = 0; i < text.length; i++) if (text.charCodeAt(i) > 0xff) return false;
  return true;
}

function writeText(writer: Writer, text: string): void {
  const latin = isLatin(text);
  writeByte(writer, latin ? TAG.latin : TAG.text);
  writeCount(writer, text.length);
  makeRoom(writer, text.length * 2);
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    writer.bytes[writer.at++] = code & 0xff;
    if (!latin) writer.bytes[writer.at++] = code >>> 8;
  }
}

/** A field's name: its number where it has been written before, else 0 and the text. */
function writeName(writer: Writer, name: string): void {
  const known = writer.names.get(name);
  writeCount(writer, known ?? 0);
  if (known !== undefined) return;
  writer.names.set(name, writer.names.size + 1);
  writeText(writer, name);
}

function writeView(writer: Writer, view: ArrayBufferView): void {
  writeByte(writer, viewType(view));
  writeCount(writer, view.byteLength);
  writeBytes(writer, new Uint8Array(view.buffer, view.byteOffset, view.byteLength));
}

/** The narrowest typed array that holds a list of numbers, or nothing where it holds anything else. */
function asNumbers(list: readonly unknown[]): ArrayBufferView | undefined {
  let low = 0;
  let high = 0;
  let whole = true;
  for (const item of list) {
    if (typeof item !== 'number') return undefined;
    whole &&= (item | 0) === item && !Object.is(item, -0);
    if (item < low) low = item;
    if (item > high) high = item;
  }
  const numbers = list as readonly number[];
  if (!whole) return Float64Array.from(numbers);
  if (low >= 0 && high <= 0xff) return Uint8Array.from(numbers);
  return low >= -0x8000 && high <= 0x7fff ? Int16Array.from(numbers) : Int32Array.from(numbers);
}

function writeList(writer: Writer, list: readonly unknown[], depth: number): void {
  const keys = Object.keys(list);
  // Indices come first and ascend, so the last key tells a full list from one with holes or fields of its own.
  if (keys.length !== list.length || (list.length > 0 && keys[list.length - 1] !== String(list.length - 1))) {
    writeByte(writer, TAG.holed);
    writeCount(writer, list.length);
    writeCount(writer, keys.length);
    for (const key of keys) {
      writeText(writer, key);
      writeValue(writer, list[key as unknown as number], depth + 1);
    }
    return;
  }
  const numbers = list.length > 4 ? asNumbers(list) : undefined;
  writeByte(writer, numbers ? TAG.numbers : TAG.list);
  if (numbers) {
    writeView(writer, numbers);
    return;
  }
  writeCount(writer, list.length);
  for (const item of list) writeValue(writer, item, depth + 1);
}

function writeReference(writer: Writer, value: object, depth: number): void {
  if (depth > MAX_DEPTH) refuseUnstorable('too deep');
  const kind = kindOf(value);
  switch (kind) {
    case 'object': {
      const keys = Object.keys(value);
      writeByte(writer, TAG.object);
      writeCount(writer, keys.length);
      for (const key of keys) {
        writeName(writer, key);
        writeValue(writer, (value as Record<string, unknown>)[key], depth + 1);
      }
      break;
    }
    case 'array':
      writeList(writer, value as readonly unknown[], depth);
      break;
    case 'view':
      writeByte(writer, TAG.view);
      writeView(writer, value as ArrayBufferView);
      break;
    case 'buffer':
      writeByte(writer, TAG.buffer);
      writeCount(writer, (value as ArrayBuffer).byteLength);
      writeBytes(writer, new Uint8Array(value as ArrayBuffer));
      break;
    case 'map':
      writeByte(writer, TAG.map);
      writeCount(writer, (value as Map<unknown, unknown>).size);
      for (const [key, item] of value as Map<unknown, unknown>) {
        writeValue(writer, key, depth + 1);
        writeValue(writer, item, depth + 1);
      }
      break;
    case 'set':
      writeByte(writer, TAG.set);
      writeCount(writer, (value as Set<unknown>).size);
      for (const item of value as Set<unknown>) writeValue(writer, item, depth + 1);
      break;
    case 'date':
      writeByte(writer, TAG.date);
      writeDouble(writer, (value as Date).getTime());
      break;
    case 'regexp':
      writeByte(writer, TAG.regexp);
      writeText(writer, (value as RegExp).source);
      writeText(writer, (value as RegExp).flags);
      break;
    case 'error':
      writeByte(writer, TAG.error);
      writeText(writer, String((value as Error).name));
      writeText(writer, String((value as Error).message));
      break;
    default:
      writeByte(writer, TAG.boxed);
      writeValue(writer, value.valueOf(), depth);
  }
}

function writeValue(writer: Writer, value: unknown, depth: number): void {
  if (typeof value === 'number') writeNumber(writer, value);
  else if (typeof value === 'object' && value !== null) writeReference(writer, value, depth);
  else if (value === undefined) writeByte(writer, TAG.undefined);
  else if (value === null) writeByte(writer, TAG.null);
  else if (value === true) writeByte(writer, TAG.true);
  else if (value === false) writeByte(writer, TAG.false);
  else if (typeof value === 'string') writeText(writer, value);
  else if (typeof value === 'bigint') {
    writeByte(writer, TAG.bigint);
    writeText(writer, value.toString());
  } else refuseUnstorable(typeof value);
}

/**
 * Turns a record into bytes, for a storage that keeps text or files. Columns stay as they are in memory; everything a
 * structured clone takes survives, of an Error its name and message. What is referred to twice is written twice.
 *
 * @returns Bytes that `decodeRecord` reads; a checksum over all of them is inside.
 * @throws SuspensionError `STATE_UNSTORABLE` for cyclic data and for what no storage can keep, naming its path.
 */
export function encodeRecord(record: SavedRecord): Uint8Array<ArrayBuffer> {
  return unstorable(record, () => {
    const writer: Writer = { bytes: new Uint8Array(1 << 12), at: 0, from: 0, parts: [], names: new Map() };
    writeValue(writer, record, 0);
    endPart(writer);
    return joined(writer.parts);
  });
}

function joined(parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  let length = PREAMBLE_BYTES;
  for (const part of parts) length += part.length;
  const bytes = new Uint8Array(length);
  let at = PREAMBLE_BYTES;
  for (const part of parts) {
    bytes.set(part, at);
    at += part.length;
  }
  const body = bytes.subarray(PREAMBLE_BYTES);
  for (let i = 0; i < MAGIC.length; i++) bytes[i] = MAGIC.charCodeAt(i);
  bytes[MAGIC.length] = ENCODING;
  new DataView(bytes.buffer).setUint32(LENGTH_AT, body.length, true);
  const hash = hashBytes(body);
  for (let i = 0; i < hash.length; i++) bytes[HASH_AT + i] = hash.charCodeAt(i);
  return bytes;
}
