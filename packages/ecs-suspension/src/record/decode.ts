import { SuspensionError } from '../errors.js';
import { ENCODING, HASH_AT, LENGTH_AT, MAGIC, PREAMBLE_BYTES, TAG } from './format.js';
import { hashBytes } from './hash.js';
import type { SavedRecord } from './record.js';
import { MAX_DEPTH, TYPED_ARRAYS } from './storable.js';

interface Reader {
  readonly bytes: Uint8Array;
  readonly view: DataView;
  at: number;
  readonly names: string[];
}

function refuse(what: string): never {
  throw new RangeError(what);
}

function readByte(reader: Reader): number {
  return reader.bytes[reader.at++] ?? refuse('it ends too early');
}

function readCount(reader: Reader): number {
  let count = 0;
  for (let shift = 0; shift < 35; shift += 7) {
    const byte = readByte(reader);
    count |= (byte & 0x7f) << shift;
    if (byte < 0x80) return count >>> 0;
  }
  return refuse('a count is too long');
}

/** Never more than what is left, so that no length that came from outside is believed. */
function readBytes(reader: Reader, length: number): Uint8Array<ArrayBuffer> {
  if (length > reader.bytes.length - reader.at) refuse('it ends too early');
  const bytes = new Uint8Array(length);
  bytes.set(reader.bytes.subarray(reader.at, reader.at + length));
  reader.at += length;
  return bytes;
}

/** A count of things that take a byte each at least. */
function readSize(reader: Reader): number {
  const count = readCount(reader);
  return count <= reader.bytes.length - reader.at ? count : refuse('it ends too early');
}

function readDouble(reader: Reader): number {
  const value = reader.view.getFloat64(reader.at, true);
  reader.at += 8;
  return value;
}

function readText(reader: Reader): string {
  const tag = readByte(reader);
  if (tag !== TAG.latin && tag !== TAG.text) refuse('a text was expected');
  const length = readSize(reader);
  if (tag === TAG.latin && length < 32) {
    let short = '';
    for (let i = 0; i < length; i++) short += String.fromCharCode(readByte(reader));
    return short;
  }
  const bytes = readBytes(reader, tag === TAG.latin ? length : length * 2);
  const codes = tag === TAG.latin ? bytes : new Uint16Array(bytes.buffer);
  let text = '';
  // An argument list has an end; 8,192 is below every engine's.
  for (let i = 0; i < length; i += 8_192) text += String.fromCharCode(...codes.subarray(i, i + 8_192));
  return text;
}

function readName(reader: Reader): string {
  const known = readCount(reader);
  if (known > 0) return reader.names[known - 1] ?? refuse('a name is missing');
  const name = readText(reader);
  reader.names.push(name);
  return name;
}

function readView(reader: Reader): ArrayBufferView {
  const type = TYPED_ARRAYS[readByte(reader)] ?? refuse('an unknown kind of array');
  return new type(readBytes(reader, readCount(reader)).buffer);
}

/** An assignment to `__proto__` would change the object's nature. */
function setOwn(target: object, key: string, value: unknown): void {
  if (key !== '__proto__') (target as Record<string, unknown>)[key] = value;
  else Object.defineProperty(target, key, { value, enumerable: true, configurable: true, writable: true });
}

const ERRORS: { readonly [name: string]: (new (message: string) => Error) | undefined } = {
  EvalError,
  RangeError,
  ReferenceError,
  SyntaxError,
  TypeError,
  URIError,
};

