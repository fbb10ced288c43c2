import type { LimitBranch } from '../adoption/document.js';

/** A value of the game's own making, typed where the game made it: a payload, a reading, an event. */
// biome-ignore lint/suspicious/noExplicitAny: with `unknown` every use in a game would need a cast
export type Given = any;

/** A bitecs component, by reference: any object, array or function that `addComponent` takes. */
export type ComponentRef = object;

/** Components by the names they have in the save. */
export interface Components {
  readonly [name: string]: ComponentRef;
}

/** State outside components. `get` may give a live object: it is cloned before it is kept. */
export interface ResourceRule<W> {
  get(world: W): unknown;
  set(world: W, value: never): void;
}
export interface Resources<W> {
  readonly [name: string]: ResourceRule<W>;
}

/** What a rule writes: components by name, and state outside components. */
export interface StateRule<W> {
  readonly components: Components;
  readonly resources?: Resources<W>;
  /** Narrows the row to entities that carry these components too. */
  readonly with?: readonly ComponentRef[];
}

/** `clock-declared-in`. Readings are whole milliseconds; a fraction is dropped. */
export interface ClockRule {
  /** Which clock this is, in words. */
  readonly reading: string;
  readonly unit: 'ms';
  /** When it is sampled, in words. */
  readonly sampled: string;
  /** The reading at this moment; used when a suspension begins and in play. */
  now(): number;
  /** The reading at a return, called once per return; default `now`. */
  read?(signal: AbortSignal): number | Promise<number>;
}

/** Fixed `state-declared-in`. */
export type FixedRule<W> = StateRule<W>;

/** One ordinary update. The object is reused: read it during the call, do not keep it. */
export interface Update {
  /** Clock reading at the update's end; without a clock row, milliseconds of play since `start()`. */
  readonly atMs: number;
  /** Length of the update. */
  readonly dtMs: number;
  /** Counts from the interval's start; in play from `start()`. */
  readonly index: number;
}

/** Where the game's own systems keep a row's carry, in whole milliseconds. */
export interface CarryRule<W> {
  get(world: W): number;
  set(world: W, ms: number): void;
}

/** Catch-up `state-declared-in`. */
export interface CatchUpRule<W> extends StateRule<W> {
  /** Unit of `amount` and `level`. */
  readonly unit: string;
  /** The ordinary changes, in words. */
  readonly ordinary: string;
  /** What ordinary play earns in that time, in the unit. */
  amount(elapsedMs: number, world: W): number;
  /** Adds an amount to the state. */
  apply(world: W, amount: number, update?: Update): void;
  /** The state in the unit. */
  level(world: W): number;
  /** Ordinary play goes in whole steps of this length; `every-missed-update` needs it. */
  readonly stepMs?: number;
  /** Who runs the ordinary updates; default `library`. */
  readonly playedBy?: 'library' | 'game';
  readonly carry?: CarryRule<W>;
}

/** A stretch of the interval. */
export interface Span {
  readonly fromMs: number;
  readonly toMs: number;
  readonly elapsedMs: number;
  /** The interval's start, from which limits count. */
  readonly sinceMs: number;
}

/** `amount-rule-declared-in`. */
export interface AmountRule<W> {
  /** The complete calculation, in words. */
  readonly amounts: string;
  readonly unit: string;
  amount(span: Span, world: W): number;
}

export interface WholeIntervalLimit {
  readonly kind: 'whole-interval';
}
export interface TimeLimit {
  readonly kind: 'time-limit';
  readonly afterMs: number;
  /** The part of this segment before the point. */
  readonly leftMs: number;
}
export interface LessAfterAPointLimit {
  readonly kind: 'less-after-a-point';
  readonly afterMs: number;
  /** The part of this segment before the point. */
  readonly leftMs: number;
  laterAmount(span: Span): number;
}
export interface StateCeilingLimit {
  readonly kind: 'state-ceiling';
  readonly ceiling: number;
}
export interface Limits {
  readonly 'whole-interval': WholeIntervalLimit;
  readonly 'time-limit': TimeLimit;
  readonly 'less-after-a-point': LessAfterAPointLimit;
  readonly 'state-ceiling': StateCeilingLimit;
}
export type Limit = Limits[LimitBranch];

