import { rangeMistake } from '../errors.js';
import { heldUpdate } from './04-06-while-away.js';
import { readReturnClock } from './07-measure-interval.js';
import { ABANDONED, createTask } from './active-return.js';
import { autosave } from './checkpoint.js';
import type { Context } from './context.js';
import { readNow, report, trace } from './context.js';
import { playReading, takeWhole } from './edge.js';
import { playTo } from './play.js';
import { beginReturn } from './return.js';
import { suspend } from './suspend.js';

/**
 * One call of the game's loop: ordinary play of the library's rows, or nothing while they are held.
 *
 * @throws RangeError `DELTA_INVALID` for a negative or non-finite length.
 */
export function update<W>(context: Context<W>, deltaMs: number): void {
  if (!Number.isFinite(deltaMs) || deltaMs < 0) {
    throw rangeMistake(
      'DELTA_INVALID',
      `update(deltaMs) takes milliseconds, finite and not negative, but it got ${String(deltaMs)}. Hand over world.time.delta as your loop measures it, 0 while the game is paused.`,
    );
  }
  const { scheduler, lastCall, longestUpdateMs } = context;
  const monotonicMs = scheduler.now();
  const wallMs = scheduler.wallNow();
  if (context.phase !== 'playing') {
    heldUpdate(context, deltaMs);
    return;
  }
  if (context.asleepSinceMs !== undefined) return;
  context.lastCall = { monotonicMs, wallMs, paused: deltaMs === 0 };
  const gapMs = monotonicMs - lastCall.monotonicMs;
  // A frame's delta reaches back to the frame before it: what an edge or a return has taken of it is not played again.
  const freshMs = deltaMs <= gapMs ? deltaMs : Math.max(gapMs, deltaMs - context.accountedMs);
  context.accountedMs = 0;
  const lengthMs = Math.max(freshMs, gapMs);
  const wallJumpMs = wallMs - lastCall.wallMs - gapMs;
  if (lengthMs > longestUpdateMs || wallJumpMs > longestUpdateMs) {
    afterSleep(context, Math.max(lengthMs, wallJumpMs));
    return;
  }
  // Before the update: by now the game's own systems have played all that the last reading covers.
  autosave(context);
  if (context.phase !== 'playing') return;
  play(context, freshMs);
  context.unsavedMs += lengthMs;
}

function play<W>(context: Context<W>, deltaMs: number): void {
  const lengthMs = takeWhole(context, deltaMs);
  if (!context.visible) trace(context, 'background-update-trace', () => ({ phase: 'playing', deltaMs, played: true }));
  playTo(context, lengthMs, playReading(context, lengthMs));
}

/**
 * A stretch that no update covered was a sleep, not play (design 7.13). Its length is only the sign; the row's own
 * clock measures it, from its reading at the last update. It is background time, and the background answer's.
 */
function afterSleep<W>(context: Context<W>, lengthMs: number): void {
  trace(context, 'background-update-trace', () => ({ phase: 'asleep', lengthMs, played: false }));
  switch (context.bound.adoption.answers['while-in-the-background']) {
    case 'counts-as-away':
      suspend(context, 'background', { readingMs: context.readingMs });
      if (context.visible && context.phase === 'away') void beginReturn(context).catch(() => {});
      return;
    case 'waits-until-closed':
      context.readingMs = readNow(context) ?? context.readingMs;
      return;
    case 'keeps-playing':
      void playSleep(context, lengthMs);
  }
}

/** Gives a sleep to the ordinary path, as long as the clock says it was; updates wait until that is known. */
async function playSleep<W>(context: Context<W>, lengthMs: number): Promise<void> {
  const fromMs = context.readingMs;
  const sleeping = new AbortController();
  try {
    if (!context.bound.clock || fromMs === undefined) {
      playTo(context, Math.floor(lengthMs), playReading(context, Math.floor(lengthMs)));
      return;
    }
    const { rule } = context.bound.clock;
    // A clock that answers at once needs no wait.
    let toMs = rule.read ? undefined : readNow(context);
    if (toMs === undefined) {
      context.asleepSinceMs = fromMs;
      context.sleeping = sleeping;
      toMs = (await readReturnClock(context, createTask(sleeping))) ?? fromMs;
      if (sleeping.signal.aborted || context.phase !== 'playing') return;
      const { scheduler } = context;
      context.lastCall = { monotonicMs: scheduler.now(), wallMs: scheduler.wallNow(), paused: false };
    }
    context.readingMs = toMs;
    playTo(context, Math.max(0, toMs - fromMs), toMs);
  } catch (error) {
    if (error !== ABANDONED) report(context, error);
  } finally {
    // An abandoned measuring must not end one that has begun since.
    if (!sleeping.signal.aborted) context.asleepSinceMs = undefined;
  }
}
