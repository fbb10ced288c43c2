import { SuspensionError } from '../errors.js';
import type { CoveredState, StateSnapshot } from '../ports/covered-state.js';
import type { Display } from '../ports/display.js';
import type { Scheduler } from '../ports/scheduler.js';
import type { Storage } from '../ports/storage.js';
import type { SavedRecord } from '../record/record.js';
import type { BoundAdoption } from '../rules/bound.js';
import type { Crossing, DestinationRule, Reward, Snapshot } from '../rules/duties.js';
import { wholeReading } from '../time.js';
import type { ActiveReturn } from './active-return.js';
import type { EventBus, SuspensionEvents } from './events.js';
import type { Stream } from './steps.js';
import type { Phase } from './transitions.js';
import { isLegalMove } from './transitions.js';
import type { PlayRow, Stepper } from './updates.js';

/** What the lifecycle is given once: the game's rules and ports. */
export interface LifecycleOptions<W> {
  readonly id: string;
  readonly world: W;
  readonly bound: BoundAdoption<W>;
  readonly state: CoveredState;
  readonly storage: Storage;
  readonly scheduler: Scheduler;
  readonly display: Display;
  readonly newGame?: ((world: W) => void) | undefined;
  readonly resolveEvents?: ((events: Crossing[]) => readonly Crossing[]) | undefined;
  readonly sliceMs: number;
  readonly autosaveMs: number;
  readonly longestUpdateMs: number;
}

/** An interval that has begun and not been committed. Readings are `undefined` without a clock row. */
export interface Interval {
  readonly kind: 'background' | 'close';
  readonly sampledMs: number | undefined;
  readonly startMs: number | undefined;
  readonly snapshot: Snapshot;
}

export type WaitingFor = 'clock' | 'authority' | 'storage' | 'display' | undefined;
export type Origin = 'new' | 'saved' | 'loaded' | 'set-aside' | undefined;

/** The running state of one suspension. Only the lifecycle's own files change it. */
export interface Context<W> extends LifecycleOptions<W> {
  readonly events: EventBus;
  /** Catch-up rows in row order, then the catch-up branches of choice rows. */
  readonly rows: readonly PlayRow<W>[];
  /** Those of them that the library plays in steps, kept between updates. */
  readonly steppers: ReadonlyMap<PlayRow<W>, Stepper<W>>;
  phase: Phase;
  waitingFor: WaitingFor;
  origin: Origin;
  anchorMs: number | undefined;
  /** Last good reading; state has been played up to it. */
  readingMs: number | undefined;
  /** Boundaries up to this reading have been settled or were the game's own. */
  crossedMs: number | undefined;
  /** Milliseconds of play since `start()`: the time of updates where no clock is. */
  playedMs: number;
  /** Monotonic time since the last update that an edge, a hold or a return has accounted for already. */
  accountedMs: number;
  /** What is below a millisecond waits for the next update. */
  fractionMs: number;
  /** Monotonic and wall time of the last update, and whether it was a pause of the game's own. */
  lastCall: { monotonicMs: number; wallMs: number; paused: boolean };
  visible: boolean;
  closed: boolean;
  started: boolean;
  /** A state is in the world: what comes from storage later is put over it in place. */
  loaded: boolean;
  /** Covered state before the first game began: what `reset()` goes back to. */
  pristine: StateSnapshot | undefined;
  /** The last reading of each continuous row in this process. */
  readonly lastReadings: Map<string, unknown>;
  /** The last branch applied for each choice row, for whoever looks. */
  readonly lastBranches: Map<string, string>;
  /** Branches selected at suspension. */
  choices: Record<string, string>;
  /** Pending rewards in order of creation. */
  rewards: Reward[];
  interval: Interval | undefined;
  /** The state a hidden game of `waits-until-closed` is held at. */
  heldAt: Snapshot | undefined;
  heartbeat: AbortController | undefined;
  /** What the saved record held beyond this adoption; written again as it was. */
  leftovers: Partial<Pick<SavedRecord, 'components' | 'resources' | 'carries'>>;
  activeReturn: ActiveReturn | undefined;
  /** A sleep of a game that keeps playing is being measured, from this reading: updates wait for it. */
  asleepSinceMs: number | undefined;
  /** Ends that measuring. */
  sleeping: AbortController | undefined;
  saved: boolean;
  /** Of the last record made, and of the highest one known to be stored. */
  sequence: number;
  storedSequence: number;
  /** The write under way; the next one waits for it. */
  writing: Promise<unknown>;
  writesWaiting: number;
  /** How many times the present trouble with the storage has been tried; 0 where there is none. */
  writeFailures: number;
  /** Sequence of the last refused record. */
  refusedSequence: number;
  /** The pause before a refused write is tried again. */
  retrying: AbortController | undefined;
  /** Time since the last checkpoint during play. */
  unsavedMs: number;
  /** Events that wait for a moment at which listeners cannot disturb a settlement. */
  outbox: (() => void)[] | undefined;
  /** A record has been stored. */
  onStored: () => void;
  /** Automatic rewards could not be offered, since the record before the offers could not be written. */
  offersWait: boolean;
  /** Rewards that are with their destinations now, by id: what these are writing is not put back meanwhile. */
  readonly offering: Map<string, DestinationRule<W>>;
  /** Claims go one after another: of two for one reward, one is accepted. */
  claiming: Promise<unknown>;
  claimsWaiting: number;
  /** Another owner has written: leave the record alone. */
  onStale: () => void;
  /** A refused write is tried again. */
  onRetryWrite: () => Promise<boolean>;
  /** Pending rewards have changed. */
  onRewards: () => void;
  /** Ends timers when the suspension stops. */
  readonly lifetime: AbortController;
  /** Begins a pending wait anew: `retry()` and an online host call it. */
  kick: (() => void) | undefined;
}

