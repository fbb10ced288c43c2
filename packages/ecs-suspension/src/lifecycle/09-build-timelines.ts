import type { BoundCatchUp } from '../rules/bound.js';
import type { Crossing } from '../rules/duties.js';
import { admittedEndMs, limitPointMs } from '../timeline/clip.js';
import { discoverCrossings, selectCrossings } from '../timeline/crossings.js';
import { orderEvents } from '../timeline/order.js';
import { branchOf } from './03-hold-items.js';
import { carryOf } from './carries.js';
import type { Context } from './context.js';
import { callRule } from './rule-failure.js';
import type { PlayRow, Stepper } from './updates.js';
import { createStepper } from './updates.js';

/** One catch-up row's way through the interval. */
export interface Pass<W> {
  readonly row: PlayRow<W>;
  readonly bound: BoundCatchUp<W>;
  /** Only under `every-missed-update`. */
  readonly stepper: Stepper<W> | undefined;
  /** End of the admitted span, for crossing selection. A ceiling may end the pass earlier. */
  readonly admittedEndMs: number;
  /** The point of `time-limit` or `less-after-a-point`. */
  readonly pointMs: number | undefined;
  /** Start of the segment that is under way. */
  fromMs: number;
  ended: boolean;
}

/** The return timeline: selected events in order, and the passes of all catch-up rows in row order. */
export interface Timelines<W> {
  readonly startMs: number;
  readonly endMs: number;
  readonly events: readonly Crossing[];
  readonly passes: readonly Pass<W>[];
}

/**
 * Builds the calendar timeline and one pass per catch-up row (step 9). Nothing is settled yet.
 *
 * When it ends, every selected crossing stands in its order: by time, ties in row order and then by event resolution.
 * A limit only bounds its own row's pass; it cancels no event.
 */
export function buildTimelines<W>(context: Context<W>, startMs: number, endMs: number): Timelines<W> {
  const { bound, resolveEvents } = context;
  const answer = bound.adoption.answers['crossed-calendar-boundaries'];
  const byRow = answer
    ? bound.calendar.map(({ row, boundary }) => {
        const found = callRule(row.id, 'crossings', () => discoverCrossings(row.id, boundary, startMs, endMs));
        return selectCrossings(answer, row.id, found, endMs);
      })
    : [];
  return {
    startMs,
    endMs,
    events: orderEvents(byRow, resolveEvents),
    passes: passRows(context).map(({ row, bound }) => createPass(context, row, bound, startMs, endMs)),
  };
}

/** The catch-up rows, then the selected catch-up branches of choice rows, with the rules that apply to this return. */
function passRows<W>(context: Context<W>): readonly { row: PlayRow<W>; bound: BoundCatchUp<W> }[] {
  return context.rows.flatMap((row) => {
    const choice = context.bound.choices.find(({ id }) => id === row.id);
    if (!choice) return [{ row, bound: row.bound }];
    const branch = branchOf(choice, context.choices[choice.id] ?? '');
    return branch.kind === 'catch-up' ? [{ row, bound: branch.row }] : [];
  });
}

function createPass<W>(
  context: Context<W>,
  row: PlayRow<W>,
  bound: BoundCatchUp<W>,
  startMs: number,
  endMs: number,
): Pass<W> {
  const lastMs = admittedEndMs(bound.limit, startMs, endMs);
  const at = { fromMs: startMs, endMs: lastMs, carryMs: carryOf(context, row), index: 0 };
  return {
    row,
    bound,
    stepper: bound.fidelity.branch === 'every-missed-update' ? createStepper(row, bound, 'pass', at) : undefined,
    admittedEndMs: lastMs,
    pointMs: limitPointMs(bound.limit, startMs),
    fromMs: startMs,
    ended: false,
  };
}
