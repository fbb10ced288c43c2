import { assertNotStale, nextSlot } from '../record/slots.js';
import type { Place, Placed } from './indexed-db.js';
import type { Payload } from './payload.js';

/**
 * Chooses the place of an ordinary write inside its transaction: `a` and `b` alternate.
 *
 * @param own - Where this page leaves its last record, which an ordinary write of its own always supersedes.
 * @param again - The write may have been done before its connection died.
 * @returns What `putChosen` asks: the place, or `undefined` where this very record is there already.
 *   It throws `RECORD_STALE` where a newer record is.
 */
export function fence(
  key: string,
  payload: Payload,
  own: Place,
  again: boolean,
): (placed: readonly Placed[]) => Place | undefined {
  return (placed) => {
    const isThere = placed.some(({ header }) => header.sequence === payload.sequence && header.hash === payload.hash);
    if (again && isThere) return undefined;
    const others = placed.filter(({ place }) => place !== own).map(({ header }) => header.sequence);
    assertNotStale(key, others.length > 0 ? Math.max(...others) : undefined, payload);
    const sequenceOf = (place: Place): number => placed.find((each) => each.place === place)?.header.sequence ?? -1;
    return nextSlot(sequenceOf('a') > sequenceOf('b') ? 0 : 1) === 0 ? 'a' : 'b';
  };
}
