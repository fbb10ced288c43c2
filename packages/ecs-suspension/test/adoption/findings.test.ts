import { describe, expect, it } from 'vitest';
import { readAdoption } from '../../src/adoption/read.js';
import type { Json } from './documents.js';
import { at, full, lives, PACK_2, still, whole } from './documents.js';

type Case = readonly [
  fault: string,
  document: () => Json,
  change: (document: Json) => unknown,
  findings: readonly string[],
];

const catchUp = (document: Json): Json => document['rows']['catch-up-items'][0];
const reward = (document: Json, index = 1): Json => document['rows']['return-rewards'][index];
const wholeFull = (): Json => whole(full());

const CASES: readonly Case[] = [
  ['a key missing', lives, (d) => delete d['pack'], ['CONTRACT_ENVELOPE_REQUIRED #']],
  ['answers missing', lives, (d) => delete d['answers'], ['CONTRACT_ENVELOPE_REQUIRED #']],
  ['part of the definition missing', wholeFull, (d) => delete d['mechanism'], ['CONTRACT_ENVELOPE_REQUIRED #']],
  ['values missing under a definition', wholeFull, (d) => delete d['values'], ['CONTRACT_ENVELOPE_REQUIRED #']],
  ['an unknown key', lives, (d) => (d['a/b~c'] = 'x'), ['CONTRACT_ENVELOPE_UNKNOWN #/a~1b~0c']],
  ['a version of another type', lives, (d) => (d['version'] = '1'), ['CONTRACT_ENVELOPE_TYPE #/version']],
  ['an unknown version', lives, (d) => (d['version'] = 3), ['CONTRACT_ENVELOPE_TYPE #/version']],
  ['another contract', lives, (d) => (d['contract'] = 'player-lives'), ['CONTRACT_ENVELOPE_TYPE #/contract']],
  ['a contract that is no name', lives, (d) => (d['contract'] = 'A b'), ['CONTRACT_NAME_GRAMMAR #/contract']],
  ['a pack that is no string', lives, (d) => (d['pack'] = 7), ['CONTRACT_ENVELOPE_TYPE #/pack']],
  ['the pack of the other version', lives, (d) => (d['pack'] = PACK_2), ['CONTRACT_PACK_HASH #/pack']],
  ['values of another type', lives, (d) => (d['values'] = []), ['CONTRACT_ENVELOPE_TYPE #/values']],
  ['a value', lives, (d) => (d['values'].max = 5), ['CONTRACT_VALUE_UNKNOWN #/values/max']],
  ['an origin of another type', lives, (d) => (d['origin'] = 1), ['CONTRACT_ENVELOPE_TYPE #/origin']],
  ['no origin', wholeFull, (d) => delete d['origin'], ['CONTRACT_ORIGIN_ABSENT #']],
  ['verification of another type', lives, (d) => (d['verification'] = 'x'), ['CONTRACT_ENVELOPE_TYPE #/verification']],
  [
    'an injection in verification',
    lives,
    (d) => (d['verification'] = { 'suspension-holds': { seeds: ['a', '{{b'] } }),
    ['CONTRACT_INJECTION #/verification/suspension-holds/seeds/1'],
  ],
  // answers
  ['an answer missing', lives, (d) => delete d['answers']['clock-source'], ['CONTRACT_ANSWER_MISSING #/answers']],
  [
    'an unknown option',
    lives,
    (d) => (d['answers']['return-display'] = 'popup'),
    ['CONTRACT_ANSWER_UNKNOWN #/answers/return-display'],
  ],
  [
    'an answer that is no string',
    lives,
    (d) => (d['answers']['return-display'] = ['state-only']),
    ['CONTRACT_ANSWER_UNKNOWN #/answers/return-display'],
  ],
  ['an unknown question', lives, (d) => (d['answers'].colour = 'red'), ['CONTRACT_ANSWER_UNKNOWN #/answers/colour']],
  [
    'an answer not asked',
    lives,
    (d) => (d['answers']['backward-clock-notice'] = 'silent'),
    ['CONTRACT_ANSWER_NOT_ASKED #/answers/backward-clock-notice'],
  ],
  [
    'a wrong clock answer, and no second finding for what hangs on it',
    full,
    (d) => (d['answers']['clock-source'] = 'x'),
    ['CONTRACT_ANSWER_UNKNOWN #/answers/clock-source'],
  ],
  [
    'a wrong anchor, and no second finding about its row',
    full,
    (d) => (d['answers']['backward-clock-anchor'] = 'x'),
    ['CONTRACT_ANSWER_UNKNOWN #/answers/backward-clock-anchor'],
  ],
  [
    'a wrong display, and no second finding about a claim',
    full,
    (d) => (d['answers']['return-display'] = 'x'),
    ['CONTRACT_ANSWER_UNKNOWN #/answers/return-display'],
  ],
  [
    'a wrong clock without its anchor, and no second finding about the row',
    full,
    (d) => {
      delete d['answers']['backward-clock-anchor'];
      d['answers']['clock-source'] = 'x';
    },
    ['CONTRACT_ANSWER_UNKNOWN #/answers/clock-source'],
  ],
  // rows
  ['rows that are no object', still, (d) => (d['rows'] = []), ['CONTRACT_ROWS_SHAPE #/rows']],
  ['a set that is no array', still, (d) => (d['rows'].clock = {}), ['CONTRACT_ROWS_SHAPE #/rows/clock']],
  ['a row that is no object', lives, (d) => (d['rows'].clock[0] = null), ['CONTRACT_ROWS_SHAPE #/rows/clock/0']],
  ['a set missing', still, (d) => delete d['rows']['choice-items'], ['CONTRACT_ROWS_BINDING #/rows']],
  ['an unknown set', still, (d) => (d['rows'].lives = []), ['CONTRACT_ROWS_BINDING #/rows/lives']],
  [
    'a field missing',
    lives,
    (d) => delete d['rows'].clock[0]['clock-declared-in'],
    ['CONTRACT_ROW_FIELD #/rows/clock/0'],
  ],
  ['an id missing', lives, (d) => delete d['rows'].clock[0].id, ['CONTRACT_ROW_FIELD #/rows/clock/0']],
  ['an unknown field', lives, (d) => (d['rows'].clock[0].unit = 'ms'), ['CONTRACT_ROW_FIELD #/rows/clock/0/unit']],
  [
    'a field of another type',
    lives,
    (d) => (catchUp(d)['away-limit'] = 3),
    ['CONTRACT_ROW_FIELD #/rows/catch-up-items/0/away-limit'],
  ],
  [
    'a citation of another type',
    lives,
    (d) => (catchUp(d)['state-declared-in'] = {}),
    ['CONTRACT_ROW_FIELD #/rows/catch-up-items/0/state-declared-in'],
  ],
  [
    'a conditioned field missing',
    lives,
    (d) => delete catchUp(d)['limit-rule-declared-in'],
    ['CONTRACT_ROW_FIELD #/rows/catch-up-items/0'],
  ],
  [
    'a conditioned field forbidden',
    lives,
    (d) => (catchUp(d)['away-limit'] = 'whole-interval'),
    ['CONTRACT_ROW_FIELD #/rows/catch-up-items/0/limit-rule-declared-in'],
  ],
  [
    'a claim under automatic delivery',
    full,
    (d) => (reward(d)['delivery'] = 'automatic'),
    ['CONTRACT_ROW_FIELD #/rows/return-rewards/1/claim-declared-in'],
  ],
  ['an id twice in its set', full, (d) => (reward(d).id = 'gift'), ['CONTRACT_ROW_FIELD #/rows/return-rewards/1/id']],
  [
    'an id that is no name',
    lives,
    (d) => (catchUp(d).id = 'Lives!'),
    ['CONTRACT_NAME_GRAMMAR #/rows/catch-up-items/0/id'],
  ],
  [
    'an unknown choice',
    lives,
    (d) => (catchUp(d)['away-amount'] = 'double'),
    ['CONTRACT_ROW_CHOICE #/rows/catch-up-items/0/away-amount'],
  ],
  [
    'a citation with a colon',
    lives,
    (d) => (catchUp(d)['state-declared-in'] = 'tuning:lives.max'),
    ['CONTRACT_CITATION_GRAMMAR #/rows/catch-up-items/0/state-declared-in'],
  ],
  [
    'an injection in a row',
    lives,
    (d) => (catchUp(d)['state-declared-in'] = 'a.md#{{b}}'),
    ['CONTRACT_INJECTION #/rows/catch-up-items/0/state-declared-in'],
  ],
  // declarations
  [
    'two clock rows',
    lives,
    (d) => d['rows'].clock.push({ id: 'other', 'clock-declared-in': 'time.other' }),
    ['DECLARATION_CLOCK_ROWS #/rows/clock/1'],
  ],
  [
    'no rollback row where one is needed',
    full,
    (d) => d['rows']['rollback-rules'].pop(),
    ['DECLARATION_ROLLBACK_ROWS #/rows/rollback-rules'],
  ],
  [
    'two rollback rows',
    full,
    (d) => d['rows']['rollback-rules'].push({ id: 'more', 'trusted-state-declared-in': 'a.b' }),
    ['DECLARATION_ROLLBACK_ROWS #/rows/rollback-rules/1'],
  ],
  [
    'a rollback row under another anchor',
    full,
    (d) => (d['answers']['backward-clock-anchor'] = 'keep-return-state'),
    ['DECLARATION_ROLLBACK_ROWS #/rows/rollback-rules/0'],
  ],
  [
    'a rollback row under a protected clock',
    lives,
    (d) => d['rows']['rollback-rules'].push({ id: 'more', 'trusted-state-declared-in': 'a.b' }),
    ['DECLARATION_ROLLBACK_ROWS #/rows/rollback-rules/0'],
  ],
  [
    'a rollback row without a clock',
    still,
    (d) => d['rows']['rollback-rules'].push({ id: 'more', 'trusted-state-declared-in': 'a.b' }),
    ['DECLARATION_ROLLBACK_ROWS #/rows/rollback-rules/0'],
  ],
  [
    'a claim without a summary',
    full,
    (d) => (d['answers']['return-display'] = 'visible-before-resume'),
    ['DECLARATION_CLAIM_SURFACE #/rows/return-rewards/1/delivery'],
  ],
  [
    'an id of another item set',
    full,
    (d) => (d['rows']['calendar-boundaries'][0].id = 'ore'),
    ['DECLARATION_ROW_ID_REPEATED #/rows/calendar-boundaries/0/id'],
  ],
  // the definition
  [
    'an unknown question in the definition',
    wholeFull,
    (d) => (d['questions'].colour = {}),
    ['CONTRACT_ENVELOPE_UNKNOWN #/questions/colour'],
  ],
  [
    'a question missing in the definition',
    wholeFull,
    (d) => delete d['questions']['return-display'],
    ['CONTRACT_ENVELOPE_REQUIRED #/questions'],
  ],
  [
    'another option in the definition',
    wholeFull,
    (d) => (d['questions']['return-display'].options.popup = {}),
    ['CONTRACT_ENVELOPE_TYPE #/questions/return-display/options'],
  ],
  [
    'a condition missing in the definition',
    wholeFull,
    (d) => delete d['questions']['clock-source'].when,
    ['CONTRACT_ENVELOPE_REQUIRED #/questions/clock-source'],
  ],
  [
    'a condition added in the definition',
    wholeFull,
    (d) => (d['questions']['return-display'].when = { flag: {} }),
    ['CONTRACT_ENVELOPE_UNKNOWN #/questions/return-display/when'],
  ],
  [
    'another condition in the definition',
    wholeFull,
    (d) => (d['questions']['clock-source'].when['row-count'].clock = 'empty'),
    ['CONTRACT_ENVELOPE_TYPE #/questions/clock-source/when/row-count/clock'],
  ],
  ['questions of another type', wholeFull, (d) => (d['questions'] = 'x'), ['CONTRACT_ENVELOPE_TYPE #/questions']],
  [
    'a value in the definition',
    wholeFull,
    (d) => (d['declares'].values.max = {}),
    ['CONTRACT_ENVELOPE_UNKNOWN #/declares/values/max'],
  ],
  [
    'another row set in the definition',
    wholeFull,
    (d) => (d['declares'].rows.lives = {}),
    ['CONTRACT_ENVELOPE_UNKNOWN #/declares/rows/lives'],
  ],
  [
    'a field missing in the definition',
    wholeFull,
    (d) => delete d['declares'].rows.clock.record.id,
    ['CONTRACT_ENVELOPE_REQUIRED #/declares/rows/clock/record'],
  ],
  [
    'another choice in the definition',
    wholeFull,
    (d) => d['declares'].rows['return-rewards'].record.delivery.options.pop(),
    ['CONTRACT_ENVELOPE_TYPE #/declares/rows/return-rewards/record/delivery/options'],
  ],
];

