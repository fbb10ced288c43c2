import type { AnchorAnswer } from '../adoption/document.js';
import { SuspensionError } from '../errors.js';
import { snapshotProblem } from '../record/check.js';
import { wholeReading } from '../time.js';
import { restoreSnapshot } from './02-capture-snapshot.js';
import type { Measured } from './07-measure-interval.js';
import type { Context, Interval } from './context.js';
import { trace } from './context.js';
import type { During } from './guard.js';
import { callRule, ruleFailure } from './rule-failure.js';

/** What was applied for a reading that went back. */
export interface AppliedAnchor {
  /** Absent under a protected clock, where a resync is no fault of the player's. */
  readonly anchor?: AnchorAnswer;
  readonly trustedMs?: number;
}

/**
 * Picks the state that a backward reading keeps (step 8), before any catch-up.
 *
 * When it ends, the world holds the suspension snapshot, the trusted checkpoint, or the state it was loaded with, as
 * the anchor answer says. Under a protected clock the loaded state stays and no anchor is reported.
 *
 * @param during - Waits for a checkpoint that comes later, with covered state guarded.
 */
export async function applyBackwardAnchor<W>(
  context: Context<W>,
  interval: Interval,
  measured: Measured,
  during: During,
): Promise<AppliedAnchor> {
  const anchor = context.bound.adoption.answers['backward-clock-anchor'];
  let trustedMs: number | undefined;
  if (anchor === 'suspension-snapshot') {
    restoreSnapshot(context, interval.snapshot);
  } else if (anchor === 'last-trusted-checkpoint') {
    trustedMs = await restoreCheckpoint(context, during);
  } else {
    trace(context, 'return-state-trace', () => ({ kept: 'loaded', startMs: measured.startMs, endMs: measured.endMs }));
  }
  trace(context, 'return-timeline', () => ({ outcome: 'skipped', anchor, elapsedMs: 0, skips: [9, 10, 11] }));
  return { ...(anchor && { anchor }), ...(trustedMs !== undefined && { trustedMs }) };
}

async function restoreCheckpoint<W>(context: Context<W>, during: During): Promise<number> {
  const { rollback } = context.bound;
  if (!rollback) throw new Error('last-trusted-checkpoint without a rollback row: readAdoption refuses it');
  const { id, rule } = rollback;
  const given = callRule(id, 'checkpoint', () => rule.checkpoint());
  const checkpoint =
    given instanceof Promise
      ? await during(() =>
          given.catch((cause: unknown) => {
            throw ruleFailure(id, 'checkpoint', cause);
          }),
        )
      : given;
  const trustedMs = wholeReading(checkpoint?.readingMs);
  const problem =
    trustedMs === undefined
      ? `a finite readingMs was expected, ${String(checkpoint?.readingMs)} came`
      : snapshotProblem(checkpoint.state);
  if (trustedMs === undefined || problem !== undefined) {
    throw new SuspensionError(
      'RULE_FAILED',
      `Rollback row "${id}": checkpoint() must give { readingMs, state }: ${problem}. Correct the rule, then call retry().`,
      { details: { row: id, rule: 'checkpoint' } },
    );
  }
  // A checkpoint is state; the selections are this interval's own.
  restoreSnapshot(context, { ...checkpoint.state, choices: context.choices });
  trace(context, 'rollback-trace', () => ({ row: id, trustedMs, restored: 'trusted' }));
  return trustedMs;
}
