import type { Scheduler } from '../ports/scheduler.js';

/** What this file needs of its environment, a page or Node; either has some of it. */
interface Ambient {
  readonly scheduler?: { yield?(): Promise<void> };
  readonly setImmediate?: (callback: () => void) => unknown;
}

/**
 * The environment's own time. This folder is the only one of the core that reads it; every other part takes a
 * {@link Scheduler}.
 */
export function ambientScheduler(): Scheduler {
  return {
    now: () => performance.now(),
    wallNow: () => Date.now(),
    turn,
    after,
  };
}

/** A turn of the page without the 4 ms that nested timers cost, and not throttled in a hidden tab. */
function turn(): Promise<void> {
  const { scheduler, setImmediate } = globalThis as Ambient;
  if (scheduler?.yield) return scheduler.yield();
  return new Promise((resolve) => {
    if (setImmediate) {
      setImmediate(resolve);
      return;
    }
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => {
      port1.close();
      resolve();
    };
    port2.postMessage(undefined);
  });
}

function after(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const end = (): void => {
      clearTimeout(timer as number);
      signal.removeEventListener('abort', end);
      resolve();
    };
    const timer: unknown = setTimeout(end, ms);
    // In Node a heartbeat alone keeps no process alive.
    (timer as { unref?(): void }).unref?.();
    if (signal.aborted) end();
    else signal.addEventListener('abort', end);
  });
}
