import type { CalendarAnswer } from '../adoption/document.js';
import { SuspensionError } from '../errors.js';
import type { BoundaryRule, Crossing } from '../rules/duties.js';

/** More crossings than this in one interval fail the return: a rule that never ends must not hang the page. */
export const MOST_CROSSINGS = 1_000_000;

/**
 * The crossings of one boundary in `(fromMs, toMs]`, as whole readings (step 9).
 *
 * A fraction is rounded up: a whole reading has passed a boundary at 10.5 when it shows 11.
 *
 * @throws SuspensionError `CROSSINGS_INVALID` for readings that are not finite, not ascending, outside, or too many.
 */
export function discoverCrossings(row: string, rule: BoundaryRule, fromMs: number, toMs: number): number[] {
  const found: number[] = [];
  let last = fromMs;
  const invalid = (what: string): SuspensionError =>
    new SuspensionError(
      'CROSSINGS_INVALID',
      `Row "${row}": crossings(${fromMs}, ${toMs}) must give finite, ascending readings in (${fromMs}, ${toMs}], but it gave ${what}. Correct the boundary rule, then call retry().`,
      { details: { row, fromMs, toMs } },
    );
  for (const reading of rule.crossings(fromMs, toMs)) {
    if (typeof reading !== 'number' || !Number.isFinite(reading)) throw invalid(String(reading));
    const atMs = Math.ceil(reading);
    if (atMs <= last || atMs > toMs) throw invalid(found.length === 0 ? `${reading}` : `${reading} after ${last}`);
    if (found.length === MOST_CROSSINGS) throw invalid(`more than ${MOST_CROSSINGS}`);
    found.push(atMs);
    last = atMs;
  }
  return found;
}

/** The crossings of one row that the calendar answer keeps, as events on the return timeline (step 9). */
export function selectCrossings(
  answer: CalendarAnswer,
  row: string,
  found: readonly number[],
  endMs: number,
): readonly Crossing[] {
  const first = found[0];
  const last = found.at(-1);
  if (first === undefined || last === undefined) return [];
  switch (answer) {
    case 'every-crossing-in-order':
      return found.map((atMs) => ({ row, atMs }));
    case 'latest-crossing-only':
      return [{ row, atMs: last }];
    case 'one-combined-crossing':
      return [{ row, atMs: endMs, count: found.length, firstMs: first, lastMs: last }];
  }
}
