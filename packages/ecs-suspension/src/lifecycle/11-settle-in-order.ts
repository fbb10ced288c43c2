import type { Crossing, SegmentSettlement } from '../rules/duties.js';
import type { Pass, Timelines } from './09-build-timelines.js';
import { checkedChange, computeChanges, MOST_CHANGES, tooManyChanges } from './10-compute-segments.js';
import { setCarry } from './carries.js';
import type { Context } from './context.js';
import { emit, trace } from './context.js';
import type { CalendarReport, CatchUpReport } from './reports.js';
import { callRule, ceilingOf, finite, ruleFailure } from './rule-failure.js';
import type { Stepper } from './updates.js';
import { carryAt, fill, isFull, runUpdates } from './updates.js';

/** What the timeline settled, in the order it was settled. */
export interface Settled {
  readonly catchUp: CatchUpReport[];
  readonly calendar: CalendarReport[];
  readonly segments: SegmentSettlement[];
}

/** Where a settlement stands when it gives the page a turn. */
export interface Progress {
  readonly doneMs: number;
  readonly row: string;
  /** Updates run since the last pause. */
  readonly used: number;
}

/**
 * Settles segments and events in time order (step 11): up to each event every row whose pass holds it, then the event,
 * then what follows.
 *
 * When it ends, each selected event has been settled once and each pass has run to its end. It pauses now and then and
 * takes a budget of updates at each pause; budgets change nothing but when it pauses.
 */
export function* settleInOrder<W>(
  context: Context<W>,
  timelines: Timelines<W>,
  settled: Settled,
): Generator<Progress, void, number> {
  const { startMs, endMs, events, passes } = timelines;
  const run = createRun(context, timelines, settled);
  let budget = yield { doneMs: 0, row: '', used: 0 };
  for (const pass of passes) run.open(pass);
  let next = 0;
  for (let reachedMs = startMs; reachedMs < endMs; ) {
    const atMs = nextPoint(timelines, next, reachedMs);
    while (runUpdates(context.world, run.steppers, atMs - 1, budget) === 0) {
      budget = yield { doneMs: run.reachedMs() - startMs, row: run.stepperRow(), used: budget };
    }
    const event = events[next]?.atMs === atMs ? events[next] : undefined;
    // A combined event splits nothing: it comes after every segment.
    const splitting = event && event.count === undefined ? event : undefined;
    for (const pass of passes) {
      if (pass.ended) continue;
      if (pass.stepper) runUpdates(context.world, [pass.stepper], atMs, 1);
      if (run.settlesAt(pass, atMs, splitting)) {
        yield* run.settleSegment(pass, atMs, splitting);
        budget = yield { doneMs: atMs - startMs, row: pass.row.id, used: 0 };
      }
    }
    for (; events[next]?.atMs === atMs; next++) {
      const crossing = events[next];
      if (crossing) settled.calendar.push(settleCrossing(context, crossing));
    }
    if (splitting) for (const pass of passes) run.reopen(pass);
    reachedMs = atMs;
  }
}

/** The next moment at which anything but an update happens. */
function nextPoint<W>({ endMs, events, passes }: Timelines<W>, next: number, reachedMs: number): number {
  let atMs = Math.min(endMs, events[next]?.atMs ?? endMs);
  for (const pass of passes) {
    if (pass.ended) continue;
    const edges = pass.stepper ? [pass.admittedEndMs, pass.pointMs] : [pass.admittedEndMs];
    for (const edge of edges) if (edge !== undefined && edge > reachedMs && edge < atMs) atMs = edge;
  }
  return atMs;
}

