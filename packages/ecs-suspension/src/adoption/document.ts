/** The row sets of the contract, in the order its documents list them. */
export const ROW_SETS = [
  'clock',
  'fixed-items',
  'catch-up-items',
  'continuous-items',
  'choice-items',
  'return-rewards',
  'calendar-boundaries',
  'rollback-rules',
] as const;
export type RowSet = (typeof ROW_SETS)[number];

export type BackgroundAnswer = 'counts-as-away' | 'keeps-playing' | 'waits-until-closed';
export type DisplayAnswer = 'state-only' | 'visible-before-resume' | 'return-summary' | 'detailed-return-summary';
export type ClockAnswer = 'device-clock' | 'protected-clock';
export type AnchorAnswer = 'suspension-snapshot' | 'last-trusted-checkpoint' | 'keep-return-state';
export type NoticeAnswer = 'silent' | 'explain';
export type CalendarAnswer = 'every-crossing-in-order' | 'latest-crossing-only' | 'one-combined-crossing';
export type AmountBranch = 'same-as-playing' | 'reduced' | 'away-rule';
export type FidelityBranch = 'every-missed-update' | 'larger-steps' | 'one-derived-change';
export type LimitBranch = 'whole-interval' | 'time-limit' | 'less-after-a-point' | 'state-ceiling';
export type Delivery = 'automatic' | 'player-claims';

/**
 * The designer's part of an adoption, as a type that both an `as const` constant and a plain JSON import satisfy.
 * {@link ReadAdoption} is what `readAdoption` makes of it once it has been found valid.
 */
export interface Adoption {
  readonly contract: string;
  readonly version: number;
  readonly pack: string;
  readonly answers: { readonly [question: string]: string };
  readonly values?: { readonly [value: string]: unknown };
  readonly rows: { readonly [set: string]: readonly { readonly [field: string]: unknown }[] };
}

export interface ClockRow {
  readonly id: string;
  readonly 'clock-declared-in': string;
}
export interface FixedRow {
  readonly id: string;
  readonly 'state-declared-in': string;
}
export interface CatchUpRow {
  readonly id: string;
  readonly 'state-declared-in': string;
  readonly 'away-amount': AmountBranch;
  readonly 'amount-rule-declared-in'?: string;
  readonly 'catch-up-fidelity': FidelityBranch;
  readonly 'fidelity-rule-declared-in'?: string;
  readonly 'away-limit': LimitBranch;
  readonly 'limit-rule-declared-in'?: string;
}
export interface ContinuousRow {
  readonly id: string;
  readonly 'state-declared-in': string;
}
export interface ChoiceRow {
  readonly id: string;
  readonly 'choice-declared-in': string;
}
export interface RewardRow {
  readonly id: string;
  readonly 'reward-declared-in': string;
  readonly 'destination-declared-in': string;
  readonly delivery: Delivery;
  readonly 'claim-declared-in'?: string;
  readonly 'expires-declared-in'?: string;
}
export interface CalendarRow {
  readonly id: string;
  readonly 'boundary-declared-in': string;
  readonly 'settlement-declared-in': string;
}
export interface RollbackRow {
  readonly id: string;
  readonly 'trusted-state-declared-in': string;
}

/** A valid adoption: the designer's part alone, without annotations, every row set present. */
export interface ReadAdoption {
  readonly id: string;
  readonly contract: 'suspension-and-catch-up';
  readonly version: 1 | 2;
  readonly pack: string;
  /** Only the answers of questions that are asked. */
  readonly answers: {
    readonly 'while-in-the-background': BackgroundAnswer;
    readonly 'return-display': DisplayAnswer;
    readonly 'clock-source'?: ClockAnswer;
    readonly 'backward-clock-anchor'?: AnchorAnswer;
    readonly 'backward-clock-notice'?: NoticeAnswer;
    readonly 'crossed-calendar-boundaries'?: CalendarAnswer;
  };
  readonly rows: {
    readonly clock: readonly ClockRow[];
    readonly 'fixed-items': readonly FixedRow[];
    readonly 'catch-up-items': readonly CatchUpRow[];
    readonly 'continuous-items': readonly ContinuousRow[];
    readonly 'choice-items': readonly ChoiceRow[];
    readonly 'return-rewards': readonly RewardRow[];
    readonly 'calendar-boundaries': readonly CalendarRow[];
    readonly 'rollback-rules': readonly RollbackRow[];
  };
}

/** One fault of a document, or one warning about it. */
export interface Finding {
  /** OpenGDD validator code, such as `CONTRACT_ROW_FIELD`. */
  readonly code: string;
  readonly severity: 'error' | 'warning';
  /** JSON pointer to the place, such as `#/rows/clock/0/clock-declared-in`. */
  readonly pointer: string;
  /** What was expected, what came, and what to do. */
  readonly message: string;
}

export type ReadResult =
  | { readonly ok: true; readonly adoption: ReadAdoption; readonly warnings: readonly Finding[] }
  | { readonly ok: false; readonly findings: readonly Finding[] };
