import { getEntityComponents, Prefab } from 'bitecs';
import { SuspensionError } from '../errors.js';
import type { ComponentSnapshot, Kept, StateSnapshot } from '../ports/covered-state.js';
import type { ComponentRef } from '../rules/duties.js';
import type { Entry } from './entries.js';
import type { Context } from './internals.js';
import { isAlive } from './internals.js';
import type { Relation } from './pairs.js';
import { isBookkeeping, relationOf, targetOf, wildcard } from './pairs.js';
import type { RelationData } from './relation-state.js';
import { isRelationData, savedTargets } from './relation-state.js';
import type { OwnEntities } from './row-entities.js';
import type { SavedOrders } from './snapshot.js';
import type { Walk } from './stores.js';
import { checkLength, walkOf } from './stores.js';
import type { Survey } from './survey.js';
import { collect } from './survey.js';

/** One part of a snapshot that is put back. */
export interface Part {
  readonly entry: Entry;
  readonly saved: ComponentSnapshot;
  readonly walk: Walk;
  /** 1 at each saved carrier, 2 at a carrier that was not covered then. */
  readonly was: Uint8Array;
  readonly relation?: { readonly data: RelationData; readonly targets: ReadonlyMap<number, Uint32Array> };
}

/** What a restore is about, before anything is changed. */
export interface Plan {
  readonly parts: readonly Part[];
  /** 1 at each entity that the parts cover in the snapshot. */
  readonly wanted: Uint8Array;
  readonly ids: Uint32Array;
  readonly prefabs: ReadonlySet<number>;
  /** 1 at each entity that was alive at the snapshot. */
  readonly lived: Uint8Array;
  readonly orders: SavedOrders;
  readonly snapshot: StateSnapshot;
}

const NOBODY: Kept = { components: new Set(), resources: new Set() };

/** @throws SuspensionError `STORE_TOO_SHORT`. */
export function planRestore(entries: readonly Entry[], snapshot: StateSnapshot, kept: Kept = NOBODY): Plan {
  const { entities } = snapshot;
  const orders = entities.orders as SavedOrders;
  const size = entities.maxId + 1;
  const wanted = new Uint8Array(size);
  const parts: Part[] = [];
  for (const entry of entries) {
    const saved = Object.hasOwn(snapshot.components, entry.name) ? snapshot.components[entry.name] : undefined;
    if (!saved || entry.of.every((name) => kept.components.has(name))) continue;
    const was = new Uint8Array(size);
    for (const id of saved.members) {
      was[id] = 1;
      wanted[id] = 1;
    }
    for (const id of orders.others[entry.name] ?? []) was[id] = 2;
    parts.push({ entry, saved, was, walk: walkOf(saved.members), ...relationPart(entry, saved) });
  }
  for (const part of parts) checkStores(part);
  let count = 0;
  for (let id = 0; id < size; id++) count += wanted[id]!;
  const lived = new Uint8Array(size);
  for (let at = 0; at < entities.aliveCount; at++) lived[entities.dense[at]!] = 1;
  return { parts, wanted, ids: collect(wanted, count), prefabs: new Set(orders.prefabs), lived, orders, snapshot };
}

function relationPart(entry: Entry, saved: ComponentSnapshot): Pick<Part, 'relation'> {
  if (entry.kind !== 'relation' || !isRelationData(saved.data)) return {};
  return { relation: { data: saved.data, targets: savedTargets(saved.members, saved.data) } };
}

function checkStores({ entry, saved, relation }: Part): void {
  if (entry.kind === 'store') checkLength(entry.ref, saved.members.at(-1), { component: entry.name, field: '' });
  for (const { target, subjects } of relation?.data.stores ?? []) {
    checkLength((entry.ref as Relation)(target), subjects.at(-1), { component: `${entry.name}(${target})`, field: '' });
  }
}

/** Finds a component of an entity that belongs neither to the covered state nor to bitecs. */
export function createOutside(world: object, entries: readonly Entry[]): (id: number) => ComponentRef | undefined {
  const ours = new Set<ComponentRef>([Prefab, wildcard, ...entries.map(({ ref }) => ref)]);
  return (id) =>
    getEntityComponents(world, id).find((ref: ComponentRef) => {
      const relation = relationOf(ref);
      if (!relation) return !ours.has(ref);
      const target = targetOf(ref);
      // The bookkeeping of a target tells the relation it is in.
      if (isBookkeeping(ref)) return relation === wildcard && typeof target === 'function' && !ours.has(target);
      return !ours.has(relation);
    });
}

export interface Bystanders {
  readonly rows: OwnEntities;
  readonly outside: (id: number) => ComponentRef | undefined;
  /** Whether this is known to be the entity that was covered once, and not another under its id. */
  isSameLife(id: number): boolean;
}

/**
 * Finds out who stands where a saved entity comes back.
 *
 * @returns Entities of ours that have to give way.
 * @throws SuspensionError `ENTITY_ID_TAKEN`.
 */
export function findTaken(
  context: Context,
  now: Survey,
  plan: Plan,
  { rows, outside, isSameLife }: Bystanders,
  fresh: boolean,
): number[] {
  const yielding: number[] = [];
  const taken: number[] = [];
  for (const id of plan.ids) {
    if (!isAlive(context.entityIndex, id)) continue;
    if (rows.isOurs(id)) yielding.push(id);
    else if (fresh || (now.covered[id] !== 1 && outside(id) !== undefined && !isSameLife(id))) taken.push(id);
  }
  if (taken.length > 0) throw idTaken(taken, fresh);
  return yielding;
}

function idTaken(taken: readonly number[], fresh: boolean): SuspensionError {
  const shown = taken.slice(0, 10).join(', ') + (taken.length > 10 ? ` and ${taken.length - 10} more` : '');
  return new SuspensionError(
    'ENTITY_ID_TAKEN',
    `Covered state comes back under the entity ids it had, but ${shown} ${taken.length > 1 ? 'are' : 'is'} in use by ` +
      `what no row covers. ${
        fresh
          ? 'Spawn what is not covered after start(), from `restored` or by an observer.'
          : 'Remove that entity first, or let a row name a component of it.'
      } Nothing has changed.`,
    { details: { entities: taken } },
  );
}

/** @throws SuspensionError `SPAWNED_BEFORE_START`. */
export function refuseSpawned(entries: readonly Entry[], { ids, members }: Survey): void {
  const [id] = ids;
  if (id === undefined) return;
  const names = entries.filter((_, at) => members[at]!.includes(id)).map(({ name }) => name);
  throw new SuspensionError(
    'SPAWNED_BEFORE_START',
    `There is a save, but ${ids.length} covered ${ids.length > 1 ? 'entities are' : 'entity is'} in the world already: ` +
      `entity ${id} carries ${names.join(', ')}. Spawn what rows cover in newGame only, which runs where there is no save. ` +
      'Nothing has changed.',
    { details: { entities: [...ids], components: names } },
  );
}
