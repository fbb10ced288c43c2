import type { Context } from './internals.js';
import type { Relation } from './pairs.js';
import type { Place, StoreData } from './stores.js';
import { checkLength, gather, walkOf } from './stores.js';
import { targetsOf } from './survey.js';

/** All pairs of a relation, subject by subject, and what the stores of the pairs hold. */
export interface RelationData {
  /** Number of targets of each member. */
  readonly counts: Uint32Array;
  /** Targets of the members, one after another. */
  readonly targets: Uint32Array;
  readonly stores: readonly { readonly target: number; readonly subjects: Uint32Array; readonly data: StoreData }[];
}

export function isRelationData(data: unknown): data is RelationData {
  return typeof data === 'object' && data !== null && 'counts' in data && 'targets' in data && 'stores' in data;
}

export function gatherRelation(context: Context, relation: Relation, members: Uint32Array, name: string): RelationData {
  const counts = new Uint32Array(members.length);
  const all: number[] = [];
  const subjects = new Map<number, number[]>();
  for (let at = 0; at < members.length; at++) {
    const targets = targetsOf(context, members[at]!, relation);
    counts[at] = targets.length;
    for (const target of targets) {
      all.push(target);
      const of = subjects.get(target);
      if (of) of.push(members[at]!);
      else subjects.set(target, [members[at]!]);
    }
  }
  const stores: { target: number; subjects: Uint32Array; data: StoreData }[] = [];
  for (const [target, of] of subjects) {
    const walk = walkOf(Uint32Array.from(of));
    const place: Place = { component: `${name}(${target})`, field: '' };
    checkLength(relation(target), of.at(-1), place);
    const data = gather(relation(target), walk, place);
    if (data !== null) stores.push({ target, subjects: walk.ids, data });
  }
  return { counts, targets: Uint32Array.from(all), stores };
}

/** Saved targets by subject, in their order. */
export function savedTargets(members: Uint32Array, { counts, targets }: RelationData): Map<number, Uint32Array> {
  const by = new Map<number, Uint32Array>();
  let from = 0;
  for (let at = 0; at < members.length; at++) {
    by.set(members[at]!, targets.subarray(from, from + counts[at]!));
    from += counts[at]!;
  }
  return by;
}
