import { describe, expect, it } from 'vitest';
import { listTests } from '../../src/adoption/applicability.js';
import { ROW_FIELDS } from '../../src/adoption/definition.js';
import type { RowSet } from '../../src/adoption/document.js';
import { readAdoption } from '../../src/adoption/read.js';
import { TEMPLATES } from '../../src/adoption/templates.js';
import { APPLICABILITY } from './applicability.fixture.js';
import type { Json } from './documents.js';
import { full, lives, still } from './documents.js';

function testsOf(document: Json, id: string): ReturnType<typeof listTests> {
  const result = readAdoption(document, id);
  if (!result.ok) throw new Error(JSON.stringify(result.findings));
  return listTests(result.adoption);
}
const reasonOf = (document: Json, template: string): string | undefined =>
  testsOf(document, 'mine').find((test) => test.template === template)?.reason;

function pumpkin(): Json {
  const document = lives();
  document['answers'] = {
    ...document['answers'],
    'while-in-the-background': 'waits-until-closed',
    'return-display': 'state-only',
  };
  document['rows'].clock[0].id = 'world-time';
  document['rows']['catch-up-items'] = [
    {
      id: 'pumpkin-growth',
      'state-declared-in': 'contracts.pumpkin-growth-window',
      'away-amount': 'same-as-playing',
      'catch-up-fidelity': 'every-missed-update',
      'away-limit': 'whole-interval',
    },
  ];
  return document;
}

describe('listTests', () => {
  it.each([
    ['lives-refill-while-away', lives],
    ['pumpkin-growth-window', pumpkin],
  ])('gives the 80 published entries for %s', (id, document) => {
    const entries = testsOf(document(), id).map(({ template, row, applies, reason }) => {
      expect(applies ? reason : '').toBe(applies ? (row ? `applies to the ${row} row` : `applies to ${id}`) : '');
      return template + (row ? ` @${row}` : '') + (applies ? '' : `: ${reason}`);
    });
    expect(entries).toEqual(APPLICABILITY[id]);
    expect(entries).toHaveLength(80);
  });

  it('names a test by adoption, template and row, and never twice', () => {
    const tests = testsOf(full(), 'mine');
    for (const { test, template, row } of tests) expect(test).toBe(['mine', template, row].filter(Boolean).join('/'));
    expect(new Set(tests.map(({ test }) => test)).size).toBe(tests.length);
  });

  it('expands a template once for each row that it is live for, in row order', () => {
    const rows = testsOf(full(), 'mine').filter(({ template }) => template === 'catch-up-report-fields');
    expect(rows.map(({ row }) => row)).toEqual(['ore', 'gold']);
    const limited = testsOf(full(), 'mine').filter(({ template }) => template === 'whole-interval-limit');
    expect(limited.map(({ row, applies }) => [row, applies])).toEqual([['gold', true]]);
  });

  it('needs every field that a template reads', () => {
    const expiry = testsOf(full(), 'mine').filter(({ template }) => template === 'expiry-rule-citation-duty');
    expect(expiry.map(({ row }) => row)).toEqual(['coins']);
    const document = full();
    delete document['rows']['return-rewards'][1]['expires-declared-in'];
    expect(reasonOf(document, 'expiry-rule-citation-duty')).toBe(
      'no matching row in return-rewards has every field this test uses (delivery, expires-declared-in, id)',
    );
  });

  it('gives the first failing condition: a flag before an empty set before a row that does not match', () => {
    expect(reasonOf(still(), 'protected-clock-return-paths')).toBe('clock source is not asked for mine');
    expect(reasonOf(full(), 'protected-clock-return-paths')).toBe('clock source is device clock, not protected clock');
    expect(reasonOf(full(), 'device-clock-keeps-return-state')).toBe(
      'backward clock anchor is last trusted checkpoint, not keep return state',
    );
    expect(reasonOf(still(), 'limit-rule-citation-duty')).toBe('catch-up-items has no rows');
    expect(reasonOf(lives(), 'amount-rule-citation-duty')).toBe(
      'no row in catch-up-items matches away-amount reduced or away rule',
    );
    expect(reasonOf(lives(), 'away-rule-one-change-composition')).toBe(
      'no row in catch-up-items matches away-amount away rule and catch-up-fidelity one derived change',
    );
  });
});

describe('the templates', () => {
  it('are 80 with ids of their own, one of them general', () => {
    expect(new Set(TEMPLATES.map(({ id }) => id)).size).toBe(80);
    expect(TEMPLATES.filter(({ type }) => type === 'general').map(({ id }) => id)).toEqual(['suspension-holds']);
  });

  it('read only fields that their row set declares', () => {
    for (const { collection, fields, when } of TEMPLATES) {
      const declared = Object.keys(collection ? ROW_FIELDS[collection as RowSet] : {});
      for (const field of [...fields, ...Object.keys(when?.row ?? {})]) expect(declared).toContain(field);
    }
  });
});
