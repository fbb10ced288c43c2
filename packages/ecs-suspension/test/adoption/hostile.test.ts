import { describe, expect, it } from 'vitest';
import { readAdoption } from '../../src/adoption/read.js';
import type { Json } from './documents.js';
import { full, lives, whole } from './documents.js';

const throwing = (): never => {
  throw new Error('no');
};
const locked = (): object =>
  new Proxy({}, { get: throwing, ownKeys: throwing, getOwnPropertyDescriptor: throwing, has: throwing });
function revoked(): object {
  const { proxy, revoke } = Proxy.revocable({}, {});
  revoke();
  return proxy;
}
function cyclic(): Json {
  const document = whole(full());
  for (const key of Object.keys(document)) document[key] = document;
  return document;
}
function nested(depth: number): unknown {
  let value: unknown = [];
  for (let level = 0; level < depth; level++) value = level % 2 ? [value] : { rows: value };
  return value;
}

/** One value in every place of a document. */
function everywhere(value: unknown): Json[] {
  const documents: Json[] = [];
  const visit = (object: Json, path: readonly string[]): void => {
    for (const key of Object.keys(object)) {
      const document = { ...whole(full()), verification: { 'suspension-holds': { scope: 'x' } } } as Json;
      let parent: Json = document;
      for (const step of path) parent = parent[step];
      parent[key] = value;
      documents.push(document);
      if (typeof object[key] === 'object') visit(object[key], [...path, key]);
    }
  };
  const { answers, rows, verification } = { ...full(), verification: { 'suspension-holds': { scope: 'x' } } } as Json;
  visit({ answers, rows, verification, contract: 1, version: 1, pack: 1, origin: 1, summary: 1, mechanism: 1 }, []);
  return documents;
}

describe('readAdoption never throws', () => {
  it.each<[string, () => unknown]>([
    ['a proxy that answers nothing', locked],
    ['a revoked proxy', revoked],
    ['a symbol', () => Symbol('x')],
    ['a bigint', () => 10n],
    ['not a number', () => Number.NaN],
    ['a function', () => throwing],
    ['a date', () => new Date(0)],
    ['an object whose text throws', () => ({ toString: throwing, toJSON: throwing })],
    ['a deep nest', () => nested(200_000)],
    ['a sparse array', () => new Array(4_294_967_295)],
    ['a string of 10 MB', () => 'a.b'.repeat(3_500_000)],
    ['an injection of 10 MB', () => '{{'.repeat(5_000_000)],
  ])('with %s in any place', (_, make) => {
    const value = make();
    expect(readAdoption(value, 'x').ok).toBe(false);
    expect(readAdoption(lives(), value as string).ok).toBe(false);
    for (const document of everywhere(value)) {
      const result = readAdoption(document, 'an-adoption');
      const findings = result.ok ? result.warnings : result.findings;
      for (const { message } of findings) expect(message.length).toBeLessThan(600);
    }
  });

  it('with a cyclic document', () => {
    expect(readAdoption(cyclic(), 'x').ok).toBe(false);
    const document = full();
    document['rows'].clock = [document];
    document['verification'] = { a: { seeds: document } };
    expect(readAdoption(document, 'x').ok).toBe(false);
  });

  it('with a document of 100,000 keys, each its own finding', () => {
    const keys = Array.from({ length: 100_000 }, (_, index) => [`key-${index}`, index]);
    const result = readAdoption({ ...lives(), ...Object.fromEntries(keys) }, 'lives');
    expect(result.ok ? 0 : result.findings.length).toBe(100_000);
  });

  it('with 100,000 rows at fault', () => {
    const document = lives();
    document['rows']['fixed-items'] = Array.from({ length: 100_000 }, () => ({}));
    const result = readAdoption(document, 'lives');
    expect(result.ok ? 0 : result.findings.length).toBe(200_000);
  });

  it('with wide objects that many places of verification share', () => {
    let shared: unknown = '{{';
    for (let level = 0; level < 12; level++) shared = Array.from({ length: 1_000 }, () => shared);
    const result = readAdoption({ ...lives(), verification: { a: { seeds: shared } } }, 'lives');
    expect(result.ok ? [] : result.findings.map(({ code }) => code)).toContain('CONTRACT_INJECTION');
  });
});

describe('what cannot be read', () => {
  it('is one finding at its place, beside the others', () => {
    const document = lives();
    Object.defineProperty(document, 'values', { enumerable: true, get: throwing });
    document['rows'].clock[0].unit = 'ms';
    const result = readAdoption(document, 'lives');
    expect(result.ok ? [] : result.findings.map(({ code, pointer }) => `${code} ${pointer}`)).toEqual([
      'CONTRACT_INSTANCE_JSON #/values',
      'CONTRACT_ROW_FIELD #/rows/clock/0/unit',
    ]);
  });

  it('is left alone in an annotation', () => {
    const document = Object.defineProperty(lives(), '_note', { enumerable: true, get: throwing });
    expect(readAdoption(document, 'lives').ok).toBe(true);
  });

  it('does not change between looking and taking', () => {
    let reads = 0;
    const document = lives();
    Object.defineProperty(document['rows'].clock[0], 'id', {
      enumerable: true,
      get: () => (reads++ === 0 ? 'life-clock' : '{{evil}}'),
    });
    expect(readAdoption(document, 'lives')).toMatchObject({
      ok: true,
      adoption: { rows: { clock: [{ id: 'life-clock' }] } },
    });
    expect(reads).toBe(1);
  });
});
