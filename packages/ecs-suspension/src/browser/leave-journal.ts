import type { SuspensionError } from '../errors.js';
import { assertNotStale } from '../record/slots.js';
import type { Payload } from './payload.js';
import { deflatedPayload } from './payload.js';
import { isQuota, storageError } from './storage-errors.js';
import type { BrowserStorageOptions } from './storage-options.js';
import type { Journal } from './web-storage.js';
import { JOURNAL_LIMIT_UNITS } from './web-storage.js';

/** Above this many bytes, deflating would take longer than a page that is left has. */
const DEFLATE_LIMIT_BYTES = 32 * 1024 * 1024;

export interface Journaled {
  readonly payload: Payload;
  readonly failed?: SuspensionError;
}

const DOING = 'writing to localStorage';

type Notify = NonNullable<BrowserStorageOptions['onNotice']>;

function tellTooLarge(notify: Notify, key: string, units: number): void {
  const message =
    `The record of "${key}" (${units} units) has no room in localStorage, which takes ${JOURNAL_LIMIT_UNITS} in all. ` +
    `IndexedDB gets it at once: a tab that is closed or hidden keeps it, a reload or a move to another site may not, ` +
    `and then the last autosave is what a start finds. Keep less in covered state, or autosave more often.`;
  notify({ kind: 'journal-too-large', key, units, message });
}

function journaledSequence(journal: Journal, key: string): number | undefined {
  try {
    return journal.sequence(key);
  } catch {
    // The write that follows says so.
    return undefined;
  }
}

/**
 * Writes the journal within the call.
 *
 * @returns The payload for IndexedDB (the deflated one, where it was worth deflating), and why there is no journal.
 * @throws SuspensionError `RECORD_STALE` where another tab has left a newer record.
 */
export function writeJournal(journal: Journal, key: string, plain: Payload, notify: Notify): Journaled {
  assertNotStale(key, journaledSequence(journal, key), plain);
  if (plain.bytes.length > DEFLATE_LIMIT_BYTES) {
    tellTooLarge(notify, key, plain.bytes.length);
    return { payload: plain, failed: storageError(new DOMException('too large', 'QuotaExceededError'), DOING) };
  }
  const payload = deflatedPayload(plain);
  try {
    journal.write(key, payload);
    return { payload };
  } catch (cause) {
    const failed = storageError(cause, DOING);
    const message = 'localStorage takes nothing; IndexedDB is alone.';
    if (isQuota(cause)) tellTooLarge(notify, key, payload.bytes.length);
    else notify({ kind: 'journal-unavailable', key, error: failed, message });
    return { payload, failed };
  }
}
