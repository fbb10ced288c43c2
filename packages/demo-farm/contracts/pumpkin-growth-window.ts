import type { Adoption } from 'ecs-suspension';

/** Pumpkins get every growth update that was missed while the game was closed; hiding the game holds them still. */
export const pumpkinGrowthWindow = {
  contract: 'suspension-and-catch-up',
  version: 1,
  pack: 'sha256:d1ec8edb7c86cda9f923cacba4a1d4a0c6c4af5ee4302842865d39636cd8a81d',
  answers: {
    'while-in-the-background': 'waits-until-closed',
    'return-display': 'state-only',
    'clock-source': 'protected-clock',
  },
  values: {},
  rows: {
    clock: [{ id: 'world-time', 'clock-declared-in': 'time.world-time' }],
    'fixed-items': [],
    'catch-up-items': [
      {
        id: 'pumpkin-growth',
        'state-declared-in': 'contracts.pumpkin-growth-window',
        'away-amount': 'same-as-playing',
        'catch-up-fidelity': 'every-missed-update',
        'away-limit': 'whole-interval',
      },
    ],
    'continuous-items': [],
    'choice-items': [],
    'return-rewards': [],
    'calendar-boundaries': [],
    'rollback-rules': [],
  },
} as const satisfies Adoption;
