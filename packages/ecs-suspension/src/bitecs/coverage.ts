import type { BoundAdoption } from '../rules/bound.js';
import type { ComponentRef, Components, ResourceRule, Resources } from '../rules/duties.js';
import type { Bindings } from './entries.js';
import type { Cover, CoverResource } from './overlap.js';

/** Everything that one suspension covers, declaration by declaration. */
export interface Coverage<W> {
  readonly components: readonly Cover[];
  readonly resources: readonly (CoverResource & { readonly rule: ResourceRule<W> })[];
}

/** Everything an adoption's rules cover: nothing that no adoption row leads to. */
export function coverageOf<W>(suspension: string, bound: BoundAdoption<W>): Coverage<W> {
  const components: Cover[] = [];
  const resources: Coverage<W>['resources'][number][] = [];
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

/** The coverage by name, as snapshots have it. */
export function bindingsOf<W>({ components, resources }: Coverage<W>): Omit<Bindings<W>, 'rows'> {
  const byName = new Map<string, { ref: ComponentRef; scopes: { row: string; with: readonly ComponentRef[] }[] }>();
  for (const { name, ref, row, with: narrowed } of components) {
    const known = byName.get(name) ?? { ref, scopes: [] };
    known.scopes.push({ row, with: narrowed });
    byName.set(name, known);
  }
  return { components: byName, resources: new Map(resources.map(({ name, rule }) => [name, rule])) };
}
