/**
 * Layout of an encoded record: a preamble of {@link PREAMBLE_BYTES}, then one value, every value a tag and its
 * contents. Numbers are little-endian, counts are LEB128. A change here needs a new {@link ENCODING}.
 *
 * Preamble: `ECSR`, the encoding, three zero bytes, the length of what follows (u32), its checksum (16 hex digits).
 */
export const MAGIC = 'ECSR';
export const ENCODING = 1;
export const LENGTH_AT = 8;
export const HASH_AT = 12;
export const PREAMBLE_BYTES = 28;

export const TAG = {
  undefined: 0,
  null: 1,
  false: 2,
  true: 3,
  /** Zigzag of a 32-bit integer. */
  integer: 4,
  double: 5,
  /** One byte a character. */
  latin: 6,
  /** Two bytes a character. */
  text: 7,
  bigint: 8,
  list: 9,
  /** Length, then the keys that are there. */
  holed: 10,
  /** A list of numbers only, as a view's type and bytes. */
  numbers: 11,
  object: 12,
  view: 13,
  buffer: 14,
  map: 15,
  set: 16,
  date: 17,
  regexp: 18,
  error: 19,
  boxed: 20,
} as const;
