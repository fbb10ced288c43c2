import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { recordFault, sealRecord } from '../../src/record/check.js';
import { hashBytes, hashValue } from '../../src/record/hash.js';
import type { SavedRecord } from '../../src/record/record.js';
import { record, unsealed } from './make.js';
import { storable } from './values.js';

/** The value with the keys of every plain object in reverse order. */
function reversed(value: unknown): unknown {
  if (Array.isArray(value)) {
    const list: unknown[] = [];
    list.length = value.length;
    for (const key of Object.keys(value)) list[key as unknown as number] = reversed(value[key as unknown as number]);
    return list;
  }
  if (typeof value !== 'object' || value === null || Object.getPrototypeOf(value) !== Object.prototype) return value;
  const keys = Object.keys(value).reverse();
  return Object.defineProperties(
    {},
    Object.fromEntries(
      keys.map((key) => [key, { value: reversed((value as Record<string, unknown>)[key]), enumerable: true }]),
    ),
  );
}

describe('hashValue', () => {
  it('is the same for a structured clone', () => {
    fc.assert(fc.property(storable, (value) => hashValue(value) === hashValue(structuredClone(value))));
  });

  it('does not depend on the order of keys', () => {
    fc.assert(fc.property(storable, (value) => hashValue(value) === hashValue(reversed(value))));
  });

  it('tells values apart that look alike', () => {
    const alike: unknown[] = [
      0, -0, Number.NaN, null, undefined, false, '', 0n, [], {}, new Date(0), new Map(), new Set(), [undefined],
      [null],
      // biome-ignore lint/suspicious/noSparseArray: a hole is not undefined
      [,], { a: undefined }, { a: { b: 1 } }, { b: { a: 1 } }, { a: 1, b: 2 }, { a: 2, b: 1 }, [1, 2], [2, 1], [[1], 2],
      [1, [2]], '1', 1, 1n, true, Object(1), Object('1'), new Date(1), new Date(Number.NaN), /1/, new ArrayBuffer(4),
      new Uint8Array(4), new Int8Array(4), new Uint8ClampedArray(4), new Uint32Array(1), new Float32Array(1),
      new DataView(new ArrayBuffer(4)), new Uint8Array(5), Uint8Array.of(0, 0, 0, 0, 1), new Set([1]), new Map([[1, 1]]),
      new Error('1'), new TypeError('1'), { '': 0 }, { '0': 0 }, [0], [-0], [Number.NaN], 'a', 'ab', ['a', 'b'], ['ab'],
    ]; // biome-ignore format: one list of values
    const hashes = alike.map(hashValue);
    for (const [i, hash] of hashes.entries()) expect([i, hashes.indexOf(hash)]).toEqual([i, i]);
  });

  it('takes a list that is mostly holes at once, and sees what is in it', () => {
    const holed = (at: number, value: unknown) => Object.assign([], { [at]: value, 4000000000: 1 });
    const hashes = [holed(7, 1), holed(8, 1), holed(7, 2), holed(0, 1)].map(hashValue);
    expect(new Set(hashes).size).toBe(4);
  });

  it('changes with every bit of a column', () => {
    const column = Float64Array.of(1, 2, 3);
    const bytes = new Uint8Array(column.buffer);
    const before = hashValue({ column });
    for (let bit = 0; bit < bytes.length * 8; bit++) {
      bytes[bit >> 3] = (bytes[bit >> 3] ?? 0) ^ (1 << (bit & 7));
      expect(hashValue({ column })).not.toBe(before);
      bytes[bit >> 3] = (bytes[bit >> 3] ?? 0) ^ (1 << (bit & 7));
    }
  });

  it('holds no two of 100,000 small records for one', () => {
    const seen = new Set<string>();
    for (let i = 0; i < 100_000; i++) seen.add(hashValue({ sequence: i, state: [i % 7, i % 11] }));
    expect(seen.size).toBe(100_000);
  });
});

describe('hashBytes', () => {
  it('does not depend on where in a buffer the bytes begin', () => {
    fc.assert(
      fc.property(fc.uint8Array(), fc.nat(7), (bytes, shift) => {
        const shifted = new Uint8Array(bytes.length + shift);
        shifted.set(bytes, shift);
        return hashBytes(shifted.subarray(shift)) === hashBytes(bytes);
      }),
    );
  });
});

describe('recordFault', () => {
  const expected = { adoption: 'lives', clock: true };

  it('finds nothing in a sealed record, also after a clone', () => {
    expect(recordFault(structuredClone(record()), expected)).toBeUndefined();
  });

  it('finds a record sealed twice as good as one sealed once', () => {
    expect(sealRecord(record())).toStrictEqual(record());
  });

  it.each(Object.keys(record()))('finds a record damaged without its %s', (field) => {
    const { [field as keyof SavedRecord]: _, ...rest } = record();
    expect(recordFault(rest, expected)?.kind).toBe('damaged');
  });

  it('finds every changed number in the state', () => {
    const refilledMs = Float64Array.of(1, -0);
    const changed = record({ components: { Lives: { members: Uint32Array.of(1, 2), data: { refilledMs } } } });
    refilledMs[1] = 0;
    expect(recordFault(changed, expected)).toMatchObject({
      kind: 'damaged',
      problem: expect.stringContaining('check'),
    });
  });

  it.each<[string, Partial<SavedRecord>]>([
    ['sequence', { sequence: -1 }],
    ['anchorMs', { anchorMs: Number.NaN }],
    ['readingMs', { readingMs: Number.POSITIVE_INFINITY }],
    ['interval', { interval: { sampledMs: 1, startMs: 1, kind: 'sleep' as 'close' } }],
    ['carries', { carries: { refill: Number.NaN } }],
    ['choices', { choices: { pace: 1 as unknown as string } }],
    ['rewards', { rewards: [{ id: 'x', row: 'x', payload: 1, createdMs: Number.NaN, status: 'pending' }] }],
    ['entities', { entities: { ...record().entities, covered: [1] as unknown as Uint32Array } }],
    ['components', { components: { Lives: { data: {} } as never } }],
    ['settledTo', { settledTo: Number.NaN }],
  ])('names a field of the wrong shape: %s', (field, fields) => {
    expect(recordFault(record(fields), expected)).toMatchObject({
      kind: 'damaged',
      problem: expect.stringMatching(new RegExp(`^${field}: `)),
    });
  });

  it('tells a record of another format from a damaged one', () => {
    expect(recordFault({ ...record(), format: 2 }, expected)?.kind).toBe('unknown-format');
  });

  it('tells a record of another suspension', () => {
    expect(recordFault(record({ adoption: 'board' }), expected)?.kind).toBe('other-adoption');
  });

  it.each<Partial<SavedRecord>>([{ readingMs: null }, { anchorMs: null }])(
    'B6: finds state without its reading worthless where there is a clock (%o)',
    (fields) => {
      expect(recordFault(record(fields), expected)?.kind).toBe('no-reading');
      expect(recordFault(record(fields), { adoption: 'lives', clock: false })).toBeUndefined();
    },
  );

  it('takes any value without a throw', () => {
    fc.assert(
      fc.property(fc.anything(), (value) => {
        expect(recordFault(value, expected)?.kind).toMatch(/damaged|unknown-format/);
      }),
    );
  });

  it('takes a cyclic record without a throw', () => {
    const cyclic = { ...unsealed(), resources: {} as Record<string, unknown>, check: 'x' };
    cyclic.resources['self'] = cyclic;
    expect(recordFault(cyclic, expected)?.kind).toBe('damaged');
  });
});
