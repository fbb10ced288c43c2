import { SuspensionError } from '../errors.js';
import type { ComponentRef } from '../rules/duties.js';
import { contextOf } from './internals.js';
import { isRelationRef } from './pairs.js';
import { carriersOf, carries, prefabsOf } from './survey.js';

/** One component that one row covers; `effect` for what a settlement or destination writes beside the rows. */
export interface Cover {
  readonly suspension: string;
  readonly row: string;
  readonly name: string;
  readonly ref: ComponentRef;
  readonly with: readonly ComponentRef[];
  readonly by?: 'row' | 'effect';
}

/** One resource that one rule covers. */
export interface CoverResource {
  readonly suspension: string;
  readonly row: string;
  readonly name: string;
  readonly rule: object;
  readonly by?: 'row' | 'effect';
}

/** Rules of one suspension share their own state: a settlement's effect is on the rows, a choice has two branches. */
function mayShare(a: Cover | CoverResource, b: Cover | CoverResource): boolean {
  return a.suspension === b.suspension && (a.row === b.row || a.by === 'effect' || b.by === 'effect');
}

function pairsOf<T>(list: readonly T[]): (readonly [T, T])[] {
  return list.flatMap((a, at) => list.slice(at + 1).map((b) => [a, b] as const));
}

const placeOf = ({ suspension, row }: Cover | CoverResource): string => `row "${row}" of "${suspension}"`;

/**
 * Refuses names and components that clash whoever the entities are. To be called when a suspension is created.
 *
 * @throws SuspensionError `COMPONENT_NAME_TAKEN`, `ITEM_COVERED_TWICE`.
 */
export function assertNotCoveredTwice(covers: readonly Cover[]): void {
  for (const [a, b] of pairsOf(covers)) {
    if (a.suspension === b.suspension && a.name === b.name && a.ref !== b.ref) {
      throw new SuspensionError(
        'COMPONENT_NAME_TAKEN',
        `"${a.name}" names one component in ${placeOf(a)} and another in ${placeOf(b)}. ` +
          'A name stands for one component in the save: give one of them another name.',
        { details: { name: a.name, rows: [a.row, b.row] } },
      );
    }
    if (a.ref !== b.ref || mayShare(a, b) || (a.with.length > 0 && b.with.length > 0)) continue;
    throw coveredTwice(a, b, undefined);
  }
}

/**
 * Refuses an entity that two rows cover by one component, where both narrow it. To be called when state is captured.
 *
 * @throws SuspensionError `ITEM_COVERED_TWICE`.
 */
export function assertNoEntityCoveredTwice(world: object, covers: readonly Cover[]): void {
  const narrowed = covers.filter((cover) => cover.with.length > 0);
  const clashes = pairsOf(narrowed).filter(([a, b]) => a.ref === b.ref && !mayShare(a, b));
  if (clashes.length === 0) return;
  const context = contextOf(world);
  const prefabs = prefabsOf(context);
  for (const [a, b] of clashes) {
    const both = [...a.with, ...b.with];
    const entity = carriersOf(world, context, a.ref, prefabs).find((id) =>
      both.every((ref) => carries(world, context, id, ref)),
    );
    if (entity !== undefined) throw coveredTwice(a, b, entity);
  }
}

function coveredTwice(a: Cover, b: Cover, entity: number | undefined): SuspensionError {
  const what = isRelationRef(a.ref) ? 'Relation' : 'Component';
  return new SuspensionError(
    'ITEM_COVERED_TWICE',
    `${what} ${a.name}${entity === undefined ? '' : ` of entity ${entity}`} is covered by ${placeOf(a)} and by ${placeOf(b)}, ` +
      'and an item has one row. Name it in one of them, or narrow both with `with` so that no entity is in both.',
    { details: { component: a.name, rows: [a.row, b.row], suspensions: [a.suspension, b.suspension], entity } },
  );
}

/**
 * Refuses a resource of two suspensions or, under one name, two resources of one.
 *
 * @throws SuspensionError `RESOURCE_COVERED_TWICE`, `COMPONENT_NAME_TAKEN`.
 */
export function assertNoResourceCoveredTwice(resources: readonly CoverResource[], covers: readonly Cover[]): void {
  for (const [a, b] of pairsOf(resources)) {
    const sameName = a.name === b.name;
    const sameRule = a.rule === b.rule;
    if (a.suspension === b.suspension ? !sameName || sameRule : !sameName && !sameRule) continue;
    throw new SuspensionError(
      'RESOURCE_COVERED_TWICE',
      `Resource "${a.name}" is covered by ${placeOf(a)} and by ${placeOf(b)}. ` +
        'Give the same { get, set } object within one suspension, and name it in one suspension only.',
      { details: { resource: a.name, rows: [a.row, b.row], suspensions: [a.suspension, b.suspension] } },
    );
  }
  for (const { suspension, row, name } of resources) {
    const cover = covers.find((other) => other.suspension === suspension && other.name === name);
    if (!cover) continue;
    throw new SuspensionError(
      'COMPONENT_NAME_TAKEN',
      `"${name}" names a component in ${placeOf(cover)} and a resource in row "${row}". Give one of them another name.`,
      { details: { name, rows: [cover.row, row] } },
    );
  }
}
