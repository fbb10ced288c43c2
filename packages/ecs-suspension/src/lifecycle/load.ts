import { SuspensionError } from '../errors.js';
import { recordFault } from '../record/check.js';
import type { SavedRecord } from '../record/record.js';
import type { Snapshot } from '../rules/duties.js';
import { highest } from '../time.js';
import { differed } from './02-capture-snapshot.js';
import type { Task } from './active-return.js';
import { throwIfAbandoned } from './active-return.js';
import { restoreCarries } from './carries.js';
import type { Context } from './context.js';
import { emit, report } from './context.js';
import { whileUnavailable } from './waiting.js';

/**
 * Reads the saved record. One that this game cannot use is set aside, never deleted, and reported; a storage that
 * cannot be read now is asked again, so that a good record is never written over unseen.
 */
export async function readRecord<W>(context: Context<W>, task: Task): Promise<SavedRecord | 'set-aside' | undefined> {
  const { storage, id } = context;
  const found = await whileUnavailable(context, task, 'storage', undefined, async () => {
    try {
      return await storage.read(id);
    } catch (error) {
      const code = error instanceof SuspensionError ? error.code : undefined;
      // The storage has set the damaged slots aside itself; and one that cannot be used at all holds up no game.
      if (code !== 'RECORD_UNREADABLE' && code !== 'STORAGE_UNAVAILABLE') throw error;
      report(context, error);
      return code === 'RECORD_UNREADABLE' ? 'set-aside' : undefined;
    }
  });
  throwIfAbandoned(task);
  if (found === undefined || found === 'set-aside') return found;
  const fault = recordFault(found, { adoption: id, clock: context.bound.clock !== undefined });
  if (!fault) return found;
  await whileUnavailable(context, task, 'storage', undefined, () => setAside(context, found));
  report(
    context,
    new SuspensionError(
      'RECORD_UNREADABLE',
      `The record of "${id}" cannot be used: ${fault.problem}. It was set aside, not deleted; the game begins anew.`,
      { details: { kind: fault.kind, id } },
    ),
  );
  return 'set-aside';
}

async function setAside<W>({ storage, id }: Context<W>, record: SavedRecord): Promise<void> {
  if (storage.setAside) {
    await storage.setAside(id, record);
    return;
  }
  await storage.write(`${id}.set-aside-${record.sequence}`, record);
  await storage.remove(id);
}

/** Puts a record's state into the world and takes over its sequence, anchor, rewards and interval. */
export function adoptRecord<W>(context: Context<W>, record: SavedRecord, loaded: Snapshot | undefined): void {
  const own: Snapshot = {
    entities: record.entities,
    components: record.components,
    resources: record.resources,
    carries: record.carries,
    choices: record.choices,
  };
  putIntoWorld(context, loaded ?? own, loaded ? undefined : record);
  context.sequence = record.sequence;
  context.storedSequence = record.sequence;
  context.saved = true;
  context.anchorMs = record.anchorMs ?? undefined;
  context.readingMs = record.readingMs ?? undefined;
  context.rewards = [...record.rewards];
  context.choices = { ...record.choices };
  const { interval } = record;
  // No interval: the game ended without a word, and the reading of its last checkpoint is the start.
  const sampledMs = (interval ? interval.sampledMs : record.readingMs) ?? undefined;
  const startMs = highest(interval?.startMs ?? undefined, sampledMs, context.anchorMs);
  context.interval = { kind: interval?.kind ?? 'close', sampledMs, startMs, snapshot: own };
}

/** A new process takes the saved ids again; a world that has played already is put back in place. */
export function putIntoWorld<W>(context: Context<W>, snapshot: Snapshot, record: SavedRecord | undefined): void {
  if (context.loaded) {
    emit(context, 'restored', context.state.restore(snapshot));
  } else {
    const { missing, unknown, ...restored } = context.state.load(snapshot);
    if (record) keepLeftovers(context, record, unknown);
    if (missing.length > 0 || unknown.length > 0) report(context, partialRecord(context.id, missing, unknown));
    context.loaded = true;
    if (differed(restored)) emit(context, 'restored', restored);
  }
  restoreCarries(context, snapshot.carries);
}

/** What the save holds beyond this adoption stays in the record, for a version of the game that knows it. */
function keepLeftovers<W>(context: Context<W>, record: SavedRecord, unknown: readonly string[]): void {
  const names = new Set(unknown);
  const pick = <T>(from: { readonly [name: string]: T }): Record<string, T> =>
    Object.fromEntries(Object.entries(from).filter(([name]) => names.has(name)));
  const rows = new Set(context.rows.map(({ id }) => id));
  context.leftovers = {
    components: pick(record.components),
    resources: pick(record.resources),
    carries: Object.fromEntries(Object.entries(record.carries).filter(([row]) => !rows.has(row))),
  };
}

function partialRecord(id: string, missing: readonly string[], unknown: readonly string[]): SuspensionError {
  const parts = [
    missing.length > 0 ? `it lacks ${missing.join(', ')}, which stands as it is in the world` : '',
    unknown.length > 0 ? `it holds ${unknown.join(', ')}, which no rule names and which stays in the record` : '',
  ].filter(Boolean);
  return new SuspensionError(
    'RECORD_PARTIAL',
    `The record of "${id}" does not match the adoption: ${parts.join('; ')}. Nothing is lost; give names back to take them up again.`,
    { details: { missing, unknown } },
  );
}
