import { hasComponent } from 'bitecs';
import type { Kept, StateSnapshot } from '../ports/covered-state.js';
import { isArranged } from './entity-index.js';
import type { Entry } from './entries.js';
import type { Context } from './internals.js';
import { isAlive } from './internals.js';
import type { Relation } from './pairs.js';
import type { Bystanders, Part, Plan } from './restore-plan.js';
import type { SavedOrders, Source } from './snapshot.js';
import type { Survey } from './survey.js';
import { prefabsOf, targetsOf } from './survey.js';

export type Lists = Record<string, number[]>;

export interface Report {
  readonly created: number[];
  readonly removed: number[];
  readonly added: Lists;
  readonly dropped: Lists;
  /** By component, places of the saved members whose values were written. */
  readonly marks: Map<Part, Uint8Array>;
}

/** A restore under way. */
export interface Work<W extends object> {
  readonly source: Source<W>;
  readonly context: Context;
  readonly plan: Plan;
  readonly bystanders: Bystanders;
  readonly kept: Kept | undefined;
  readonly fresh: boolean;
}

/**
 * Whether the same entities exist and carry the same: then only values can differ. Most restores are of this kind, and
 * they need none of the bookkeeping of the others.
 */
export function isSameStructure(
  context: Context,
  entries: readonly Entry[],
  now: Survey,
  snapshot: StateSnapshot,
): boolean {
  const { entities } = snapshot;
  const { prefabs } = entities.orders as SavedOrders;
  return (
    isArranged(context.entityIndex, entities) &&
    prefabs.length === 0 &&
    prefabsOf(context).length === 0 &&
    entries.every(({ name, kind }, at) => {
      const saved = Object.hasOwn(snapshot.components, name) ? snapshot.components[name] : undefined;
      return kind === 'store' && saved !== undefined && isSameList(now.members[at]!, saved.members);
    })
  );
}

function isSameList(a: Uint32Array, b: Uint32Array): boolean {
  if (a.length !== b.length) return false;
  for (let at = 0; at < a.length; at++) if (a[at] !== b[at]) return false;
  return true;
}

export function isEmpty({ created, removed, added, dropped }: Report): boolean {
  return created.length + removed.length + Object.keys(added).length + Object.keys(dropped).length === 0;
}

export function compare<W extends object>(work: Work<W>, now: Survey, marks: Map<Part, Uint8Array>): Report {
  const { context, plan, bystanders, source } = work;
  const created: number[] = [];
  const removed: number[] = [];
  for (const id of plan.ids) if (!isAlive(context.entityIndex, id)) created.push(id);
  const goes = new Set<number>();
  for (const id of strangers(work, now)) {
    if (bystanders.rows.isOurs(id) || bystanders.outside(id) !== undefined || carriesKept(work, id)) continue;
    removed.push(id);
    goes.add(id);
  }
  const added: Lists = {};
  const dropped: Lists = {};
  const put = (lists: Lists, name: string, id: number): void => {
    const list = lists[name] ?? [];
    lists[name] = list;
    if (list.at(-1) !== id) list.push(id);
  };
  for (const [at, part] of plan.parts.entries()) {
    const { entry, saved, was, relation } = part;
    const members = now.members[at]!;
    const is = new Uint8Array(Math.max(now.covered.length, was.length));
    for (const id of members) {
      is[id] = 1;
      if ((was[id] ?? 0) === 0 && !goes.has(id)) put(dropped, entry.name, id);
    }
    for (const id of saved.members) {
      if (is[id] !== 1) {
        if (!relation && hasAlready(source.world, context, id, entry)) continue;
        put(added, entry.name, id);
      } else if (relation) {
        const targets = targetsOf(context, id, entry.ref as Relation);
        const wanted = relation.targets.get(id)!;
        if (wanted.some((target) => !targets.includes(target))) put(added, entry.name, id);
        if (targets.some((target) => !wanted.includes(target))) put(dropped, entry.name, id);
      }
    }
  }
  prefabChanges(work, put, added, dropped);
  return { created, removed, added, dropped, marks };
}

/** Entities that appeared since the snapshot. In a new process only the covered ones: the others were there before it. */
function strangers<W extends object>({ context, plan, fresh }: Work<W>, now: Survey): number[] {
  const { dense, aliveCount } = context.entityIndex;
  const ids = fresh ? now.ids : dense;
  const count = fresh ? now.ids.length : aliveCount;
  const found: number[] = [];
  for (let at = 0; at < count; at++) {
    const id = ids[at]!;
    if (plan.lived[id] !== 1 && plan.wanted[id] !== 1) found.push(id);
  }
  return found;
}

/** Prefab goes with its entity: it is listed under a name that no component of a save can have. */
export const PREFAB = '';

function prefabChanges<W extends object>(
  { context, plan }: Work<W>,
  put: (lists: Lists, name: string, id: number) => void,
  added: Lists,
  dropped: Lists,
): void {
  const now = new Set(prefabsOf(context));
  if (now.size === 0 && plan.prefabs.size === 0) return;
  for (const id of plan.ids) {
    if (plan.prefabs.has(id) === now.has(id)) continue;
    put(plan.prefabs.has(id) ? added : dropped, PREFAB, id);
  }
}

/** Carried, but not covered as long as what narrows the row is missing. */
function hasAlready(world: object, context: Context, id: number, { ref }: Entry): boolean {
  return isAlive(context.entityIndex, id) && hasComponent(world, id, ref);
}

function carriesKept<W extends object>({ source, kept }: Work<W>, id: number): boolean {
  if (!kept) return false;
  return source.entries.some(
    ({ name, ref, kind }) => kind === 'store' && kept.components.has(name) && hasComponent(source.world, id, ref),
  );
}
