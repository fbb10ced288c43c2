import type { Adoption } from 'ecs-suspension';

/** Lives refill by one derived change while the game is away, up to the game's own maximum. */
export const livesRefillWhileAway = {
  contract: 'suspension-and-catch-up',
  version: 1,
  pack: 'sha256:d1ec8edb7c86cda9f923cacba4a1d4a0c6c4af5ee4302842865d39636cd8a81d',
  answers: {
    'while-in-the-background': 'counts-as-away',
    'return-display': 'visible-before-resume',
    'clock-source': 'protected-clock',
  },
  values: {},
  rows: {
    clock: [{ id: 'life-clock', 'clock-declared-in': 'time.account-time' }],
    'fixed-items': [],
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
    'continuous-items': [],
    'choice-items': [],
    'return-rewards': [],
    'calendar-boundaries': [],
    'rollback-rules': [],
  },
} as const satisfies Adoption;
