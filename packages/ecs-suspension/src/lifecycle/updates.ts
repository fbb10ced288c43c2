import type { BoundCatchUp } from '../rules/bound.js';
import type { StateCeilingRule } from '../rules/duties.js';
import { limitPointMs } from '../timeline/clip.js';
import { ceilingOf, finite, ruleFailure } from './rule-failure.js';

/** The running state of one catch-up row, or of the catch-up branch of a choice row. */
export interface PlayRow<W> {
  readonly id: string;
  /** Position among the rows; ties in time go by it. */
  readonly order: number;
  /** The rules ordinary play follows. */
  readonly bound: BoundCatchUp<W>;
  /** The part of the next step that has passed; the game's own where it plays the row itself. */
  carryMs: number;
  /** Of the last return. */
  admittedMs: number;
  limitReached: boolean;
}

/** A row while its stepped updates run, in play or in a pass. */
export interface Stepper<W> {
  readonly id: string;
  readonly order: number;
  readonly bound: BoundCatchUp<W>;
  readonly stepMs: number;
  /** `pass`: away amounts, and a ceiling ends it. `play`: ordinary amounts, and a full row waits for its level to fall. */
  readonly mode: 'pass' | 'play';
  readonly ceiling: StateCeilingRule<W> | undefined;
  /** Updates due after this reading use the later amount. */
  readonly pointMs: number;
  /** No update due after this reading is run. */
  readonly endMs: number;
  /** Reused for every update and span, so that a long replay allocates nothing. */
  readonly update: { atMs: number; dtMs: number; index: number };
  readonly span: { fromMs: number; toMs: number; elapsedMs: number; sinceMs: number };
  /** When its next update is due; `Infinity` while it is full. */
  dueMs: number;
  full: boolean;
  /** When it was found full. */
  filledMs: number;
  /** Since the tally was last taken. */
  applied: number;
  updates: number;
}

/** Sets up a row's updates from `fromMs` on, its carry having passed already. */
export function createStepper<W>(
  row: PlayRow<W>,
  bound: BoundCatchUp<W>,
  mode: 'pass' | 'play',
  at: { readonly fromMs: number; readonly endMs: number; readonly carryMs: number; readonly index: number },
): Stepper<W> {
  const stepMs = bound.state.stepMs ?? 0;
  const { limit } = bound;
  const ceiling = limit.branch === 'state-ceiling' && (mode === 'pass' || limit.rule.inPlay) ? limit.rule : undefined;
  return {
    id: row.id,
    order: row.order,
    bound,
    stepMs,
    mode,
    ceiling,
    pointMs: (mode === 'pass' ? limitPointMs(limit, at.fromMs) : undefined) ?? Number.POSITIVE_INFINITY,
    endMs: at.endMs,
    update: { atMs: 0, dtMs: stepMs, index: at.index },
    span: { fromMs: 0, toMs: 0, elapsedMs: stepMs, sinceMs: at.fromMs },
    dueMs: at.fromMs + stepMs - at.carryMs,
    full: false,
    filledMs: 0,
    applied: 0,
    updates: 0,
  };
}

/** The carry a stepper leaves at a reading: zero while it is full. */
export function carryAt<W>(stepper: Stepper<W>, atMs: number): number {
  return stepper.full ? 0 : Math.min(atMs, stepper.endMs) - (stepper.dueMs - stepper.stepMs);
}

/**
 * Runs the updates due at or before `toMs`, by due time, ties in row order: in a pass as in play (design 7.7).
 *
 * @param steppers - In row order.
 * @param budget - The most updates to run now.
 * @returns How much of the budget is left; 0 where updates may still be due.
 */
