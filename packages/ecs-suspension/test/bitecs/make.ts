import type { WorldState } from '../../src/bitecs/covered-state.js';
import { createCoveredState } from '../../src/bitecs/covered-state.js';
import type { CoveredComponent } from '../../src/bitecs/entries.js';
import type { OwnEntities } from '../../src/bitecs/row-entities.js';
import { createOwnEntities } from '../../src/bitecs/row-entities.js';
import type { ComponentRef, ResourceRule } from '../../src/rules/duties.js';

/** The covered state of a world whose components are all covered by one row. */
export function cover<W extends object>(
  world: W,
  components: { readonly [name: string]: ComponentRef },
  more: {
    readonly with?: readonly ComponentRef[];
    readonly resources?: { readonly [name: string]: ResourceRule<W> };
    readonly rows?: OwnEntities;
  } = {},
): WorldState {
  const scopes = [{ row: 'row', with: more.with ?? [] }];
  return createCoveredState(world, {
    components: new Map(
      Object.entries(components).map(([name, ref]): [string, CoveredComponent] => [name, { ref, scopes }]),
    ),
    resources: new Map(Object.entries(more.resources ?? {})),
    rows: more.rows ?? createOwnEntities(world),
  });
}

/** The error a call throws; `undefined` where it throws none. */
export function thrownBy(
  act: () => unknown,
): { readonly code?: string; readonly message: string; readonly details?: any } | undefined {
  try {
    act();
    return undefined;
  } catch (error) {
    return error as { code?: string; message: string };
  }
}
