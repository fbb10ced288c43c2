import { addComponent, hasComponent, Prefab, removeComponent, removeEntity } from 'bitecs';
import { SuspensionError } from '../errors.js';
import type { Kept, Restored } from '../ports/covered-state.js';
import { arrangeIndex, openIds, spawnAs } from './entity-index.js';
import type { Entry } from './entries.js';
import type { Context, EntityIndex } from './internals.js';
import { contextOf, hasKnownOrders, isAlive } from './internals.js';
import { arrangeLinks, dropStale } from './links.js';
import { arrangeEntities, arrangeQueries, registerSaved } from './orders.js';
import type { Relation } from './pairs.js';
import type { Bystanders, Part, Plan } from './restore-plan.js';
import type { Source } from './snapshot.js';
import { scatter, walkOf } from './stores.js';
import type { Survey } from './survey.js';
import { prefabsOf, survey, targetsOf } from './survey.js';

/** Observers of the game may answer a restore with changes of their own; more rounds than this do not settle. */
const MOST_ROUNDS = 8;

type Lists = Record<string, number[]>;

interface Report {
  readonly created: number[];
  readonly removed: number[];
  readonly added: Lists;
  readonly dropped: Lists;
  /** By component, places of the saved members whose values were written. */
  readonly marks: Map<Part, Uint8Array>;
}

/** A restore under way. */
interface Work<W extends object> {
  readonly source: Source<W>;
  readonly context: Context;
  readonly plan: Plan;
  readonly bystanders: Bystanders;
  readonly kept: Kept | undefined;
  readonly fresh: boolean;
}

/**
 * Makes the world what the plan says: who exists, who carries what, and what the stores hold.
 *
 * @throws SuspensionError `RESTORE_DISTURBED` where observers keep changing it back.
 */
export function carryOut<W extends object>(
  source: Source<W>,
  plan: Plan,
  bystanders: Bystanders,
  kept: Kept | undefined,
  yielding: readonly number[],
  fresh: boolean,
): Restored {
  const context = contextOf(source.world);
  const work: Work<W> = { source, context, plan, bystanders, kept, fresh };
  const entries = plan.parts.map(({ entry }) => entry);
  openIds(context.entityIndex, plan.snapshot.entities.maxId);
  if (yielding.length > 0) bystanders.rows.giveWay(yielding, (id) => plan.wanted[id] === 1);
  const marks = new Map<Part, Uint8Array>();
  let report: Report | undefined;
  for (let round = 0; ; round++) {
    const now = survey(source.world, context, entries);
    const change = compare(work, now, marks);
    report ??= change;
    const written = writeValues(work, marks);
    if (isEmpty(change)) {
      if (written === 0 || round === 0) break;
      continue;
    }
    if (round === MOST_ROUNDS) throw disturbed(change, round);
    apply(work, change);
  }
  return { ...listsOf(report), written: writtenOf(marks) };
}

function isEmpty({ created, removed, added, dropped }: Report): boolean {
  return created.length + removed.length + Object.keys(added).length + Object.keys(dropped).length === 0;
}

function compare<W extends object>(work: Work<W>, now: Survey, marks: Map<Part, Uint8Array>): Report {
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
  const ids = fresh ? now.ids : dense.slice(0, aliveCount);
  return Array.from(ids).filter((id) => plan.lived[id] !== 1 && plan.wanted[id] !== 1);
}

/** Prefab goes with its entity: it is listed under a name that no component of a save can have. */
const PREFAB = '';

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

function apply<W extends object>(work: Work<W>, change: Report): void {
  const { source, context, plan } = work;
  const { world } = source;
  const { entityIndex } = context;
  const parts = new Map(plan.parts.map((part) => [part.entry.name, part]));
  // Pairs first: removing a target may take its subjects along.
  for (const [name, ids] of Object.entries(change.dropped)) {
    const part = parts.get(name);
    if (part?.entry.kind !== 'relation') continue;
    for (const id of ids) attempt(entityIndex, id, () => dropPairs(work, part, id));
  }
  for (const id of change.removed) attempt(entityIndex, id, () => removeEntity(world, id));
  for (const id of plan.ids) if (!isAlive(entityIndex, id)) spawnAs(world, entityIndex, id);
  const each = (ids: readonly number[] | undefined, act: (id: number) => void): void => {
    for (const id of ids ?? []) attempt(entityIndex, id, act);
  };
  each(change.added[PREFAB], (id) => addComponent(world, id, Prefab));
  each(change.dropped[PREFAB], (id) => removeComponent(world, id, Prefab));
  if (plan.parts.some(({ relation }) => relation) && hasKnownOrders(context))
    for (const id of plan.ids) dropStale(world, context, id);
  // Relations before values: an instance that gets its prefab back inherits values, too.
  for (const [name, ids] of Object.entries(change.added)) {
    const part = parts.get(name);
    if (part?.entry.kind === 'relation') each(ids, (id) => addPairs(work, part, id));
  }
  writeValues(work, change.marks);
  for (const [name, ids] of Object.entries(change.added)) {
    const part = parts.get(name);
    if (part && part.entry.kind !== 'relation') each(ids, (id) => addComponent(world, id, part.entry.ref));
  }
  for (const [name, ids] of Object.entries(change.dropped)) {
    const part = parts.get(name);
    if (part && part.entry.kind !== 'relation') each(ids, (id) => removeComponent(world, id, part.entry.ref));
  }
}

