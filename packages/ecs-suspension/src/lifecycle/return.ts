import type { Reward } from '../rules/duties.js';
import { highest } from '../time.js';
import { restoreSnapshot } from './02-capture-snapshot.js';
import { selectBranches } from './03-hold-items.js';
import type { Measured } from './07-measure-interval.js';
import { measure, readReturnClock, traceMeasured } from './07-measure-interval.js';
import type { AppliedAnchor } from './08-apply-backward-anchor.js';
import { applyBackwardAnchor } from './08-apply-backward-anchor.js';
import { buildTimelines } from './09-build-timelines.js';
import type { Settled } from './11-settle-in-order.js';
import { settleInOrder } from './11-settle-in-order.js';
import { expirePending, tellReward } from './12-expire-pending.js';
import { applyChoices, createRewards, readContinuous } from './13-read-choose-reward.js';
import { presentReturn } from './14-present-return.js';
import { beginAt, commitReturn, raiseAnchor, resumePlay, writeInterval } from './15-commit-and-resume.js';
import type { ActiveReturn } from './active-return.js';
import { ABANDONED, createTask, throwIfAbandoned } from './active-return.js';
import { claimNow } from './claim.js';
import type { Context, Interval } from './context.js';
import { emit, moveTo, report, trace } from './context.js';
import type { During } from './guard.js';
import { createGuard, tellOutbox } from './guard.js';
import { hold } from './hold.js';
import { automaticRewards, offer, writeSettled } from './offers.js';
import type { ReturnReport, RewardReport } from './reports.js';
import { drive } from './slices.js';
import type { Phase } from './transitions.js';

/** Begins a return, or joins the one under way: there is one return, one report, one display. */
export function beginReturn<W>(context: Context<W>): Promise<ReturnReport | undefined> {
  const under = context.activeReturn;
  if (under) return under.promise;
  const controller = new AbortController();
  const task: ActiveReturn = {
    ...createTask(controller),
    controller,
    promise: Promise.resolve(undefined),
    touched: false,
    final: false,
    leftAt: undefined,
    guard: undefined,
    settled: undefined,
    readingMs: undefined,
    dismiss: undefined,
    claims: false,
  };
  context.activeReturn = task;
  moveTo(context, 'returning');
  task.promise = runReturn(context, task);
  return task.promise;
}

async function runReturn<W>(context: Context<W>, task: ActiveReturn): Promise<ReturnReport | undefined> {
  const { rewards, anchorMs } = context;
  try {
    const made = await settleReturn(context, task);
    finishReturn(context, task, made);
    return made;
  } catch (error) {
    if (error === ABANDONED) return undefined;
    if (task.settled) {
      // Offers were made: from there nothing is undone. What was settled is where the next interval begins.
      const startMs = highest(task.readingMs, context.anchorMs);
      context.interval = { kind: 'close', sampledMs: task.readingMs, startMs, snapshot: task.settled };
    } else {
      // Nothing was committed: back to the snapshot, and the interval goes on from its old start.
      context.rewards = rewards;
      context.anchorMs = anchorMs;
    }
    takeBack(context, task);
    moveTo(context, 'failed');
    report(context, error);
    throw error;
  }
}

/** Waits for claims that are with their destinations; `dismiss()` ends this wait too, and they go on in play. */
function claimsAnswered<W>(context: Context<W>, task: ActiveReturn): Promise<unknown> {
  const dismissed = new Promise<void>((resolve) => {
    task.dismiss = resolve;
  });
  return Promise.race([context.claiming, dismissed]);
}

const isReturning = ({ phase }: { readonly phase: Phase }): boolean => phase === 'returning';

/** Takes a return back: the snapshot is restored, and nothing it meant to tell is told. */
export function takeBack<W>(context: Context<W>, task: ActiveReturn): void {
  context.activeReturn = undefined;
  context.waitingFor = undefined;
  context.outbox = undefined;
  if (task.touched && context.interval) restoreSnapshot(context, context.interval.snapshot);
}

/** After the commit: tells what was settled, then play goes on, or the interval that has begun since. */
function finishReturn<W>(context: Context<W>, task: ActiveReturn, made: ReturnReport): void {
  tellOutbox(context);
  emit(context, 'return', made);
  context.activeReturn = undefined;
  // A listener may have stopped it, and another owner may have taken over.
  if (!isReturning(context)) return;
  // Left while the commit was being written: the interval begins now, at the reading of that moment.
  const late = task.leftAt && !context.interval;
  if (task.leftAt && late) beginAt(context, task.leftAt.kind, task.leftAt.sampledMs);
  if (context.interval) {
    const { kind, startMs, sampledMs } = context.interval;
    moveTo(context, 'away');
    if (late) writeInterval(context);
    emit(context, 'suspend', { kind, startMs, sampledMs });
    if (context.visible && context.phase === 'away') void beginReturn(context).catch(() => {});
  } else if (!context.visible && context.bound.adoption.answers['while-in-the-background'] === 'waits-until-closed') {
    hold(context);
  } else {
    resumePlay(context);
    // Offers that waited for a record may be made now that one is stored.
    if (context.saved) context.onStored();
  }
}

