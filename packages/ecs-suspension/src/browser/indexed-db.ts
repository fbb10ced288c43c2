import type { SuspensionError } from '../errors.js';
import type { Packed, Payload } from './payload.js';
import { storageError } from './storage-errors.js';

/** Values above 64 KB become files of their own, which a reload often loses. */
const CHUNK_BYTES = 32_768;
const HEADERS = 'headers';
const CHUNKS = 'chunks';
const ASIDES = 'asides';

/** What is stored last of a record, and read first. */
export interface Header {
  readonly sequence: number;
  /** The record's own checksum, and the one of the bytes. */
  readonly check: string;
  readonly hash: string;
  readonly inflatedBytes: number;
  /** Chunks, and their bytes in all. */
  readonly count: number;
  readonly length: number;
}

/** `a` and `b` alternate; every page has a third place of its own, `leave-<page>`, for its last moments. */
export type Place = string;

export interface Placed {
  readonly place: Place;
  readonly header: Header;
}

/** What was set aside, with the place it came from. */
export interface Aside {
  readonly key: string;
  readonly place: Place;
  readonly header?: Header;
  readonly bytes?: Uint8Array;
  readonly text?: string;
}

/** A transaction under way. */
export interface Putting {
  readonly done: Promise<void>;
  /** Gives up, unless it has been committed. */
  abort(): boolean;
}

/** Opens, or rejects with `STORAGE_UNAVAILABLE`. A browser that never answers is given up after `timeoutMs`. */
export function openDatabase(name: string, timeoutMs: number): Promise<IDBDatabase> {
  const doing = `opening the database "${name}"`;
  return new Promise<IDBDatabase>((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error(`no answer in ${timeoutMs} ms`)), timeoutMs);
    const request = globalThis.indexedDB.open(name, 1);
    request.onupgradeneeded = () => {
      request.result.createObjectStore(HEADERS);
      request.result.createObjectStore(CHUNKS);
      request.result.createObjectStore(ASIDES, { autoIncrement: true });
    };
    request.onsuccess = () => {
      clearTimeout(timer);
      resolve(request.result);
    };
    request.onerror = () => {
      clearTimeout(timer);
      reject(request.error);
    };
  }).catch((error: unknown) => {
    throw storageError(error, doing);
  });
}

/** All places of a key; an array is above every text and number. */
const placesOf = (key: string): IDBKeyRange => IDBKeyRange.bound([key], [key, []]);
const chunksOf = (key: string, place: Place): IDBKeyRange => IDBKeyRange.bound([key, place], [key, place, []]);

function finished(transaction: IDBTransaction): Promise<void> {
  return new Promise((resolve, reject) => {
    transaction.oncomplete = () => resolve();
    transaction.onabort = () => reject(transaction.error ?? new DOMException('The write was given up', 'AbortError'));
  });
}

function answer<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}

function putPayload(transaction: IDBTransaction, key: string, place: Place, payload: Payload): void {
  const chunks = transaction.objectStore(CHUNKS);
  const { bytes, sequence, check, hash, inflatedBytes } = payload;
  const count = Math.ceil(bytes.length / CHUNK_BYTES);
  chunks.delete(chunksOf(key, place));
  for (let i = 0; i < count; i++) {
    // A copy: a view would be stored with all of the buffer behind it.
    chunks.put(bytes.slice(i * CHUNK_BYTES, (i + 1) * CHUNK_BYTES), [key, place, i]);
  }
  const header: Header = { sequence, check, hash, inflatedBytes, count, length: bytes.length };
  transaction.objectStore(HEADERS).put(header, [key, place]);
}

function begin(db: IDBDatabase): IDBTransaction {
  return db.transaction([HEADERS, CHUNKS], 'readwrite', { durability: 'relaxed' });
}

/** Puts at once, without a look at what is there: all of it is on its way when the call ends. */
export function putNow(db: IDBDatabase, key: string, place: Place, payload: Payload): Promise<void> {
  const transaction = begin(db);
  const done = finished(transaction);
  putPayload(transaction, key, place, payload);
  transaction.commit();
  return done;
}

/**
 * Looks at what is there, asks `choose` for the place, and puts, all in one transaction.
 * `choose` may refuse by a throw, or give `undefined` where the record is there already.
 * Records that pages left behind have been superseded by then, and go.
 */
