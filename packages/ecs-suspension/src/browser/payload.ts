import { deflateSync, inflateSync } from 'fflate';
import { decodeRecord } from '../record/decode.js';
import { encodeRecord } from '../record/encode.js';
import { hashBytes } from '../record/hash.js';
import type { SavedRecord } from '../record/record.js';

/** A record as bytes, with what is needed to check and unpack them. */
export interface Packed {
  readonly sequence: number;
  readonly hash: string;
  /** Length before deflating; 0 where the bytes are as they were encoded. */
  readonly inflatedBytes: number;
  readonly bytes: Uint8Array<ArrayBuffer>;
}

export interface Payload extends Packed {
  /** The record's own checksum, the same in every packing. */
  readonly check: string;
}

/** For a store that takes columns as they are. */
export function plainPayload(record: SavedRecord): Payload {
  const bytes = encodeRecord(record);
  return { sequence: record.sequence, check: record.check, hash: hashBytes(bytes), inflatedBytes: 0, bytes };
}

/** Deflated within the call; about 10 ms a megabyte. */
export function deflatedPayload(plain: Payload): Payload {
  const bytes = deflateSync(plain.bytes, { level: 1 }) as Uint8Array<ArrayBuffer>;
  return { ...plain, hash: hashBytes(bytes), inflatedBytes: plain.bytes.length, bytes };
}

/** @throws An error whose message says what is wrong with the bytes. */
export function unpacked(payload: Packed): SavedRecord {
  if (hashBytes(payload.bytes) !== payload.hash) throw new Error('its checksum does not match');
  // The length is believed because the checksum beside it held.
  return decodeRecord(
    payload.inflatedBytes > 0
      ? inflateSync(payload.bytes, { out: new Uint8Array(payload.inflatedBytes) })
      : payload.bytes,
  );
}
