import { SuspensionError } from '../errors.js';
import type { Crossing } from '../rules/duties.js';

/**
 * Orders events by time, ties in row order; equal times then go to the game's event resolution (step 9).
 *
 * @param byRow - Selected crossings, one list per calendar row in row order.
 * @param resolve - Event resolution; it may reorder the events it is given, nothing else.
 * @throws SuspensionError `RULE_FAILED` where it does anything else.
 */
export function orderEvents(
  byRow: readonly (readonly Crossing[])[],
  resolve?: (events: Crossing[]) => readonly Crossing[],
): readonly Crossing[] {
  // Array.prototype.sort is stable, so that the row order of `flat` breaks ties.
  const events = byRow.flat().sort((a, b) => a.atMs - b.atMs);
  if (!resolve || byRow.length < 2) return events;
  const ordered: Crossing[] = [];
  for (let from = 0; from < events.length; ) {
    const atMs = events[from]?.atMs;
    let to = from + 1;
    while (events[to]?.atMs === atMs) to++;
    const equal = events.slice(from, to);
    ordered.push(...(equal.length > 1 ? resolved(equal, resolve) : equal));
    from = to;
  }
  return ordered;
}

function resolved(equal: Crossing[], resolve: (events: Crossing[]) => readonly Crossing[]): readonly Crossing[] {
  const order = [...resolve([...equal])];
  const same = order.length === equal.length && new Set(order).size === equal.length;
  if (same && order.every((event) => equal.includes(event))) return order;
  throw new SuspensionError(
    'RULE_FAILED',
    `resolveEvents must return the ${equal.length} events it was given at ${equal[0]?.atMs}, each once, in the order to settle them; it returned ${order.length} others. Correct it, then call retry().`,
    { details: { rule: 'resolveEvents', rows: equal.map((event) => event.row) } },
  );
}
