import { captureSnapshot, restoreSnapshot, traceSnapshot } from './02-capture-snapshot.js';
import { resumePlay } from './15-commit-and-resume.js';
import { writeCurrent } from './checkpoint.js';
import type { Context } from './context.js';
import { moveTo, readNow } from './context.js';
import { makeRecord, writeLeaving } from './writer.js';

/** How often a held game notes that it is still open, where autosave names no time of its own. */
const HEARTBEAT_MS = 5_000;

/**
 * Holds a hidden game still (`waits-until-closed`): no update, no interval. The caller has played the edge.
 * A heartbeat keeps the latest reading at which the game was known to be open.
 */
export function hold<W>(context: Context<W>): void {
  const snapshot = captureSnapshot(context);
  context.heldAt = snapshot;
  traceSnapshot(context, snapshot, context.readingMs);
  moveTo(context, 'held');
  writeLeaving(context, makeRecord(context, { snapshot, readingMs: context.readingMs }));
  context.heartbeat = new AbortController();
  void beat(context, context.heartbeat.signal);
}

async function beat<W>(context: Context<W>, signal: AbortSignal): Promise<void> {
  for (;;) {
    await context.scheduler.after(context.autosaveMs || HEARTBEAT_MS, signal).catch(() => {});
    if (signal.aborted || context.phase !== 'held') return;
    context.readingMs = readNow(context) ?? context.readingMs;
    if (context.writesWaiting === 0) await writeCurrent(context);
  }
}

/** Ends the hold: whatever wrote to covered state meanwhile is put back. */
export function releaseHold<W>(context: Context<W>): void {
  context.heartbeat?.abort();
  if (context.heldAt) restoreSnapshot(context, context.heldAt);
  context.heldAt = undefined;
  context.readingMs = readNow(context) ?? context.readingMs;
}

/** Coming back to a held game resumes it without a return. */
export function resumeHeld<W>(context: Context<W>): void {
  releaseHold(context);
  resumePlay(context);
}
