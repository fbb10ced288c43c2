import type { BoundAdoption } from '../rules/bound.js';
import type { ComponentRef, Components, ResourceRule, Resources } from '../rules/duties.js';

/** One component that one row, or the effect of a settlement or a destination, covers. */
export interface Covering {
  readonly suspension: string;
  readonly row: string;
  /** `effect`: what a settlement or a destination writes; it may be a row's own state. */
  readonly by: 'row' | 'effect';
  readonly name: string;
  readonly ref: ComponentRef;
  readonly with: readonly ComponentRef[];
}

/** One resource that a rule covers. */
export interface CoveringResource<W> {
  readonly suspension: string;
  readonly row: string;
  readonly by: 'row' | 'effect';
  readonly name: string;
  readonly rule: ResourceRule<W>;
}

/** Everything an adoption's rules cover: nothing that no adoption row leads to. */
export function coverageOf<W>(
  suspension: string,
  bound: BoundAdoption<W>,
): { readonly components: readonly Covering[]; readonly resources: readonly CoveringResource<W>[] } {
  const components: Covering[] = [];
  const resources: CoveringResource<W>[] = [];
  const add = (
    row: string,
    by: 'row' | 'effect',
    rule: {
      readonly components?: Components;
      readonly resources?: Resources<W>;
      readonly with?: readonly ComponentRef[];
    },
  ): void => {
    for (const [name, ref] of Object.entries(rule.components ?? {})) {
      components.push({ suspension, row, by, name, ref, with: rule.with ?? [] });
    }
    for (const [name, resource] of Object.entries(rule.resources ?? {})) {
      resources.push({ suspension, row, by, name, rule: resource });
    }
  };
  for (const { id, rule } of bound.fixed) add(id, 'row', rule);
  for (const { id, state } of bound.catchUp) add(id, 'row', state);
  for (const { id, rule } of bound.continuous) add(id, 'row', rule);
  for (const { id, branches } of bound.choices) {
    for (const branch of branches) add(id, 'row', branch.kind === 'catch-up' ? branch.row.state : branch.rule);
  }
  for (const { row, settlement } of bound.calendar) add(row.id, 'effect', settlement);
  for (const { row, destination } of bound.rewards) add(row.id, 'effect', destination);
  return { components, resources };
}
