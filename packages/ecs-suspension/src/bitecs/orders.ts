import type { Query } from 'bitecs';
import { noCommit, query as queryWorld } from 'bitecs';
import { idsOf } from './entity-index.js';
import type { Context } from './internals.js';
import { isAlive, meets } from './internals.js';
import type { QueryName, Term } from './query-terms.js';
import { queryTerms } from './query-terms.js';
import { prefabsOf } from './survey.js';
import type { Tokens } from './tokens.js';

/** Iteration order of one query. */
export interface QueryOrder {
  readonly key: string;
  readonly terms: readonly Term[] | null;
  readonly buffered: boolean;
  readonly order: Uint32Array;
  /** Entities of `order` that leave the query when bitecs next commits removals. */
  readonly pending: Uint32Array;
}

type Names = ReadonlyMap<Query, QueryName>;

export function queryOrders(names: Names): QueryOrder[] {
  return [...names].map(([query, { key, terms }]) => {
    const { dense } = query;
    return { key, terms, buffered: !Array.isArray(dense), order: idsOf(dense), pending: idsOf(query.toRemove.dense) };
  });
}

/** The order of `getAllEntities`. */
export function entityOrder({ entityComponents }: Context): Uint32Array {
  const ids = new Uint32Array(entityComponents.size);
  let at = 0;
  for (const id of entityComponents.keys()) ids[at++] = id;
  return ids;
}

/** Registers the saved queries that this world lacks, so that they have an order to be put in. */
export function registerSaved(world: object, orders: readonly QueryOrder[], tokens: Tokens, names: Names): void {
  const known = new Set([...names.values()].map(({ key }) => key));
  for (const { key, terms, buffered } of orders) {
    if (terms === null || known.has(key)) continue;
    const list = queryTerms(terms, tokens);
    if (!list) continue;
    if (buffered) queryWorld(world, list, { commit: false, buffered: true });
    else queryWorld(world, list, noCommit);
  }
}

/**
 * Puts every query into its saved order. Entities that the save does not know in a query come last;
 * a query that the save does not know gets the order it would have if it were registered now.
 */
export function arrangeQueries(context: Context, names: Names, orders: readonly QueryOrder[]): void {
  const saved = new Map(orders.map((order) => [order.key, order]));
  const prefabs = new Set(prefabsOf(context));
  for (const [query, { key }] of names) {
    const order = saved.get(key);
    if (order) arrangeQuery(context, query, order, prefabs);
    else {
      const { dense, aliveCount } = context.entityIndex;
      const ids = dense.slice(0, aliveCount).filter((id) => !prefabs.has(id) && meets(context, query, id));
      fill(context, query, ids, []);
    }
  }
}

function arrangeQuery(
  context: Context,
  query: Query,
  { order, pending }: QueryOrder,
  prefabs: ReadonlySet<number>,
): void {
  if (isList(query.dense, order) && isList(query.toRemove.dense, pending)) return;
  const { entityIndex } = context;
  const placed = new Uint8Array(entityIndex.maxId + 1);
  const ids: number[] = [];
  const place = (id: number): void => {
    if (placed[id] !== 0) return;
    placed[id] = 1;
    ids.push(id);
  };
  const belongs = (id: number): boolean => isAlive(entityIndex, id) && meets(context, query, id);
  // bitecs neither adds a prefab to its queries nor takes it out of them, whatever it carries: the save knows best.
  const leaving = new Set(pending.filter((id) => !belongs(id) || prefabs.has(id)));
  for (const id of order) if (leaving.has(id) || prefabs.has(id) || belongs(id)) place(id);
  for (const id of query.dense) if (belongs(id) && !prefabs.has(id)) place(id);
  fill(
    context,
    query,
    ids,
    [...leaving].filter((id) => placed[id] === 1),
  );
}

/** Makes a query hold `ids` in that order; its live arrays stay the same objects. */
function fill(context: Context, query: Query, ids: readonly number[], pending: readonly number[]): void {
  query.toRemove.reset();
  if (!isList(query.dense, ids)) {
    const wanted = new Uint8Array(context.entityIndex.dense.length + 1);
    for (const id of ids) wanted[id] = 1;
    for (const id of Array.from(query.dense)) {
      if (wanted[id] === 1) wanted[id] = 2;
      else query.remove(id);
    }
    for (const id of ids) if (wanted[id] === 1) query.add(id);
    // The dense array of a buffered query is a new view at each reading, onto the same memory.
    const { dense, sparse } = query;
    for (let at = 0; at < ids.length; at++) {
      dense[at] = ids[at]!;
      sparse[ids[at]!] = at;
    }
  }
  for (const id of pending) query.toRemove.add(id);
  if (pending.length > 0) context.dirtyQueries.add(query);
  else context.dirtyQueries.delete(query);
}

function isList(a: ArrayLike<number>, b: ArrayLike<number>): boolean {
  if (a.length !== b.length) return false;
  for (let at = 0; at < a.length; at++) if (a[at] !== b[at]) return false;
  return true;
}

/** Puts `getAllEntities` into the saved order; entities the save does not know come last. */
export function arrangeEntities({ entityComponents }: Context, order: Uint32Array): void {
  let at = 0;
  let differs = false;
  for (const id of entityComponents.keys()) {
    if (order[at++] === id) continue;
    differs = true;
    break;
  }
  if (!differs) return;
  const before = new Map(entityComponents);
  entityComponents.clear();
  for (const id of order) {
    const components = before.get(id);
    if (components) entityComponents.set(id, components);
  }
  for (const [id, components] of before) if (!entityComponents.has(id)) entityComponents.set(id, components);
}
