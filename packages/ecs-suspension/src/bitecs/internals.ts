import type { ComponentRef, Query, WorldContext } from 'bitecs';
import { $internal } from 'bitecs';
import { SuspensionError } from '../errors.js';

/** What bitecs keeps for a world. Only this folder reads it, and only the parts that {@link contextOf} has checked. */
export type Context = WorldContext;
export type EntityIndex = WorldContext['entityIndex'];

/** The data of a world that was checked before; in the middle of a change of bitecs the checks would not hold. */
export function openContext(world: object): Context {
  return (world as { readonly [$internal]: Context })[$internal];
}

/**
 * bitecs's own data of a world that can be suspended.
 *
 * @throws SuspensionError `WORLD_FOREIGN`, `WORLD_VERSIONED`, `WORLD_SHARED_INDEX`.
 */
export function contextOf(world: object): Context {
  const context: Context | undefined =
    typeof world === 'object' && world !== null ? (world as { [$internal]?: Context })[$internal] : undefined;
  if (!context || !isIndex(context.entityIndex) || !(context.entityComponents instanceof Map) || !isKnown(context)) {
    throw new SuspensionError(
      'WORLD_FOREIGN',
      'A suspension needs a world that createWorld() of bitecs 0.4 made, but this object has none of its data. ' +
        'Pass that object itself: a spread or a clone of it is no world, and neither is one that was deleted.',
    );
  }
  if (context.entityIndex.versioning) {
    throw new SuspensionError(
      'WORLD_VERSIONED',
      'This world was created with withVersioning(), under which bitecs 0.4 loses track of living entities. ' +
        'Create it without; entities come back under the ids they had.',
    );
  }
  if (context.entityComponents.size !== context.entityIndex.aliveCount) {
    throw new SuspensionError(
      'WORLD_SHARED_INDEX',
      `This world has ${context.entityComponents.size} entities, but its entity index counts ` +
        `${context.entityIndex.aliveCount}: it is shared with another world, whose ids a restore would disturb. ` +
        'Give each world an index of its own.',
    );
  }
  return context;
}

/** What a survey reads; without it there is no restore at all. */
function isKnown(context: Context): boolean {
  return (
    context.componentMap instanceof Map &&
    context.queriesHashMap instanceof Map &&
    context.entitiesWithRelations instanceof Set &&
    Array.isArray(context.entityMasks)
  );
}

function isIndex(index: EntityIndex | undefined): boolean {
  return (
    index !== undefined &&
    Array.isArray(index.dense) &&
    Array.isArray(index.sparse) &&
    Number.isInteger(index.aliveCount) &&
    Number.isInteger(index.maxId) &&
    index.dense.length === index.maxId
  );
}

/**
 * Whether queries, masks and component sets have the form that iteration orders are read from and written to.
 * Where they have not, ids, memberships and values still come back; only the orders are bitecs's own.
 */
export function hasKnownOrders(context: Context): boolean {
  return (
    context.queries instanceof Set &&
    context.dirtyQueries instanceof Set &&
    context.entityMasks.length > 0 &&
    context.entityMasks.every(Array.isArray) &&
    [...context.queries].every(isKnownQuery)
  );
}

function isKnownQuery(query: Query): boolean {
  return (
    isList(query.dense) &&
    Array.isArray(query.sparse) &&
    Array.isArray(query.generations) &&
    [query.has, query.add, query.remove, query.toRemove?.add, query.toRemove?.reset].every(isFunction) &&
    isList(query.toRemove.dense) &&
    [query.masks, query.orMasks, query.notMasks].every(isRecord)
  );
}

function isList(value: unknown): boolean {
  return Array.isArray(value) || value instanceof Uint32Array;
}
function isFunction(value: unknown): boolean {
  return typeof value === 'function';
}
function isRecord(value: unknown): boolean {
  return typeof value === 'object' && value !== null;
}

/** Whether an id is alive, without a call into bitecs: restores ask for every id. */
export function isAlive({ dense, sparse, aliveCount }: EntityIndex, id: number): boolean {
  const at = sparse[id];
  return at !== undefined && at < aliveCount && dense[at] === id;
}

/** Whether an entity meets a query's terms; prefabs meet them too, though bitecs leaves them out. */
export function meets({ entityMasks }: Context, query: Query, id: number): boolean {
  const { masks, notMasks, orMasks } = query;
  let any = true;
  for (const _ in orMasks) {
    any = false;
    break;
  }
  for (const generation of query.generations) {
    const mask = entityMasks[generation]?.[id] ?? 0;
    const all = masks[generation] ?? 0;
    if ((mask & (notMasks[generation] ?? 0)) !== 0 || (mask & all) !== all) return false;
    if ((mask & (orMasks[generation] ?? 0)) !== 0) any = true;
  }
  return any;
}

/** The mask row and the bit of a component; `undefined` where the world does not know it yet. */
export function bitOf(context: Context, ref: ComponentRef): { masks: number[]; bit: number } | undefined {
  const data = context.componentMap.get(ref);
  const masks = data && context.entityMasks[data.generationId];
  return masks && { masks, bit: data.bitflag };
}