/** Tells an event, at once or, during a settlement, when the outbox is emptied. */
export function emit<W, T extends keyof SuspensionEvents>(
  context: Context<W>,
  type: T,
  payload: SuspensionEvents[T],
): void {
  if (context.outbox) context.outbox.push(() => context.events.emit(type, payload));
  else context.events.emit(type, payload);
}

/** Tells a diagnostic entry; without a listener the entry is not even made. */
export function trace<W>(context: Context<W>, stream: Stream, entry: () => Readonly<Record<string, unknown>>): void {
  if (!context.events.hasListeners('diagnostic')) return;
  emit(context, 'diagnostic', { stream, name: `${context.bound.adoption.id}-${stream}`, entry: entry() });
}

/** Moves to another phase; an illegal move is a fault of this library, not of the game. */
export function moveTo<W>(context: Context<W>, to: Phase): void {
  const from = context.phase;
  if (from === to) return;
  if (!isLegalMove(from, to)) throw new Error(`The lifecycle may not move from ${from} to ${to}; please report this.`);
  context.phase = to;
  emit(context, 'phase', { from, to });
}

/** Tells an error on its channel. */
export function report<W>(context: Context<W>, error: unknown): void {
  emit(context, 'error', error instanceof Error ? error : new Error(String(error)));
}

/** The clock's reading now; `undefined` without a clock row or where it gives no number. */
export function readNow<W>(context: Context<W>): number | undefined {
  const { clock } = context.bound;
  if (!clock) return undefined;
  try {
    return wholeReading(clock.rule.now());
  } catch {
    return undefined;
  }
}

/** The refusal of a reading that is no number (design 7.1). */
export function invalidReading(row: string, reading: unknown): SuspensionError {
  return new SuspensionError(
    'CLOCK_READING_INVALID',
    `Clock row "${row}": a reading must be a finite number of ms, but it is ${typeof reading === 'string' ? `"${reading}"` : String(reading)}. Nothing has changed; the clock is asked again.`,
    { details: { row } },
  );
}
