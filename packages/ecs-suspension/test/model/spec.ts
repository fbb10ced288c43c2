import type { CatchUpReport, ReturnReport, RewardReport } from '../../src/index.js';
import type { BoundarySpec, GameSpec, RewardSpec, RowSpec } from '../support/game.js';

/** Points a millisecond: whole numbers, so that every sum is exact. */
export const ORDINARY = 4;
export const AWAY = 2;
export const PAST_THE_POINT = 1;
/** What a boundary takes from the row it harvests. */
export const HARVEST = 20_000;
/** A gap longer than this is a sleep. */
export const LONGEST_UPDATE_MS = 2_000;

/** A catch-up row, or the catch-up branch of a choice row, as plain data. */
export type RowData = Required<
  Pick<RowSpec, 'id' | 'amount' | 'fidelity' | 'limit' | 'start' | 'afterMs' | 'inPlay'>
> & { readonly stepMs: number | null; readonly ceiling: number };

export type BranchData =
  | { readonly kind: 'fixed' }
  | { readonly kind: 'continuous' }
  | { readonly kind: 'catch-up'; readonly row: RowData };

export interface ChoiceData {
  readonly id: string;
  readonly selectedAt: 'suspend' | 'return';
  readonly first: BranchData;
  readonly second: BranchData;
}

export type BoundaryData = Required<Pick<BoundarySpec, 'id' | 'everyMs' | 'inPlay'>> & {
  /** Catch-up row that loses up to {@link HARVEST} at each crossing. */
  readonly takes: string | undefined;
};
export type RewardData = Required<Pick<RewardSpec, 'id' | 'source' | 'delivery'>> & {
  readonly expiresMs: number | undefined;
};

/** An adoption and its game as plain data: all that game and model share. */
export type AdoptionData = Required<
  Pick<GameSpec, 'background' | 'display' | 'clock' | 'anchor' | 'notice' | 'calendar' | 'fixed'>
> & {
  readonly autosaveMs: number;
  readonly rows: readonly RowData[];
  readonly continuous: readonly string[];
  readonly choices: readonly ChoiceData[];
  readonly boundaries: readonly BoundaryData[];
  readonly rewards: readonly RewardData[];
};

/** Covered state: a level per state name, a carry per stepped row. */
export interface Covered {
  readonly levels: Record<string, number>;
  readonly carries: Record<string, number>;
}

/** A return as the model predicts it: the report without what only the library knows. */
export type Predicted = Pick<ReturnReport, 'interval' | 'calendar' | 'continuous' | 'choices' | 'backwardClock'> & {
  readonly catchUp: readonly CatchUpReport[];
  readonly rewards: readonly RewardReport[];
  readonly anchorMs: number | undefined;
};
