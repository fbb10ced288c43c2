import { carryOf, setCarry } from './carries.js';
import type { Context } from './context.js';
import { readNow, report } from './context.js';
import { playTo } from './play.js';

/** Whole milliseconds out of a stretch; what is below one waits for the next. */
export function takeWhole<W>(context: Context<W>, ms: number): number {
  const sum = context.fractionMs + ms;
  const whole = Math.floor(sum);
  context.fractionMs = sum - whole;
  return whole;
}

/** The reading at which a stretch of play ends; without a clock row, the play since `start()`. */
export function playReading<W>(context: Context<W>, lengthMs: number): number {
  if (!context.bound.clock) return context.playedMs + lengthMs;
  const readingMs = readNow(context);
  // While the clock gives no number the last good reading goes on with play, so that played time is not away time too.
  if (readingMs !== undefined) context.readingMs = readingMs;
  else if (context.readingMs !== undefined) context.readingMs += lengthMs;
  return context.readingMs ?? context.playedMs + lengthMs;
}

/**
 * Plays what the monotonic clock shows since the last call, so that no time is lost at the edge (design 7.3): nothing
 * where the game was paused by its own choice, or where the last call is too long ago to be play.
 */
export function playEdge<W>(context: Context<W>): void {
  const { scheduler, longestUpdateMs, lastCall } = context;
  const monotonicMs = scheduler.now();
  const gapMs = monotonicMs - lastCall.monotonicMs;
  const isPlay = !lastCall.paused && gapMs > 0 && gapMs <= longestUpdateMs;
  context.lastCall = { ...lastCall, monotonicMs, wallMs: scheduler.wallNow() };
  context.accountedMs += Math.max(0, gapMs);
  const lengthMs = isPlay ? takeWhole(context, gapMs) : 0;
  try {
    // The game's own systems will never play this stretch: it goes into their accumulators, for the pass to take up.
    for (const row of context.rows) {
      if (row.bound.state.playedBy === 'game' && lengthMs > 0) setCarry(context, row, carryOf(context, row) + lengthMs);
    }
    playTo(context, lengthMs, playReading(context, lengthMs));
  } catch (error) {
    // The state as it stands is worth more than none: it is captured all the same.
    report(context, error);
  }
}
