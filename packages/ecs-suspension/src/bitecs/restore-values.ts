import type { Restored, StateSnapshot } from '../ports/covered-state.js';
import type { Entry } from './entries.js';
import type { Relation } from './pairs.js';
import type { Part, Plan } from './restore-plan.js';
import type { StoreData, Walk } from './stores.js';
import { scatter, walkOf } from './stores.js';

type Lists = Record<string, number[]>;

/** Puts values back where nothing else can differ. */
export function writeOnly(entries: readonly Entry[], snapshot: StateSnapshot): Restored {
  const written: Lists = {};
  const walks = new Map<Uint32Array, Walk>();
  for (const { name, ref } of entries) {
    const { members, data } = snapshot.components[name]!;
    if (data === null) continue;
    const walk = walks.get(members) ?? walkOf(members);
    walks.set(members, walk);
    const marks = new Uint8Array(members.length);
    if (scatter(ref, data as StoreData, walk, marks, { component: name, field: '' }) > 0) {
      written[name] = markedIn(members, marks);
    }
  }
  return { created: [], removed: [], added: {}, dropped: {}, written };
}

/** Writes saved values where they differ; stores take them whether or not their entity is there yet. */
export function writeValues({ plan }: { readonly plan: Plan }, marks: Map<Part, Uint8Array>): number {
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

/** By component, the entities whose values were written. */
export function writtenOf(marks: ReadonlyMap<Part, Uint8Array>): Lists {
  const written: Lists = {};
  for (const [{ entry, saved }, mark] of marks) {
    const list = markedIn(saved.members, mark);
    if (list.length > 0) written[entry.name] = list;
  }
  return written;
}

function markedIn(members: Uint32Array, marks: Uint8Array): number[] {
  const list: number[] = [];
  for (let at = marks.indexOf(1); at >= 0 && at < marks.length; at++) if (marks[at] === 1) list.push(members[at]!);
  return list;
}
