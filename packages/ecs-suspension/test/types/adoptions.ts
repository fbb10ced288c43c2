import type { Adoption } from '../../src/index.js';

/** One row of every kind; texts are literal, as a game's own `.ts` constant has them. */
export const everyKind = {
  contract: 'suspension-and-catch-up',
  version: 1,
  pack: 'sha256:d1ec8edb7c86cda9f923cacba4a1d4a0c6c4af5ee4302842865d39636cd8a81d',
  answers: {
    'while-in-the-background': 'counts-as-away',
    'return-display': 'return-summary',
    'clock-source': 'device-clock',
    'backward-clock-anchor': 'last-trusted-checkpoint',
    'backward-clock-notice': 'explain',
    'crossed-calendar-boundaries': 'every-crossing-in-order',
  },
  values: {},
  rows: {
    clock: [{ id: 'clock', 'clock-declared-in': 'time.clock' }],
    'fixed-items': [{ id: 'held', 'state-declared-in': 'held.state' }],
    'catch-up-items': [
      {
        id: 'stepped',
        'state-declared-in': 'stepped.state',
        'away-amount': 'reduced',
        'amount-rule-declared-in': 'stepped.rules',
        'catch-up-fidelity': 'every-missed-update',
        'away-limit': 'less-after-a-point',
        'limit-rule-declared-in': 'stepped.rules',
      },
      {
        id: 'derived',
        'state-declared-in': 'derived.state',
        'away-amount': 'same-as-playing',
        'catch-up-fidelity': 'one-derived-change',
        'fidelity-rule-declared-in': 'shared.change',
        'away-limit': 'time-limit',
        'limit-rule-declared-in': 'derived.limit',
      },
      {
        id: 'capped',
        'state-declared-in': 'capped.state',
        'away-amount': 'same-as-playing',
        'catch-up-fidelity': 'one-derived-change',
        'fidelity-rule-declared-in': 'shared.change',
        'away-limit': 'state-ceiling',
        'limit-rule-declared-in': 'capped.limit',
      },
      {
        id: 'coarse',
        'state-declared-in': 'coarse.state',
        'away-amount': 'same-as-playing',
        'catch-up-fidelity': 'larger-steps',
        'fidelity-rule-declared-in': 'coarse.steps',
        'away-limit': 'less-after-a-point',
        'limit-rule-declared-in': 'coarse.limit',
      },
    ],
    'continuous-items': [{ id: 'market', 'state-declared-in': 'market.prices' }],
    'choice-items': [{ id: 'lamp', 'choice-declared-in': 'lamp.choice' }],
    'return-rewards': [
      {
        id: 'chest',
        'reward-declared-in': 'chest.reward',
        'destination-declared-in': 'chest.purse',
        delivery: 'player-claims',
        'claim-declared-in': 'chest.claim',
        'expires-declared-in': 'chest.expires',
      },
    ],
    'calendar-boundaries': [
      { id: 'dawn', 'boundary-declared-in': 'dawn.boundary', 'settlement-declared-in': 'dawn.effect' },
    ],
    'rollback-rules': [{ id: 'trusted', 'trusted-state-declared-in': 'trusted.state' }],
  },
} as const satisfies Adoption;
