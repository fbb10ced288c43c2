/**
 * The entity index at the moment of a snapshot: enough to hand out the same ids later.
 * `covered` lists the covered entities in ascending order.
 */
export interface EntitySnapshot {
  readonly covered: Uint32Array;
  /** Alive and dead ids in index order; the dead tail is the free list. */
  readonly dense: Uint32Array;
  readonly aliveCount: number;
  readonly maxId: number;
  /** Iteration order of queries, whatever form the store gives it. */
  readonly orders: unknown;
}

/** Who carries a component, and what its stores hold for them. */
export interface ComponentSnapshot {
  /** Carriers in ascending order. */
  readonly members: Uint32Array;
  /** Store contents in the order of `members`; its form follows the store's. */
  readonly data: unknown;
}

/** Covered state of the world, structured-cloneable. */
export interface StateSnapshot {
  readonly entities: EntitySnapshot;
  readonly components: { readonly [name: string]: ComponentSnapshot };
  readonly resources: { readonly [name: string]: unknown };
}

/** What a restore did; each list holds only what differed. */
export interface Restored {
  readonly created: readonly number[];
  readonly removed: readonly number[];
  /** Component name -> entities that got it back. */
  readonly added: { readonly [component: string]: readonly number[] };
  /** Component name -> entities that lost it again. */
  readonly dropped: { readonly [component: string]: readonly number[] };
  /** Component name -> entities whose stored values were put back; resources by name with an empty list. */
  readonly written: { readonly [component: string]: readonly number[] };
}

/** Names whose state is left as it stands in the world. */
export interface Kept {
  readonly components: ReadonlySet<string>;
  readonly resources: ReadonlySet<string>;
}

/** The lifecycle's view of the world: it knows names and snapshots, never the ECS. */
export interface CoveredState {
  /** One coherent copy; nothing in it aliases the world. */
  capture(): StateSnapshot;
  /**
   * Puts covered state back in place. Names in `kept` are left alone.
   * @throws SuspensionError `ENTITY_ID_TAKEN`, `STORE_TOO_SHORT`: before anything is changed.
   */
  restore(snapshot: StateSnapshot, kept?: Kept): Restored;
  /**
   * Puts a saved state into a world that has none of it.
   * A name that the save lacks is left as it stands; a name the save has beyond ours is left in `unknown`.
   * @throws SuspensionError `SPAWNED_BEFORE_START`, `ENTITY_ID_TAKEN`, `STORE_TOO_SHORT`: before anything is changed.
   */
  load(
    snapshot: StateSnapshot,
  ): Restored & { readonly missing: readonly string[]; readonly unknown: readonly string[] };
}
