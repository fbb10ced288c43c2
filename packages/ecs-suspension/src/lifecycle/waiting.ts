import { pauseMs } from '../time.js';
import type { Task } from './active-return.js';
import { ABANDONED, throwIfAbandoned } from './active-return.js';
import type { Context } from './context.js';
import { emit } from './context.js';

const KICKED = Symbol('kicked');

/**
 * Asks something outside until it answers, with growing pauses; `retry()` asks at once (design 7.15).
 * `waitingFor` tells it from the first moment of waiting. An answer that is there at once costs no wait.
 */
export async function whileUnavailable<W, T>(
  context: Context<W>,
  task: Task,
  waitingFor: 'clock' | 'authority' | 'storage',
  row: string | undefined,
  ask: (signal: AbortSignal) => T | Promise<T>,
): Promise<T> {
  for (let attempts = 0; ; ) {
    throwIfAbandoned(task);
    const attempt = new AbortController();
    let answered = false;
    let kick = (): void => {};
    const kicked = new Promise<typeof KICKED>((resolve) => {
      kick = () => resolve(KICKED);
    });
    context.kick = kick;
    try {
      const asked = ask(attempt.signal);
      if (!(asked instanceof Promise)) {
        answered = true;
        return asked;
      }
      asked.catch(() => {});
      context.waitingFor = waitingFor;
      const answer = await Promise.race([asked, kicked, task.aborted]);
      if (answer !== KICKED) {
        answered = true;
        return answer as T;
      }
    } catch (error) {
      throwIfAbandoned(task);
      attempts++;
      const retryMs = pauseMs(attempts);
      context.waitingFor = waitingFor;
      emit(context, 'clock-unavailable', { waitingFor, ...(row !== undefined && { row }), error, attempts, retryMs });
      await Promise.race([context.scheduler.after(retryMs, attempt.signal), kicked, task.aborted]);
    } finally {
      if (!answered) attempt.abort(ABANDONED);
      // An abandoned wait must not touch what the next return has set since.
      if (context.kick === kick) {
        context.kick = undefined;
        context.waitingFor = undefined;
      }
    }
  }
}
