import { highest } from '../time.js';
import type { Context, Interval } from './context.js';
import { trace } from './context.js';

/**
 * Begins a suspension interval (step 1): at closure, or at the hide that `counts-as-away` selects.
 *
 * When it ends, the interval has its start: the clock's reading at this moment, or the committed anchor where that is
 * higher, since what lies below it has been settled once. A reading that is no number gives way to the last good one.
 */
export function beginInterval<W>(
  context: Context<W>,
  kind: Interval['kind'],
  readingMs: number | undefined,
): Omit<Interval, 'snapshot'> {
  const sampledMs = context.bound.clock ? (readingMs ?? context.readingMs) : undefined;
  const startMs = context.bound.clock ? highest(sampledMs, context.anchorMs) : undefined;
  trace(context, 'clock-readings', () => ({ at: 'suspend', sampledMs, anchorMs: context.anchorMs, startMs }));
  trace(context, 'suspension-interval', () => ({ begins: kind, sampledMs, startMs }));
  return { kind, sampledMs, startMs };
}
