import type { Progress } from './11-settle-in-order.js';
import type { Task } from './active-return.js';
import { throwIfAbandoned } from './active-return.js';
import type { Context } from './context.js';
import { emit } from './context.js';
import type { During } from './guard.js';

/** Updates run between two looks at the clock: as many as take about a millisecond, and never more than this. */
const MOST_AT_ONCE = 512;
const FIRST_AT_ONCE = 16;

/**
 * Drives a settlement to its end and gives the page a turn whenever `sliceMs` have passed. The clock is read once per
 * batch of updates. How it is sliced changes nothing but when it pauses.
 */
export async function drive<W>(
  context: Context<W>,
  task: Task,
  settlement: Generator<Progress, void, number>,
  totalMs: number,
  during: During,
): Promise<void> {
  const { scheduler, sliceMs } = context;
  let budget = FIRST_AT_ONCE;
  let sliceStartMs = scheduler.now();
  let beforeMs = sliceStartMs;
  settlement.next(budget);
  for (;;) {
    const step = settlement.next(budget);
    if (step.done) return;
    const nowMs = scheduler.now();
    const { doneMs, row, used } = step.value;
    if (used > 0) budget = nextBudget(budget, nowMs - beforeMs);
    beforeMs = nowMs;
    if (nowMs - sliceStartMs < sliceMs) continue;
    emit(context, 'progress', { doneMs, totalMs, row });
    await during(() => scheduler.turn());
    throwIfAbandoned(task);
    sliceStartMs = scheduler.now();
    beforeMs = sliceStartMs;
  }
}

function nextBudget(budget: number, tookMs: number): number {
  if (tookMs < 0.5) return Math.min(MOST_AT_ONCE, budget * 2);
  if (tookMs > 2) return Math.max(1, budget >> 1);
  return budget;
}
