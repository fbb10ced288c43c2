import type { Crossing } from '../rules/duties.js';
import { discoverCrossings } from '../timeline/crossings.js';
import { orderEvents } from '../timeline/order.js';
import { settleCrossing } from './11-settle-in-order.js';
import { carryOf } from './carries.js';
import type { Context } from './context.js';
import { callRule, ceilingOf, finite } from './rule-failure.js';
import type { PlayRow } from './updates.js';
import { carryAt, isFull, runUpdates, wake } from './updates.js';

/** Updates between two looks at whether all due ones have run; any number gives the same result. */
const BATCH = 65_536;

/**
 * Plays `lengthMs` of ordinary time that ends at the reading `toMs`: the library's rows in row order, and the
 * crossings of boundaries that are settled in play.
 */
export function playTo<W>(context: Context<W>, lengthMs: number, toMs: number): void {
  let fromMs = toMs - lengthMs;
  for (const crossing of crossingsInPlay(context, toMs)) {
    const atMs = Math.max(fromMs, crossing.atMs);
    advance(context, fromMs, atMs);
    fromMs = atMs;
    settleCrossing(context, crossing);
  }
  advance(context, fromMs, toMs);
  context.playedMs += lengthMs;
  if (context.bound.clock && (context.crossedMs === undefined || toMs > context.crossedMs)) context.crossedMs = toMs;
}

function crossingsInPlay<W>(context: Context<W>, toMs: number): readonly Crossing[] {
  const { crossedMs, bound } = context;
  if (!bound.clock || crossedMs === undefined || toMs <= crossedMs) return [];
  const inPlay = bound.calendar.filter(({ boundary }) => boundary.inPlay);
  if (inPlay.length === 0) return [];
  const byRow = inPlay.map(({ row, boundary }) =>
    callRule(row.id, 'crossings', () => discoverCrossings(row.id, boundary, crossedMs, toMs)).map((atMs) => ({
      row: row.id,
      atMs,
    })),
  );
  return orderEvents(byRow, context.resolveEvents);
}

function advance<W>(context: Context<W>, fromMs: number, toMs: number): void {
  if (toMs <= fromMs && context.steppers.size === 0) return;
  const { world, steppers } = context;
  const playing = [...steppers.values()];
  let anyDue = false;
  for (const [row, stepper] of steppers) {
    stepper.full = isFull(world, stepper);
    stepper.dueMs = stepper.full ? Number.POSITIVE_INFINITY : fromMs + stepper.stepMs - row.carryMs;
    anyDue ||= stepper.dueMs <= toMs;
  }
  try {
    if (anyDue) while (runUpdates(world, playing, toMs - 1, BATCH) === 0);
    // What falls due exactly at the end goes in row order, whether it comes in steps or not.
    for (const row of context.rows) {
      const stepper = steppers.get(row);
      if (stepper) while (runUpdates(world, [stepper], toMs, BATCH) === 0);
      else if (row.bound.state.playedBy !== 'game') playUnstepped(context, row, toMs - fromMs);
    }
    wake(world, playing, toMs);
  } finally {
    for (const [row, stepper] of steppers) row.carryMs = carryAt(stepper, toMs);
  }
}

function playUnstepped<W>(context: Context<W>, row: PlayRow<W>, lengthMs: number): void {
  if (lengthMs <= 0) return;
  const { world } = context;
  const { state, limit } = row.bound;
  let amount = finite(
    row.id,
    'amount',
    callRule(row.id, 'amount', () => state.amount(lengthMs, world)),
  );
  if (limit.branch === 'state-ceiling' && limit.rule.inPlay) {
    const { rule } = limit;
    const room = callRule(
      row.id,
      'ceiling or level',
      () => ceilingOf(row.id, rule, world) - finite(row.id, 'level', state.level(world)),
    );
    if (room <= 0) return;
    amount = Math.min(amount, room);
  }
  callRule(row.id, 'apply', () => state.apply(world, amount));
}

/**
 * Milliseconds of ordinary play until a row has a level, from its amounts as they are now.
 *
 * @returns 0 where it has it already, `undefined` where play does not lead there.
 */
export function untilLevel<W>(context: Context<W>, row: PlayRow<W>, level: number): number | undefined {
  const { world } = context;
  const { state, limit } = row.bound;
  const missing = level - state.level(world);
  if (missing <= 0) return 0;
  if (limit.branch === 'state-ceiling' && limit.rule.inPlay && level > limit.rule.ceiling(world)) return undefined;
  if (state.stepMs !== undefined) {
    const each = state.amount(state.stepMs, world);
    if (!(each > 0)) return undefined;
    return Math.max(0, Math.ceil(missing / each) * state.stepMs - carryOf(context, row));
  }
  // Amounts grow with time: double until it is enough, then close in on the first such millisecond.
  let enoughMs = 1;
  while (!(state.amount(enoughMs, world) >= missing)) {
    enoughMs *= 2;
    if (enoughMs > Number.MAX_SAFE_INTEGER) return undefined;
  }
  let shortMs = Math.floor(enoughMs / 2);
  while (enoughMs - shortMs > 1) {
    const middleMs = Math.floor((shortMs + enoughMs) / 2);
    if (state.amount(middleMs, world) >= missing) enoughMs = middleMs;
    else shortMs = middleMs;
  }
  return enoughMs;
}