export function runUpdates<W>(world: W, steppers: readonly Stepper<W>[], toMs: number, budget: number): number {
  let left = budget;
  while (left > 0) {
    let first: Stepper<W> | undefined;
    let second: Stepper<W> | undefined;
    for (const stepper of steppers) {
      if (stepper.dueMs > stepper.endMs) continue;
      if (first === undefined || stepper.dueMs < first.dueMs) {
        second = first;
        first = stepper;
      } else if (second === undefined || stepper.dueMs < second.dueMs) {
        second = stepper;
      }
    }
    if (!first || first.dueMs > toMs) return left;
    // Alone until the second is due; a tie goes to the lower row.
    const alone = second ? (second.order > first.order ? second.dueMs : second.dueMs - 1) : toMs;
    const lastMs = Math.max(first.dueMs, Math.min(toMs, first.endMs, alone));
    const due = Math.floor((lastMs - first.dueMs) / first.stepMs) + 1;
    const waiting = first.mode === 'play' && steppers.some((stepper) => stepper.full);
    left -= runRow(world, first, waiting ? 1 : Math.min(left, due));
    if (waiting) wake(world, steppers, first.update.atMs);
  }
  return 0;
}

/** Runs up to `count` updates of one row; fewer where it reaches its ceiling. */
function runRow<W>(world: W, stepper: Stepper<W>, count: number): number {
  const { bound, update, span, stepMs, ceiling, id } = stepper;
  const { state } = bound;
  const ordinary = stepper.mode === 'play' || bound.amount.branch === 'same-as-playing';
  let done = 0;
  let calling = 'amount';
  try {
    while (done < count) {
      const atMs = stepper.dueMs;
      let amount: number;
      if (atMs > stepper.pointMs && bound.limit.branch === 'less-after-a-point') {
        amount = bound.limit.rule.amount(spanOf(span, atMs, stepMs), world);
      } else if (ordinary) {
        amount = state.amount(stepMs, world);
      } else {
        amount = bound.amount.rule?.amount(spanOf(span, atMs, stepMs), world) ?? Number.NaN;
      }
      if (!Number.isFinite(amount)) finite(id, 'amount', amount);
      if (ceiling) {
        calling = 'ceiling or level';
        const room = ceilingOf(id, ceiling, world) - finite(id, 'level', state.level(world));
        if (room <= 0) {
          fill(stepper, atMs);
          return Math.max(done, 1);
        }
        if (amount > room) amount = room;
      }
      calling = 'apply';
      update.atMs = atMs;
      // Before the call: an update whose rule throws in play is not run again at every update after it.
      stepper.dueMs = atMs + stepMs;
      state.apply(world, amount, update);
      update.index++;
      stepper.applied += amount;
      stepper.updates++;
      done++;
      if (ceiling && isFull(world, stepper)) {
        fill(stepper, atMs);
        return done;
      }
      calling = 'amount';
    }
  } catch (cause) {
    throw ruleFailure(id, calling, cause);
  }
  return done;
}

function spanOf(span: Stepper<unknown>['span'], atMs: number, stepMs: number): Stepper<unknown>['span'] {
  span.fromMs = atMs - stepMs;
  span.toMs = atMs;
  return span;
}

/** Whether a row's level stands at its ceiling or above. */
export function isFull<W>(world: W, stepper: Stepper<W>): boolean {
  const { ceiling, bound, id } = stepper;
  if (!ceiling) return false;
  return finite(id, 'level', bound.state.level(world)) >= ceilingOf(id, ceiling, world);
}

/** At the ceiling the carry is zero: the wait for the next unit begins when the level falls (design 7.5). */
export function fill<W>(stepper: Stepper<W>, atMs: number): void {
  stepper.full = true;
  stepper.filledMs = atMs;
  stepper.dueMs = Number.POSITIVE_INFINITY;
}

/** In play, rows whose level has fallen begin to wait for their next update. */
export function wake<W>(world: W, steppers: readonly Stepper<W>[], atMs: number): void {
  for (const stepper of steppers) {
    if (!stepper.full || isFull(world, stepper)) continue;
    stepper.full = false;
    stepper.dueMs = atMs + stepper.stepMs;
  }
}
