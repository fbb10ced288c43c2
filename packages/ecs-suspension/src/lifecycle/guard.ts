import { captureSnapshot, restoreSnapshot } from './02-capture-snapshot.js';
import type { ActiveReturn } from './active-return.js';
import { throwIfAbandoned } from './active-return.js';
import type { Context } from './context.js';

/** Runs something that waits, with covered state guarded. */
export type During = <T>(start: () => Promise<T>) => Promise<T>;

/**
 * Until a return commits, covered state is the lifecycle's (design 7.16): whatever others write to it while the return
 * waits, listeners included, is put back before the settlement goes on, whether it ended well or threw. What an accepted
 * offer wrote is merged into the guard.
 */
export function createGuard<W>(context: Context<W>, task: ActiveReturn): During {
  return async (start) => {
    task.guard = captureSnapshot(context);
    tellOutbox(context);
    throwIfAbandoned(task);
    try {
      // What never answers must not hold an abandoned return.
      return await Promise.race([start(), task.aborted]);
    } finally {
      if (!task.signal.aborted) {
        if (task.guard) restoreSnapshot(context, task.guard);
        task.guard = undefined;
        context.outbox = [];
      }
    }
  };
}

/** Tells what has waited; listeners may do what they like now. */
export function tellOutbox<W>(context: Context<W>): void {
  const told = context.outbox ?? [];
  context.outbox = undefined;
  for (const tell of told) tell();
}
