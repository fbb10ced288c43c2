import type { Context } from './context.js';
import { readNow, trace } from './context.js';

/**
 * An update that comes while covered items are held (steps 4 to 6).
 *
 * Nothing of ours happens: no catch-up item advances, no continuous item is predicted, no crossing is settled. The
 * interval reaches as far as the clock does, and the return measures it. The diagnostics show just that.
 */
export function heldUpdate<W>(context: Context<W>, deltaMs: number): void {
  trace(context, 'background-update-trace', () => ({ phase: context.phase, deltaMs, played: false }));
  if (context.phase !== 'away') return;
  trace(context, 'clock-readings', () => ({ at: 'away', reachMs: readNow(context) }));
  for (const row of context.rows) {
    trace(context, 'catch-up-trace', () => ({
      row: row.id,
      phase: 'away',
      level: row.bound.state.level(context.world),
      settled: false,
    }));
  }
}
