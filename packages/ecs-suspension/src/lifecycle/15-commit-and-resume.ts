import { highest } from '../time.js';
import { beginInterval } from './01-begin-interval.js';
import { captureSnapshot, traceSnapshot } from './02-capture-snapshot.js';
import { holdItems } from './03-hold-items.js';
import type { Measured } from './07-measure-interval.js';
import type { ActiveReturn } from './active-return.js';
import type { Context } from './context.js';
import { emit, moveTo, readNow, trace } from './context.js';
import { makeRecord, writeLeaving, writeRecord } from './writer.js';

/** Sets the anchor of a return: never lower than the one before (step 15, design 7.9). */
export function raiseAnchor<W>(context: Context<W>, measured: Measured, trustedMs: number | undefined): void {
  context.anchorMs = highest(context.anchorMs, measured.startMs, measured.endMs, trustedMs);
}

/**
 * Commits final state and anchor as one record and lets play go on (step 15).
 *
 * When it ends, storage holds the new pair or still the old one, and memory holds the new one. Where the game was left
 * since step 13, the record already holds the interval that began there.
 *
 * @returns Whether the record is stored.
 */
export async function commitReturn<W>(context: Context<W>, task: ActiveReturn, measured: Measured): Promise<boolean> {
  context.readingMs = measured.endMs ?? context.readingMs;
  // Below the anchor nothing is settled again, whatever the clock says later.
  context.crossedMs = highest(context.crossedMs, measured.endMs, context.anchorMs);
  context.interval = undefined;
  // Selections hold for the interval they were made for; the record is of what comes after it.
  context.choices = {};
  const saved = task.leftAt ? commitAndLeave(context, task, task.leftAt) : await commitAndStay(context, task);
  trace(context, 'anchor-commit', () => ({ anchorMs: context.anchorMs, saved, sequence: context.sequence }));
  emit(context, 'commit', { anchorMs: context.anchorMs, saved, sequence: context.sequence });
  return saved;
}

async function commitAndStay<W>(context: Context<W>, task: ActiveReturn): Promise<boolean> {
  const snapshot = { ...(task.guard ?? captureSnapshot(context)), choices: {} };
  task.guard = snapshot;
  return writeRecord(context, makeRecord(context, { snapshot, readingMs: context.readingMs }));
}

/** The page may go at any moment: state, anchor and the new interval in one record, within the call. */
function commitAndLeave<W>(
  context: Context<W>,
  task: ActiveReturn,
  leftAt: NonNullable<ActiveReturn['leftAt']>,
): boolean {
  beginAt(context, leftAt.kind, leftAt.sampledMs);
  writeInterval(context);
  task.guard = context.interval?.snapshot;
  return context.saved;
}

/** Steps 1 to 3; the caller moves the phase and then writes the interval. */
export function beginAt<W>(context: Context<W>, kind: 'background' | 'close', readingMs: number | undefined): void {
  const begun = beginInterval(context, kind, readingMs);
  const captured = captureSnapshot(context);
  context.choices = holdItems(context);
  const snapshot = { ...captured, choices: context.choices };
  context.interval = { ...begun, snapshot };
  traceSnapshot(context, snapshot, begun.sampledMs);
}

/** Makes the interval that has begun durable, within the call where the storage can. */
export function writeInterval<W>(context: Context<W>): void {
  const { interval } = context;
  if (!interval) return;
  writeLeaving(context, makeRecord(context, { snapshot: interval.snapshot, readingMs: interval.sampledMs, interval }));
}

/** Ordinary updates may run again. */
export function resumePlay<W>(context: Context<W>): void {
  const { scheduler, lastCall } = context;
  const monotonicMs = scheduler.now();
  context.accountedMs += Math.max(0, monotonicMs - lastCall.monotonicMs);
  context.lastCall = { monotonicMs, wallMs: scheduler.wallNow(), paused: false };
  moveTo(context, 'playing');
  emit(context, 'resume', { readingMs: context.readingMs ?? readNow(context) });
}
