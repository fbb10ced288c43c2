import type { ReadAdoption, RowSet } from './document.js';

/** A condition of the contract. Every entry of every part must hold. */
export interface Condition {
  /** That question is asked, and its answer is one of these. */
  readonly flag?: { readonly [question: string]: readonly string[] };
  /** How many rows the set has. */
  readonly 'row-count'?: { readonly [set: string]: 'empty' | 'non-empty' | 'at-least-two' };
  /** The row's own fields have one of these values. */
  readonly row?: { readonly [field: string]: readonly string[] };
  readonly any?: readonly Condition[];
  readonly all?: readonly Condition[];
}

/** A question, or a field of a row, in the form a document declares it. */
export interface Field {
  /** The closed choice; without it the field is a citation. */
  readonly options?: readonly string[];
  /** Required where this holds, forbidden elsewhere. Without it the field is required. */
  readonly when?: Condition;
  /** May be left out. */
  readonly required?: false;
  /** The row's id: no citation, and unique in its set. */
  readonly unique?: true;
}
export interface Fields {
  readonly [name: string]: Field;
}

export type QuestionId = keyof ReadAdoption['answers'];

export const CONTRACT = 'suspension-and-catch-up';

/** Pack hash by version. The versions differ in wording alone. */
export const PACKS: { readonly [version: string]: string } = {
  1: 'sha256:d1ec8edb7c86cda9f923cacba4a1d4a0c6c4af5ee4302842865d39636cd8a81d',
  2: 'sha256:77e4d34a2c347d3514bd02ba05dabb31b54613ef563fcf9ff8d6aa6ab73552fd',
};

const UNDER_DEVICE_CLOCK: Condition = { flag: { 'clock-source': ['device-clock'] } };

/** The questions, each after those its condition reads. */
export const QUESTIONS: { readonly [id in QuestionId]: Field } = {
  'while-in-the-background': { options: ['counts-as-away', 'keeps-playing', 'waits-until-closed'] },
  'return-display': { options: ['state-only', 'visible-before-resume', 'return-summary', 'detailed-return-summary'] },
  'clock-source': { options: ['device-clock', 'protected-clock'], when: { 'row-count': { clock: 'non-empty' } } },
  'backward-clock-anchor': {
    options: ['suspension-snapshot', 'last-trusted-checkpoint', 'keep-return-state'],
    when: UNDER_DEVICE_CLOCK,
  },
  'backward-clock-notice': { options: ['silent', 'explain'], when: UNDER_DEVICE_CLOCK },
  'crossed-calendar-boundaries': {
    options: ['every-crossing-in-order', 'latest-crossing-only', 'one-combined-crossing'],
    when: { 'row-count': { 'calendar-boundaries': 'non-empty' } },
  },
};

const ID: Field = { unique: true };
const CITED: Field = {};
const AMOUNTS = ['same-as-playing', 'reduced', 'away-rule'];
const FIDELITIES = ['every-missed-update', 'larger-steps', 'one-derived-change'];
const LIMITS = ['whole-interval', 'time-limit', 'less-after-a-point', 'state-ceiling'];
const DELIVERIES = ['automatic', 'player-claims'];

/** A citation required under every option of a choice but the first. */
const unlessFirst = (choice: string, options: readonly string[]): Field => ({
  when: { row: { [choice]: options.slice(1) } },
});

/** The fields of each row set, a choice before what hangs on it. */
export const ROW_FIELDS: { readonly [set in RowSet]: Fields } = {
  clock: { id: ID, 'clock-declared-in': CITED },
  'fixed-items': { id: ID, 'state-declared-in': CITED },
  'catch-up-items': {
    id: ID,
    'state-declared-in': CITED,
    'away-amount': { options: AMOUNTS },
    'amount-rule-declared-in': unlessFirst('away-amount', AMOUNTS),
    'catch-up-fidelity': { options: FIDELITIES },
    'fidelity-rule-declared-in': unlessFirst('catch-up-fidelity', FIDELITIES),
    'away-limit': { options: LIMITS },
    'limit-rule-declared-in': unlessFirst('away-limit', LIMITS),
  },
  'continuous-items': { id: ID, 'state-declared-in': CITED },
  'choice-items': { id: ID, 'choice-declared-in': CITED },
  'return-rewards': {
    id: ID,
    'reward-declared-in': CITED,
    'destination-declared-in': CITED,
    delivery: { options: DELIVERIES },
    'claim-declared-in': unlessFirst('delivery', DELIVERIES),
    'expires-declared-in': { required: false },
  },
  'calendar-boundaries': { id: ID, 'boundary-declared-in': CITED, 'settlement-declared-in': CITED },
  'rollback-rules': { id: ID, 'trusted-state-declared-in': CITED },
};
