/** The first pause before something unavailable is asked again; it doubles up to {@link LONGEST_PAUSE_MS}. */
export const FIRST_PAUSE_MS = 1_000;
export const LONGEST_PAUSE_MS = 60_000;

/**
 * A clock reading as the lifecycle keeps it: whole milliseconds, the fraction dropped.
 *
 * @returns `undefined` for anything that is not a finite number whose milliseconds are exact (below 2^53).
 */
export function wholeReading(value: unknown): number | undefined {
  if (typeof value !== 'number' || !Number.isFinite(value)) return undefined;
  const whole = Math.floor(value);
  return Number.isSafeInteger(whole) ? whole + 0 : undefined;
}

/** The pause before attempt `attempt` (1 is the first repetition): 1 s, 2 s, 4 s, … up to a minute. */
export function pauseMs(attempt: number): number {
  return Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** Math.min(attempt - 1, 16));
}

/** The highest of the given readings; `undefined` where none is given. */
export function highest(...readings: readonly (number | undefined)[]): number | undefined {
  let top: number | undefined;
  for (const reading of readings) if (reading !== undefined && (top === undefined || reading > top)) top = reading;
  return top;
}
