import type { Span } from '../rules/duties.js';

/**
 * Measures one suspension interval from its two readings (step 7).
 *
 * A return reading below the starting one is a normal outcome, not an error:
 * nothing has elapsed, `backMs` says how far the clock went back, and step 8 picks the state to keep.
 *
 * @param startMs - Starting reading of the interval, whole milliseconds.
 * @param returnMs - Return reading of the same clock, whole milliseconds.
 *
 * @example
 * measureInterval(1_000, 61_000)
 * // -> { elapsedMs: 60_000, backMs: 0 }
 */
export function measureInterval(
  startMs: number,
  returnMs: number,
): { readonly elapsedMs: number; readonly backMs: number } {
  const differenceMs = returnMs - startMs;
  return { elapsedMs: Math.max(0, differenceMs), backMs: Math.max(0, -differenceMs) };
}

/** A stretch `(fromMs, toMs]` of an interval that began at `sinceMs`. */
export function span(fromMs: number, toMs: number, sinceMs: number): Span {
  return { fromMs, toMs, elapsedMs: toMs - fromMs, sinceMs };
}
