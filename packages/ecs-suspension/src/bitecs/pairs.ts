import { isRelation, Wildcard } from 'bitecs';
import type { ComponentRef } from '../rules/duties.js';

export type Relation = (target: number | '*' | Relation) => ComponentRef;

const RELATION = Symbol.for('bitecs-relation');
const TARGET = Symbol.for('bitecs-pairTarget');

interface PairKeys {
  readonly [RELATION]?: Relation;
  readonly [TARGET]?: number | Relation;
}

export const wildcard: Relation = Wildcard as unknown as Relation;

export function isRelationRef(ref: ComponentRef): ref is Relation {
  return isRelation(ref);
}

/** The relation of a pair component; `undefined` for any other component. */
export function relationOf(ref: ComponentRef): Relation | undefined {
  return (ref as PairKeys)[RELATION];
}

/** The target of a pair component: an entity, or the wildcard or a relation in bitecs's own bookkeeping. */
export function targetOf(ref: ComponentRef): number | Relation | undefined {
  return (ref as PairKeys)[TARGET];
}

/** Pairs that bitecs adds and removes beside those of the game. */
export function isBookkeeping(ref: ComponentRef): boolean {
  const relation = relationOf(ref);
  return relation !== undefined && (relation === wildcard || typeof targetOf(ref) !== 'number');
}
