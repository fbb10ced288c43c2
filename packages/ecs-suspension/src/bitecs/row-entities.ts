import { addComponent, hasComponent, removeEntity } from 'bitecs';
import type { Reward } from '../rules/duties.js';
import { handOutLast, spawnLast } from './entity-index.js';
import { contextOf } from './internals.js';
import type { CatchUpStores, ChoiceStores, ContinuousStores, FixedStores } from './row-components.js';
import { CatchUpItem, ChoiceItem, ContinuousItem, FixedItem, PendingReward } from './row-components.js';

/** One value of each store. */
type Values<Stores> = { readonly [field in keyof Stores]: Stores[field] extends (infer T)[] ? T : never };

/** A row as an entity: the component of its kind, and what that component's stores hold. */
export type OwnRow =
  | { readonly kind: 'catch-up'; readonly values: Values<CatchUpStores> }
  | { readonly kind: 'fixed'; readonly values: Values<FixedStores> }
  | { readonly kind: 'continuous'; readonly values: Values<ContinuousStores> }
  | { readonly kind: 'choice'; readonly values: Values<ChoiceStores> };

/** Values that a row's entity may change, whatever its kind: others are left out. */
export type RowValues = Partial<Values<CatchUpStores> & Values<ChoiceStores>>;

/** The entities that one suspension adds to its world: one for each row and each pending reward. */
export interface OwnEntities {
  /** Adds the rows' entities; a row that has one keeps it and takes the values. */
  install(rows: readonly OwnRow[]): void;
  /** The entity of a row. */
  entity(row: string): number | undefined;
  /** Writes values that a row's component has a store for. */
  update(row: string, values: RowValues): void;
  addReward(reward: Pick<Reward, 'id' | 'row' | 'createdMs' | 'deadlineMs'>): void;
  removeReward(id: string): void;
  /** The entity of a pending reward. */
  reward(id: string): number | undefined;
  /** Whether an entity was added by any suspension of the world. */
  isOurs(entity: number): boolean;
  /** Moves entities of any suspension of the world to other ids, which are none of those that `avoid` tells. */
  giveWay(entities: readonly number[], avoid?: (id: number) => boolean): void;
  /** Removes all of this suspension's. */
  remove(): void;
}

type AnyComponent = (world: object) => { readonly [field: string]: unknown[] };

const KINDS: { readonly [kind in OwnRow['kind'] | 'reward']: AnyComponent } = {
  'catch-up': CatchUpItem as unknown as AnyComponent,
  fixed: FixedItem as unknown as AnyComponent,
  continuous: ContinuousItem as unknown as AnyComponent,
  choice: ChoiceItem as unknown as AnyComponent,
  reward: PendingReward as unknown as AnyComponent,
};

/** One entity of ours. Its id changes where it gives way. */
interface Own {
  entity: number;
  readonly component: AnyComponent;
  readonly values: Record<string, unknown>;
}

/** Entities of all suspensions by world and id. */
const worlds = new WeakMap<object, Map<number, Own>>();

function ownOf(world: object): Map<number, Own> {
  const own = worlds.get(world) ?? new Map<number, Own>();
  worlds.set(world, own);
  return own;
}

/**
 * Keeps a suspension's own entities. They take the ids that bitecs would hand out last, so that a game gets the ids it
 * would have got without them for as long as there are others.
 */
export function createOwnEntities(world: object): OwnEntities {
  const all = ownOf(world);
  const rows = new Map<string, Own>();
  const rewards = new Map<string, Own>();

  const spawn = (own: Own, avoid?: (id: number) => boolean): void => {
    own.entity = spawnLast(world, contextOf(world).entityIndex, avoid);
    all.set(own.entity, own);
    // Values first: an observer of the component reads right ones.
    fill(own, own.values);
    addComponent(world, own.entity, own.component);
  };
  /** A game may remove any entity; whatever has the id then is not ours. */
  const isThere = (entity: number): boolean => {
    const own = all.get(entity);
    return own !== undefined && hasComponent(world, entity, own.component);
  };
  const write = (own: Own, values: object): void => {
    if (own.entity > 0 && !isThere(own.entity)) {
      all.delete(own.entity);
      Object.assign(own.values, values);
      spawn(own);
      return;
    }
    fill(own, values);
  };
  const fill = (own: Own, values: object): void => {
    const stores = own.component(world);
    for (const [field, value] of Object.entries(values)) {
      const store = stores[field];
      if (!store || value === undefined) continue;
      own.values[field] = value;
      store[own.entity] = value;
    }
  };
  const drop = (own: Own): void => {
    const { entity } = own;
    const there = isThere(entity);
    all.delete(entity);
    for (const store of Object.values(own.component(world))) delete store[entity];
    if (!there) return;
    removeEntity(world, entity);
    handOutLast(contextOf(world).entityIndex, entity);
  };
  const put = (of: Map<string, Own>, id: string, kind: keyof typeof KINDS, values: object): void => {
    const known = of.get(id);
    if (known) {
      write(known, values);
      return;
    }
    const own: Own = { entity: 0, component: KINDS[kind], values: { ...values } };
    of.set(id, own);
    spawn(own);
  };

  return {
    install(list) {
      for (const { kind, values } of list) put(rows, values.row, kind, values);
    },
    entity: (row) => rows.get(row)?.entity,
    update(row, values) {
      const own = rows.get(row);
      if (own) write(own, values);
    },
    addReward({ id, row, createdMs, deadlineMs = Number.POSITIVE_INFINITY }) {
      put(rewards, id, 'reward', { id, row, createdMs, deadlineMs });
    },
    removeReward(id) {
      const own = rewards.get(id);
      rewards.delete(id);
      if (own) drop(own);
    },
    reward: (id) => rewards.get(id)?.entity,
    isOurs: isThere,
    giveWay(entities, avoid) {
      const wanted = new Set(entities);
      for (const entity of entities) {
        const own = all.get(entity);
        if (!own || !isThere(entity)) continue;
        // The new entity first: the old id must not be handed out to it again.
        const taken = (id: number): boolean => wanted.has(id) || avoid?.(id) === true;
        const stores = own.component(world);
        for (const [field, store] of Object.entries(stores)) own.values[field] = store[entity];
        spawn(own, taken);
        all.delete(entity);
        for (const store of Object.values(stores)) delete store[entity];
        removeEntity(world, entity);
      }
    },
    remove() {
      for (const own of [...rows.values(), ...rewards.values()]) drop(own);
      rows.clear();
      rewards.clear();
    },
  };
}
