import type {
  AmountBranch,
  CalendarRow,
  FidelityBranch,
  LimitBranch,
  ReadAdoption,
  RewardRow,
} from '../adoption/document.js';
import type {
  AmountRule,
  BoundaryRule,
  CatchUpRule,
  ClaimRule,
  ClockRule,
  ContinuousRule,
  DestinationRule,
  ExpiryRule,
  FixedRule,
  LargerStepsRule,
  LessAfterAPointRule,
  OneDerivedChangeRule,
  RewardRule,
  SettlementRule,
  StateCeilingRule,
  TimeLimitRule,
  TrustedRule,
} from './duties.js';

/** A catch-up row, or the catch-up branch of a choice row, with its rules in place of its citations. */
export interface BoundCatchUp<W> {
  /** Row id. */
  readonly id: string;
  /** Branch of a choice row that this is. */
  readonly branch?: string;
  readonly state: CatchUpRule<W>;
  readonly amount: { readonly branch: AmountBranch; readonly rule?: AmountRule<W> };
  readonly fidelity:
    | { readonly branch: 'every-missed-update' }
    | { readonly branch: 'larger-steps'; readonly rule: LargerStepsRule<W> }
    | { readonly branch: 'one-derived-change'; readonly rule: OneDerivedChangeRule<W> };
  readonly limit:
    | { readonly branch: 'whole-interval' }
    | { readonly branch: 'time-limit'; readonly rule: TimeLimitRule }
    | { readonly branch: 'less-after-a-point'; readonly rule: LessAfterAPointRule<W> }
    | { readonly branch: 'state-ceiling'; readonly rule: StateCeilingRule<W> };
}

export type BoundBranch<W> =
  | { readonly kind: 'fixed'; readonly name: string; readonly rule: FixedRule<W> }
  | { readonly kind: 'catch-up'; readonly name: string; readonly row: BoundCatchUp<W> }
  | { readonly kind: 'continuous'; readonly name: string; readonly rule: ContinuousRule<W> };

export interface BoundChoice<W> {
  readonly id: string;
  readonly selectedAt: 'suspend' | 'return';
  select(world: W): string;
  readonly branches: readonly BoundBranch<W>[];
}

export interface BoundReward<W> {
  readonly row: RewardRow;
  readonly reward: RewardRule<W>;
  readonly destination: DestinationRule<W>;
  readonly claim?: ClaimRule;
  readonly expiry?: ExpiryRule;
}

export interface BoundCalendar<W> {
  readonly row: CalendarRow;
  readonly boundary: BoundaryRule;
  readonly settlement: SettlementRule<W>;
}

/** An adoption with every citation bound to its rule, row order kept: all the lifecycle reads of both. */
export interface BoundAdoption<W> {
  readonly adoption: ReadAdoption;
  readonly clock?: { readonly id: string; readonly rule: ClockRule };
  readonly fixed: readonly { readonly id: string; readonly rule: FixedRule<W> }[];
  readonly catchUp: readonly BoundCatchUp<W>[];
  readonly continuous: readonly { readonly id: string; readonly rule: ContinuousRule<W> }[];
  readonly choices: readonly BoundChoice<W>[];
  readonly rewards: readonly BoundReward<W>[];
  readonly calendar: readonly BoundCalendar<W>[];
  readonly rollback?: { readonly id: string; readonly rule: TrustedRule };
}

export type { AmountBranch, FidelityBranch, LimitBranch };
