import { SuspensionError } from '../errors.js';
import type { Snapshot } from '../rules/duties.js';
import { highest } from '../time.js';
import { captureSnapshot } from './02-capture-snapshot.js';
import { resumePlay } from './15-commit-and-resume.js';
import { ABANDONED, createTask } from './active-return.js';
import { writeCurrent } from './checkpoint.js';
import { claimNow } from './claim.js';
import type { Context, LifecycleOptions } from './context.js';
import { emit, moveTo, readNow } from './context.js';
import { createEventBus } from './events.js';
import { offerWaiting } from './offers.js';
import type { ReturnReport } from './reports.js';
import { beginReturn, takeBack } from './return.js';
import { foreground } from './signals.js';
import { leaveIfGone, load } from './start.js';
import { suspend } from './suspend.js';
import type { PlayRow, Stepper } from './updates.js';
import { createStepper } from './updates.js';
import { makeRecord, writeRecord } from './writer.js';

/** Makes the running state of a suspension; `start()` begins it. */
export function createContext<W>(options: LifecycleOptions<W>): Context<W> {
  const rows = playRows(options);
  const steppers = new Map<PlayRow<W>, Stepper<W>>();
  for (const row of rows) {
    const { stepMs, playedBy } = row.bound.state;
    if (stepMs === undefined || playedBy === 'game') continue;
    const at = { fromMs: 0, endMs: Number.POSITIVE_INFINITY, carryMs: 0, index: 0 };
    steppers.set(row, createStepper(row, row.bound, 'play', at));
  }
  const { scheduler } = options;
  const context: Context<W> = {
    ...options,
    events: createEventBus(),
    rows,
    steppers,
    phase: 'loading',
    waitingFor: undefined,
    origin: undefined,
    anchorMs: undefined,
    readingMs: undefined,
    crossedMs: undefined,
    playedMs: 0,
    accountedMs: 0,
    fractionMs: 0,
    lastCall: { monotonicMs: scheduler.now(), wallMs: scheduler.wallNow(), paused: false },
    visible: true,
    closed: false,
    started: false,
    loaded: false,
    pristine: undefined,
    lastReadings: new Map(),
    lastBranches: new Map(),
    choices: {},
    rewards: [],
    interval: undefined,
    heldAt: undefined,
    heartbeat: undefined,
    leftovers: {},
    activeReturn: undefined,
    asleepSinceMs: undefined,
    sleeping: undefined,
    saved: false,
    sequence: 0,
    storedSequence: 0,
    writing: Promise.resolve(),
    writesWaiting: 0,
    writeFailures: 0,
    refusedSequence: 0,
    offering: new Map(),
    retrying: undefined,
    unsavedMs: 0,
    outbox: undefined,
    offersWait: false,
    claiming: Promise.resolve(),
    claimsWaiting: 0,
    onStored: () => {
      if (context.offersWait && context.phase === 'playing' && !context.interval)
        void offerWaiting(context, () => writeCurrent(context));
    },
    onStale: () => goElsewhere(context),
    onRetryWrite: () => writeCurrent(context),
    onRewards: () => {},
    lifetime: new AbortController(),
    kick: undefined,
  };
  return context;
}

/** The rows of ordinary play: catch-up rows, and choice rows with a catch-up branch, whose first one it follows. */
function playRows<W>({ bound }: LifecycleOptions<W>): readonly PlayRow<W>[] {
  const own = bound.catchUp.map((row) => ({ id: row.id, bound: row }));
  const chosen = bound.choices.flatMap(({ id, branches }) => {
    const branch = branches.find(({ kind }) => kind === 'catch-up');
    return branch?.kind === 'catch-up' ? [{ id, bound: branch.row }] : [];
  });
  return [...own, ...chosen].map((row, order) => ({ ...row, order, carryMs: 0, admittedMs: 0, limitReached: false }));
}

