import type { AmountBranch, AnchorAnswer, FidelityBranch, LimitBranch } from '../adoption/document.js';
import type { Given, Reward } from '../rules/duties.js';

/** What a clock explanation tells. */
export interface Notice {
  readonly anchor: AnchorAnswer;
  readonly startMs: number;
  readonly readingMs: number;
  /** How far the clock went back. */
  readonly backMs: number;
}

/** One row that the return changed. */
export interface DisplayRow {
  readonly row: string;
  readonly kind: 'catch-up' | 'choice' | 'continuous' | 'calendar';
  /** Unit of `before` and `after`; a calendar row counts crossings, a continuous row shows its readings. */
  readonly unit: string;
  readonly before: Given;
  readonly after: Given;
}

/** What `show` receives under `visible-before-resume`. */
export interface ReturnDisplay {
  readonly elapsedMs: number;
  readonly rows: readonly DisplayRow[];
  /** Pending rewards, and those this return delivered or expired. */
  readonly rewards: readonly Reward[];
}

/** How a catch-up row came to its result, for `detailed-return-summary`. */
export interface DisplayDetail {
  readonly admittedMs: number;
  readonly amountBranch: AmountBranch;
  /** The amount rule's own words. */
  readonly amountRule: string;
  readonly fidelityBranch: FidelityBranch;
  readonly limitBranch: LimitBranch;
  readonly limitReached: boolean;
}

/** What `summary` receives; `detail` is there under `detailed-return-summary`. */
export interface ReturnSummary extends ReturnDisplay {
  readonly rows: readonly (DisplayRow & { readonly detail?: DisplayDetail })[];
  /** Claims a reward from the summary. */
  claim(rewardId: string): Promise<unknown>;
}

/** Player-facing surfaces of a return. Each may give a promise; play waits for it. */
export interface Display {
  notice?(notice: Notice): void | Promise<void>;
  show?(display: ReturnDisplay): void | Promise<void>;
  summary?(summary: ReturnSummary): void | Promise<void>;
}

/** Where claim events come from; a mitt emitter is one. */
export interface Emitter {
  on(type: string, handler: (payload: Given) => void): unknown;
  off(type: string, handler: (payload: Given) => void): unknown;
}
