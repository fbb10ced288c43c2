import type { Context } from './context.js';
import { report } from './context.js';
import { resumeHeld } from './hold.js';
import type { ReturnReport } from './reports.js';
import { beginReturn } from './return.js';
import { hide, leaveReturn, suspend } from './suspend.js';

/**
 * What a host's four signals do in each phase. Each may come twice, late or not at all: what a phase does not name
 * does nothing in it.
 */

/** The game goes to the background. */
export function background<W>(context: Context<W>): void {
  if (!context.visible) return;
  context.visible = false;
  if (context.phase === 'playing') hide(context);
  else if (context.activeReturn && countsAsAway(context)) leaveReturn(context, context.activeReturn, 'background');
}

/** The game closes: a new interval begins, unless one has begun. */
export function close<W>(context: Context<W>): void {
  context.visible = false;
  context.closed = true;
  if (context.phase === 'playing' || context.phase === 'held') suspend(context, 'close');
  else if (context.activeReturn) leaveReturn(context, context.activeReturn, 'close');
}

/** The game comes back, or is opened again. Calls join: there is one return, one report, one display. */
export async function foreground<W>(context: Context<W>): Promise<ReturnReport | undefined> {
  context.visible = true;
  context.closed = false;
  switch (context.phase) {
    case 'held':
      resumeHeld(context);
      return undefined;
    case 'away':
    case 'failed':
      return beginReturn(context);
    case 'returning': {
      const task = context.activeReturn;
      // Somebody is here to wait: what is waited for is asked at once.
      context.kick?.();
      const made = await task?.promise;
      // Left and back again while the return was committing: the interval in between has a return of its own.
      return context.activeReturn && context.activeReturn !== task ? context.activeReturn.promise : made;
    }
    default:
      return undefined;
  }
}

export function countsAsAway<W>(context: Context<W>): boolean {
  return context.bound.adoption.answers['while-in-the-background'] === 'counts-as-away';
}

/** A host's call has nobody to hand an error to: it has been told as an event where the return failed. */
export function told<W>(context: Context<W>, call: () => unknown): void {
  try {
    const result = call();
    if (result instanceof Promise) result.catch(() => {});
  } catch (error) {
    report(context, error);
  }
}
