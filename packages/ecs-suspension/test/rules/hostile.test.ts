import fc from 'fast-check';
import { expect, test } from 'vitest';
import { SuspensionError } from '../../src/errors.js';
import { bindRules } from '../../src/rules/bind.js';
import type { Tree } from './game.js';
import { adoptionWith, display, findingsOf, refusal, rulesOf } from './game.js';

const ADOPTION = adoptionWith();
const raise = (): never => {
  throw new Error('a trap');
};

/** Binding ends in a bound adoption or a coded error, and in nothing else. */
function ends(rules: unknown, shown: unknown = display): void {
  try {
    bindRules(ADOPTION, rules, shown);
  } catch (error) {
    expect(error).toBeInstanceOf(SuspensionError);
  }
}

function revoked(): object {
  const { proxy, revoke } = Proxy.revocable([], {});
  revoke();
  return proxy;
}
const TRAPS: readonly object[] = [
  new Proxy({}, { get: raise }),
  new Proxy({}, { ownKeys: raise }),
  new Proxy({ a: 1 }, { getOwnPropertyDescriptor: raise, has: raise, getPrototypeOf: raise }),
  new Proxy(() => {}, { get: raise, ownKeys: raise, apply: raise }),
  revoked(),
  Object.defineProperty({}, 'unit', { get: raise, enumerable: true }),
  { toString: raise, valueOf: raise, [Symbol.toPrimitive]: raise, toJSON: raise },
  Object.create(null) as object,
];
/** Values in thunks: fast-check itself reads members of what it generates. */
const hostile: fc.Arbitrary<() => unknown> = fc.oneof(
  fc.constantFrom(...TRAPS.map((trap) => () => trap)),
  fc
    .constantFrom<unknown>(undefined, null, Symbol('s'), 10n, Number.NaN, '', () => 0, new Map(), 'x'.repeat(10_000))
    .map((value) => () => value),
  fc
    .anything({ withBigInt: true, withNullPrototype: true, withMap: true, withTypedArray: true, maxDepth: 2 })
    .map((value) => () => value),
);

/** Every path into the rules, the rules themselves first. */
function paths(tree: unknown, depth = 0): readonly (readonly string[])[] {
  if (typeof tree !== 'object' || tree === null || depth > 6) return [[]];
  return [
    [],
    ...Object.entries(tree).flatMap(([name, value]) => paths(value, depth + 1).map((rest) => [name, ...rest])),
  ];
}
/** A copy with one value replaced. */
function replaced(tree: unknown, [name, ...rest]: readonly string[], value: unknown): unknown {
  if (name === undefined) return value;
  return { ...(tree as Tree), [name]: replaced((tree as Tree)[name], rest, value) };
}

test('Whatever is handed over as rules or display, only a coded error is thrown', () => {
  fc.assert(
    fc.property(hostile, hostile, (rules, shown) => ends(rules(), shown())),
    { numRuns: 2_000 },
  );
});

test('Whatever stands in place of any one part of good rules, only a coded error is thrown', () => {
  const places = paths(rulesOf());
  fc.assert(
    fc.property(fc.constantFrom(...places), hostile, (path, value) => ends(replaced(rulesOf(), path, value()))),
    { numRuns: 4_000 },
  );
});

test('Each trap in place of each part ends in a coded error or in nothing', () => {
  for (const path of paths(rulesOf())) for (const trap of TRAPS) ends(replaced(rulesOf(), path, trap));
});

test('A rule whose members give another value at each reading never throws anything else', () => {
  for (let good = 0; good < 8; good++) {
    const fickle = (target: object): object => {
      const readings = new Map<PropertyKey, number>();
      return new Proxy(target, {
        get(own, name, receiver): unknown {
          const count = (readings.get(name) ?? 0) + 1;
          readings.set(name, count);
          if (count > good) raise();
          const value: unknown = Reflect.get(own, name, receiver);
          return typeof value === 'object' && value !== null ? fickle(value) : value;
        },
      });
    };
    ends(fickle(rulesOf()));
  }
});

test('A member that throws is told as such, with its place', () => {
  const clock = Object.defineProperty({ ...(rulesOf()['time.clock'] as Tree) }, 'now', { get: raise });
  const [finding, ...more] = findingsOf(refusal({ ...rulesOf(), 'time.clock': clock }));
  expect(more).toEqual([]);
  expect(finding?.problem).toBe('now must be a function, but throws when it is read');
});

test('A name of a million letters is told shortened', () => {
  const error = refusal({ ...rulesOf(), ['x'.repeat(1_000_000)]: {} });
  expect(error.message.length).toBeLessThan(2_000);
});

test('A text of a million letters is told shortened', () => {
  const clock = { ...(rulesOf()['time.clock'] as Tree), unit: 'x'.repeat(1_000_000) };
  expect(refusal({ ...rulesOf(), 'time.clock': clock }).message.length).toBeLessThan(2_000);
});