/** One change a fidelity rule returns. Under `less-after-a-point` it tells both parts apart. */
export interface SplitChange {
  readonly untilPoint: number;
  readonly pastPoint: number;
}
export type Change = number | SplitChange;
export type ChangeFor<L extends LimitBranch> = L extends 'less-after-a-point' ? SplitChange : number;

export interface FidelityInput<W, L extends LimitBranch = LimitBranch> {
  /** The whole segment's amount, before any limit: the rule owns the limit. */
  readonly amount: number;
  readonly limit: Limits[L];
  readonly level: number;
  readonly span: Span;
  readonly world: W;
}

/** `fidelity-rule-declared-in` under `larger-steps`. */
export interface LargerStepsRule<W, L extends LimitBranch = LimitBranch> {
  /** Step size and order, in words. */
  readonly steps: string;
  distribute(input: FidelityInput<W, L>): Iterable<ChangeFor<L>>;
}
/** `fidelity-rule-declared-in` under `one-derived-change`. */
export interface OneDerivedChangeRule<W, L extends LimitBranch = LimitBranch> {
  /** How the change is derived, in words. */
  readonly derives: string;
  derive(input: FidelityInput<W, L>): ChangeFor<L>;
}

/** `limit-rule-declared-in`; `afterMs` counts from the interval's start. */
export interface TimeLimitRule {
  readonly afterMs: number;
}
export interface LessAfterAPointRule<W> {
  readonly afterMs: number;
  amount(span: Span, world: W): number;
}
export interface StateCeilingRule<W> {
  ceiling(world: W): number;
  /** Whether the same maximum holds in ordinary play. */
  readonly inPlay: boolean;
}

/** Continuous `state-declared-in`. */
export interface ContinuousRule<W, T = unknown> {
  readonly components: Components;
  readonly resources?: Resources<W>;
  readonly with?: readonly ComponentRef[];
  /** The authority that continues the state, in words. */
  readonly authority: string;
  read(signal: AbortSignal): T | Promise<T>;
  apply(world: W, reading: T): void;
  /** Default `wait`. */
  readonly whenUnavailable?: 'wait' | 'keep-last';
}

interface LimitRules<W> {
  readonly 'whole-interval': { readonly limit?: undefined };
  readonly 'time-limit': { readonly limit: TimeLimitRule };
  readonly 'less-after-a-point': { readonly limit: LessAfterAPointRule<W> };
  readonly 'state-ceiling': { readonly limit: StateCeilingRule<W> };
}
type AmountPart<W> =
  | { readonly 'away-amount': 'same-as-playing'; readonly amount?: undefined }
  | { readonly 'away-amount': 'reduced' | 'away-rule'; readonly amount: AmountRule<W> };
type FidelityPart<W, L extends LimitBranch> =
  | { readonly 'catch-up-fidelity': 'every-missed-update'; readonly fidelity?: undefined }
  | { readonly 'catch-up-fidelity': 'larger-steps'; readonly fidelity: LargerStepsRule<W, L> }
  | { readonly 'catch-up-fidelity': 'one-derived-change'; readonly fidelity: OneDerivedChangeRule<W, L> };
type LimitPart<W> = {
  [L in LimitBranch]: { readonly 'away-limit': L } & LimitRules<W>[L] & FidelityPart<W, L>;
}[LimitBranch];

/** A catch-up branch of a choice: a row's data, with rules where a row has citations. */
export type CatchUpBehaviour<W> = { readonly state: CatchUpRule<W> } & AmountPart<W> & LimitPart<W>;

export type Behaviour<W> =
  | { readonly fixed: FixedRule<W>; readonly catchUp?: undefined; readonly continuous?: undefined }
  | { readonly catchUp: CatchUpBehaviour<W>; readonly fixed?: undefined; readonly continuous?: undefined }
  | { readonly continuous: ContinuousRule<W, Given>; readonly fixed?: undefined; readonly catchUp?: undefined };

/** `choice-declared-in`: two branches and what selects one. */
export interface ChoiceRule<W, Name extends string = string> {
  readonly branches: { readonly [name in Name]: Behaviour<W> };
  /** Names the branch for time away; ordinary play follows the catch-up branch whatever it names. */
  select(world: W): NoInfer<Name>;
  readonly selectedAt: 'suspend' | 'return';
}