export function putChosen(
  db: IDBDatabase,
  key: string,
  payload: Payload,
  choose: (placed: readonly Placed[]) => Place | undefined,
): Putting {
  const transaction = begin(db);
  let committed = false;
  let refusal: { readonly error: unknown } | undefined;
  const headers = transaction.objectStore(HEADERS);
  const keys = headers.getAllKeys(placesOf(key));
  headers.getAll(placesOf(key)).onsuccess = ({ target }) => {
    try {
      const placed = placedOf(keys.result, (target as IDBRequest<Header[]>).result);
      const place = choose(placed);
      if (place !== undefined) {
        for (const { place: left } of placed.filter((each) => each.place.startsWith('leave-'))) {
          headers.delete([key, left]);
          transaction.objectStore(CHUNKS).delete(chunksOf(key, left));
        }
        putPayload(transaction, key, place, payload);
      }
      committed = true;
      transaction.commit();
    } catch (error) {
      refusal = { error };
      transaction.abort();
    }
  };
  return {
    done: finished(transaction).catch((error: unknown) => {
      throw refusal ? refusal.error : error;
    }),
    abort() {
      if (committed) return false;
      try {
        transaction.abort();
      } catch {
        // It has failed already, and whoever began it may be about to begin another.
      }
      return true;
    },
  };
}

function placedOf(keys: readonly IDBValidKey[], headers: readonly Header[]): Placed[] {
  return headers.map((header, i) => ({ place: String((keys[i] as readonly unknown[])[1]), header }));
}

export async function readHeaders(db: IDBDatabase, key: string): Promise<Placed[]> {
  const headers = db.transaction(HEADERS).objectStore(HEADERS);
  const [keys, values] = await Promise.all([
    answer(headers.getAllKeys(placesOf(key))),
    answer(headers.getAll(placesOf(key)) as IDBRequest<Header[]>),
  ]);
  return placedOf(keys, values);
}

async function chunkBytes(chunks: IDBObjectStore, key: string, place: Place): Promise<Uint8Array<ArrayBuffer>> {
  const parts = await answer(chunks.getAll(chunksOf(key, place)) as IDBRequest<Uint8Array[]>);
  const bytes = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    bytes.set(part, at);
    at += part.length;
  }
  return bytes;
}

/** The bytes of a place as a payload; whether they are whole is for its checksum to say. */
export async function readPayload(db: IDBDatabase, key: string, { place, header }: Placed): Promise<Packed> {
  const bytes = await chunkBytes(db.transaction(CHUNKS).objectStore(CHUNKS), key, place);
  return { sequence: header.sequence, hash: header.hash, inflatedBytes: header.inflatedBytes, bytes };
}

/** Moves whole places, and what else is given, to the asides; gives the keys they have there. */
export async function moveAside(
  db: IDBDatabase,
  key: string,
  places: readonly Place[],
  others: readonly Aside[] = [],
): Promise<string[]> {
  const transaction = db.transaction([HEADERS, CHUNKS, ASIDES], 'readwrite');
  const done = finished(transaction);
  const headers = transaction.objectStore(HEADERS);
  const chunks = transaction.objectStore(CHUNKS);
  const asides: Aside[] = [...others];
  const work = async (): Promise<string[]> => {
    for (const place of places) {
      const header = (await answer(headers.get([key, place]))) as Header | undefined;
      const bytes = await chunkBytes(chunks, key, place);
      asides.push({ key, place, ...(header && { header }), bytes });
      headers.delete([key, place]);
      chunks.delete(chunksOf(key, place));
    }
    const numbers: string[] = [];
    for (const aside of asides) numbers.push(`aside ${await answer(transaction.objectStore(ASIDES).add(aside))}`);
    return numbers;
  };
  const [numbers] = await Promise.all([work(), done]);
  return numbers;
}

export async function readAsides(db: IDBDatabase): Promise<Aside[]> {
  return await answer(db.transaction(ASIDES).objectStore(ASIDES).getAll());
}

export async function removeAll(db: IDBDatabase, key: string): Promise<void> {
  const transaction = begin(db);
  transaction.objectStore(HEADERS).delete(placesOf(key));
  transaction.objectStore(CHUNKS).delete(placesOf(key));
  transaction.commit();
  await finished(transaction);
}

/** The error of a page without IndexedDB. */
export function noDatabase(): SuspensionError {
  return storageError(new Error('this page has no IndexedDB'), 'keeping a record');
}
