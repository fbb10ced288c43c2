/** Time that is not the game's clock: a monotonic one, a wall one, turns and timers. */
export interface Scheduler {
  /** Monotonic milliseconds. */
  now(): number;
  /** Wall milliseconds; read only as a sign of sleep. */
  wallNow(): number;
  /** Gives the page a turn. */
  turn(): Promise<void>;
  /** Resolves after that time; rejects or resolves at once when the signal is aborted. */
  after(ms: number, signal: AbortSignal): Promise<void>;
}
