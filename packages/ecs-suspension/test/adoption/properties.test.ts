import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readAdoption } from '../../src/adoption/read.js';
import type { Json } from './documents.js';
import { at, EXAMPLES, full, whole } from './documents.js';
import { isValidPart } from './oracle.js';

/** Values that fit somewhere, so that a mutation may make another valid document, or one near it. */
const WORDS = [
  ...['device-clock', 'protected-clock', 'keep-return-state', 'last-trusted-checkpoint', 'silent', 'state-only'],
  ...['return-summary', 'player-claims', 'automatic', 'reduced', 'same-as-playing', 'whole-interval', 'time-limit'],
  ...['every-missed-update', 'one-derived-change', 'latest-crossing-only', 'a.b', 'a.md#b', 'a:b', '{{', 'ore', 'id'],
];
const KEYS = [
  ...['id', 'state-declared-in', 'amount-rule-declared-in', 'limit-rule-declared-in', 'expires-declared-in'],
  ...[
    'clock-source',
    'backward-clock-anchor',
    'rows',
    'clock',
    'values',
    'verification',
    'origin',
    '_note',
    '__proto__',
  ],
  ...['constructor', 'toString', 'length', '0', ''],
];
const anything = fc.oneof(
  fc.constantFrom<unknown>(...WORDS),
  fc.constantFrom<unknown>(null, true, 0, 1, 2, -1, 1.5, '', [], {}, [{}], [[]]),
  fc.jsonValue({ maxDepth: 3 }),
);
type Step = readonly [kind: number, node: number, key: string, value: unknown];
const step: fc.Arbitrary<Step> = fc.tuple(
  fc.nat(6),
  fc.nat(10_000),
  fc.oneof(fc.constantFrom(...KEYS), fc.string()),
  anything,
);

/** Drops, renames, retypes, swaps or adds at one node of the document. */
function mutate(document: Json, [kind, node, key, value]: Step): void {
  const places: (readonly [Json, string])[] = [];
  const visit = (object: Json): void => {
    for (const name of Object.keys(object)) {
      places.push([object, name]);
      if (typeof object[name] === 'object' && object[name] !== null) visit(object[name]);
    }
  };
  visit(document);
  const place = places[node % places.length];
  if (!place) return;
  const [parent, name] = place;
  const define = (target: Json, to: string, what: unknown): void => {
    Object.defineProperty(target, to, { value: what, enumerable: true, writable: true, configurable: true });
  };
  const isList = Array.isArray(parent as unknown);
  if (kind === 0) isList ? parent['splice'](Number(name), 1) : delete parent[name];
  else if (kind === 1 && !isList) {
    define(parent, key, parent[name]);
    delete parent[name];
  } else if (kind === 2) parent[name] = structuredClone(value);
  else if (kind === 3 && Array.isArray(parent[name])) parent[name].push(structuredClone(parent[name][0] ?? value));
  else if (kind === 4 && typeof parent[name] === 'object' && parent[name] && !Array.isArray(parent[name])) {
    define(parent[name], key, structuredClone(value));
  } else if (kind === 5) parent[name] = [parent[name]];
  else parent[name] = WORDS[node % WORDS.length];
}

const examples = fc.constantFrom(...Object.values(EXAMPLES));

function check(document: Json, id: string): void {
  const before = JSON.stringify(document);
  const result = readAdoption(document, id);
  expect(JSON.stringify(document)).toBe(before);
  expect(result.ok).toBe(isValidPart(document, id));
  if (result.ok) {
    const { id: _, ...read } = result.adoption;
    expect(readAdoption(read, id)).toEqual({ ok: true, adoption: result.adoption, warnings: [] });
    expect(readAdoption(whole({ values: {}, ...document }), id)).toMatchObject({ ok: true, adoption: result.adoption });
  } else {
    expect(result.findings.some(({ severity }) => severity === 'error')).toBe(true);
    for (const { pointer } of result.findings) expect(() => at(document, pointer)).not.toThrow();
  }
}

describe('readAdoption', () => {
  it('agrees with a second, plain reading of the rules on mutated documents', () => {
    fc.assert(
      fc.property(examples, fc.array(step, { minLength: 1, maxLength: 4 }), (example, steps) => {
        const document = example();
        for (const one of steps) mutate(document, one);
        check(document, 'an-adoption');
      }),
      { numRuns: 6_000 },
    );
  });

  it('refuses random JSON', () => {
    fc.assert(
      fc.property(fc.oneof(fc.jsonValue(), fc.object()), fc.string(), (document, id) => {
        expect(readAdoption(document, id).ok).toBe(false);
      }),
      { numRuns: 1_000 },
    );
  });

  it('never throws on a mutated definition', () => {
    fc.assert(
      fc.property(fc.array(step, { minLength: 1, maxLength: 3 }), (steps) => {
        const document = whole(full());
        const { questions, declares } = document;
        for (const one of steps) mutate({ questions, declares }, one);
        const result = readAdoption(document, 'full');
        const findings = result.ok ? [] : result.findings;
        for (const { pointer } of findings) expect(pointer).toMatch(/^#(\/(questions|declares)(\/|$)|$)/);
      }),
      { numRuns: 1_000 },
    );
  });

  it('refuses a definition that lacks any id or condition, or has one more beside it', () => {
    const visit = (object: Json, path: readonly string[]): void => {
      for (const key of Object.keys(object)) {
        const isId = typeof object[key] === 'object' || path.includes('when') || path.includes('options');
        if (isWording(key) || !isId) continue;
        const faults = [(parent: Json) => delete parent[key], (parent: Json) => (parent['another'] = {})];
        for (const fault of Array.isArray(object) ? [(parent: Json) => parent.splice(Number(key), 1)] : faults) {
          const document = whole(full());
          fault(path.reduce((value, step) => value[step], document));
          expect([...path, key, readAdoption(document, 'full').ok]).toEqual([...path, key, false]);
        }
        if (typeof object[key] === 'object') visit(object[key], [...path, key]);
      }
    };
    const { questions, declares } = whole(full());
    visit({ questions, declares }, []);
  });

  it('takes a definition in other words', () => {
    const reworded = (value: Json): Json => {
      if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
      return Object.fromEntries(
        Object.entries(value).map(([key, item]) => [key, isWording(key) ? 'other words' : reworded(item)]),
      );
    };
    const { questions, declares, ...rest } = whole(full());
    const document = { ...rest, questions: reworded(questions), declares: reworded(declares), summary: 'other' };
    expect(readAdoption(document, 'full')).toMatchObject({ ok: true, warnings: [] });
  });

  it('gives the same adoption whatever the order of keys', () => {
    const shuffled = (value: Json, seed: number): Json => {
      if (Array.isArray(value)) return value.map((item) => shuffled(item, seed));
      if (typeof value !== 'object' || value === null) return value;
      const entries = Object.entries(value).map(([key, item]) => [key, shuffled(item, seed)] as const);
      return Object.fromEntries(entries.sort(([a], [b]) => ((a.length * seed) % 7) - ((b.length * seed) % 7)));
    };
    fc.assert(
      fc.property(examples, fc.integer({ min: 1, max: 6 }), (example, seed) => {
        expect(JSON.stringify(readAdoption(shuffled(whole(example()), seed), 'x'))).toBe(
          JSON.stringify(readAdoption(whole(example()), 'x')),
        );
      }),
      { numRuns: 100 },
    );
  });
});

/** Keys whose text a definition may put in other words. */
function isWording(key: string): boolean {
  return ['asks', 'rationale', 'otherwise', 'meaning', 'semantics', 'description', 'when-empty'].includes(key);
}
