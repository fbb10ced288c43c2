import type { AmountBranch, FidelityBranch, LimitBranch } from '../adoption/document.js';

/**
 * A component of ours. As a component it is one for all worlds: `query(world, [CatchUpItem])`. Its stores belong to a
 * world, since two worlds hand out the same ids: `CatchUpItem(world).carryMs[entity]`. They are arrays indexed by
 * entity; read them, the library writes them.
 */
export type RowComponent<Stores> = (world: object) => Stores;

export interface CatchUpStores {
  /** Row id. */
  readonly row: string[];
  readonly amountBranch: AmountBranch[];
  readonly fidelityBranch: FidelityBranch[];
  readonly limitBranch: LimitBranch[];
  /** The part of the next update's step that has passed, in whole ms; 0 for a row without steps. */
  readonly carryMs: number[];
  /** What the last return admitted, in ms. */
  readonly admittedMs: number[];
  /** Whether the last return reached the limit. */
  readonly limitReached: boolean[];
}
export interface FixedStores {
  readonly row: string[];
}
export interface ContinuousStores {
  readonly row: string[];
}
export interface ChoiceStores {
  readonly row: string[];
  /** The branch selected last; empty before the first selection. */
  readonly branch: string[];
}
export interface RewardStores {
  /** Reward id. */
  readonly id: string[];
  readonly row: string[];
  /** Clock reading of its creation, in ms. */
  readonly createdMs: number[];
  /** Clock reading at which it is gone, in ms; `Infinity` without a deadline. */
  readonly deadlineMs: number[];
}

function rowComponent<Stores extends object>(create: () => Stores): RowComponent<Stores> {
  const worlds = new WeakMap<object, Stores>();
  return (world) => {
    let stores = worlds.get(world);
    if (!stores) {
      stores = create();
      worlds.set(world, stores);
    }
    return stores;
  };
}

/** Carried by the entity of each catch-up row. */
export const CatchUpItem: RowComponent<CatchUpStores> = rowComponent(() => ({
  row: [],
  amountBranch: [],
  fidelityBranch: [],
  limitBranch: [],
  carryMs: [],
  admittedMs: [],
  limitReached: [],
}));

/** Carried by the entity of each fixed row. */
export const FixedItem: RowComponent<FixedStores> = rowComponent(() => ({ row: [] }));

/** Carried by the entity of each continuous row. */
export const ContinuousItem: RowComponent<ContinuousStores> = rowComponent(() => ({ row: [] }));

/** Carried by the entity of each choice row. */
export const ChoiceItem: RowComponent<ChoiceStores> = rowComponent(() => ({ row: [], branch: [] }));

/** Carried by the entity of each pending reward. */
export const PendingReward: RowComponent<RewardStores> = rowComponent(() => ({
  id: [],
  row: [],
  createdMs: [],
  deadlineMs: [],
}));
