import fc from 'fast-check';

const numbers = fc.oneof(
  fc.double(),
  fc.integer(),
  fc.constantFrom(0, -0, Number.NaN, Number.POSITIVE_INFINITY, 2 ** 31, -(2 ** 31), 2 ** 53),
);

const views = fc
  .tuple(
    fc.constantFrom(
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
    ),
    fc.uint8Array({ minLength: 16, maxLength: 64 }),
    fc.nat(1),
  )
  // A view in the middle of a larger buffer, as a store's column may be one.
  .map(([type, bytes, elements]) => new type(bytes.slice(0, 16).buffer, 8, elements));

const leaves = fc.oneof(
  numbers,
  fc.string({ unit: 'binary' }),
  fc.string(),
  fc.boolean(),
  fc.bigInt(),
  fc.constantFrom(null, undefined),
  // An invalid date equals no other, itself included: it has a test of its own.
  fc.date({ noInvalidDate: true }),
  views,
  fc.uint8Array().map((bytes) => bytes.slice().buffer),
  fc.constantFrom(/a+b/gi, new DataView(new ArrayBuffer(3)), Object(3), Object('x'), Object(false)),
  fc.array(numbers),
);

/** Anything a structured clone takes and a record may hold: no cycles, no errors. */
export const storable: fc.Arbitrary<unknown> = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 4, withCrossShrink: true },
    leaves,
    fc.dictionary(fc.oneof(fc.string(), fc.constantFrom('__proto__', 'constructor', '0', '')), tie('value')),
    fc.array(tie('value'), { maxLength: 6 }),
    fc.sparseArray(tie('value'), { maxNumElements: 4, maxLength: 5_000 }),
    fc.array(fc.tuple(tie('value'), tie('value')), { maxLength: 4 }).map((entries) => new Map(entries)),
    fc.array(tie('value'), { maxLength: 4 }).map((items) => new Set(items)),
  ),
})).value;
