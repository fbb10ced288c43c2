import { wholeReading } from '../time.js';
import { measureInterval } from '../timeline/span.js';
import type { Task } from './active-return.js';
import type { Context, Interval } from './context.js';
import { invalidReading, readNow, trace } from './context.js';
import type { Outcome } from './reports.js';
import { whileUnavailable } from './waiting.js';

/** One interval, measured. Readings are `undefined` without a clock row. */
export interface Measured {
  readonly outcome: Outcome;
  readonly startMs: number | undefined;
  readonly sampledMs: number | undefined;
  readonly endMs: number | undefined;
  readonly elapsedMs: number;
  readonly backMs: number;
}

/** Reads the return clock once; a clock that cannot be read is asked again until it can. */
export async function readReturnClock<W>(context: Context<W>, task: Task): Promise<number | undefined> {
  const { clock } = context.bound;
  if (!clock) return undefined;
  const { id, rule } = clock;
  // A clock that needs nobody's answer costs no wait.
  const atOnce = rule.read ? undefined : readNow(context);
  if (atOnce !== undefined) return atOnce;
  return whileUnavailable(context, task, 'clock', id, (signal) => {
    const reading = rule.read ? rule.read(signal) : rule.now();
    const checked = (value: unknown): number => {
      const whole = wholeReading(value);
      if (whole === undefined) throw invalidReading(id, value);
      return whole;
    };
    return reading instanceof Promise ? reading.then(checked) : checked(reading);
  });
}

/**
 * Measures the interval from its two readings (step 7). Pure.
 *
 * When it ends, the outcome says which way the return goes: `settled` through steps 9 to 11, `zero-length` and
 * `unmeasured` from the snapshot to step 12, `skipped` by step 8 to step 12.
 */
export function measure(interval: Omit<Interval, 'snapshot'>, endMs: number | undefined): Measured {
  const { startMs, sampledMs } = interval;
  if (startMs === undefined || endMs === undefined) {
    return { outcome: 'unmeasured', startMs, sampledMs, endMs: undefined, elapsedMs: 0, backMs: 0 };
  }
  const { elapsedMs, backMs } = measureInterval(startMs, endMs);
  const outcome: Outcome = backMs > 0 ? 'skipped' : elapsedMs === 0 ? 'zero-length' : 'settled';
  return { outcome, startMs, sampledMs, endMs, elapsedMs, backMs };
}

export function traceMeasured<W>(context: Context<W>, measured: Measured): void {
  const { outcome, startMs, sampledMs, endMs, elapsedMs } = measured;
  trace(context, 'clock-readings', () => ({ at: 'return', readingMs: endMs, startMs, sampledMs }));
  trace(context, 'suspension-interval', () => ({ ends: outcome, startMs, endMs, elapsedMs }));
}
