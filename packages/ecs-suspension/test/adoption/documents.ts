import { QUESTIONS, ROW_FIELDS } from '../../src/adoption/definition.js';

/** A JSON object that a test may change at will. */
export type Json = { [key: string]: any };

export const PACK_1 = 'sha256:d1ec8edb7c86cda9f923cacba4a1d4a0c6c4af5ee4302842865d39636cd8a81d';
export const PACK_2 = 'sha256:77e4d34a2c347d3514bd02ba05dabb31b54613ef563fcf9ff8d6aa6ab73552fd';

const NO_ROWS = {
  clock: [],
  'fixed-items': [],
  'catch-up-items': [],
  'continuous-items': [],
  'choice-items': [],
  'return-rewards': [],
  'calendar-boundaries': [],
  'rollback-rules': [],
};

function part(answers: Json, rows: Json): Json {
  return structuredClone({
    contract: 'suspension-and-catch-up',
    version: 1,
    pack: PACK_1,
    answers,
    values: {},
    rows: { ...NO_ROWS, ...rows },
  });
}

/** No clock, one fixed row. */
export const still = (): Json =>
  part(
    { 'while-in-the-background': 'waits-until-closed', 'return-display': 'state-only' },
    { 'fixed-items': [{ id: 'board', 'state-declared-in': 'board.current' }] },
  );

/** One row in each catch-up choice's first option but the limit. */
export const lives = (): Json =>
  part(
    {
      'while-in-the-background': 'counts-as-away',
      'return-display': 'visible-before-resume',
      'clock-source': 'protected-clock',
    },
    {
      clock: [{ id: 'life-clock', 'clock-declared-in': 'time.account-time' }],
      'catch-up-items': [
        {
          id: 'lives',
          'state-declared-in': 'mechanics.life-refill',
          'away-amount': 'same-as-playing',
          'catch-up-fidelity': 'one-derived-change',
          'fidelity-rule-declared-in': 'lives.from-elapsed-time',
          'away-limit': 'state-ceiling',
          'limit-rule-declared-in': 'contracts.player-lives.max',
        },
      ],
    },
  );

/** Every question asked, every row set filled, every field there. */
export const full = (): Json =>
  part(
    {
      'while-in-the-background': 'keeps-playing',
      'return-display': 'detailed-return-summary',
      'clock-source': 'device-clock',
      'backward-clock-anchor': 'last-trusted-checkpoint',
      'backward-clock-notice': 'explain',
      'crossed-calendar-boundaries': 'every-crossing-in-order',
    },
    {
      clock: [{ id: 'clock', 'clock-declared-in': 'time.device' }],
      'fixed-items': [{ id: 'board', 'state-declared-in': 'docs/board.md#held' }],
      'catch-up-items': [
        {
          id: 'ore',
          'state-declared-in': 'mine.ore',
          'away-amount': 'reduced',
          'amount-rule-declared-in': 'mine.slow',
          'catch-up-fidelity': 'larger-steps',
          'fidelity-rule-declared-in': 'mine.steps',
          'away-limit': 'less-after-a-point',
          'limit-rule-declared-in': 'mine.tired',
        },
        {
          id: 'gold',
          'state-declared-in': 'mine.gold',
          'away-amount': 'same-as-playing',
          'catch-up-fidelity': 'every-missed-update',
          'away-limit': 'whole-interval',
        },
      ],
      'continuous-items': [{ id: 'skill', 'state-declared-in': 'server.skill' }],
      'choice-items': [{ id: 'mode', 'choice-declared-in': 'settings.mode' }],
      'return-rewards': [
        {
          id: 'gift',
          'reward-declared-in': 'gifts.daily',
          'destination-declared-in': 'bag.main',
          delivery: 'automatic',
        },
        {
          id: 'coins',
          'reward-declared-in': 'gifts.coins',
          'destination-declared-in': 'purse.coins',
          delivery: 'player-claims',
          'claim-declared-in': 'events.claim',
          'expires-declared-in': 'gifts.week',
        },
      ],
      'calendar-boundaries': [
        { id: 'reset', 'boundary-declared-in': 'days.reset', 'settlement-declared-in': 'days.settle' },
      ],
      'rollback-rules': [{ id: 'trust', 'trusted-state-declared-in': 'server.checkpoint' }],
    },
  );

export const EXAMPLES: { readonly [name: string]: () => Json } = { still, lives, full };

const mapObject = (object: Json, to: (value: any, key: string) => unknown): Json =>
  Object.fromEntries(Object.entries(object).map(([key, value]) => [key, to(value, key)]));

/** The document whole: the same part under a definition whose wording is a placeholder. */
export function whole(designers: Json): Json {
  const field = ({ options, when, required, unique }: Json): Json => ({
    type: options || unique ? 'string' : 'citation',
    ...(when ? { when } : { required: required ?? true }),
    ...(options && { options }),
    ...(unique && { unique, pattern: 'kebab-case' }),
    description: 'words',
  });
  const { contract, version, pack, ...rest } = designers;
  return structuredClone({
    contract,
    version,
    summary: 'words',
    questions: mapObject(QUESTIONS, ({ options, when }) => ({
      asks: 'words',
      rationale: 'words',
      ...(when && { when, otherwise: 'words' }),
      options: Object.fromEntries(options.map((id: string) => [id, { meaning: 'words', semantics: 'words' }])),
    })),
    declares: {
      values: {},
      rows: mapObject(ROW_FIELDS, (fields) => ({
        description: 'words',
        'when-empty': 'words',
        record: mapObject(fields, field),
      })),
    },
    origin: 'https://example.org/contract',
    mechanism: ['words'],
    ...rest,
    pack,
  });
}

/** The value at a JSON pointer; throws where it leads nowhere. */
export function at(document: unknown, pointer: string): unknown {
  return pointer
    .split('/')
    .slice(1)
    .reduce((value: any, raw) => {
      const key = raw.replace(/~1/g, '/').replace(/~0/g, '~');
      if (!Object.hasOwn(value, key)) throw new Error(`${pointer} leads nowhere at ${key}`);
      return value[key];
    }, document);
}
