import type { Storage } from '../ports/storage.js';
import { encodeRecord } from '../record/encode.js';
import type { SavedRecord } from '../record/record.js';
import { assertNotStale, unreadable } from '../record/slots.js';
import { createConnection } from './connection.js';
import type { Aside } from './indexed-db.js';
import { moveAside, readAsides, readHeaders, removeAll } from './indexed-db.js';
import { createLanes } from './lanes.js';
import type { Newest } from './read-newest.js';
import { JOURNAL, readNewest } from './read-newest.js';
import { storageError } from './storage-errors.js';
import type { BrowserStorageOptions } from './storage-options.js';
import type { JournalEntry } from './web-storage.js';
import { createJournal } from './web-storage.js';

export interface BrowserStorage extends Storage {
  writeNow(key: string, record: SavedRecord): void;
  setAside(key: string, record: SavedRecord): Promise<void>;
  /** What was set aside in this browser, oldest first: for an export, or for a report of the fault. */
  asides(): Promise<readonly Aside[]>;
  /** Lets the database go. Only for a page that goes on without the game. */
  close(): void;
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

  const readJournal = (key: string): { readonly entry?: JournalEntry; readonly error?: Error } => {
    try {
      const entry = journal.read(key);
      return entry ? { entry } : {};
    } catch (cause) {
      const error = storageError(cause, 'reading localStorage');
      const message = 'localStorage gives nothing; IndexedDB is read alone.';
      notify({ kind: 'journal-unavailable', key, error, message });
      return { error };
    }
  };

  /** Moves bad copies out of the way of the next write, and tells of them. */
  const clearAway = async (
    db: IDBDatabase,
    key: string,
    { record, faulty }: Newest,
    entry: JournalEntry | undefined,
  ): Promise<void> => {
    if (faulty.length === 0) return;
    const places = faulty.map(({ place }) => place).filter((place) => place !== JOURNAL);
    const journaled = entry && faulty.length > places.length;
    const asides = await moveAside(db, key, places, journaled ? [{ key, place: JOURNAL, text: entry.text }] : []);
    if (journaled) journal.clear(key);
    if (!record) throw unreadable(key, faulty, asides);
    const problems = faulty.map(({ place, fault }) => `${place}: ${fault.problem}`);
    const message = `A copy of "${key}" could not be read and is kept under ${asides.join(', ')}; another was good.`;
    notify({ kind: 'copy-set-aside', key, problems, message });
  };

  const read = async (key: string): Promise<SavedRecord | undefined> => {
    lanes.begin();
    const { entry, error } = readJournal(key);
    return await connection.use(`reading the save "${key}"`, async (db, again) => {
      void askPersist();
      const newest = await readNewest(db, key, entry, again);
      // The half that cannot be read may hold what the other one lacks.
      if (error && !newest.record && newest.faulty.length === 0) throw error;
      lanes.seen(key, newest.record?.sequence);
      await clearAway(db, key, newest, entry);
      return newest.record;
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
