import { addComponent, hasComponent, Prefab, removeComponent, removeEntity } from 'bitecs';
import { SuspensionError } from '../errors.js';
import type { Kept, Restored } from '../ports/covered-state.js';
import { openIds, spawnAs } from './entity-index.js';
import type { EntityIndex } from './internals.js';
import { contextOf, hasKnownOrders, isAlive } from './internals.js';
import { dropStale } from './links.js';
import type { Relation } from './pairs.js';
import type { Lists, Report, Work } from './restore-compare.js';
import { compare, isEmpty, PREFAB } from './restore-compare.js';
import type { Bystanders, Part, Plan } from './restore-plan.js';
import { writeValues, writtenOf } from './restore-values.js';
import type { Source } from './snapshot.js';
import { survey, targetsOf } from './survey.js';

/** Observers of the game may answer a restore with changes of their own; more rounds than this do not settle. */
const MOST_ROUNDS = 8;

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
      if (written === 0 || round === 0 || round === MOST_ROUNDS) break;
      continue;
    }
    if (round === MOST_ROUNDS) throw disturbed(change, round);
    apply(work, change);
  }
  return { ...listsOf(report), written: writtenOf(marks) };
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

function addPairs<W extends object>({ source, context, plan }: Work<W>, { entry, relation }: Part, id: number): void {
  const { world } = source;
  const plain = plan.parts.filter((part) => !part.relation && (part.was[id] ?? 0) === 0);
  const strange = plain.filter((part) => !hasComponent(world, id, part.entry.ref));
  for (const target of relation?.targets.get(id) ?? []) {
    if (!isAlive(context.entityIndex, id) || !isAlive(context.entityIndex, target)) continue;
    addComponent(world, id, (entry.ref as Relation)(target));
  }
  // What an instance inherits anew it has lost on purpose; half of a narrowed row would not even be seen.
  for (const { entry: inherited } of strange) {
    if (isAlive(context.entityIndex, id)) removeComponent(world, id, inherited.ref);
  }
}

function listsOf({ created, removed, added, dropped }: Report): Omit<Restored, 'written'> {
  const named = (lists: Lists): Lists => Object.fromEntries(Object.entries(lists).filter(([name]) => name !== PREFAB));
  return { created, removed, added: named(added), dropped: named(dropped) };
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