/** A settled segment of a catch-up row, as a reward's source. */
export interface SegmentSettlement {
  readonly row: string;
  readonly fromMs: number;
  readonly toMs: number;
  readonly amount: number;
  readonly before: number;
  readonly after: number;
}
/** A settled crossing of a calendar row, as a reward's source. */
export interface CrossingSettlement {
  readonly row: string;
  readonly atMs: number;
  readonly count: number;
  readonly firstMs: number;
  readonly lastMs: number;
}

/** `reward-declared-in`. */
export interface RewardRule<W, S extends string = string, Settlement = SegmentSettlement | CrossingSettlement> {
  /** Row id of the source settlement. */
  readonly source: S;
  /** The derivation, in words. */
  readonly derives: string;
  /** The payload, structured-cloneable; `undefined` creates no reward. */
  derive(settlements: readonly Settlement[], world: W): unknown;
}

export type RewardStatus = 'pending' | 'accepted' | 'expired';

/** A reward that has been created. `payload` is what `derive` gave. */
export interface Reward {
  /** `<row>@<return reading>`: stable and unique. */
  readonly id: string;
  readonly row: string;
  readonly payload: Given;
  readonly createdMs: number;
  readonly deadlineMs?: number;
  readonly status: RewardStatus;
}

/** `destination-declared-in`. A destination with a store of its own remembers accepted reward ids. */
export interface DestinationRule<W> {
  /** What is accepted, and what stays pending, in words. */
  readonly accepts: string;
  /** `true` accepts the complete reward; a throw counts as a refusal. */
  offer(reward: Reward, world: W): boolean | Promise<boolean>;
  readonly components?: Components;
  readonly resources?: Resources<W>;
}

/** `claim-declared-in`: the event on the emitter given as `events`. */
export interface ClaimRule {
  readonly event: string;
}

/** `expires-declared-in`. */
export interface ExpiryRule {
  /** When the reward expires, in words. */
  readonly expires: string;
  /** Clock reading at which the reward is gone; fixed at creation. */
  deadline(reward: Reward): number;
}

/** `boundary-declared-in`. */
export interface BoundaryRule {
  readonly calendar: string;
  readonly timeZone: string;
  /** The boundary test, in words. */
  readonly test: string;
  /** What happens where civil time skips the boundary, in words. */
  readonly skipped: string;
  /** What happens where civil time repeats the boundary, in words. */
  readonly repeated: string;
  /** Finite, ascending readings in `(fromMs, toMs]`. */
  crossings(fromMs: number, toMs: number): Iterable<number>;
  /** A crossing during play is settled then too, without a reward. */
  readonly inPlay?: boolean;
}

/** A crossing as a settlement rule receives it; the last three are there for a combined one. */
export interface Crossing {
  readonly row: string;
  readonly atMs: number;
  readonly count?: number;
  readonly firstMs?: number;
  readonly lastMs?: number;
}

/** `settlement-declared-in`. */
export interface SettlementRule<W> {
  /** The immediate effects, in words. */
  readonly effects: string;
  settle(world: W, crossing: Crossing): void;
  readonly components?: Components;
  readonly resources?: Resources<W>;
}

/** `trusted-state-declared-in`. */
export interface TrustedRule {
  /** Who vouches for the state, in words. */
  readonly trusted: string;
  /** `state` is what `suspension.capture()` gave at that reading. */
  checkpoint():
    | { readonly readingMs: number; readonly state: Snapshot }
    | Promise<{ readonly readingMs: number; readonly state: Snapshot }>;
}

/** Coherent covered state, structured-cloneable: what `suspension.capture()` gives. */
export interface Snapshot {
  readonly entities: import('../ports/covered-state.js').EntitySnapshot;
  readonly components: { readonly [name: string]: import('../ports/covered-state.js').ComponentSnapshot };
  readonly resources: { readonly [name: string]: unknown };
  /** Carry of each stepped row, in whole milliseconds. */
  readonly carries: { readonly [row: string]: number };
  /** Branch selected for each choice row that selects when a suspension begins. */
  readonly choices: { readonly [row: string]: string };
}
