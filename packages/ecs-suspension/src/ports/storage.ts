import type { SavedRecord } from '../record/record.js';

/**
 * Where records are kept, by suspension id. Two slots, the check and the refusal of a stale write
 * (`RECORD_STALE`) are the storage's duty; `record/slots.ts` and `record/check.ts` do the work.
 */
export interface Storage {
  /**
   * The newest record that checks out; `undefined` where there is none at all.
   * Rejects with `RECORD_UNREADABLE` where slots exist and none can be read: they have been set aside by then.
   */
  read(key: string): Promise<SavedRecord | undefined>;
  /** Resolves when the record is durable. The record may be changed or reused after that, not before. */
  write(key: string, record: SavedRecord): Promise<void>;
  /** Writes within the call, for the moment a page is left. */
  writeNow?(key: string, record: SavedRecord): void;
  remove(key: string): Promise<void>;
  /** Moves a record that this game cannot use under a key of its own, so that it is never lost. */
  setAside?(key: string, record: SavedRecord): Promise<void>;
}
