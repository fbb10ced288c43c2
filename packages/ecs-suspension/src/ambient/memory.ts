import type { Storage } from '../ports/storage.js';
import type { SavedRecord } from '../record/record.js';

/** The storage of a game that gives none: it forgets everything with the process. */
export function processMemory(): Storage {
  const records = new Map<string, SavedRecord>();
  return {
    async read(key) {
      return structuredClone(records.get(key));
    },
    async write(key, record) {
      records.set(key, structuredClone(record));
    },
    async remove(key) {
      records.delete(key);
    },
  };
}
