import { describe, expect, it } from 'vitest';
import { ROW_SETS } from '../../src/adoption/document.js';
import { readAdoption } from '../../src/adoption/read.js';
import type { Json } from './documents.js';
import { EXAMPLES, full, lives, PACK_2, still, whole } from './documents.js';

function adoptionOf(document: unknown, id = 'an-adoption'): Json {
  const result = readAdoption(document, id);
  if (!result.ok) throw new Error(JSON.stringify(result.findings, null, 1));
  return result.adoption;
}

/** `_` keys on every object, with contents that nothing may read. */
function annotated(value: any): any {
  if (Array.isArray(value)) return value.map(annotated);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).map(([key, item]) => [key, annotated(item)]);
  return Object.fromEntries([['_note', { '{{': [() => 1] }], ...entries, ['_', 'x:{{']]);
}

describe.each(Object.entries(EXAMPLES))('readAdoption on the example "%s"', (_, example) => {
  it('reads the part alone as it stands', () => {
    const { contract, version, pack, answers, rows } = example();
    expect(adoptionOf(example())).toEqual({ id: 'an-adoption', contract, version, pack, answers, rows });
  });

  it('reads the whole document to the same adoption, without a warning', () => {
    expect(readAdoption(whole(example()), 'an-adoption')).toEqual({
      ok: true,
      adoption: adoptionOf(example()),
      warnings: [],
    });
  });

  it('reads the same through annotations on every object', () => {
    expect(adoptionOf(annotated(example()))).toEqual(adoptionOf(example()));
    expect(adoptionOf(annotated(whole(example())))).toEqual(adoptionOf(example()));
  });

  it('reads version 2 to the same but for version and pack', () => {
    const second = { version: 2, pack: PACK_2 };
    expect(adoptionOf({ ...example(), ...second })).toEqual({ ...adoptionOf(example()), ...second });
    expect(adoptionOf(whole({ ...example(), ...second }))).toEqual({ ...adoptionOf(example()), ...second });
  });

  it('reads its own result to the same result', () => {
    const { id, ...read } = adoptionOf(example());
    expect(adoptionOf(read, id)).toEqual(adoptionOf(example()));
  });

  it('lists the row sets in order, whatever the order of the document', () => {
    const document = example();
    document['rows'] = Object.fromEntries(Object.entries(document['rows']).reverse());
    expect(Object.keys(adoptionOf(document)['rows'])).toEqual(ROW_SETS);
  });

  it('shares no object with the document and does not change it', () => {
    const freeze = (value: unknown): unknown => {
      if (typeof value === 'object' && value !== null) Object.values(Object.freeze(value)).forEach(freeze);
      return value;
    };
    const document = freeze(example());
    const before = JSON.stringify(document);
    const adoption = adoptionOf(document);
    for (const list of Object.values<any>(adoption['rows'])) {
      for (const row of list) row.id = 'changed';
      list.push({});
    }
    adoption['answers'].extra = 'changed';
    expect(JSON.stringify(document)).toBe(before);
  });
});

describe('readAdoption', () => {
  it('leaves out an answer that is not asked, with a warning', () => {
    const document = still();
    document['answers']['clock-source'] = 'device-clock';
    const result = readAdoption(document, 'board');
    expect(result).toMatchObject({ ok: true, warnings: [{ code: 'CONTRACT_ANSWER_NOT_ASKED', severity: 'warning' }] });
    expect(adoptionOf(document)['answers']).toEqual(still()['answers']);
  });

  it('takes the part alone without values, and with verification', () => {
    const { values: _, ...rest } = lives();
    const verification = { 'suspension-holds': { scope: 'every close', seeds: ['a', 'b'] } };
    expect(adoptionOf({ ...rest, verification })).toEqual(adoptionOf(lives()));
  });

  it('takes an undefined field for an absent one, as JSON does', () => {
    const document = lives();
    document['rows']['catch-up-items'][0]['amount-rule-declared-in'] = undefined;
    expect(adoptionOf(document)).toEqual(adoptionOf(lives()));
  });

  it('keeps row ids that sets of different kinds share', () => {
    const document = full();
    document['rows'].clock[0].id = 'ore';
    document['rows']['return-rewards'][0].id = 'ore';
    expect(adoptionOf(document)['rows'].clock[0].id).toBe('ore');
  });

  it('takes an own key __proto__ for an annotation, as it begins with _', () => {
    const text = JSON.stringify(full()).replaceAll(/\{(?!\})/g, '{"__proto__":{"id":"other","x":1},');
    expect(adoptionOf(JSON.parse(text))).toEqual(adoptionOf(full()));
    expect(Object.getPrototypeOf(adoptionOf(JSON.parse(text))['answers'])).toBe(Object.prototype);
  });

  it.each(['constructor', 'toString', 'hasOwnProperty'])('knows no key %s anywhere', (key) => {
    const document = whole(full());
    const { answers, rows, questions, declares } = document;
    const objects = [document, answers, rows, rows.clock[0], questions, declares.rows, declares.rows.clock.record];
    for (const object of objects) object[key] = [];
    const result = readAdoption(document, 'full');
    expect(result.ok ? [] : result.findings.map(({ code }) => code).sort()).toEqual([
      'CONTRACT_ANSWER_UNKNOWN',
      'CONTRACT_ENVELOPE_UNKNOWN',
      'CONTRACT_ENVELOPE_UNKNOWN',
      'CONTRACT_ENVELOPE_UNKNOWN',
      'CONTRACT_ENVELOPE_UNKNOWN',
      'CONTRACT_ROWS_BINDING',
      'CONTRACT_ROW_FIELD',
    ]);
  });

  it('does not take inherited keys for the document', () => {
    expect(readAdoption(Object.create(lives()), 'lives').ok).toBe(false);
  });

  it('reads objects without a prototype', () => {
    const bare = (value: unknown): unknown => {
      if (typeof value !== 'object' || value === null) return value;
      if (Array.isArray(value)) return value.map(bare);
      const copy: Json = Object.create(null);
      for (const [key, item] of Object.entries(value)) copy[key] = bare(item);
      return copy;
    };
    expect(adoptionOf(bare(full()))).toEqual(adoptionOf(full()));
  });
});
