import type { SavedRecord } from '../record/record.js';
import type { Connection } from './connection.js';
import { fence } from './fence.js';
import { createFreezing } from './freezing.js';
import type { Place } from './indexed-db.js';
import { putChosen, putNow } from './indexed-db.js';
import { writeJournal } from './leave-journal.js';
import type { Payload } from './payload.js';
import { plainPayload } from './payload.js';
import { storageError } from './storage-errors.js';
import type { BrowserStorageOptions } from './storage-options.js';
import type { Journal } from './web-storage.js';

interface Waiter {
  resolve(): void;
  reject(error: unknown): void;
}

/** A record on its way. Who waits for a record that a newer one supersedes, waits for the newer one. */
interface Job {
  readonly sequence: number;
  /** Encoded no earlier than needed, but within `writeNow`, after which the record may be changed. */
  payload(): Payload;
  readonly waiting: Waiter[];
}

/** One key's writes: the one under way, and the newest of those that wait. */
interface Lane {
  active: Job | undefined;
  next: Job | undefined;
  /** Gives the active one up unless it has been committed; says whether it did. */
  abort: () => boolean;
  /** Highest sequence that this page has read or written. */
  sequence: number | undefined;
}

interface LaneOptions {
  readonly connection: Connection;
  readonly journal: Journal;
  readonly notify: NonNullable<BrowserStorageOptions['onNotice']>;
}

/** The writes of a page, key by key: never two at once, the newest of those that wait, none while frozen. */
export interface Lanes {
  /** Listens for freeze and resume, from the first call. */
  begin(): void;
  end(): void;
  /** What a read has found last, or that it found nothing. */
  seen(key: string, sequence: number | undefined): void;
  sequence(key: string): number | undefined;
  write(key: string, record: SavedRecord): Promise<void>;
  writeNow(key: string, record: SavedRecord): void;
  /** Waits for what is under way, drops what waits, and forgets the sequence. */
  forget(key: string): Promise<void>;
}

