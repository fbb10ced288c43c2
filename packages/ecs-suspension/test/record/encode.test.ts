import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { SuspensionError } from '../../src/errors.js';
import { sealRecord } from '../../src/record/check.js';
import { decodeRecord } from '../../src/record/decode.js';
import { encodeRecord } from '../../src/record/encode.js';
import { HASH_AT, PREAMBLE_BYTES } from '../../src/record/format.js';
import { hashBytes } from '../../src/record/hash.js';
import type { SavedRecord } from '../../src/record/record.js';
import { record, unsealed } from './make.js';
import { storable } from './values.js';

const through = (value: unknown): unknown =>
  decodeRecord(encodeRecord(record({ resources: { value } }))).resources['value'];

/** What `read` gives, or the code of its error; any other error is a fault of the decoder. */
function outcome(bytes: Uint8Array): SavedRecord | 'RECORD_UNREADABLE' {
  try {
    return decodeRecord(bytes);
  } catch (error) {
    if (error instanceof SuspensionError && error.code === 'RECORD_UNREADABLE') return error.code;
    throw error;
  }
}

/** The same bytes with a checksum that fits, so that only the parser stands in the way. */
function resealed(bytes: Uint8Array): Uint8Array {
  const sealed = bytes.slice();
  new DataView(sealed.buffer).setUint32(8, sealed.length - PREAMBLE_BYTES, true);
  const hash = hashBytes(sealed.subarray(PREAMBLE_BYTES));
  for (let i = 0; i < hash.length; i++) sealed[HASH_AT + i] = hash.charCodeAt(i);
  return sealed;
}

describe('encodeRecord and decodeRecord', () => {
  it('give back a whole record', () => {
    expect(decodeRecord(encodeRecord(record()))).toStrictEqual(record());
  });

  it('give back whatever a structured clone takes', () => {
    fc.assert(
      fc.property(storable, (value) => isDeepStrictEqual(through(value), structuredClone(value))),
      { numRuns: 2_000 },
    );
  });

  it('give back an invalid date as one', () => {
    const back = through(new Date(Number.NaN));
    expect(back).toBeInstanceOf(Date);
    expect((back as Date).getTime()).toBeNaN();
  });

  it('give back a field of a list, and a list that is mostly holes', () => {
    const list: number[] & { name?: string } = [1, 2];
    list.name = 'pair';
    list[4_000_000_000] = 5;
    const back = through(list) as typeof list;
    expect([back.length, back.name, back[4_000_000_000], Object.keys(back).length]).toEqual([
      4_000_000_001,
      'pair',
      5,
      4,
    ]);
  });

  it('give back the name and message of an error', () => {
    expect(through(new RangeError('too far'))).toStrictEqual(new RangeError('too far'));
  });

  it('work on bytes that begin anywhere in a buffer', () => {
    const bytes = encodeRecord(record());
    const shifted = new Uint8Array(bytes.length + 3);
    shifted.set(bytes, 3);
    expect(decodeRecord(shifted.subarray(3))).toStrictEqual(record());
  });

  it('alias nothing of the record', () => {
    const mine = record();
    const bytes = encodeRecord(mine);
    mine.entities.covered.fill(9);
    expect(decodeRecord(bytes).entities.covered).toEqual(Uint32Array.of(1, 2));
  });

  it('take the raw columns and at most 4 bytes an entity', () => {
    const count = 10_000;
    const ids = Uint32Array.from({ length: count }, (_, i) => i + 1);
    const data = { x: new Float64Array(count), y: new Float64Array(count), z: new Float64Array(count) };
    const entities = { covered: ids, dense: new Uint32Array(0), aliveCount: count, maxId: count, orders: null };
    const raw = record({ entities, components: { Position: { members: new Uint32Array(0), data } } });
    expect(encodeRecord(raw).length / count).toBeLessThan(3 * 8 + 4 + 0.1);
  });

  it('refuse cyclic data and name its path', () => {
    const pot: Record<string, unknown> = { plants: [{}] };
    (pot['plants'] as unknown[])[0] = { in: pot };
    const cyclic = { ...unsealed({ resources: { pot } }), check: '' };
    expect(() => encodeRecord(cyclic)).toThrow(
      /resources\.pot\.plants\.0\.in there is a cycle back to record\.resources\.pot/,
    );
    expect(() => sealRecord(cyclic)).toThrow(expect.objectContaining({ code: 'STATE_UNSTORABLE' }));
  });

  it.each([
    ['a function', () => 1],
    ['a symbol', Symbol('s')],
    ['a SharedArrayBuffer', new SharedArrayBuffer(8)],
    ['shared memory', new Uint8Array(new SharedArrayBuffer(8))],
    ['a WeakMap', new WeakMap()],
  ])('refuse %s and name its path', (what, value) => {
    const raw = { ...unsealed({ resources: { rng: new Map([['seed', [value]]]) } }), check: '' };
    expect(() => encodeRecord(raw)).toThrow(new RegExp(`resources\\.rng\\.<seed>\\.0 there is .*${what}`));
    expect(() => sealRecord(raw)).toThrow(expect.objectContaining({ code: 'STATE_UNSTORABLE' }));
  });

  it('refuse every record that was cut off', () => {
    const bytes = encodeRecord(record());
    for (let length = 0; length < bytes.length; length++) {
      expect(outcome(bytes.subarray(0, length))).toBe('RECORD_UNREADABLE');
    }
  });

  it('refuse every record of which one bit was changed', () => {
    const bytes = encodeRecord(record());
    for (let bit = 0; bit < bytes.length * 8; bit++) {
      const edited = bytes.slice();
      edited[bit >> 3] = (edited[bit >> 3] ?? 0) ^ (1 << (bit & 7));
      expect(outcome(edited)).toBe('RECORD_UNREADABLE');
    }
  });

  it('refuse whatever else comes', () => {
    fc.assert(fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) => outcome(bytes) === 'RECORD_UNREADABLE'));
  });

  it('never throw anything else, nor believe a length, where the checksum was forged too', () => {
    const bytes = encodeRecord(
      record({ resources: { list: Object.assign([1], { 2: 3 }), map: new Map([[1, /x/]]), error: new Error('e') } }),
    );
    const forged = fc.oneof(
      fc.uint8Array({ minLength: PREAMBLE_BYTES, maxLength: 120 }).map((tail) => {
        const whole = new Uint8Array(PREAMBLE_BYTES + tail.length);
        whole.set(bytes.subarray(0, PREAMBLE_BYTES));
        whole.set(tail, PREAMBLE_BYTES);
        return whole;
      }),
      fc.array(fc.tuple(fc.nat(), fc.nat(255)), { minLength: 1, maxLength: 5 }).map((edits) => {
        const edited = bytes.slice();
        for (const [at, byte] of edits) edited[PREAMBLE_BYTES + (at % (bytes.length - PREAMBLE_BYTES))] = byte;
        return edited;
      }),
    );
    fc.assert(
      fc.property(forged, (edited) => {
        outcome(resealed(edited));
      }),
      { numRuns: 5_000 },
    );
  });

  it('refuse nesting that would exhaust the stack', () => {
    const deep = new Uint8Array(PREAMBLE_BYTES + 2_000_000).fill(9);
    deep.set(encodeRecord(record()).subarray(0, PREAMBLE_BYTES));
    for (let i = PREAMBLE_BYTES; i < deep.length; i += 2) deep.set([9, 1], i);
    expect(() => decodeRecord(resealed(deep))).toThrow(/nested too deep/);
  });
});
