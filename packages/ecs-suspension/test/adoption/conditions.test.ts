import { describe, expect, it } from 'vitest';
import { conditionHolds, isAsked, whichAsked } from '../../src/adoption/conditions.js';
import { QUESTIONS, ROW_FIELDS } from '../../src/adoption/definition.js';
import { ROW_SETS } from '../../src/adoption/document.js';
import { full, lives, still } from './documents.js';

const declared = (answers: object, rows: object = {}): any => ({ answers, rows });

describe('a flag', () => {
  const silent = { flag: { 'backward-clock-notice': ['silent'] } };
  const clock = { clock: [{}] };
  const device = { 'clock-source': 'device-clock', 'backward-clock-notice': 'silent' };

  it('holds where its question is asked and the answer is listed', () => {
    expect(conditionHolds(silent, declared(device, clock))).toBe(true);
    expect(conditionHolds(silent, declared({ ...device, 'backward-clock-notice': 'explain' }, clock))).toBe(false);
    expect(conditionHolds(silent, declared({ 'clock-source': 'device-clock' }, clock))).toBe(false);
  });

  it('is false on a question that is not asked, even where an answer is recorded', () => {
    expect(conditionHolds(silent, declared({ ...device, 'clock-source': 'protected-clock' }, clock))).toBe(false);
    expect(conditionHolds(silent, declared(device, { clock: [] }))).toBe(false);
    expect(isAsked('backward-clock-notice', declared(device, { clock: [] }))).toBe(false);
  });

  it('is false on a question that nobody declares, inherited names included', () => {
    for (const id of ['colour', 'constructor', 'toString']) {
      expect(conditionHolds({ flag: { [id]: ['x'] } }, declared({ [id]: 'x' }))).toBe(false);
      expect(isAsked(id, declared({}))).toBe(false);
    }
  });

  it('with several questions needs all of them', () => {
    const condition = { flag: { 'clock-source': ['device-clock'], 'backward-clock-notice': ['silent'] } };
    expect(conditionHolds(condition, declared(device, clock))).toBe(true);
    expect(conditionHolds(condition, declared({ ...device, 'backward-clock-notice': 'explain' }, clock))).toBe(false);
  });
});

describe('a row count', () => {
  it.each([
    ['empty', [true, false, false]],
    ['non-empty', [false, true, true]],
    ['at-least-two', [false, false, true]],
  ] as const)('"%s" tells none, one and two rows apart', (count, expected) => {
    const holds = [[], [1], [1, 2]].map((s) => conditionHolds({ 'row-count': { s: count } }, declared({}, { s })));
    expect(holds).toEqual(expected);
  });

  it('holds for no set that is missing or no array', () => {
    for (const count of ['empty', 'non-empty', 'at-least-two'] as const) {
      expect(conditionHolds({ 'row-count': { s: count } }, declared({}))).toBe(false);
      expect(conditionHolds({ 'row-count': { s: count } }, declared({}, { s: 'ab' }))).toBe(false);
    }
  });
});

describe('any and all', () => {
  const yes = { 'row-count': { s: 'empty' } } as const;
  const no = { 'row-count': { s: 'non-empty' } } as const;
  const holds = (condition: object): boolean => conditionHolds(condition, declared({}, { s: [] }));

  it('any needs one part', () => {
    expect([holds({ any: [no, yes] }), holds({ any: [no, no] }), holds({ any: [] })]).toEqual([true, false, false]);
  });

  it('all needs every part', () => {
    expect([holds({ all: [yes, yes] }), holds({ all: [yes, no] }), holds({ all: [] })]).toEqual([true, false, true]);
  });

  it('nest', () => {
    expect(holds({ all: [yes, { any: [no, { all: [yes] }] }] })).toBe(true);
    expect(holds({ any: [no, { all: [yes, { any: [no] }] }] })).toBe(false);
  });
});

describe('a row condition', () => {
  it('reads the row it is given', () => {
    const condition = { row: { delivery: ['player-claims'] } };
    expect(conditionHolds(condition, declared({}), { delivery: 'player-claims' })).toBe(true);
    expect(conditionHolds(condition, declared({}), { delivery: 'automatic' })).toBe(false);
    expect(conditionHolds(condition, declared({}))).toBe(false);
  });
});

describe('the questions asked', () => {
  it('are two without clock and calendar rows, three under a protected clock, all six at most', () => {
    expect(whichAsked(still() as any)).toEqual(['while-in-the-background', 'return-display']);
    expect(whichAsked(lives() as any)).toEqual(['while-in-the-background', 'return-display', 'clock-source']);
    expect(whichAsked(full() as any)).toEqual(Object.keys(QUESTIONS));
  });

  it('come each after those its condition reads, and the row sets in the order of ROW_SETS', () => {
    const ids = Object.keys(QUESTIONS);
    for (const [index, { when }] of Object.values(QUESTIONS).entries()) {
      for (const id of Object.keys(when?.flag ?? {})) expect(ids.indexOf(id)).toBeLessThan(index);
    }
    expect(Object.keys(ROW_FIELDS)).toEqual(ROW_SETS);
  });
});
