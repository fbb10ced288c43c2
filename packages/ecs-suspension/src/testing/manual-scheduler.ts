import type { Scheduler } from '../ports/scheduler.js';

/** A scheduler whose times stand still until they are moved; a turn is given at once. */
export interface ManualScheduler extends Scheduler {
  /** Moves monotonic and wall time on together, and ends the timers that fall due. */
  advance(ms: number): void;
  /** Moves the wall clock alone, as a sleep does where the monotonic clock stands still. */
  moveWall(ms: number): void;
  /** Turns that were given so far. */
  readonly turns: number;
}

/**
 * A scheduler for tests and headless runs.
 *
 * @example
 * const scheduler = manualScheduler()
 * scheduler.advance(16)
 * scheduler.now()
 * // -> 16
 */
export function manualScheduler(): ManualScheduler {
  let monotonicMs = 0;
  let wallMs = 0;
  let turns = 0;
  const timers = new Set<{ readonly dueMs: number; readonly end: () => void }>();
  return {
    now: () => monotonicMs,
    wallNow: () => wallMs,
    async turn() {
      turns++;
    },
    after(ms, signal) {
      return new Promise((resolve) => {
        const timer = {
          dueMs: monotonicMs + ms,
          end: (): void => {
            timers.delete(timer);
            signal.removeEventListener('abort', timer.end);
            resolve();
          },
        };
        if (signal.aborted) resolve();
        else {
          timers.add(timer);
          signal.addEventListener('abort', timer.end);
        }
      });
    },
    advance(ms) {
      monotonicMs += ms;
      wallMs += ms;
      const due = [...timers].filter((timer) => timer.dueMs <= monotonicMs).sort((a, b) => a.dueMs - b.dueMs);
      for (const timer of due) timer.end();
    },
    moveWall(ms) {
      wallMs += ms;
    },
    get turns() {
      return turns;
    },
  };
}
