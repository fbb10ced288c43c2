import type { Query } from 'bitecs';
import { hasComponent, noCommit, Prefab, query } from 'bitecs';
import type { ComponentRef } from '../rules/duties.js';
import type { Entry } from './entries.js';
import type { Context } from './internals.js';
import { bitOf, isAlive } from './internals.js';
import type { Relation } from './pairs.js';
import { isRelationRef, relationOf, targetOf } from './pairs.js';

/** Who is covered at one moment. */
export interface Survey {
  /** Carriers by entry, ascending. */
  readonly members: readonly Uint32Array[];
  /** 1 at the id of every entity that is covered by any of the entries. */
  readonly covered: Uint8Array;
  /** Covered entities, ascending. */
  readonly ids: Uint32Array;
}

/** Whether an entity carries a component, or any pair of a relation. */
export function carries(world: object, context: Context, id: number, ref: ComponentRef): boolean {
  return isRelationRef(ref) ? targetsOf(context, id, ref).length > 0 : hasComponent(world, id, ref);
}

/** Registers the one query per component that a survey reads; a query is for ever, so none is made twice. */
export function registerQueries(world: object, entries: readonly Entry[]): void {
  for (const { ref } of entries) if (!isRelationRef(ref)) query(world, [ref], noCommit);
}

export function survey(world: object, context: Context, entries: readonly Entry[]): Survey {
  const size = context.entityIndex.maxId + 1;
  const covered = new Uint8Array(size);
  const prefabs = prefabsOf(context);
  const members = entries.map((entry) => membersOf(world, context, entry, prefabs));
  let count = 0;
  for (const list of members) {
    if (count === size - 1) break;
    for (let at = 0; at < list.length; at++) {
      const id = list[at]!;
      if (covered[id] !== 0) continue;
      covered[id] = 1;
      count++;
    }
  }
  const whole = members.find((list) => list.length === count);
  return { members, covered, ids: whole ?? collect(covered, count) };
}

/** Entities that carry `Prefab`: bitecs leaves them out of queries. */
export function prefabsOf(context: Context): readonly number[] {
  const prefab = bitOf(context, Prefab);
  if (!prefab) return [];
  const { masks, bit } = prefab;
  const { dense, aliveCount } = context.entityIndex;
  const found: number[] = [];
  for (let at = 0; at < aliveCount; at++) if (((masks[dense[at]!] ?? 0) & bit) !== 0) found.push(dense[at]!);
  return found;
}

/** Entities that carry a component, whether or not they are covered by it. */
export function carriersOf(
  world: object,
  context: Context,
  ref: ComponentRef,
  prefabs: readonly number[],
): Uint32Array {
  if (isRelationRef(ref)) return subjectsOf(context, ref);
  const { entityIndex } = context;
  const found = queryOf(world, context, ref);
  const { dense } = found;
  const pending = found.toRemove.dense;
  const inQuery = dense.length - pending.length;
  if (inQuery === entityIndex.maxId) return everyId(inQuery);
  const flags = new Uint8Array(entityIndex.maxId + 1);
  for (let at = 0; at < dense.length; at++) flags[dense[at]!] = 1;
  for (let at = 0; at < pending.length; at++) flags[pending[at]!] = 0;
  let count = inQuery;
  for (const id of prefabs) {
    if (flags[id] === 1 || !hasComponent(world, id, ref)) continue;
    flags[id] = 1;
    count++;
  }
  return collect(flags, count);
}

function membersOf(world: object, context: Context, entry: Entry, prefabs: readonly number[]): Uint32Array {
  const carriers = carriersOf(world, context, entry.ref, prefabs);
  return entry.everyone ? carriers : carriers.filter((id) => isInScope(world, context, entry, id));
}

/** Entities with a pair of the relation. bitecs's own wildcard pair can be missing where such a pair is left. */
function subjectsOf(context: Context, relation: Relation): Uint32Array {
  const flags = new Uint8Array(context.entityIndex.maxId + 1);
  let count = 0;
  for (const id of context.entitiesWithRelations) {
    // The wildcard is among them, too.
    if (typeof id !== 'number' || flags[id] === 1 || !isAlive(context.entityIndex, id)) continue;
    if (targetsOf(context, id, relation).length === 0) continue;
    flags[id] = 1;
    count++;
  }
  return collect(flags, count);
}

function isInScope(world: object, context: Context, { scopes }: Entry, id: number): boolean {
  return scopes.some((scope) => scope.every((other) => carries(world, context, id, other)));
}

/**
 * Living targets of an entity's pairs, in the order bitecs gives them.
 * Pairs that bitecs has left behind for an entity that is gone are not among them.
 */
export function targetsOf(context: Context, id: number, relation: Relation): number[] {
  const targets: number[] = [];
  for (const ref of context.entityComponents.get(id) ?? []) {
    if (relationOf(ref) !== relation) continue;
    const target = targetOf(ref);
    if (typeof target === 'number' && isAlive(context.entityIndex, target)) targets.push(target);
  }
  return targets;
}

function queryOf(world: object, context: Context, ref: ComponentRef): Query {
  const hash = (): string => String(context.componentMap.get(ref)?.id);
  const known = context.queriesHashMap.get(hash());
  if (known) return known;
  // A game may have removed the query, and a world that was reset knows none.
  query(world, [ref], noCommit);
  return context.queriesHashMap.get(hash())!;
}

/** Ids flagged in `flags`, ascending. */
export function collect(flags: Uint8Array, count: number): Uint32Array {
  const ids = new Uint32Array(count);
  let length = 0;
  for (let id = 1; id < flags.length && length < count; id++) if (flags[id] === 1) ids[length++] = id;
  return ids;
}

function everyId(count: number): Uint32Array {
  const ids = new Uint32Array(count);
  for (let at = 0; at < count; at++) ids[at] = at + 1;
  return ids;
}
