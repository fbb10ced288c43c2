import { SuspensionError } from '../errors.js';
import type { ComponentRef, ResourceRule } from '../rules/duties.js';
import { isRelationRef, relationOf } from './pairs.js';
import type { OwnEntities } from './row-entities.js';
import { checkStore } from './stores.js';

/** A component that rows name: an entity is covered where it carries `ref` and, for some scope, all of `with`. */
export interface CoveredComponent {
  readonly ref: ComponentRef;
  readonly scopes: readonly { readonly row: string; readonly with: readonly ComponentRef[] }[];
}

/** What one suspension covers, by the names in its save. */
export interface Bindings<W> {
  readonly components: ReadonlyMap<string, CoveredComponent>;
  readonly resources: ReadonlyMap<string, ResourceRule<W>>;
  readonly rows: OwnEntities;
}

/** One named part of a snapshot. */
export interface Entry {
  readonly name: string;
  readonly ref: ComponentRef;
  /** `narrowing`: membership alone, of a component that narrows a row, so that what comes back is covered again. */
  readonly kind: 'store' | 'relation' | 'narrowing';
  /** Every carrier is covered. */
  readonly everyone: boolean;
  /** Components of which all, for some list, must be carried too. */
  readonly scopes: readonly (readonly ComponentRef[])[];
  /** Names of the components that this one narrows; of a covered component its own. */
  readonly of: readonly string[];
}

/**
 * The parts of a snapshot, checked.
 *
 * @throws SuspensionError `COMPONENT_INVALID`.
 */
export function entriesOf(components: ReadonlyMap<string, CoveredComponent>): Entry[] {
  const entries: Entry[] = [];
  const whole = new Set<ComponentRef>();
  for (const [name, { ref, scopes }] of components) {
    checkStore(ref, { component: name, field: '' });
    if (relationOf(ref) !== undefined) {
      throw invalid(name, 'it is one pair of a relation', 'Name the relation itself: all its pairs are covered.');
    }
    const everyone = scopes.length === 0 || scopes.some((scope) => scope.with.length === 0);
    if (everyone) whole.add(ref);
    entries.push({
      name,
      ref,
      kind: isRelationRef(ref) ? 'relation' : 'store',
      everyone,
      scopes: everyone ? [] : scopes.map((scope) => scope.with),
      of: [name],
    });
  }
  return [...entries, ...narrowings(components, whole)];
}

function narrowings(components: ReadonlyMap<string, CoveredComponent>, whole: ReadonlySet<ComponentRef>): Entry[] {
  const rows = new Map<string, Map<ComponentRef, { scopes: (readonly ComponentRef[])[]; of: string[] }>>();
  for (const [name, { ref, scopes }] of components) {
    for (const { row, with: list } of scopes) {
      const of = rows.get(row) ?? new Map();
      rows.set(row, of);
      for (const narrow of list) {
        checkStore(narrow, { component: `${row}/with`, field: '' });
        if (isRelationRef(narrow) || relationOf(narrow) !== undefined) {
          throw invalid(name, `row "${row}" narrows it by a relation`, 'Narrow a row by plain components.');
        }
        const known = of.get(narrow) ?? { scopes: [], of: [] };
        of.set(narrow, known);
        known.scopes.push([ref, ...list.filter((other) => other !== narrow)]);
        if (!known.of.includes(name)) known.of.push(name);
      }
    }
  }
  return [...rows].flatMap(([row, of]) =>
    [...of]
      .map(
        ([ref, { scopes, of: names }], at): Entry => ({
          name: `${row}/with/${at}`,
          ref,
          kind: 'narrowing',
          everyone: false,
          scopes,
          of: names,
        }),
      )
      .filter(({ ref }) => !whole.has(ref)),
  );
}

function invalid(name: string, what: string, remedy: string): SuspensionError {
  return new SuspensionError('COMPONENT_INVALID', `Component ${name} cannot be covered: ${what}. ${remedy}`, {
    details: { component: name },
  });
}
