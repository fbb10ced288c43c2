import type { SavedRecord } from '../record/record.js';
import { captureSnapshot } from './02-capture-snapshot.js';
import type { Context } from './context.js';
import { report } from './context.js';
import { makeRecord, writeRecord } from './writer.js';

/** The record that is true now; `undefined` during a return, which writes its own. */
export function currentRecord<W>(context: Context<W>): SavedRecord | undefined {
  const { interval, heldAt, readingMs } = context;
  switch (context.phase) {
    case 'playing':
      return makeRecord(context, { snapshot: captureSnapshot(context), readingMs });
    case 'held':
      return heldAt && makeRecord(context, { snapshot: heldAt, readingMs });
    case 'away':
    case 'failed':
      return interval && makeRecord(context, { snapshot: interval.snapshot, readingMs: interval.sampledMs, interval });
    default:
      return undefined;
  }
}

/** Writes what is current. */
export function writeCurrent<W>(context: Context<W>): Promise<boolean> {
  const record = currentRecord(context);
  return record ? writeRecord(context, record) : Promise.resolve(false);
}

/** A checkpoint during play, unless one is being written still: it leaves the anchor alone (design 7.12). */
export function autosave<W>(context: Context<W>): void {
  const { autosaveMs } = context;
  if (autosaveMs <= 0 || context.unsavedMs < autosaveMs || context.writesWaiting > 0) return;
  try {
    void writeCurrent(context);
  } catch (error) {
    // A store that is too short, say: play goes on, and the last good record stands.
    report(context, error);
  }
}
