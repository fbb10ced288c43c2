import type { Adoption } from '../adoption/document.js';
import type { Origin, WaitingFor } from '../lifecycle/context.js';
import type { SuspensionEvents } from '../lifecycle/events.js';
import type { ReturnReport, RewardReport } from '../lifecycle/reports.js';
import type { Phase } from '../lifecycle/transitions.js';
import type { Emitter } from '../ports/display.js';
import type { Host } from '../ports/host.js';
import type { Scheduler } from '../ports/scheduler.js';
import type { Storage } from '../ports/storage.js';
import type { Crossing, Reward, Snapshot } from '../rules/duties.js';
import type { DisplayFor, RulesFor } from '../rules/rules-for.js';

/** What a game hands over: its adoption, a rule for each citation, and its ports. */
export type SuspensionOptions<W extends object, A extends Adoption> = {
  /** Key of the saved record; unique on the world. */
  readonly id: string;
  readonly adoption: A;
  readonly rules: RulesFor<A, W>;
  /** Spawns what is covered, where there is no save. Runs once. */
  readonly newGame?: (world: W) => void;
  /** Default: none; the game calls `background`, `foreground`, `close` and `reopen` itself. */
  readonly host?: Host;
  /** Default: the memory of this process. */
  readonly storage?: Storage;
  /** Default: the environment's own time. */
  readonly scheduler?: Scheduler;
  /** Where the claim events of player-claims rewards come from. */
  readonly events?: Emitter;
  /** Event resolution: the order of calendar events with equal times, given in row order. */
  readonly resolveEvents?: (events: Crossing[]) => readonly Crossing[];
  /** Longest stretch of settling before the page gets a turn, in ms; default 8, `Infinity` for none. */
  readonly sliceMs?: number;
  /** Time between coherent checkpoints during play, in ms; default 5000, 0 for none. */
  readonly autosaveMs?: number;
  /** An update longer than this was a sleep, not play, in ms; default 2000. */
  readonly longestUpdateMs?: number;
} & (Record<never, never> extends DisplayFor<A>
  ? { readonly display?: DisplayFor<A> }
  : { readonly display: DisplayFor<A> });

/** One suspension of one world. */
export interface Suspension {
  readonly phase: Phase;
  /** Whether ordinary updates may run. */
  readonly playing: boolean;
  /** What the lifecycle waits for, from the first moment of waiting. */
  readonly waitingFor: WaitingFor;
  /** Where the state came from; known before the clock is asked. */
  readonly origin: Origin;
  /** The committed anchor; `undefined` without a clock row and before the first commit. */
  readonly anchorMs: number | undefined;
  /** Whether the last commit is in the storage. */
  readonly saved: boolean;
  /** Pending rewards, without those past their deadline. */
  readonly rewards: readonly Reward[];
  /**
   * Loads the save and, where the game was closed, settles the return; resolves to its report.
   *
   * @param options.loaded - A state of `capture()` from elsewhere, such as a cloud save. It is the state where there is
   *   no record of ours. Where there is one, a measured return starts from our record all the same, and a skipped one
   *   keeps what the anchor answer says: `keep-return-state` keeps the loaded state.
   * @throws SuspensionError `SPAWNED_BEFORE_START`, `ENTITY_ID_TAKEN`, `STORE_TOO_SHORT`, `ALREADY_STARTED`, or
   *   `RULE_FAILED` for a return that failed.
   */
  start(options?: { readonly loaded?: Snapshot }): Promise<ReturnReport | undefined>;
  /** One call of the game's loop, in ms; `SuspensionSystem` calls it with `world.time.delta`. */
  update(deltaMs: number): void;
  background(): void;
  foreground(): Promise<ReturnReport | undefined>;
  close(): void;
  /** Implies `foreground`. */
  reopen(): Promise<ReturnReport | undefined>;
  /** Coherent covered state; during an absence or a return, what it started from. */
  capture(): Snapshot;
  /** Writes now, during play; `saved` tells whether it is stored. */
  checkpoint(): Promise<void>;
  /**
   * Claims a pending reward, in play or from the summary.
   *
   * @throws SuspensionError `NOT_PLAYING`, `REWARD_UNKNOWN`, `REWARD_NOT_CLAIMABLE`.
   */
  claim(rewardId: string): Promise<RewardReport>;
  /** Ends the wait for a display. */
  dismiss(): void;
  /** Tries a failed return again, asks at once what is waited for, and, from `elsewhere`, takes the save up anew. */
  retry(): Promise<ReturnReport | undefined>;
  /** The reading used for play. */
  now(): number | undefined;
  /** Milliseconds of ordinary play until the row has that level; `undefined` where play does not lead there. */
  until(row: string, level: number): number | undefined;
  /** The entity of a row; there from the end of `start()`. */
  row(id: string): number;
  /** Removes the save and pending rewards, keeps the anchor, and runs `newGame`. */
  reset(): Promise<void>;
  /** Listens; the result ends it. */
  on<T extends keyof SuspensionEvents>(type: T, handler: (payload: SuspensionEvents[T]) => void): () => void;
  /** A game in play closes first; one that is away writes nothing. */
  stop(): Promise<void>;
}
