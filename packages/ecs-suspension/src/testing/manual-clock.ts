import type { ClockRule } from '../rules/duties.js';

/** A clock rule whose reading stands still until it is moved. */
export interface ManualClock extends ClockRule {
  /** Moves the reading to a value, a wrong one too: `NaN` is what a broken clock gives. */
  set(readingMs: number): void;
  /** Moves the reading on, or back by a negative length. */
  advance(ms: number): void;
}

/**
 * A clock for tests and headless runs.
 *
 * @param startMs - First reading, in milliseconds.
 *
 * @example
 * const clock = manualClock(1_000)
 * clock.advance(500)
 * clock.now()
 * // -> 1500
 */
export function manualClock(startMs = 0): ManualClock {
  let readingMs = startMs;
  return {
    reading: 'a clock moved by hand',
    unit: 'ms',
    sampled: 'whenever it is asked',
    now: () => readingMs,
    set(ms) {
      readingMs = ms;
    },
    advance(ms) {
      readingMs += ms;
    },
  };
}