/** The steps of a return, in the contract's order. */
async function settleReturn<W>(context: Context<W>, task: ActiveReturn): Promise<ReturnReport> {
  const { interval } = context;
  if (!interval) throw new Error('a return without an interval; please report this');
  const during = createGuard(context, task);

  // 7 and 8: how long, and from which state
  const readingMs = await readReturnClock(context, task);
  throwIfAbandoned(task);
  task.readingMs = readingMs;
  context.outbox = [];
  task.touched = true;
  const measured = measure(interval, readingMs);
  traceMeasured(context, measured);
  const applied = await startingState(context, interval, measured, during);
  throwIfAbandoned(task);

  // 9 to 11
  context.choices = { ...selectBranches(context, 'return') };
  const levels = levelsOf(context);
  const settled: Settled = { catchUp: [], calendar: [], segments: [] };
  if (measured.outcome === 'settled') {
    const timelines = buildTimelines(context, interval.startMs ?? 0, readingMs ?? 0);
    await drive(context, task, settleInOrder(context, timelines, settled), measured.elapsedMs, during);
    throwIfAbandoned(task);
  }

  // 12 and 13
  const expiry = expirePending(context, context.rewards, readingMs);
  task.final = true;
  const continuous = await readContinuous(context, task, during);
  const choices = await applyChoices(context, task, during);
  throwIfAbandoned(task);
  const settlements = { segments: settled.segments, crossings: settled.calendar };
  const created = createRewards(context, settlements, measured.outcome === 'settled' ? readingMs : undefined);
  // What a claim has taken while the return waited is not pending any more.
  context.rewards = [...expiry.left.filter((reward) => context.rewards.includes(reward)), ...created.left];
  const anchorBefore = context.anchorMs;
  raiseAnchor(context, measured, applied?.trustedMs);
  const expired = [...expiry.expired, ...created.expired].map((reward): Reward => ({ ...reward, status: 'expired' }));
  const rewards: RewardReport[] = expired.map((reward) => tellReward(context, reward));
  const known = context.rewards;
  rewards.push(...(await deliver(context, task, readingMs, during)));
  const delivered = known
    .filter((reward) => !context.rewards.includes(reward))
    .map((reward): Reward => ({ ...reward, status: 'accepted' }));
  context.onRewards();

  // 14
  const notice = await presentReturn(
    context,
    task,
    {
      measured,
      applied,
      catchUp: settled.catchUp,
      calendar: settled.calendar,
      continuous,
      levels,
      rewards: [...context.rewards, ...delivered, ...expired],
      claim: (id) => claimNow(context, id),
    },
    during,
  );
  for (const { row, read, reading } of continuous) if (read) context.lastReadings.set(row, reading);

  // What claims from the summary wrote belongs to this commit.
  if (context.claimsWaiting > 0) await during(() => claimsAnswered(context, task));

  // 15
  const saved = await during(() => commitReturn(context, task, measured));
  trace(context, 'return-timeline', () => ({ outcome: measured.outcome, anchorBefore, anchorMs: context.anchorMs }));
  return {
    adoption: context.id,
    interval: {
      startMs: measured.startMs,
      sampledMs: measured.sampledMs,
      endMs: measured.endMs,
      elapsedMs: measured.elapsedMs,
      outcome: measured.outcome,
    },
    catchUp: settled.catchUp,
    calendar: settled.calendar,
    rewards,
    continuous,
    choices,
    ...(measured.outcome === 'skipped' && {
      backwardClock: {
        ...(applied?.anchor && { anchor: applied.anchor }),
        ...(notice !== undefined && { notice }),
      },
    }),
    committed: { anchorMs: context.anchorMs, saved },
  };

  function levelsOf({ rows, world }: Context<W>): Map<string, number> {
    return new Map(rows.map(({ id, bound: { state } }) => [id, state.level(world)]));
  }
}

/** Steps 7 and 8: a measured interval starts from its snapshot, a skipped one from what its anchor answer keeps. */
async function startingState<W>(
  context: Context<W>,
  interval: Interval,
  measured: Measured,
  during: During,
): Promise<AppliedAnchor | undefined> {
  if (measured.outcome === 'skipped') return applyBackwardAnchor(context, interval, measured, during);
  const restored = restoreSnapshot(context, interval.snapshot);
  for (const { id: row, rule } of context.bound.fixed) {
    trace(context, 'fixed-state-trace', () => ({
      row,
      held: Object.keys(rule.components).map((name) => ({ name, ...interval.snapshot.components[name] })),
    }));
  }
  trace(context, 'return-state-trace', () => ({ kept: 'snapshot', putBack: restored }));
  trace(context, 'return-timeline', () => ({ outcome: measured.outcome, elapsedMs: measured.elapsedMs }));
  return undefined;
}

/**
 * Offers the automatic rewards. Before the first offer, settled state, anchor and rewards are one record in storage:
 * from there the return is never undone. Where that record cannot be written, nothing is offered; the rewards wait.
 */
async function deliver<W>(
  context: Context<W>,
  task: ActiveReturn,
  readingMs: number | undefined,
  during: During,
): Promise<RewardReport[]> {
  const offered = automaticRewards(context).filter(({ id }) => !context.offering.has(id));
  const claimed = context.rewards.filter((reward) => !offered.includes(reward));
  const reports = claimed.map((reward) => tellReward(context, reward));
  if (offered.length === 0) return reports;
  if (!(await during(() => writeSettled(context, task, readingMs)))) {
    context.offersWait = true;
    return [...reports, ...offered.map((reward) => tellReward(context, reward))];
  }
  for (const reward of offered) {
    const made = await during(() => offer(context, reward));
    reports.push(made);
    if (made.status === 'accepted') await during(() => writeSettled(context, task, readingMs));
  }
  return reports;
}