function readValue(reader: Reader, depth: number): unknown {
  if (depth > MAX_DEPTH + 1) refuse('it is nested too deep');
  const tag = readByte(reader);
  switch (tag) {
    case TAG.undefined:
      return undefined;
    case TAG.null:
      return null;
    case TAG.false:
      return false;
    case TAG.true:
      return true;
    case TAG.integer: {
      const zigzag = readCount(reader);
      return (zigzag >>> 1) ^ -(zigzag & 1);
    }
    case TAG.double:
      return readDouble(reader);
    case TAG.latin:
    case TAG.text:
      reader.at--;
      return readText(reader);
    case TAG.bigint:
      return BigInt(readText(reader));
    case TAG.list: {
      const length = readSize(reader);
      const list: unknown[] = [];
      for (let i = 0; i < length; i++) list.push(readValue(reader, depth + 1));
      return list;
    }
    case TAG.holed: {
      const list: unknown[] = [];
      list.length = readCount(reader);
      for (let left = readSize(reader); left > 0; left--) {
        const key = readText(reader);
        if (key === 'length') refuse('a list has a second length');
        setOwn(list, key, readValue(reader, depth + 1));
      }
      return list;
    }
    case TAG.numbers: {
      const view = readView(reader);
      return view instanceof DataView ? refuse('no numbers') : Array.from(view as Float64Array);
    }
    case TAG.object: {
      const value = {};
      for (let left = readSize(reader); left > 0; left--) setOwn(value, readName(reader), readValue(reader, depth + 1));
      return value;
    }
    case TAG.view:
      return readView(reader);
    case TAG.buffer:
      return readBytes(reader, readCount(reader)).buffer;
    case TAG.map: {
      const map = new Map();
      for (let left = readSize(reader); left > 0; left--) {
        map.set(readValue(reader, depth + 1), readValue(reader, depth + 1));
      }
      return map;
    }
    case TAG.set: {
      const set = new Set();
      for (let left = readSize(reader); left > 0; left--) set.add(readValue(reader, depth + 1));
      return set;
    }
    case TAG.date:
      return new Date(readDouble(reader));
    case TAG.regexp:
      return new RegExp(readText(reader), readText(reader));
    case TAG.error: {
      const name = readText(reader);
      return new (ERRORS[name] ?? Error)(readText(reader));
    }
    case TAG.boxed:
      return Object(readValue(reader, depth + 1));
    default:
      return refuse('an unknown kind of value');
  }
}

function ascii(bytes: Uint8Array, from: number, to: number): string {
  return String.fromCharCode(...bytes.subarray(from, to));
}

function decode(bytes: Uint8Array): unknown {
  if (bytes.length < PREAMBLE_BYTES) refuse('it ends too early');
  if (ascii(bytes, 0, MAGIC.length) !== MAGIC) refuse('it does not begin as one');
  if (bytes[MAGIC.length] !== ENCODING) refuse(`encoding ${ENCODING} was expected, ${bytes[MAGIC.length]} came`);
  for (let i = MAGIC.length + 1; i < LENGTH_AT; i++) if (bytes[i] !== 0) refuse('its beginning was changed');
  const body = bytes.subarray(PREAMBLE_BYTES);
  const length = new DataView(bytes.buffer, bytes.byteOffset).getUint32(LENGTH_AT, true);
  if (body.length !== length) refuse(`${length} bytes were expected, ${body.length} came`);
  if (hashBytes(body) !== ascii(bytes, HASH_AT, PREAMBLE_BYTES)) refuse('its checksum does not match');
  const reader: Reader = {
    bytes: body,
    view: new DataView(body.buffer, body.byteOffset, body.length),
    at: 0,
    names: [],
  };
  const value = readValue(reader, 0);
  if (reader.at !== body.length) refuse('something follows its end');
  if (typeof value !== 'object' || value === null || Array.isArray(value)) refuse('it holds no record');
  return value;
}

/**
 * Turns the bytes of `encodeRecord` back into a record. The bytes are checked as a whole; whether the record is one
 * for this game is `recordFault`'s to say.
 *
 * @throws SuspensionError `RECORD_UNREADABLE` for bytes that are torn, cut off, changed, or no record at all.
 */
export function decodeRecord(bytes: Uint8Array): SavedRecord {
  try {
    return decode(bytes) as SavedRecord;
  } catch (cause) {
    const why = cause instanceof Error ? cause.message : String(cause);
    throw new SuspensionError(
      'RECORD_UNREADABLE',
      `The bytes of a saved record were expected, ${bytes.length} bytes came that are none: ${why}. ` +
        `Read the other copy; keep these bytes if there is none.`,
      { cause, details: { bytes: bytes.length, why } },
    );
  }
}