/** The segments of one run along the timeline. */
function createRun<W>(context: Context<W>, { startMs, endMs, passes }: Timelines<W>, settled: Settled) {
  const { world } = context;
  const steppers = passes.flatMap(({ stepper }) => (stepper ? [stepper] : []));
  const before = new Map<Pass<W>, number>();
  const levelOf = ({ row, bound }: Pass<W>): number =>
    callRule(row.id, 'level', () => finite(row.id, 'level', bound.state.level(world)));

  const report = (pass: Pass<W>, toMs: number, parts: Partial<CatchUpReport>): CatchUpReport => {
    const { row, bound, fromMs } = pass;
    const level = before.get(pass) ?? 0;
    const made: CatchUpReport = {
      row: row.id,
      startMs,
      endMs,
      fromMs,
      toMs,
      admittedMs: 0,
      amountBranch: bound.amount.branch,
      amount: 0,
      fidelityBranch: bound.fidelity.branch,
      updates: 0,
      limitBranch: bound.limit.branch,
      limitReached: false,
      before: level,
      after: level,
      ...parts,
    };
    settled.catchUp.push(made);
    row.admittedMs += made.admittedMs;
    row.limitReached ||= made.limitReached;
    emit(context, 'settle', made);
    trace(context, 'catch-up-report', () => ({ ...made }));
    trace(context, 'return-timeline', () => ({ settles: 'segment', row: row.id, fromMs, toMs }));
    return made;
  };

  /** Ends a pass; a full row's wait begins anew, another's carry goes on after it. */
  const end = (pass: Pass<W>): void => {
    pass.ended = true;
    const { stepper, row } = pass;
    if (stepper) setCarry(context, row, carryAt(stepper, endMs));
    else if (pass.bound.limit.branch === 'state-ceiling' && row.bound.state.stepMs !== undefined && full(pass)) {
      setCarry(context, row, 0);
    }
  };
  const full = ({ row, bound }: Pass<W>): boolean => {
    const { limit } = bound;
    if (limit.branch !== 'state-ceiling') return false;
    return callRule(
      row.id,
      'ceiling or level',
      () => finite(row.id, 'level', bound.state.level(world)) >= ceilingOf(row.id, limit.rule, world),
    );
  };

  return {
    steppers,
    /** Begins a pass: a row that admits nothing says so in one report and has ended. */
    open(pass: Pass<W>): void {
      pass.row.admittedMs = 0;
      pass.row.limitReached = false;
      before.set(pass, levelOf(pass));
      const atCeiling = full(pass);
      if (!atCeiling && pass.admittedEndMs > startMs) return;
      if (atCeiling && pass.stepper) fill(pass.stepper, startMs);
      report(pass, startMs, { limitReached: true });
      end(pass);
    },
    reopen(pass: Pass<W>): void {
      if (!pass.ended) before.set(pass, levelOf(pass));
    },
    settlesAt(pass: Pass<W>, atMs: number, event: Crossing | undefined): boolean {
      if (atMs === endMs || atMs === pass.admittedEndMs || event) return true;
      if (!pass.stepper) return false;
      return pass.stepper.full || (atMs === pass.pointMs && pass.bound.limit.branch === 'less-after-a-point');
    },
    *settleSegment(pass: Pass<W>, atMs: number, event: Crossing | undefined): Generator<Progress, void, number> {
      const { bound, stepper, row, pointMs } = pass;
      const last = atMs >= pass.admittedEndMs;
      // A rule that owns its limit gets its last segment whole, to the return reading.
      let toMs = last && !stepper && !event ? endMs : atMs;
      const applied = stepper ? takeTally(stepper, pass) : yield* applyChanges(context, pass, toMs, startMs);
      if (stepper && !stepper.full && isFull(world, stepper)) fill(stepper, atMs);
      const atCeiling = stepper ? stepper.full : full(pass);
      // A pass that reached its ceiling ended there, not at the event that follows.
      if (stepper?.full) toMs = stepper.filledMs;
      const after = levelOf(pass);
      const { untilPoint, pastPoint, updates } = applied;
      const amount = untilPoint + pastPoint;
      const made = report(pass, toMs, {
        admittedMs: Math.min(toMs, pass.admittedEndMs) - pass.fromMs,
        amount,
        ...(bound.limit.branch === 'less-after-a-point' && { untilPoint, pastPoint }),
        updates,
        limitReached: atCeiling || (pointMs !== undefined && toMs >= pointMs),
        after,
        ...(event && toMs === atMs && { crossing: { row: event.row, atMs } }),
      });
      settled.segments.push({ row: row.id, fromMs: pass.fromMs, toMs, amount, before: made.before, after });
      pass.fromMs = toMs;
      before.set(pass, after);
      if (last || atCeiling) end(pass);
    },
    reachedMs: (): number => Math.min(endMs, ...steppers.map(({ dueMs, stepMs }) => dueMs - stepMs)),
    stepperRow: (): string => steppers.reduce((a, b) => (b.dueMs < a.dueMs ? b : a)).id,
  };
}

interface Applied {
  readonly untilPoint: number;
  readonly pastPoint: number;
  readonly updates: number;
}

/** What a stepper has applied since its last segment; the part past the point is a segment of its own. */
function takeTally<W>(stepper: Stepper<W>, { fromMs, pointMs }: Pass<W>): Applied {
  const { applied, updates } = stepper;
  stepper.applied = 0;
  stepper.updates = 0;
  const isPast = pointMs !== undefined && fromMs >= pointMs;
  return { untilPoint: isPast ? 0 : applied, pastPoint: isPast ? applied : 0, updates };
}

/** Applies what the fidelity rule returns, once, as it is. */
function* applyChanges<W>(
  context: Context<W>,
  pass: Pass<W>,
  toMs: number,
  sinceMs: number,
): Generator<Progress, Applied, number> {
  const { row, bound } = pass;
  const { state } = bound;
  const rule = bound.fidelity.branch === 'larger-steps' ? 'distribute' : 'derive';
  const update = { atMs: toMs, dtMs: toMs - pass.fromMs, index: 0 };
  let untilPoint = 0;
  let pastPoint = 0;
  let updates = 0;
  let calling = 'amount, level or limit';
  try {
    const changes = computeChanges(pass, context.world, toMs, sinceMs);
    calling = rule;
    for (const change of changes) {
      if (updates === MOST_CHANGES) throw tooManyChanges(row.id);
      const parts = checkedChange(pass, change);
      calling = 'apply';
      update.index = updates;
      state.apply(context.world, parts.untilPoint + parts.pastPoint, state.stepMs === undefined ? undefined : update);
      calling = rule;
      untilPoint += parts.untilPoint;
      pastPoint += parts.pastPoint;
      updates++;
      if (updates % 256 === 0) yield { doneMs: pass.fromMs - sinceMs, row: row.id, used: 0 };
    }
  } catch (cause) {
    throw ruleFailure(row.id, calling, cause);
  }
  return { untilPoint, pastPoint, updates };
}

/** Settles one selected crossing through its rule; in play and on return alike. */
export function settleCrossing<W>(context: Context<W>, crossing: Crossing): CalendarReport {
  const { row, atMs } = crossing;
  const bound = context.bound.calendar.find((candidate) => candidate.row.id === row);
  callRule(row, 'settle', () => bound?.settlement.settle(context.world, crossing));
  const report: CalendarReport = {
    row,
    atMs,
    count: crossing.count ?? 1,
    firstMs: crossing.firstMs ?? atMs,
    lastMs: crossing.lastMs ?? atMs,
  };
  emit(context, 'settle', report);
  trace(context, 'calendar-report', () => ({ ...report }));
  trace(context, 'return-timeline', () => ({ settles: 'event', row, atMs }));
  return report;
}
