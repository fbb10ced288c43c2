import type { SavedRecord } from '../record/record.js';
import type { Slot, SlotsRead } from '../record/slots.js';
import { readSlots } from '../record/slots.js';
import type { Placed } from './indexed-db.js';
import { readHeaders, readPayload } from './indexed-db.js';
import type { Packed } from './payload.js';
import { unpacked } from './payload.js';
import { isDeadConnection } from './storage-errors.js';
import type { JournalEntry } from './web-storage.js';

export const JOURNAL = 'journal';

/** The newest good record, and the copies that were found bad on the way to it. */
export interface Newest {
  readonly record?: SavedRecord;
  readonly faulty: SlotsRead<string>['faulty'];
}

function slotOf(place: string, payload: Packed): Slot<string> {
  try {
    return { place, value: unpacked(payload) };
  } catch (error) {
    return { place, problem: error instanceof Error ? error.message : String(error) };
  }
}

function journalSlot(entry: JournalEntry): Slot<string> {
  return entry.payload ? slotOf(JOURNAL, entry.payload) : { place: JOURNAL, problem: 'it is no journal entry' };
}

/** A place that cannot be read is one fault among others, once it is sure that the connection is alive. */
async function placeSlot(db: IDBDatabase, key: string, placed: Placed, alive: boolean): Promise<Slot<string>> {
  try {
    return slotOf(placed.place, await readPayload(db, key, placed));
  } catch (error) {
    if (!alive && isDeadConnection(error)) throw error;
    return { place: placed.place, problem: String(error) };
  }
}

/**
 * Looks from the highest sequence down, and no further than the first record that checks out: each may be large.
 * Of two with one sequence the journal comes first.
 *
 * @param alive - The connection has been renewed already: an error is then the place's own.
 */
export async function readNewest(
  db: IDBDatabase,
  key: string,
  entry: JournalEntry | undefined,
  alive: boolean,
): Promise<Newest> {
  const copies: { readonly sequence: number; slot(): Slot<string> | Promise<Slot<string>> }[] = [];
  // Whatever else stands there is looked at first: it may hide a record.
  if (entry)
    copies.push({ sequence: entry.payload?.sequence ?? Number.POSITIVE_INFINITY, slot: () => journalSlot(entry) });
  for (const placed of await readHeaders(db, key)) {
    copies.push({ sequence: placed.header.sequence, slot: () => placeSlot(db, key, placed, alive) });
  }
  copies.sort((one, other) => other.sequence - one.sequence);

  const faulty: SlotsRead<string>['faulty'][number][] = [];
  for (const copy of copies) {
    const found = readSlots(key, [await copy.slot()]);
    faulty.push(...found.faulty);
    if (found.newest) return { record: found.newest.record, faulty };
  }
  return { faulty };
}
