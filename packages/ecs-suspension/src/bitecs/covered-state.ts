import { hasComponent, observe, onRemove } from 'bitecs';
import type { CoveredState, Kept, Restored, StateSnapshot } from '../ports/covered-state.js';
import type { Bindings, Entry } from './entries.js';
import { entriesOf } from './entries.js';
import type { Context } from './internals.js';
import { contextOf, openContext } from './internals.js';
import { putOrders } from './put-orders.js';
import { createQueryNames } from './query-terms.js';
import { carryOut } from './restore.js';
import { isSameStructure } from './restore-compare.js';
import type { Bystanders } from './restore-plan.js';
import { createOutside, findTaken, planRestore, refuseSpawned } from './restore-plan.js';
import { writeOnly } from './restore-values.js';
import type { Source } from './snapshot.js';
import { takeSnapshot } from './snapshot.js';
import { checkLength } from './stores.js';
import { registerQueries, survey } from './survey.js';
import { createTokens } from './tokens.js';
import { copyValue, isSame } from './values.js';

/** Covered state of a bitecs world. */
export interface WorldState extends CoveredState {
  /** Ends the observers that tell an entity which lost its components from another under its id. */
  dispose(): void;
}

/**
 * The covered state of a world: taken as plain data, and put back in place with the same entity ids, the same later
 * ids and the same iteration orders.
 *
 * @throws SuspensionError `WORLD_FOREIGN`, `WORLD_VERSIONED`, `WORLD_SHARED_INDEX`, `COMPONENT_INVALID`.
 */
export function createCoveredState<W extends object>(world: W, bindings: Bindings<W>): WorldState {
  contextOf(world);
  const entries = entriesOf(bindings.components);
  const { resources, rows } = bindings;
  const tokens = createTokens(new Map(entries.map(({ name, ref }) => [name, ref])));
  const source: Source<W> = { world, entries, resources, tokens, queryNames: createQueryNames(tokens) };
  registerQueries(world, entries);
  const lives = watchLives(world, entries);
  const bystanders: Bystanders = { rows, outside: createOutside(world, entries), isSameLife: lives.isSame };

  const putBack = (snapshot: StateSnapshot, kept: Kept | undefined, fresh: boolean): Restored => {
    const context = contextOf(world);
    const now = survey(world, context, entries);
    if (fresh) refuseSpawned(entries, now);
    let restored: Restored;
    if (!fresh && !kept?.components.size && isSameStructure(context, entries, now, snapshot)) {
      for (const { name, ref } of entries)
        checkLength(ref, snapshot.components[name]!.members.at(-1), { component: name, field: '' });
      restored = writeOnly(entries, snapshot);
      putOrders(source, snapshot, now.ids, false);
    } else {
      const plan = planRestore(entries, snapshot, kept);
      const yielding = findTaken(context, now, plan, bystanders, fresh);
      restored = carryOut(source, plan, bystanders, kept, yielding, fresh);
      putOrders(source, snapshot, plan.ids, fresh);
    }
    return { ...restored, written: { ...restored.written, ...putResources(source, snapshot, kept) } };
  };

  return {
    capture() {
      const context = contextOf(world);
      lives.forget(context);
      return takeSnapshot(source, context);
    },
    restore: (snapshot, kept) => putBack(snapshot, kept, false),
    load(snapshot) {
      const ours = [...entries.map(({ name }) => name), ...resources.keys()];
      const saved = [...Object.keys(snapshot.components), ...Object.keys(snapshot.resources)];
      return {
        ...putBack(snapshot, undefined, true),
        missing: ours.filter((name) => !saved.includes(name)),
        unknown: saved.filter((name) => !ours.includes(name)),
      };
    },
    dispose: lives.end,
  };
}

function putResources<W>(
  { world, resources }: Source<W>,
  snapshot: StateSnapshot,
  kept: Kept | undefined,
): Record<string, []> {
  const written: Record<string, []> = {};
  for (const [name, rule] of resources) {
    if (!Object.hasOwn(snapshot.resources, name) || kept?.resources.has(name)) continue;
    const saved = snapshot.resources[name];
    if (isSame(rule.get(world), saved)) continue;
    rule.set(world, copyValue(saved, () => `resource ${name}`) as never);
    written[name] = [];
  }
  return written;
}

/**
 * Remembers entities that lost a covered component and lived on: under the id of one that died, bitecs soon has
 * another, and only this tells them apart.
 */
function watchLives(
  world: object,
  entries: readonly Entry[],
): { isSame(id: number): boolean; forget(context: Context): void; end(): void } {
  const left = new Map<number, object>();
  const stops = entries
    .filter(({ kind }) => kind === 'store')
    .map(({ ref }) =>
      observe(world, onRemove(ref), (id) => {
        // bitecs tells of a removed entity while it still carries the component.
        const components = hasComponent(world, id, ref) ? undefined : openContext(world).entityComponents.get(id);
        if (components) left.set(id, components);
        else left.delete(id);
      }),
    );
  return {
    isSame: (id) => left.has(id) && left.get(id) === contextOf(world).entityComponents.get(id),
    forget({ entityComponents }) {
      for (const [id, components] of left) if (entityComponents.get(id) !== components) left.delete(id);
    },
    end() {
      for (const stop of stops) stop();
    },
  };
}
