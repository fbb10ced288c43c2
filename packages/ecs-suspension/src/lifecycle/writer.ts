import { SuspensionError } from '../errors.js';
import { sealRecord } from '../record/check.js';
import type { SavedRecord } from '../record/record.js';
import { RECORD_FORMAT } from '../record/record.js';
import type { Snapshot } from '../rules/duties.js';
import { pauseMs } from '../time.js';
import type { Context, Interval } from './context.js';
import { emit, report } from './context.js';

/** What goes into a record beside the identity and the anchor. */
export interface RecordParts {
  readonly snapshot: Snapshot;
  readonly readingMs: number | undefined;
  readonly interval?: Omit<Interval, 'snapshot'> | undefined;
  readonly settledTo?: number | undefined;
}

/** Makes the next record: state, anchor and pending rewards as one value. */
export function makeRecord<W>(context: Context<W>, parts: RecordParts): SavedRecord {
  const { snapshot, interval, settledTo } = parts;
  const { adoption } = context.bound;
  context.sequence++;
  context.unsavedMs = 0;
  return sealRecord({
    format: RECORD_FORMAT,
    adoption: context.id,
    contract: adoption.contract,
    version: adoption.version,
    pack: adoption.pack,
    sequence: context.sequence,
    anchorMs: context.anchorMs ?? null,
    readingMs: parts.readingMs ?? null,
    interval: interval
      ? { sampledMs: interval.sampledMs ?? null, startMs: interval.startMs ?? null, kind: interval.kind }
      : null,
    entities: snapshot.entities,
    components: { ...context.leftovers.components, ...snapshot.components },
    resources: { ...context.leftovers.resources, ...snapshot.resources },
    carries: { ...context.leftovers.carries, ...snapshot.carries },
    choices: snapshot.choices,
    rewards: context.rewards,
    ...(settledTo !== undefined && { settledTo }),
  });
}

/** Writes a record after those before it; resolves to whether it is stored. */
export function writeRecord<W>(context: Context<W>, record: SavedRecord): Promise<boolean> {
  const write = async (): Promise<boolean> => {
    if (context.phase === 'elsewhere') return false;
    try {
      await context.storage.write(context.id, record);
      stored(context, record);
      return true;
    } catch (error) {
      refused(context, record, error);
      return false;
    } finally {
      context.writesWaiting--;
    }
  };
  context.writesWaiting++;
  const written = context.writing.then(write);
  context.writing = written;
  return written;
}

/** Writes as the page is left: within the call where the storage can. */
export function writeLeaving<W>(context: Context<W>, record: SavedRecord): void {
  if (!context.storage.writeNow) {
    void writeRecord(context, record);
    return;
  }
  try {
    context.storage.writeNow(context.id, record);
    stored(context, record);
  } catch (error) {
    refused(context, record, error);
  }
}

function stored<W>(context: Context<W>, record: SavedRecord): void {
  context.storedSequence = Math.max(context.storedSequence, record.sequence);
  // An older record that lands does not make a refused newer one good.
  if (record.sequence < context.refusedSequence) return;
  context.writeFailures = 0;
  context.retrying?.abort();
  context.saved = true;
  context.onStored();
}

function refused<W>(context: Context<W>, record: SavedRecord, error: unknown): void {
  // A later record of ours, written as the page was left, has overtaken this one.
  if (record.sequence <= context.storedSequence) return;
  context.saved = false;
  if (error instanceof SuspensionError && error.code === 'RECORD_STALE') {
    report(context, error);
    context.onStale();
    return;
  }
  context.refusedSequence = Math.max(context.refusedSequence, record.sequence);
  context.writeFailures++;
  if (context.writeFailures === 1) emit(context, 'unsaved', { error });
  void tryAgain(context);
}

/** After a growing pause writes what is current by then; a newer attempt or a success in between makes it needless. */
async function tryAgain<W>(context: Context<W>): Promise<void> {
  context.retrying?.abort();
  const { writeFailures, scheduler, lifetime } = context;
  const retrying = new AbortController();
  context.retrying = retrying;
  await scheduler.after(pauseMs(writeFailures), retrying.signal).catch(() => {});
  if (retrying.signal.aborted || lifetime.signal.aborted) return;
  const failures = context.writeFailures;
  // During a return there is nothing current to write: it writes its own, and if it is left, this goes on.
  if (!(await context.onRetryWrite()) && context.writeFailures === failures && failures > 0) void tryAgain(context);
}
