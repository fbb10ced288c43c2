import { registerComponent } from 'bitecs';
import type { ComponentRef } from '../rules/duties.js';
import type { Context } from './internals.js';
import { bitOf, isAlive } from './internals.js';
import { isBookkeeping, relationOf, targetOf } from './pairs.js';
import type { Tokens } from './tokens.js';

/**
 * What bitecs keeps about relations beside the pairs themselves. It depends on the order in which pairs came and went,
 * and decides which pairs bitecs finds later, so it is put back as it was and not made anew.
 */
export interface Links {
  readonly ids: Uint32Array;
  /** Component tokens of each of `ids`, in bitecs's order. */
  readonly components: readonly (readonly string[])[];
  /** Entities that bitecs takes for parts of a relation. */
  readonly related: Uint32Array;
}

/**
 * @param anyPrefab - Any entity may come to be a prefab, whose instances inherit in the order of its components: then
 *   the order of all entities is kept, and not only that of the related ones.
 */
export function linksOf(context: Context, covered: Uint32Array, anyPrefab: boolean, tokens: Tokens): Links {
  const { entitiesWithRelations, entityComponents } = context;
  const related = covered.filter((id) => entitiesWithRelations.has(id));
  const ids = anyPrefab ? covered : related;
  const components = Array.from(ids, (id) =>
    [...(entityComponents.get(id) ?? [])].map((ref) => tokens.of(ref)).filter((token) => token !== undefined),
  );
  return { ids, components, related };
}

/** Puts bookkeeping pairs and component order back; the queries that ask for them are put in order afterwards. */
export function arrangeLinks(
  world: object,
  context: Context,
  covered: Uint32Array,
  links: Links,
  tokens: Tokens,
): void {
  const saved = new Map(Array.from(links.ids, (id, at) => [id, links.components[at]!]));
  const related = new Set(links.related);
  for (const id of covered) {
    const components = context.entityComponents.get(id);
    if (!components) continue;
    if (related.has(id)) context.entitiesWithRelations.add(id);
    else context.entitiesWithRelations.delete(id);
    const wanted = (saved.get(id) ?? []).map((token) => tokens.ref(token)).filter((ref) => ref !== undefined);
    if (!hasForeignPairs(components, tokens)) putBookkeeping(world, context, id, components, wanted);
    putOrder(components, wanted);
  }
}

function putBookkeeping(
  world: object,
  context: Context,
  id: number,
  components: Set<ComponentRef>,
  wanted: readonly ComponentRef[],
): void {
  const keep = new Set(wanted);
  for (const ref of components) {
    if (isLeftToUs(context, ref) && !keep.has(ref)) flip(world, context, id, ref, false);
  }
  for (const ref of wanted) if (isLeftToUs(context, ref) && !components.has(ref)) flip(world, context, id, ref, true);
}

/** Bookkeeping, and pairs that bitecs has left behind for an entity that is gone: it adds neither on request. */
function isLeftToUs(context: Context, ref: ComponentRef): boolean {
  return isBookkeeping(ref) || isStale(context, ref);
}

function isStale({ entityIndex }: Context, ref: ComponentRef): boolean {
  const target = targetOf(ref);
  return typeof target === 'number' && !isAlive(entityIndex, target);
}

function flip(world: object, context: Context, id: number, ref: ComponentRef, on: boolean): void {
  if (!context.componentMap.has(ref)) registerComponent(world, ref);
  const found = bitOf(context, ref);
  if (!found) return;
  const { masks, bit } = found;
  masks[id] = on ? (masks[id] ?? 0) | bit : (masks[id] ?? 0) & ~bit;
  if (on) context.entityComponents.get(id)?.add(ref);
  else context.entityComponents.get(id)?.delete(ref);
}

/**
 * Takes what is about entities that are gone off an entity: bitecs would hand it on to instances of a prefab, and fail.
 * What belongs there comes back at the end.
 */
export function dropStale(world: object, context: Context, id: number): void {
  if (!context.entitiesWithRelations.has(id)) return;
  for (const ref of context.entityComponents.get(id) ?? []) {
    if (isStale(context, ref)) flip(world, context, id, ref, false);
  }
}

function putOrder(components: Set<ComponentRef>, wanted: readonly ComponentRef[]): void {
  const present = wanted.filter((ref) => components.has(ref));
  const known = new Set(present);
  const now = [...components].filter((ref) => known.has(ref));
  if (now.every((ref, at) => ref === present[at])) return;
  for (const ref of present) {
    components.delete(ref);
    components.add(ref);
  }
}

/** Whether an entity is part of a relation that no row covers: its bookkeeping is not ours alone. */
function hasForeignPairs(components: Iterable<ComponentRef>, tokens: Tokens): boolean {
  for (const ref of components) if (relationOf(ref) !== undefined && tokens.of(ref) === undefined) return true;
  return false;
}
