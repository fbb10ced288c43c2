import { assertNotStale, nextSlot } from '../record/slots.js';
import type { Place, Placed } from './indexed-db.js';
import type { Payload } from './payload.js';

/**
 * Chooses the place of an ordinary write inside its transaction: `a` and `b` alternate.
 *
 * @returns The place, or `undefined` where this very record is there already: a write whose answer was lost.
 * @throws SuspensionError `RECORD_STALE` where a newer record is.
 */
export function fence(key: string, payload: Payload, placed: readonly Placed[]): Place | undefined {
  const { sequence, check } = payload;
  if (placed.some(({ header }) => header.sequence === sequence && header.check === check)) return undefined;
  const stored = placed.map(({ header }) => header.sequence);
  assertNotStale(key, stored.length > 0 ? Math.max(...stored) : undefined, payload);
  const sequenceOf = (place: Place): number => placed.find((each) => each.place === place)?.header.sequence ?? -1;
  return nextSlot(sequenceOf('a') > sequenceOf('b') ? 0 : 1) === 0 ? 'a' : 'b';
}
