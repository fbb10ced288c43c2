import { SuspensionError } from '../errors.js';
import type { Storage } from '../ports/storage.js';
import type { SavedRecord } from '../record/record.js';
import type { Slot } from '../record/slots.js';
import { assertNotStale, nextSlot, readSlots, unreadable } from '../record/slots.js';

export interface StorageCall {
  readonly op: 'read' | 'write' | 'writeNow' | 'remove' | 'setAside';
  readonly key: string;
  /** Counts all calls of this handle, from 1. */
  readonly n: number;
}

export interface MemoryStorageOptions {
  /** Which writes fail, counted from 1 over `write` and `writeNow` of this handle. */
  readonly failAt?: number | readonly number[] | ((write: number) => boolean);
  /** What a failing write throws; default a `STORAGE_FULL`. */
  readonly failWith?: (write: number) => unknown;
  /** A failing write leaves its slot damaged; default `false`: it leaves the slot as it was. */
  readonly tear?: boolean;
  /**
   * Called before every storage call. Where it throws, the call fails; where its promise never resolves, the world
   * stands still at that call, as after a kill. A `writeNow` for which it gives a promise writes nothing.
   */
  beforeCall?(call: StorageCall): void | Promise<void>;
}

/** What was set aside: never deleted, never read again by the storage. */
export interface Aside {
  readonly key: string;
  /** Where it came from; `record` for one that the game could not use. */
  readonly from: 0 | 1 | 'record';
  readonly value: unknown;
}

export interface MemoryStorage extends Storage {
  writeNow(key: string, record: SavedRecord): void;
  setAside(key: string, record: SavedRecord): Promise<void>;
  /** Writes begun by this handle, failed ones included. */
  readonly writes: number;
  /** Calls of this handle so far. */
  readonly calls: readonly StorageCall[];
  /** The newest stored record that checks out, as a copy; `key` may be left out where only one is stored. */
  record(key?: string): SavedRecord | undefined;
  /** Copies of what was set aside, oldest first. */
  asides(): readonly Aside[];
  /** Breaks what a slot holds; `newest` is the one that `record` shows, `all` breaks both. */
  damage(slot: 0 | 1 | 'newest' | 'all', key?: string): void;
  /** Puts any value into a slot, as it is. */
  put(slot: 0 | 1, key: string, value: unknown): void;
  /** Another handle on the same stored data: a second tab, or the next process. Options are its own. */
  fork(options?: MemoryStorageOptions): MemoryStorage;
}

interface Stored {
  readonly slots: Map<string, [unknown, unknown]>;
  /** What the last good write left, until anything else touches the slots: a write then needs no second look. */
  readonly newest: Map<string, { readonly place: 0 | 1; readonly sequence: number }>;
  readonly asides: Aside[];
}

function failsAt(failAt: MemoryStorageOptions['failAt'], write: number): boolean {
  if (failAt === undefined) return false;
  if (typeof failAt === 'function') return failAt(write);
  return typeof failAt === 'number' ? failAt === write : failAt.includes(write);
}

/** Half of a record, as a write leaves it that ends in the middle. */
function torn(record: SavedRecord): unknown {
  return { ...record, components: {}, check: record.check };
}

function full(write: number): SuspensionError {
  return new SuspensionError(
    'STORAGE_FULL',
    `Room for a record was expected, and write number ${write} was refused. Free some space; the write is tried again.`,
  );
}

function open(stored: Stored, options: MemoryStorageOptions): MemoryStorage {
  const calls: StorageCall[] = [];
  let writes = 0;

  const slotsOf = (key: string): Slot<0 | 1>[] =>
    (stored.slots.get(key) ?? [undefined, undefined]).flatMap((value, place) =>
      value === undefined ? [] : [{ place: place as 0 | 1, value }],
    );
  const only = (key: string | undefined): string => key ?? [...stored.slots.keys()][0] ?? '';

  const before = (op: StorageCall['op'], key: string): void | Promise<void> => {
    const call: StorageCall = { op, key, n: calls.length + 1 };
    calls.push(call);
    return options.beforeCall?.(call);
  };
  const lookAt = (key: string): { readonly place: 0 | 1; readonly sequence: number } | undefined => {
    const { newest } = readSlots(key, slotsOf(key));
    return newest && { place: newest.place, sequence: newest.record.sequence };
  };
  const moveAside = (key: string, places: readonly (0 | 1)[]): string[] =>
    places.map((place) => {
      const slots = stored.slots.get(key);
      stored.asides.push({ key, from: place, value: slots?.[place] });
      if (slots) slots[place] = undefined;
      stored.newest.delete(key);
      return `aside ${stored.asides.length}`;
    });
  const put = (key: string, record: SavedRecord): void => {
    writes++;
    const newest = stored.newest.get(key) ?? lookAt(key);
    const place = nextSlot(newest?.place);
    const slots = stored.slots.get(key) ?? [undefined, undefined];
    if (failsAt(options.failAt, writes)) {
      if (options.tear) {
        slots[place] = structuredClone(torn(record));
        stored.slots.set(key, slots);
        stored.newest.delete(key);
      }
      throw (options.failWith ?? full)(writes);
    }
    assertNotStale(key, newest?.sequence, record);
    slots[place] = structuredClone(record);
    stored.slots.set(key, slots);
    stored.newest.set(key, { place, sequence: record.sequence });
  };

  return {
    async read(key) {
      await before('read', key);
      const { newest, faulty, setAside } = readSlots(key, slotsOf(key));
      const asides = moveAside(key, setAside);
      if (newest) return structuredClone(newest.record);
      if (faulty.length > 0) throw unreadable(key, faulty, asides);
      return undefined;
    },
    async write(key, record) {
      await before('write', key);
      put(key, record);
    },
    writeNow(key, record) {
      if (before('writeNow', key) === undefined) put(key, record);
    },
    async remove(key) {
      await before('remove', key);
      stored.slots.delete(key);
      stored.newest.delete(key);
    },
    async setAside(key, record) {
      await before('setAside', key);
      stored.asides.push({ key, from: 'record', value: structuredClone(record) });
      stored.slots.delete(key);
      stored.newest.delete(key);
    },
    get writes() {
      return writes;
    },
    calls,
    record(key) {
      const found = readSlots(only(key), slotsOf(only(key))).newest;
      return found && structuredClone(found.record);
    },
    asides: () => structuredClone(stored.asides),
    damage(slot, key) {
      const name = only(key);
      const slots = stored.slots.get(name);
      const newest = readSlots(name, slotsOf(name)).newest?.place;
      for (const place of [0, 1] as const) {
        if (!slots || slots[place] === undefined) continue;
        if (slot === place || slot === 'all' || (slot === 'newest' && place === newest)) {
          slots[place] = torn(slots[place] as SavedRecord);
          stored.newest.delete(name);
        }
      }
    },
    put(slot, key, value) {
      const slots = stored.slots.get(key) ?? [undefined, undefined];
      slots[slot] = structuredClone(value);
      stored.slots.set(key, slots);
      stored.newest.delete(key);
    },
    fork: (its = {}) => open(stored, its),
  };
}

/**
 * A storage in memory, with the slots, checks and refusals of a real one. Nothing it takes or gives is shared with
 * the caller. `fork()` gives what a second tab or the next process would open.
 *
 * @example
 * const storage = memoryStorage({ failAt: 2 })
 * // the second write is refused with STORAGE_FULL, and record() still shows the first
 */
export function memoryStorage(options: MemoryStorageOptions = {}): MemoryStorage {
  return open({ slots: new Map(), newest: new Map(), asides: [] }, options);
}