/** Another owner has written: this one plays and writes no more. */
function goElsewhere<W>(context: Context<W>): void {
  if (context.phase === 'stopped' || context.phase === 'elsewhere') return;
  context.sleeping?.abort(ABANDONED);
  context.asleepSinceMs = undefined;
  const task = context.activeReturn;
  if (task) {
    task.controller.abort(ABANDONED);
    takeBack(context, task);
  }
  moveTo(context, 'elsewhere');
}

/** Tries again: a failed return, a wait, or, from `elsewhere`, taking the save up anew. */
export async function retry<W>(context: Context<W>): Promise<ReturnReport | undefined> {
  switch (context.phase) {
    case 'failed':
      return beginReturn(context);
    case 'elsewhere':
      context.heartbeat?.abort();
      context.heldAt = undefined;
      context.interval = undefined;
      moveTo(context, 'loading');
      return takeUp(context);
    default:
      context.kick?.();
      return context.activeReturn?.promise;
  }
}

/** From `elsewhere`: the newer save, put over the world in place. What fails leaves it elsewhere. */
async function takeUp<W>(context: Context<W>): Promise<ReturnReport | undefined> {
  try {
    return await load(context, createTask(context.lifetime), undefined);
  } catch (error) {
    if (error === ABANDONED) return undefined;
    if (context.phase === 'loading') moveTo(context, 'elsewhere');
    throw error;
  }
}

/** Coherent covered state: during an absence or a return, what it started from. */
export function capture<W>(context: Context<W>): Snapshot {
  return context.interval?.snapshot ?? context.heldAt ?? captureSnapshot(context);
}

/** Writes now, during play. */
export async function checkpoint<W>(context: Context<W>): Promise<void> {
  if (context.phase !== 'playing') {
    throw new SuspensionError(
      'NOT_PLAYING',
      `checkpoint() writes during play, but the phase is "${context.phase}". Hiding and closing write by themselves.`,
      { details: { phase: context.phase } },
    );
  }
  await writeCurrent(context);
}

/** Removes the save and the pending rewards, keeps the anchor, and begins a new game. */
export async function reset<W>(context: Context<W>): Promise<void> {
  if (context.phase !== 'playing' && context.phase !== 'failed' && context.phase !== 'held') {
    throw new SuspensionError(
      'NOT_PLAYING',
      `reset() begins a new game from play, from a held or from a failed one, but the phase is "${context.phase}". Call it once play has resumed.`,
      { details: { phase: context.phase } },
    );
  }
  const { pristine } = context;
  context.heartbeat?.abort();
  context.sleeping?.abort(ABANDONED);
  context.asleepSinceMs = undefined;
  if (pristine) context.state.restore(pristine);
  for (const row of context.rows) {
    row.carryMs = 0;
    row.bound.state.carry?.set(context.world, 0);
  }
  context.rewards = [];
  context.choices = {};
  context.interval = undefined;
  context.heldAt = undefined;
  context.leftovers = {};
  context.offersWait = false;
  context.onRewards();
  context.newGame?.(context.world);
  context.readingMs = readNow(context) ?? context.readingMs;
  context.crossedMs = highest(context.readingMs, context.anchorMs);
  if (context.phase === 'failed') moveTo(context, 'loading');
  if (context.phase !== 'playing') resumePlay(context);
  // Over the old save, not after its removal: a process that dies in between keeps its anchor.
  const { readingMs } = context;
  const written = writeRecord(context, makeRecord(context, { snapshot: captureSnapshot(context), readingMs }));
  leaveIfGone(context);
  const saved = await written;
  emit(context, 'commit', { anchorMs: context.anchorMs, saved, sequence: context.sequence });
}

/** Ends the suspension: a game in play closes first, one that is away writes nothing. */
export async function stop<W>(context: Context<W>): Promise<void> {
  if (context.phase === 'stopped') return;
  if (context.phase === 'playing' || context.phase === 'held') suspend(context, 'close');
  const task = context.activeReturn;
  if (task) {
    task.controller.abort(ABANDONED);
    takeBack(context, task);
  }
  moveTo(context, 'stopped');
  context.lifetime.abort(ABANDONED);
  context.retrying?.abort();
  context.heartbeat?.abort();
  await context.writing;
}

export { claimNow as claim, foreground };
