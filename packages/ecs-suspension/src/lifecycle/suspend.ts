import { beginAt, writeInterval } from './15-commit-and-resume.js';
import type { ActiveReturn } from './active-return.js';
import { ABANDONED } from './active-return.js';
import { currentRecord } from './checkpoint.js';
import type { Context } from './context.js';
import { emit, moveTo, readNow, report } from './context.js';
import { playEdge } from './edge.js';
import { hold, releaseHold } from './hold.js';
import { takeBack } from './return.js';
import { writeLeaving } from './writer.js';

/**
 * Steps 1 to 3: the edge of play, the interval, the snapshot and the selections, and one record of them, within the
 * call. From `playing` or `held`.
 *
 * @param since - Starting reading of a sleep that showed afterwards: nothing since then was play.
 */
export function suspend<W>(
  context: Context<W>,
  kind: 'background' | 'close',
  since?: { readingMs: number | undefined },
): void {
  // A sleep that is still being measured was not played: it becomes part of the interval.
  const asleep = since ?? (context.asleepSinceMs === undefined ? undefined : { readingMs: context.asleepSinceMs });
  if (context.phase === 'held') releaseHold(context);
  else if (!asleep) playEdge(context);
  context.sleeping?.abort(ABANDONED);
  context.asleepSinceMs = undefined;
  beginAt(context, kind, asleep ? asleep.readingMs : readNow(context));
  // The phase first: whoever is told of the record's refusal finds a game that has been left.
  moveTo(context, 'away');
  writeInterval(context);
  const { startMs, sampledMs } = context.interval ?? { startMs: undefined, sampledMs: undefined };
  emit(context, 'suspend', { kind, startMs, sampledMs });
}

/** The open game goes to the background: what follows is the background answer's. */
export function hide<W>(context: Context<W>): void {
  switch (context.bound.adoption.answers['while-in-the-background']) {
    case 'counts-as-away':
      suspend(context, 'background');
      return;
    case 'waits-until-closed':
      playEdge(context);
      hold(context);
      return;
    case 'keeps-playing': {
      // A sleep that is being measured is not played yet: the record keeps the reading before it.
      if (context.asleepSinceMs === undefined) playEdge(context);
      try {
        const record = currentRecord(context);
        if (record) writeLeaving(context, record);
      } catch (error) {
        report(context, error);
      }
    }
  }
}

/**
 * A close, or a hide that counts as away, during a return (design 7.14). Before step 13 it takes the return back and
 * the interval goes on; from there the return commits, and the next interval begins at this moment's reading.
 */
export function leaveReturn<W>(context: Context<W>, task: ActiveReturn, kind: 'background' | 'close'): void {
  if (task.final) {
    const sampledMs = task.leftAt?.sampledMs ?? readNow(context) ?? task.readingMs;
    task.leftAt = { kind: task.leftAt?.kind === 'close' ? 'close' : kind, sampledMs };
    task.dismiss?.();
    return;
  }
  task.controller.abort(ABANDONED);
  takeBack(context, task);
  if (kind === 'close' && context.interval) context.interval = { ...context.interval, kind };
  moveTo(context, 'away');
}
