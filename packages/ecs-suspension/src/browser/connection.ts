import { noDatabase, openDatabase } from './indexed-db.js';
import { isDeadConnection, storageError } from './storage-errors.js';

/** A database that is opened once, and once more where its handle has died. */
export interface Connection {
  /** The open handle; `undefined` before it is open, and after it has died. */
  current(): IDBDatabase | undefined;
  /** Runs `work` on the open handle; a second time on a new one where the first has died. */
  use<T>(doing: string, work: (db: IDBDatabase, again: boolean) => Promise<T>): Promise<T>;
  close(): void;
}

export function createConnection(name: string, timeoutMs: number): Connection {
  let opening: Promise<IDBDatabase> | undefined;
  let open: IDBDatabase | undefined;

  const drop = (db: IDBDatabase): void => {
    if (db === open) {
      open = undefined;
      opening = undefined;
    }
    db.close();
  };
  const opened = (): Promise<IDBDatabase> => {
    if (typeof indexedDB === 'undefined') return Promise.reject(noDatabase());
    opening ??= openDatabase(name, timeoutMs).then(
      (db) => {
        open = db;
        db.onclose = () => drop(db);
        db.onversionchange = () => drop(db);
        return db;
      },
      (error: unknown) => {
        opening = undefined;
        throw error;
      },
    );
    return opening;
  };

  return {
    current: () => open,
    async use(doing, work) {
      const db = await opened();
      try {
        return await work(db, false);
      } catch (error) {
        if (!isDeadConnection(error)) throw storageError(error, doing);
      }
      drop(db);
      try {
        return await work(await opened(), true);
      } catch (error) {
        throw storageError(error, doing);
      }
    },
    close() {
      if (open) drop(open);
    },
  };
}
