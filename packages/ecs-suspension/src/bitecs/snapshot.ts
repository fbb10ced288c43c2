import { IsA } from 'bitecs';
import { SuspensionError } from '../errors.js';
import type { ComponentSnapshot, EntitySnapshot, StateSnapshot } from '../ports/covered-state.js';
import type { ResourceRule } from '../rules/duties.js';
import { idsOf } from './entity-index.js';
import type { Entry } from './entries.js';
import type { Context } from './internals.js';
import { hasKnownOrders } from './internals.js';
import type { Links } from './links.js';
import { linksOf } from './links.js';
import type { QueryOrder } from './orders.js';
import { entityOrder, queryOrders } from './orders.js';
import type { Relation } from './pairs.js';
import type { createQueryNames } from './query-terms.js';
import { gatherRelation } from './relation-state.js';
import type { Walk } from './stores.js';
import { checkLength, gather, walkOf } from './stores.js';
import { carriersOf, prefabsOf, survey } from './survey.js';
import type { Tokens } from './tokens.js';
import { copyValue } from './values.js';

/** What `EntitySnapshot.orders` holds for bitecs. */
export interface SavedOrders {
  /** Covered entities that are prefabs. */
  readonly prefabs: Uint32Array;
  /** Carriers of narrowed components that were not covered: these keep the component. */
  readonly others: { readonly [entry: string]: Uint32Array };
  /** The rest is `null` where bitecs's data has not the form we know. */
  readonly queries: readonly QueryOrder[] | null;
  readonly entities: Uint32Array | null;
  readonly links: Links | null;
}

export interface Source<W> {
  readonly world: W;
  readonly entries: readonly Entry[];
  readonly resources: ReadonlyMap<string, ResourceRule<W>>;
  readonly tokens: Tokens;
  readonly queryNames: ReturnType<typeof createQueryNames>;
}

/**
 * Takes one coherent copy; the world is only read.
 *
 * @throws SuspensionError `STORE_TOO_SHORT`, `TARGET_NOT_COVERED`, `COMPONENT_INVALID`.
 */
export function takeSnapshot<W extends object>(source: Source<W>, context: Context): StateSnapshot {
  const { world, entries, resources } = source;
  const now = survey(world, context, entries);
  const components: Record<string, ComponentSnapshot> = {};
  const walks = new Map<Uint32Array, Walk>();
  for (const [at, entry] of entries.entries()) {
    const members = now.members[at]!;
    components[entry.name] = { members, data: dataOf(context, entry, members, now.covered, walks) };
  }
  const saved: Record<string, unknown> = {};
  for (const [name, rule] of resources) saved[name] = copyValue(rule.get(world), () => `resource ${name}`);
  return { entities: entitiesOf(source, context, now.ids, now.members), components, resources: saved };
}

function dataOf(
  context: Context,
  { name, ref, kind }: Entry,
  members: Uint32Array,
  covered: Uint8Array,
  walks: Map<Uint32Array, Walk>,
): unknown {
  if (kind === 'narrowing') return null;
  if (kind === 'relation') {
    const data = gatherRelation(context, ref as Relation, members, name);
    for (const target of data.targets) if (covered[target] !== 1) throw targetNotCovered(name, target);
    return data;
  }
  const place = { component: name, field: '' };
  checkLength(ref, members.at(-1), place);
  const walk = walks.get(members) ?? walkOf(members);
  walks.set(members, walk);
  return gather(ref, walk, place);
}

function targetNotCovered(name: string, target: number): SuspensionError {
  return new SuspensionError(
    'TARGET_NOT_COVERED',
    `Relation ${name} is covered, but entity ${target}, a target of one of its pairs, carries no covered component and ` +
      'would not be there after a load. Let a row name a component of the target, or leave the relation out.',
    { details: { relation: name, target } },
  );
}

function entitiesOf<W extends object>(
  { world, entries, tokens, queryNames }: Source<W>,
  context: Context,
  covered: Uint32Array,
  members: readonly Uint32Array[],
): EntitySnapshot {
  const { entityIndex } = context;
  const known = hasKnownOrders(context);
  const prefabs = prefabsOf(context);
  const isPrefab = new Set(prefabs);
  const others: Record<string, Uint32Array> = {};
  for (const [at, entry] of entries.entries()) {
    if (entry.everyone || entry.kind === 'relation') continue;
    const mine = new Set(members[at]);
    const rest = carriersOf(world, context, entry.ref, prefabs).filter((id) => !mine.has(id));
    if (rest.length > 0) others[entry.name] = rest;
  }
  const inherits = prefabs.length > 0 || entries.some(({ ref }) => ref === (IsA as unknown));
  const relations = inherits || entries.some(({ kind }) => kind === 'relation');
  const orders: SavedOrders = {
    prefabs: prefabs.length > 0 ? covered.filter((id) => isPrefab.has(id)) : new Uint32Array(0),
    others,
    queries: known ? queryOrders(queryNames(context)) : null,
    entities: known ? entityOrder(context) : null,
    links: known && relations ? linksOf(context, covered, inherits, tokens) : null,
  };
  return {
    covered,
    dense: idsOf(entityIndex.dense),
    aliveCount: entityIndex.aliveCount,
    maxId: entityIndex.maxId,
    orders,
  };
}
