import type { Storage } from '../ports/storage.js';
import { encodeRecord } from '../record/encode.js';
import type { SavedRecord } from '../record/record.js';
import type { Slot, SlotsRead } from '../record/slots.js';
import { assertNotStale, readSlots, unreadable } from '../record/slots.js';
import { createConnection } from './connection.js';
import type { Aside, Placed } from './indexed-db.js';
import { moveAside, readAsides, readHeaders, readPayload, removeAll } from './indexed-db.js';
import { createLanes } from './lanes.js';
import type { Payload } from './payload.js';
import { unpacked } from './payload.js';
import { isDeadConnection, storageError } from './storage-errors.js';
import type { BrowserStorageOptions } from './storage-options.js';
import { createJournal } from './web-storage.js';

export interface BrowserStorage extends Storage {
  writeNow(key: string, record: SavedRecord): void;
  setAside(key: string, record: SavedRecord): Promise<void>;
  /** What was set aside in this browser, oldest first: for an export, or for a report of the fault. */
  asides(): Promise<readonly Aside[]>;
  /** Lets the database go. Only for a page that goes on without the game. */
  close(): void;
}

const JOURNAL = 'journal';

function slotOf(place: string, payload: Payload): Slot<string> {
  try {
    return { place, value: unpacked(payload) };
  } catch (error) {
    return { place, problem: error instanceof Error ? error.message : String(error) };
  }
}

/** A place that cannot be read is one fault among others, once it is sure that the connection is alive. */
async function readSlot(db: IDBDatabase, key: string, placed: Placed, alive: boolean): Promise<Slot<string>> {
  try {
    return slotOf(placed.place, await readPayload(db, key, placed));
  } catch (error) {
    if (!alive && isDeadConnection(error)) throw error;
    return { place: placed.place, problem: String(error) };
  }
}

/**
 * The storage of a game in a page: two halves that cover each other.
 *
 * Records go to IndexedDB, into alternating slots, each in one relaxed transaction. A page that is left (`writeNow`)
 * writes a journal to localStorage within the call as well, which survives what IndexedDB may not: a reload, a closed
 * tab. The journal goes when IndexedDB has answered. A start reads the newest copy that checks out.
 *
 * @param name - Of the database and of the journal's items; one storage serves every suspension of a game.
 *
 * Errors: `STORAGE_UNAVAILABLE` where the browser keeps nothing (a private window, a blocked site), `STORAGE_FULL`,
 * `RECORD_STALE`, `RECORD_UNREADABLE`, `STATE_UNSTORABLE`.
 */
export function browserStorage(name: string, options: BrowserStorageOptions = {}): BrowserStorage {
  const notify: NonNullable<BrowserStorageOptions['onNotice']> = (notice) => options.onNotice?.(notice);
  const connection = createConnection(name, options.openTimeoutMs ?? 10_000);
  const journal = createJournal(name, () => globalThis.localStorage);
  const lanes = createLanes({ connection, journal, notify });
  let asked = options.persist !== true;

  const askPersist = async (): Promise<void> => {
    if (asked) return;
    asked = true;
    const granted = (await globalThis.navigator?.storage?.persist?.().catch(() => false)) ?? false;
    const message = granted ? 'The browser keeps this data.' : 'The browser may delete this data when it needs room.';
    notify({ kind: 'persist', granted, message });
  };

  const readJournal = (key: string): { entry?: ReturnType<typeof journal.read>; error?: Error } => {
    try {
      return { entry: journal.read(key) };
    } catch (cause) {
      const error = storageError(cause, 'reading localStorage');
      notify({
        kind: 'journal-unavailable',
        key,
        error,
        message: 'localStorage gives nothing; IndexedDB is read alone.',
      });
      return { error };
    }
  };

  /** Newest first, and no further than the first one that is good: a record may be large. */
  const readNewest = async (db: IDBDatabase, again: boolean, key: string, entry: ReturnType<typeof journal.read>) => {
    const placed: Placed[] = await readHeaders(db, key);
    placed.sort((one, other) => other.header.sequence - one.header.sequence);
    const faulty: SlotsRead<string>['faulty'][number][] = [];
    const journaled = entry?.payload?.sequence ?? Number.POSITIVE_INFINITY;
    let pending = entry !== undefined;
    const fromJournal = (): Slot<string> => {
      pending = false;
      return entry?.payload ? slotOf(JOURNAL, entry.payload) : { place: JOURNAL, problem: 'it is no journal entry' };
    };
    const look = (slot: Slot<string>): SavedRecord | undefined => {
      const found = readSlots(key, [slot]);
      faulty.push(...found.faulty);
      return found.newest?.record;
    };
    let record: SavedRecord | undefined;
    for (const each of placed) {
      if (pending && journaled >= each.header.sequence) record = look(fromJournal());
      record ??= look(await readSlot(db, key, each, again));
      if (record) break;
    }
    if (!record && pending) record = look(fromJournal());
    return { record, faulty };
  };

  const read = async (key: string): Promise<SavedRecord | undefined> => {
    lanes.begin();
    const { entry, error } = readJournal(key);
    return await connection.use(`reading the save "${key}"`, async (db, again) => {
      void askPersist();
      const { record, faulty } = await readNewest(db, again, key, entry);
      // An unreadable half may hold what the other one lacks.
      if (!record && faulty.length === 0 && error) throw error;
      const places = faulty.map(({ place }) => place);
      let asides: string[] = [];
      if (places.length > 0) {
        const torn = places.includes(JOURNAL) ? [{ key, place: JOURNAL, text: entry?.text ?? '' }] : [];
        asides = await moveAside(
          db,
          key,
          places.filter((place) => place !== JOURNAL),
          torn,
        );
        if (torn.length > 0) journal.clear(key);
      }
      lanes.seen(key, record?.sequence);
      if (!record && places.length > 0) throw unreadable(key, faulty, asides);
      if (places.length > 0) {
        const problems = faulty.map(({ place, fault }) => `${place}: ${fault.problem}`);
        const message = `A copy of "${key}" could not be read and is kept under ${asides.join(', ')}; another was good.`;
        notify({ kind: 'copy-set-aside', key, problems, message });
      }
      return record;
    });
  };

  return {
    read,
    async write(key, record) {
      lanes.begin();
      assertNotStale(key, lanes.sequence(key), record);
      await lanes.write(key, record);
    },
    writeNow(key, record) {
      assertNotStale(key, lanes.sequence(key), record);
      lanes.writeNow(key, record);
    },
    async remove(key) {
      await lanes.forget(key);
      await connection.use(`removing the save "${key}"`, (db) => removeAll(db, key));
      journal.clear(key);
    },
    async setAside(key, record) {
      await lanes.forget(key);
      const entry = readJournal(key).entry;
      await connection.use(`setting the save "${key}" aside`, async (db) => {
        const places = (await readHeaders(db, key)).map(({ place }) => place);
        const journaled: Aside[] = entry ? [{ key, place: JOURNAL, text: entry.text }] : [];
        const unknown = places.length === 0 && !entry;
        await moveAside(db, key, places, unknown ? [{ key, place: 'given', bytes: encodeRecord(record) }] : journaled);
      });
      if (entry) journal.clear(key);
    },
    asides: () => connection.use('reading what was set aside', (db) => readAsides(db)),
    close() {
      lanes.end();
      connection.close();
    },
  };
}