export function createLanes({ connection, journal, notify }: LaneOptions): Lanes {
  const lanes = new Map<string, Lane>();
  const own: Place = `leave-${Math.random().toString(36).slice(2)}`;
  let frozen = false;

  const laneOf = (key: string): Lane => {
    const lane = lanes.get(key) ?? { active: undefined, next: undefined, abort: () => false, sequence: undefined };
    lanes.set(key, lane);
    return lane;
  };

  const clearJournal = (key: string, sequence: number): void => {
    try {
      journal.clear(key, sequence);
    } catch {
      // A journal that stays is older than IndexedDB's copy, and a start sees that.
    }
  };

  /** Runs the active job as an ordinary, fenced write. */
  const put = async (key: string, lane: Lane, job: Job): Promise<void> => {
    let givenUp = false;
    lane.abort = () => {
      givenUp = true;
      return true;
    };
    const payload = job.payload();
    await connection.use(`writing the save "${key}"`, async (db) => {
      if (givenUp) return;
      const putting = putChosen(db, key, payload, (placed) => fence(key, payload, placed));
      lane.abort = () => {
        givenUp = putting.abort();
        return givenUp;
      };
      await putting.done.catch((error: unknown) => {
        if (!givenUp) throw error;
      });
    });
    if (!givenUp) clearJournal(key, job.sequence);
  };

  const finish = (key: string, lane: Lane, job: Job, failed?: { readonly error: unknown }): void => {
    for (const each of job.waiting.splice(0)) {
      if (failed) each.reject(failed.error);
      else each.resolve();
    }
    if (lane.active !== job) return;
    lane.active = undefined;
    pump(key, lane);
  };

  const pump = (key: string, lane: Lane): void => {
    const job = lane.next;
    if (lane.active || !job || frozen) return;
    lane.active = job;
    lane.next = undefined;
    put(key, lane, job).then(
      () => finish(key, lane, job),
      (error: unknown) => {
        if (job.waiting.length === 0)
          tellLeavingFailed(key, error, 'the journal, where there is one, is what a start finds');
        finish(key, lane, job, { error });
      },
    );
  };

  /** Puts a job at the end; one that waits already is superseded. */
  const enqueue = (key: string, lane: Lane, job: Job): void => {
    if (lane.next) job.waiting.unshift(...lane.next.waiting.splice(0));
    lane.next = job;
    pump(key, lane);
  };

  /** Takes over those who wait for what a newer record supersedes. */
  const supersede = (lane: Lane): Waiter[] => {
    const { active, next } = lane;
    lane.next = undefined;
    const waiting = active && lane.abort() ? active.waiting.splice(0) : [];
    return next ? [...waiting, ...next.waiting.splice(0)] : waiting;
  };

  /** Lets a job that was given up wait for its turn again, unless a newer one waits already. */
  const queueAgain = (lane: Lane, job: Job): void => {
    const waiting = job.waiting.splice(0);
    if (lane.next) lane.next.waiting.unshift(...waiting);
    else lane.next = { ...job, waiting };
  };

  const tellLeavingFailed = (key: string, cause: unknown, then: string): void => {
    const error = storageError(cause, `writing the save "${key}" as the page was left`);
    const message = `IndexedDB did not take what the page left behind of "${key}": ${then}.`;
    notify({ kind: 'leaving-write-failed', key, error, message });
  };

  /** A put within the call; a handle that has died already rejects too. */
  const leave = (db: IDBDatabase, key: string, payload: Payload): Promise<void> => {
    try {
      return putNow(db, key, own, payload);
    } catch (error) {
      return Promise.reject(error);
    }
  };

  const freeze = (): void => {
    frozen = true;
    // A frozen page with an open transaction would hold up every other tab for a minute.
    for (const lane of lanes.values()) {
      const job = lane.active;
      if (!job || !lane.abort()) continue;
      lane.active = undefined;
      queueAgain(lane, job);
    }
  };
  const resume = (): void => {
    frozen = false;
    for (const [key, lane] of lanes) pump(key, lane);
  };
  const freezing = createFreezing(freeze, resume);

  return {
    begin: freezing.begin,
    end: freezing.end,
    seen(key, sequence) {
      laneOf(key).sequence = sequence;
    },
    sequence: (key) => lanes.get(key)?.sequence,
    write(key, record) {
      const lane = laneOf(key);
      return new Promise<void>((resolve, reject) => {
        enqueue(key, lane, {
          sequence: record.sequence,
          payload: () => plainPayload(record),
          waiting: [{ resolve, reject }],
        });
      }).then(() => {
        lane.sequence = Math.max(record.sequence, lane.sequence ?? 0);
      });
    },
    writeNow(key, record) {
      const lane = laneOf(key);
      const plain = plainPayload(record);
      const { payload, failed } = writeJournal(journal, key, plain, notify);
      const db = connection.current();
      // Neither half has it: a record that only waits is no saved one.
      if (failed && (!db || frozen)) throw failed;
      lane.sequence = plain.sequence;
      const job: Job = { sequence: plain.sequence, payload: () => plain, waiting: supersede(lane) };
      if (!db || frozen) {
        enqueue(key, lane, job);
        return;
      }
      lane.active = job;
      lane.abort = () => false;
      leave(db, key, payload).then(
        () => {
          clearJournal(key, plain.sequence);
          finish(key, lane, job);
        },
        (error: unknown) => {
          tellLeavingFailed(key, error, 'it is tried once more');
          queueAgain(lane, job);
          finish(key, lane, job);
        },
      );
    },
    async forget(key) {
      const lane = laneOf(key);
      for (const each of lane.next?.waiting.splice(0) ?? []) each.resolve();
      lane.next = undefined;
      const { active } = lane;
      if (active) await new Promise<void>((resolve) => active.waiting.push({ resolve, reject: () => resolve() }));
      lane.sequence = undefined;
    },
  };
}
