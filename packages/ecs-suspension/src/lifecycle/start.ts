import { SuspensionError } from '../errors.js';
import { snapshotProblem } from '../record/check.js';
import type { Snapshot } from '../rules/duties.js';
import { captureSnapshot } from './02-capture-snapshot.js';
import { readReturnClock } from './07-measure-interval.js';
import { resumePlay } from './15-commit-and-resume.js';
import type { Task } from './active-return.js';
import { ABANDONED, createTask } from './active-return.js';
import type { Context } from './context.js';
import { emit, moveTo, report, trace } from './context.js';
import { hold } from './hold.js';
import { adoptRecord, putIntoWorld, readRecord } from './load.js';
import type { ReturnReport } from './reports.js';
import { beginReturn } from './return.js';
import { countsAsAway } from './signals.js';
import { suspend } from './suspend.js';
import { makeRecord, writeRecord } from './writer.js';

/**
 * Loads the save and, where the game was closed, settles the return; begins a new game where there is no save.
 *
 * @throws SuspensionError `ALREADY_STARTED`, `STOPPED`, `SNAPSHOT_INVALID`, and what loading and settling throw.
 */
export async function start<W>(
  context: Context<W>,
  options: { readonly loaded?: Snapshot } = {},
): Promise<ReturnReport | undefined> {
  if (context.started || context.phase === 'stopped') {
    throw new SuspensionError(
      context.phase === 'stopped' ? 'STOPPED' : 'ALREADY_STARTED',
      `start() is called once, and "${context.id}" is in phase "${context.phase}" already. Call foreground() or reopen() for a return, or make a new suspension after stop().`,
    );
  }
  const problem = options.loaded && snapshotProblem(options.loaded);
  if (problem) {
    throw new SuspensionError('SNAPSHOT_INVALID', `start({ loaded }) of "${context.id}": ${problem}.`);
  }
  context.started = true;
  const { id: adoption, answers, rows } = context.bound.adoption;
  trace(context, 'declaration-record', () => ({ adoption, answers, rows }));
  const task = createTask(context.lifetime);
  try {
    context.pristine = context.state.capture();
    return await load(context, task, options.loaded);
  } catch (error) {
    if (error === ABANDONED) return undefined;
    // Nothing was changed: the game may mend what stands in the way and start again.
    if (context.phase === 'loading') {
      context.started = false;
      report(context, error);
    }
    throw error;
  }
}

/** From `loading`: the record, or a new game. */
export async function load<W>(
  context: Context<W>,
  task: Task,
  loaded: Snapshot | undefined,
): Promise<ReturnReport | undefined> {
  const record = await readRecord(context, task);
  if (record !== undefined && record !== 'set-aside') {
    context.origin = loaded ? 'loaded' : 'saved';
    adoptRecord(context, record, loaded);
    context.onRewards();
    moveTo(context, 'away');
    // Left before the return could begin: the interval goes on, and the next return has it.
    if (context.closed || (!context.visible && countsAsAway(context))) return undefined;
    return beginReturn(context);
  }
  context.origin = record ?? (loaded ? 'loaded' : 'new');
  // A world that has played already, whose save is gone: the new game begins where the first one did.
  if (context.loaded && context.pristine) context.state.restore(context.pristine);
  if (loaded) putIntoWorld(context, loaded, undefined);
  else context.newGame?.(context.world);
  context.loaded = true;
  await begin(context, task);
  return undefined;
}

/** The first commit: its reading is the anchor. No interval is measured and no continuous item is read. */
async function begin<W>(context: Context<W>, task: Task): Promise<void> {
  const readingMs = await readReturnClock(context, task);
  context.readingMs = readingMs;
  context.anchorMs = readingMs;
  context.crossedMs = readingMs;
  const saved = await writeRecord(context, makeRecord(context, { snapshot: captureSnapshot(context), readingMs }));
  if (task.signal.aborted || context.phase !== 'loading') return;
  emit(context, 'commit', { anchorMs: context.anchorMs, saved, sequence: context.sequence });
  resumePlay(context);
  leaveIfGone(context);
}

/** A game that was left while it began goes where its answers say. */
export function leaveIfGone<W>(context: Context<W>): void {
  if (context.phase !== 'playing') return;
  if (context.closed) suspend(context, 'close');
  else if (!context.visible && countsAsAway(context)) suspend(context, 'background');
  else if (!context.visible && context.bound.adoption.answers['while-in-the-background'] === 'waits-until-closed') {
    hold(context);
  }
}
