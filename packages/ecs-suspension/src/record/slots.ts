import { SuspensionError } from '../errors.js';
import type { RecordFault } from './check.js';
import { recordFault } from './check.js';
import type { SavedRecord } from './record.js';

/** What a storage found in one place where a record may be. An empty place is left out. */
export interface Slot<Place> {
  readonly place: Place;
  /** The stored value, decoded; where that failed, `problem` says why. */
  readonly value?: unknown;
  readonly problem?: string;
}

/** What the slots of one key hold together. */
export interface SlotsRead<Place> {
  /** The newest record that checks out, and where it is. */
  readonly newest?: { readonly place: Place; readonly record: SavedRecord };
  /** What cannot be read, with the reason. */
  readonly faulty: readonly { readonly place: Place; readonly fault: RecordFault }[];
  /** Places whose content has to be moved under a key of its own before anything is written. */
  readonly setAside: readonly Place[];
}

/**
 * Chooses the newest record that checks out; of two with one sequence, the one listed first.
 *
 * A damaged slot beside a good one is what a torn write leaves, and the next write takes it. A slot of another
 * format may be a newer game's progress: it is set aside, and so is everything where nothing can be read.
 */
export function readSlots<Place>(key: string, slots: readonly Slot<Place>[]): SlotsRead<Place> {
  let newest: { place: Place; record: SavedRecord } | undefined;
  const faulty: { place: Place; fault: RecordFault }[] = [];
  for (const { place, value, problem } of slots) {
    const fault: RecordFault | undefined =
      problem === undefined ? recordFault(value, { adoption: key }) : { kind: 'damaged', problem };
    if (fault) faulty.push({ place, fault });
    else if (!newest || (value as SavedRecord).sequence > newest.record.sequence) {
      newest = { place, record: value as SavedRecord };
    }
  }
  const lost = newest ? faulty.filter(({ fault }) => fault.kind !== 'damaged') : faulty;
  return { ...(newest && { newest }), faulty, setAside: lost.map(({ place }) => place) };
}

/**
 * The place for the next write: never that of the newest good record.
 *
 * @param newest - Place of the newest record that checks out, 0 or 1; `undefined` where there is none.
 */
export function nextSlot(newest: 0 | 1 | undefined): 0 | 1 {
  return newest === 0 ? 1 : 0;
}

/**
 * Refuses a record that is not newer than the stored one: another tab, or another copy of the game, has written since.
 *
 * @param storedSequence - Sequence of the newest stored record that checks out; `undefined` where there is none.
 * @throws SuspensionError `RECORD_STALE`.
 */
export function assertNotStale(
  key: string,
  storedSequence: number | undefined,
  record: { readonly sequence: number },
): void {
  if (storedSequence === undefined || storedSequence < record.sequence) return;
  throw new SuspensionError(
    'RECORD_STALE',
    `A record newer than number ${storedSequence} was expected for "${key}", number ${record.sequence} came: ` +
      `another tab or process has written to this save since it was read. ` +
      `The stored record was kept. Start this game again from the save, or close it.`,
    { details: { key, stored: storedSequence, sequence: record.sequence } },
  );
}

/** The error of a save with slots of which none can be read; they have been set aside by then. */
export function unreadable(
  key: string,
  faulty: SlotsRead<unknown>['faulty'],
  asides: readonly string[],
): SuspensionError {
  const problems = faulty.map(({ place, fault }) => `${String(place)}: ${fault.problem}`);
  return new SuspensionError(
    'RECORD_UNREADABLE',
    `A readable record was expected for "${key}", and none of its slots can be read (${problems.join('; ')}). ` +
      `Nothing was deleted: what was there is kept under ${asides.join(', ') || 'its own key'}. ` +
      `The next start begins anew; to get the old save back, put a readable copy in its place.`,
    { details: { key, problems, kinds: faulty.map(({ fault }) => fault.kind), asides } },
  );
}