function findingsOf(document: unknown, id = 'an-adoption'): readonly Json[] {
  const result = readAdoption(document, id);
  return result.ok ? result.warnings : result.findings;
}

describe('a fault gives its finding, and no other', () => {
  it.each(CASES)('%s', (_, example, change, expected) => {
    const document = example();
    change(document);
    const findings = findingsOf(document);
    expect(findings.map(({ code, pointer }) => `${code} ${pointer}`)).toEqual(expected);
  });
});

describe('every finding', () => {
  it.each(CASES)(
    'points into the document and says what was expected, what came and what to do: %s',
    (_, example, change) => {
      const document = example();
      change(document);
      for (const { pointer, message } of findingsOf(document)) {
        expect(() => at(document, pointer)).not.toThrow();
        expect(message).toMatch(/^Expected .+, got .+\. (Add|Change|Remove) it\.$/s);
      }
    },
  );

  it('is a warning for the two codes that do not stop a game, else an error', () => {
    for (const [, example, change] of CASES) {
      const document = example();
      change(document);
      for (const { code, severity } of findingsOf(document)) {
        const isWarning = code === 'CONTRACT_ANSWER_NOT_ASKED' || code === 'CONTRACT_ORIGIN_ABSENT';
        expect([code, severity]).toEqual([code, isWarning ? 'warning' : 'error']);
      }
    }
  });

  it('comes with all others at once, in document order', () => {
    const document: Json = { zero: 1, ...full() };
    document['pack'] = 'x';
    document['answers']['return-display'] = 'x';
    document['rows'].clock.push({ id: 'B', 'clock-declared-in': 'c' }, 3);
    reward(document)['delivery'] = 'x';
    expect(findingsOf(document, 'No').map(({ code, pointer }) => `${code} ${pointer}`)).toEqual([
      'CONTRACT_INSTANCE_FILENAME #',
      'CONTRACT_ENVELOPE_UNKNOWN #/zero',
      'CONTRACT_PACK_HASH #/pack',
      'CONTRACT_ANSWER_UNKNOWN #/answers/return-display',
      'DECLARATION_CLOCK_ROWS #/rows/clock/1',
      'CONTRACT_NAME_GRAMMAR #/rows/clock/1/id',
      'CONTRACT_CITATION_GRAMMAR #/rows/clock/1/clock-declared-in',
      'CONTRACT_ROWS_SHAPE #/rows/clock/2',
      'DECLARATION_CLOCK_ROWS #/rows/clock/2',
      'CONTRACT_ROW_CHOICE #/rows/return-rewards/1/delivery',
    ]);
  });

  it('keeps the order beyond 65,536 keys', () => {
    const keys = Array.from({ length: 65_600 }, (_, index) => [`key-${index}`, 0]);
    const document = Object.fromEntries([...keys.slice(0, 40_000), ...Object.entries(lives()), ...keys.slice(40_000)]);
    document['pack'] = 7;
    const pointers = findingsOf(document).map(({ pointer }) => pointer);
    const expected = Object.keys(document).filter((key) => /^(key|pack)/.test(key));
    expect(pointers).toEqual(expected.map((key) => `#/${key}`));
  });

  it('orders the eleventh row after the second', () => {
    const document = still();
    document['rows'].clock = Array.from({ length: 12 }, () => 1);
    const shapes = findingsOf(document).filter(({ code }) => code === 'CONTRACT_ROWS_SHAPE');
    expect(shapes.map(({ pointer }) => pointer)).toEqual(shapes.map((_, index) => `#/rows/clock/${index}`));
  });
});

describe('the id', () => {
  it.each(['', 'Lives', 'lives.json', 'a--b', '-a', 'a b', 7, undefined, null, {}])('is refused as %j', (id) => {
    expect(readAdoption(lives(), id as string)).toMatchObject({
      findings: [{ code: 'CONTRACT_INSTANCE_FILENAME', pointer: '#' }],
    });
  });
});

describe('a document that is none', () => {
  it.each([
    ['its text', JSON.stringify(lives()), 'CONTRACT_INSTANCE_JSON'],
    ['bytes', new Uint8Array(3), 'CONTRACT_INSTANCE_JSON'],
    ['nothing', undefined, 'CONTRACT_ENVELOPE_TYPE'],
    ['null', null, 'CONTRACT_ENVELOPE_TYPE'],
    ['an array', [], 'CONTRACT_ENVELOPE_TYPE'],
    ['a number', 3, 'CONTRACT_ENVELOPE_TYPE'],
    ['a function', () => 1, 'CONTRACT_ENVELOPE_TYPE'],
  ])('has one finding: %s', (_, document, code) => {
    expect(findingsOf(document)).toMatchObject([{ code, pointer: '#', severity: 'error' }]);
  });
});
