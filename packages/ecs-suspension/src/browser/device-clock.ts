import type { ClockRule } from '../rules/duties.js';

/** The clock of the player's device, which the player can set. */
export function deviceClock(): ClockRule {
  return {
    reading: 'the clock of the device, in milliseconds since 1970',
    unit: 'ms',
    sampled: 'when a suspension begins, at each return, and at each update',
    now: () => Date.now(),
  };
}
