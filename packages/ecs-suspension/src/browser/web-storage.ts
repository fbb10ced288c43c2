import type { Packed, Payload } from './payload.js';

export interface JournalEntry {
  readonly text: string;
  readonly payload?: Packed;
}

/**
 * The journal: what a page writes to localStorage in its last moments, one entry a suspension,
 * `sequence|inflated bytes|hash|one character a byte`.
 *
 * It survives every close of a tab, but its copy on disk can be a minute old: a kill is IndexedDB's to survive.
 */
export interface Journal {
  /** @throws What localStorage throws: no room, or none at all. */
  write(key: string, payload: Payload): void;
  /** `undefined` where there is none; the text alone where it is no entry. */
  read(key: string): JournalEntry | undefined;
  /** Sequence of the entry; `undefined` where there is none. */
  sequence(key: string): number | undefined;
  /** Removes an entry of this or a lower sequence, or of any. */
  clear(key: string, sequence?: number): void;
}

/** localStorage holds 5,242,880 UTF-16 units a site, keys and values of everything in it. */
export const JOURNAL_LIMIT_UNITS = 5_242_880;

const ENTRY = /^(\d{1,16})\|(\d{1,16})\|([0-9a-f]{16})\|/;

function latin(bytes: Uint8Array): string {
  let text = '';
  for (let i = 0; i < bytes.length; i += 8_192) text += String.fromCharCode(...bytes.subarray(i, i + 8_192));
  return text;
}

function bytesOf(text: string, from: number): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(text.length - from);
  for (let i = 0; i < bytes.length; i++) bytes[i] = text.charCodeAt(from + i);
  return bytes;
}

/** @param area - Asked anew each time: where storage is blocked, even naming it throws. */
export function createJournal(name: string, area: () => Storage): Journal {
  const itemOf = (key: string): string => `${name}:${key}`;
  const head = (text: string | null): RegExpExecArray | null => ENTRY.exec(text?.slice(0, 60) ?? '');
  const sequence = (key: string): number | undefined => {
    const text = area().getItem(itemOf(key));
    return text === null ? undefined : Number(head(text)?.[1] ?? -1);
  };
  return {
    write(key, { sequence: number, inflatedBytes, hash, bytes }) {
      area().setItem(itemOf(key), `${number}|${inflatedBytes}|${hash}|${latin(bytes)}`);
    },
    read(key) {
      const text = area().getItem(itemOf(key));
      if (text === null) return undefined;
      const [all, number, inflatedBytes, hash] = head(text) ?? [];
      if (all === undefined || hash === undefined) return { text };
      const bytes = bytesOf(text, all.length);
      return { text, payload: { sequence: Number(number), inflatedBytes: Number(inflatedBytes), hash, bytes } };
    },
    sequence,
    clear(key, upTo = Number.POSITIVE_INFINITY) {
      const stored = sequence(key);
      if (stored !== undefined && stored <= upTo) area().removeItem(itemOf(key));
    },
  };
}
