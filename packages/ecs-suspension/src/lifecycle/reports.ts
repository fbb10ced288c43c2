import type { AmountBranch, AnchorAnswer, Delivery, FidelityBranch, LimitBranch } from '../adoption/document.js';
import type { RewardStatus } from '../rules/duties.js';

/** How an interval ended. */
export type Outcome = 'settled' | 'zero-length' | 'skipped' | 'unmeasured';

export interface IntervalReport {
  /** `sampledMs`, or the anchor where that is higher. Without a clock row this and the next two are `undefined`. */
  readonly startMs: number | undefined;
  readonly sampledMs: number | undefined;
  readonly endMs: number | undefined;
  readonly elapsedMs: number;
  readonly outcome: Outcome;
}

/** One segment of a catch-up row. `before` and `after` are levels, in the row's unit. */
export interface CatchUpReport {
  readonly row: string;
  /** The interval's ends. */
  readonly startMs: number;
  readonly endMs: number;
  /** The segment's ends. */
  readonly fromMs: number;
  readonly toMs: number;
  readonly admittedMs: number;
  readonly amountBranch: AmountBranch;
  /** What was applied, in the row's unit. */
  readonly amount: number;
  /** Under `less-after-a-point`: the two parts of `amount`. */
  readonly untilPoint?: number;
  readonly pastPoint?: number;
  readonly fidelityBranch: FidelityBranch;
  /** How many updates or changes it took. */
  readonly updates: number;
  readonly limitBranch: LimitBranch;
  readonly limitReached: boolean;
  readonly before: number;
  readonly after: number;
  /** The calendar crossing that split the pass at this segment's end. */
  readonly crossing?: { readonly row: string; readonly atMs: number };
}

export interface CalendarReport {
  readonly row: string;
  readonly atMs: number;
  readonly count: number;
  readonly firstMs: number;
  readonly lastMs: number;
}

/** One reward at one moment: created, offered, expired or claimed. */
export interface RewardReport {
  readonly id: string;
  readonly row: string;
  /** Row id of the source settlement. */
  readonly source: string;
  /** Address of the destination rule. */
  readonly destination: string;
  readonly delivery: Delivery;
  readonly status: RewardStatus;
  readonly deadlineMs?: number;
  /** Name of the claim event, where the row has one. */
  readonly claimEvent?: string;
}

export interface ContinuousReport {
  readonly row: string;
  /** `false`: the authority could not be read and the rule keeps the last state. */
  readonly read: boolean;
  readonly reading?: unknown;
}

export interface ChoiceReport {
  readonly row: string;
  readonly branch: string;
  readonly kind: 'fixed' | 'catch-up' | 'continuous';
  readonly selectedAt: 'suspend' | 'return';
}

export interface BackwardClockReport {
  /** The anchor answer; absent under a protected clock. */
  readonly anchor?: AnchorAnswer;
  /** Whether a notice appeared, where the notice question is asked. */
  readonly notice?: boolean;
}

/** What one return did. */
export interface ReturnReport {
  /** Id of the suspension. */
  readonly adoption: string;
  readonly interval: IntervalReport;
  /** One per segment, in the order they were settled. */
  readonly catchUp: readonly CatchUpReport[];
  readonly calendar: readonly CalendarReport[];
  readonly rewards: readonly RewardReport[];
  readonly continuous: readonly ContinuousReport[];
  readonly choices: readonly ChoiceReport[];
  readonly backwardClock?: BackwardClockReport;
  readonly committed: { readonly anchorMs: number | undefined; readonly saved: boolean };
}
