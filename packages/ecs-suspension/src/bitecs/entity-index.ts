import { addEntity } from 'bitecs';
import type { EntitySnapshot } from '../ports/covered-state.js';
import type { EntityIndex } from './internals.js';
import { isAlive } from './internals.js';

/** Adds dead ids to the index until it knows `id`; the next new id comes after them. */
export function openIds(index: EntityIndex, id: number): void {
  while (index.maxId < id) {
    index.maxId += 1;
    index.sparse[index.maxId] = index.dense.length;
    index.dense.push(index.maxId);
  }
}

/** Makes a dead id the next that bitecs hands out. */
function putNext(index: EntityIndex, id: number): void {
  const { dense, sparse, aliveCount } = index;
  const at = sparse[id];
  const next = dense[aliveCount];
  if (at === undefined || next === undefined || at === aliveCount) return;
  dense[at] = next;
  sparse[next] = at;
  dense[aliveCount] = id;
  sparse[id] = aliveCount;
}

/**
 * Adds an entity under an id that is dead or has never been used.
 *
 * @returns Whether it got that id: an observer of bitecs may have taken it first.
 */
export function spawnAs(world: object, index: EntityIndex, id: number): boolean {
  openIds(index, id);
  if (isAlive(index, id)) return false;
  putNext(index, id);
  return addEntity(world) === id;
}

/**
 * Adds an entity under the id that bitecs would have handed out last, so that the ids a game gets next stay the same.
 * `avoid` tells ids that are wanted for something else.
 */
export function spawnLast(world: object, index: EntityIndex, avoid: (id: number) => boolean = () => false): number {
  let at = index.dense.length - 1;
  while (at >= index.aliveCount && avoid(index.dense[at]!)) at -= 1;
  if (at >= index.aliveCount) putNext(index, index.dense[at]!);
  else {
    openIds(index, index.maxId + 1);
    while (avoid(index.maxId)) openIds(index, index.maxId + 1);
    putNext(index, index.maxId);
  }
  return addEntity(world);
}

/** Moves an id that has just died behind all others that wait to be handed out. */
export function handOutLast(index: EntityIndex, id: number): void {
  const { dense, sparse, aliveCount } = index;
  if (dense[aliveCount] !== id) return;
  dense.splice(aliveCount, 1);
  dense.push(id);
  for (let at = aliveCount; at < dense.length; at++) sparse[dense[at]!] = at;
}

/**
 * Puts the index into the saved order, so that bitecs hands out the same ids later: the living in the saved order,
 * others behind them; the free list as it was, then ids that were never used, then those of entities that were not
 * covered and are gone.
 */
export function arrangeIndex(index: EntityIndex, saved: Pick<EntitySnapshot, 'dense' | 'aliveCount' | 'maxId'>): void {
  if (isArranged(index, saved)) return;
  const { dense, sparse } = index;
  openIds(index, saved.maxId);
  let highest = saved.maxId;
  // 1: dead, 2: alive; 0 once placed.
  const state = new Uint8Array(index.maxId + 1).fill(1);
  for (let at = 0; at < index.aliveCount; at++) {
    const id = dense[at]!;
    state[id] = 2;
    if (id > highest) highest = id;
  }
  const before = Uint32Array.from(dense);
  let length = 0;
  const place = (id: number | undefined, wanted: 1 | 2): void => {
    if (id === undefined || id > highest || state[id] !== wanted) return;
    state[id] = 0;
    sparse[id] = length;
    dense[length++] = id;
  };
  for (let at = 0; at < saved.aliveCount; at++) place(saved.dense[at], 2);
  for (let at = 0; at < index.aliveCount; at++) place(before[at], 2);
  for (let at = saved.aliveCount; at < saved.dense.length; at++) place(saved.dense[at], 1);
  for (let id = saved.maxId + 1; id <= highest; id++) place(id, 1);
  for (let at = index.aliveCount; at < before.length; at++) place(before[at], 1);
  for (let id = 1; id <= highest; id++) place(id, 1);
  index.maxId = highest;
  dense.length = highest;
  sparse.length = highest + 1;
}

/** Whether the index is as it was saved: the same entities, and the same free list. */
export function isArranged(index: EntityIndex, saved: Pick<EntitySnapshot, 'dense' | 'aliveCount' | 'maxId'>): boolean {
  if (index.aliveCount !== saved.aliveCount || index.maxId !== saved.maxId) return false;
  const { dense } = index;
  for (let at = 0; at < dense.length; at++) if (dense[at] !== saved.dense[at]) return false;
  return true;
}

/** A copy of a list of ids; `set` is many times faster than the constructor here. */
export function idsOf(list: ArrayLike<number>): Uint32Array {
  const ids = new Uint32Array(list.length);
  ids.set(list);
  return ids;
}
