import type { Snapshot } from '../rules/duties.js';
import type { ReturnReport } from './reports.js';

/** Something that waits and can be ended from outside. */
export interface Task {
  readonly signal: AbortSignal;
  /** Rejects with {@link ABANDONED} when the signal is aborted. */
  readonly aborted: Promise<never>;
}

/** What an abandoned return ends with inside; nobody outside sees it. */
export const ABANDONED: unique symbol = Symbol('abandoned');

/** A return under way. */
export interface ActiveReturn extends Task {
  readonly controller: AbortController;
  promise: Promise<ReturnReport | undefined>;
  /** Covered state has been put back or settled: an abandonment restores the snapshot. */
  touched: boolean;
  /** Step 13 has begun: the return is never undone (design 7.14). */
  final: boolean;
  /** A close or hide since then: the next interval begins at this reading. */
  leftAt: { kind: 'background' | 'close'; readonly sampledMs: number | undefined } | undefined;
  /** Covered state as the settlement left it at the last pause; whatever else was written since is put back. */
  guard: Snapshot | undefined;
  /** Settled state as the record before the offers holds it, once that is written: from there nothing is undone. */
  settled: Snapshot | undefined;
  /** Reading of the return clock, once it is known. */
  readingMs: number | undefined;
  /** Ends the wait for a display. */
  dismiss: (() => void) | undefined;
  /** A claim may come: the summary is shown. */
  claims: boolean;
}

export function createTask(controller: AbortController): Task {
  const { signal } = controller;
  const aborted = new Promise<never>((_, reject) => {
    if (signal.aborted) reject(ABANDONED);
    else signal.addEventListener('abort', () => reject(ABANDONED), { once: true });
  });
  // Whoever races against it sees the rejection; where nobody does, it is no fault.
  aborted.catch(() => {});
  return { signal, aborted };
}

export function throwIfAbandoned(task: Task): void {
  if (task.signal.aborted) throw ABANDONED;
}
