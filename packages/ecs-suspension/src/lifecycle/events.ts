import mitt from 'mitt';
import { SuspensionError } from '../errors.js';
import type { Restored } from '../ports/covered-state.js';
import type { CalendarReport, CatchUpReport, ReturnReport, RewardReport } from './reports.js';
import type { Stream } from './steps.js';
import type { Phase } from './transitions.js';

/** What a suspension tells, by event. */
export interface SuspensionEvents {
  phase: { readonly from: Phase; readonly to: Phase };
  /** Covered state was put back or loaded; before any waiting for a clock. */
  restored: Restored;
  suspend: {
    readonly kind: 'background' | 'close';
    readonly startMs: number | undefined;
    readonly sampledMs: number | undefined;
  };
  return: ReturnReport;
  /** How much of a long pass is settled, as time of the interval. */
  progress: { readonly doneMs: number; readonly totalMs: number; readonly row: string };
  settle: CatchUpReport | CalendarReport;
  reward: RewardReport;
  'clock-unavailable': {
    readonly waitingFor: 'clock' | 'authority' | 'storage';
    readonly row?: string;
    readonly error: unknown;
    /** How many attempts have failed. */
    readonly attempts: number;
    /** Pause before the next one. */
    readonly retryMs: number;
  };
  commit: { readonly anchorMs: number | undefined; readonly saved: boolean; readonly sequence: number };
  /** A write was refused: the last good record stands, and the write is tried again. Once until it succeeds. */
  unsaved: { readonly error: unknown };
  resume: { readonly readingMs: number | undefined };
  diagnostic: { readonly stream: Stream; readonly name: string; readonly entry: Readonly<Record<string, unknown>> };
  error: Error;
}

type EventMap = SuspensionEvents & Record<string | symbol, unknown>;

export interface EventBus {
  on<T extends keyof SuspensionEvents>(type: T, handler: (payload: SuspensionEvents[T]) => void): () => void;
  emit<T extends keyof SuspensionEvents>(type: T, payload: SuspensionEvents[T]): void;
  hasListeners(type: keyof SuspensionEvents): boolean;
}

/** Events whose listeners cannot disturb the lifecycle: what one throws is told as an `error` event. */
export function createEventBus(): EventBus {
  const emitter = mitt<EventMap>();
  const bus: EventBus = {
    on(type, handler) {
      const listen = handler as (payload: unknown) => void;
      const guarded = (payload: unknown): void => {
        try {
          listen(payload);
        } catch (cause) {
          if (type === 'error') {
            // Nobody is left to tell: let the environment report it as an unhandled rejection.
            void Promise.reject(cause);
          } else {
            bus.emit('error', listenerFailure(type, cause));
          }
        }
      };
      emitter.on(type, guarded);
      return () => emitter.off(type, guarded);
    },
    emit(type, payload) {
      emitter.emit(type, payload as EventMap[typeof type]);
    },
    hasListeners(type) {
      return (emitter.all.get(type)?.length ?? 0) > 0;
    },
  };
  return bus;
}

function listenerFailure(type: string, cause: unknown): SuspensionError {
  const said = cause instanceof Error ? cause.message : String(cause);
  return new SuspensionError(
    'LISTENER_FAILED',
    `A listener of "${type}" threw "${said}". The lifecycle goes on without it; correct the listener.`,
    { cause, details: { type } },
  );
}
