import type { Adoption } from 'ecs-suspension';

/** The board in play comes back as it was left. It reads no clock: however long one was away changes nothing. */
export const boardPosition = {
  contract: 'suspension-and-catch-up',
  version: 1,
  pack: 'sha256:d1ec8edb7c86cda9f923cacba4a1d4a0c6c4af5ee4302842865d39636cd8a81d',
  answers: {
    'while-in-the-background': 'waits-until-closed',
    'return-display': 'state-only',
  },
  values: {},
  rows: {
    clock: [],
    'fixed-items': [{ id: 'current-board', 'state-declared-in': 'board.current' }],
    'catch-up-items': [],
    'continuous-items': [],
    'choice-items': [],
    'return-rewards': [],
    'calendar-boundaries': [],
    'rollback-rules': [],
  },
} as const satisfies Adoption;