/**
 * Does one change, unless an observer of an earlier one has removed its entity. Where an observer removes the very
 * entity it is told of, bitecs fails; the next round makes up for it.
 */
function attempt(index: EntityIndex, id: number, act: (id: number) => void): void {
  if (!isAlive(index, id)) return;
  try {
    act(id);
  } catch (error) {
    if (isAlive(index, id)) throw error;
  }
}

function dropPairs<W extends object>({ source, context }: Work<W>, { entry, relation }: Part, id: number): void {
  const wanted = relation?.targets.get(id);
  for (const target of isAlive(context.entityIndex, id) ? targetsOf(context, id, entry.ref as Relation) : []) {
    if (!wanted?.includes(target)) removeComponent(source.world, id, (entry.ref as Relation)(target));
  }
}

function addPairs<W extends object>({ source, context }: Work<W>, { entry, relation }: Part, id: number): void {
  for (const target of relation?.targets.get(id) ?? []) {
    if (!isAlive(context.entityIndex, id) || !isAlive(context.entityIndex, target)) continue;
    addComponent(source.world, id, (entry.ref as Relation)(target));
  }
}

/** Writes saved values where they differ; stores take them whether or not their entity is there yet. */
function writeValues<W extends object>({ plan }: Work<W>, marks: Map<Part, Uint8Array>): number {
  let written = 0;
  for (const part of plan.parts) {
    const { entry, saved, walk, relation } = part;
    if (entry.kind === 'narrowing') continue;
    const mark = marks.get(part) ?? new Uint8Array(saved.members.length);
    marks.set(part, mark);
    if (!relation) {
      written += scatter(entry.ref, saved.data as never, walk, mark, { component: entry.name, field: '' });
      continue;
    }
    for (const { target, subjects, data } of relation.data.stores) {
      const own = new Uint8Array(subjects.length);
      const place = { component: `${entry.name}(${target})`, field: '' };
      written += scatter((entry.ref as Relation)(target), data, walkOf(subjects), own, place);
      for (const [at, subject] of subjects.entries()) if (own[at] === 1) mark[indexOf(saved.members, subject)] = 1;
    }
  }
  return written;
}

/** Place of an id in an ascending list that holds it. */
function indexOf(ids: Uint32Array, id: number): number {
  let low = 0;
  let high = ids.length - 1;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (ids[middle]! < id) low = middle + 1;
    else high = middle;
  }
  return low;
}

function listsOf({ created, removed, added, dropped }: Report): Omit<Restored, 'written'> {
  const named = (lists: Lists): Lists => Object.fromEntries(Object.entries(lists).filter(([name]) => name !== PREFAB));
  return { created, removed, added: named(added), dropped: named(dropped) };
}

function writtenOf(marks: ReadonlyMap<Part, Uint8Array>): Lists {
  const written: Lists = {};
  for (const [{ entry, saved }, mark] of marks) {
    const first = mark.indexOf(1);
    if (first < 0) continue;
    const list: number[] = [];
    for (let at = first; at < mark.length; at++) if (mark[at] === 1) list.push(saved.members[at]!);
    written[entry.name] = list;
  }
  return written;
}

function disturbed({ created, removed, added, dropped }: Report, rounds: number): SuspensionError {
  const named = (what: string, lists: Lists): string[] =>
    Object.entries(lists).map(([name, ids]) => `${what} ${name || 'Prefab'} on ${ids.slice(0, 10).join(', ')}`);
  const parts = [
    created.length > 0 ? `entities ${created.slice(0, 10).join(', ')} are missing` : '',
    removed.length > 0 ? `entities ${removed.slice(0, 10).join(', ')} are new` : '',
    ...named('missing', added),
    ...named('extra', dropped),
  ].filter(Boolean);
  return new SuspensionError(
    'RESTORE_DISTURBED',
    `Observers keep changing covered state while it is put back: after ${rounds} rounds ${parts.join('; ')}. ` +
      'Let observers of covered components change only what no row covers, or nothing unless isPlaying(world).',
    { details: { created, removed, added, dropped } },
  );
}

/** Puts later ids, iteration orders and bitecs's own bookkeeping back, so that the world plays on as it would have. */
export function putOrders<W extends object>(source: Source<W>, plan: Plan, fresh: boolean): void {
  const { world, tokens, queryNames } = source;
  const context = contextOf(world);
  const { queries, entities, links } = plan.orders;
  arrangeIndex(context.entityIndex, plan.snapshot.entities);
  if (!hasKnownOrders(context)) return;
  if (links) arrangeLinks(world, context, plan.ids, links, tokens);
  if (queries) {
    if (fresh) registerSaved(world, queries, tokens, queryNames(context));
    arrangeQueries(context, queryNames(context), queries);
  }
  if (entities) arrangeEntities(context, entities);
}
