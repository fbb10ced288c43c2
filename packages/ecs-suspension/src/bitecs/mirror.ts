import type { Context } from '../lifecycle/context.js';
import type { BoundAdoption } from '../rules/bound.js';
import type { Reward } from '../rules/duties.js';
import { CatchUpItem, ChoiceItem } from './row-components.js';
import type { OwnEntities, OwnRow } from './row-entities.js';
import { createOwnEntities } from './row-entities.js';

/** Shows the running state of a suspension as components of the world, for a game's own systems to query. */
export interface Mirror<W> {
  readonly entities: OwnEntities;
  /** Row ids that have an entity once installed. */
  readonly ids: readonly string[];
  /** Adds the rows' entities: at the end of `start()`. */
  install(): void;
  /** Shows carries, and what the last return admitted. */
  rows(context: Context<W>): void;
  /** Shows the pending rewards. */
  rewards(pending: readonly Reward[]): void;
  remove(): void;
}

export function createMirror<W extends object>(world: W, bound: BoundAdoption<W>): Mirror<W> {
  const entities = createOwnEntities(world);
  const rows = ownRows(bound);
  const pendingIds = new Set<string>();
  let installed = false;
  return {
    entities,
    ids: rows.map(({ values }) => values.row),
    install() {
      if (!installed) entities.install(rows);
      installed = true;
    },
    rows(context) {
      if (!installed) return;
      const { carryMs, admittedMs, limitReached } = CatchUpItem(world);
      for (const row of context.rows) {
        const entity = entities.entity(row.id);
        if (entity === undefined || row.bound.branch !== undefined) continue;
        carryMs[entity] = row.carryMs;
        admittedMs[entity] = row.admittedMs;
        limitReached[entity] = row.limitReached;
      }
      if (bound.choices.length === 0) return;
      const { branch } = ChoiceItem(world);
      for (const { id } of bound.choices) {
        const entity = entities.entity(id);
        const selected = context.lastBranches.get(id);
        if (entity !== undefined && selected !== undefined) branch[entity] = selected;
      }
    },
    rewards(pending) {
      if (!installed) return;
      for (const id of pendingIds) {
        if (pending.some((reward) => reward.id === id)) continue;
        entities.removeReward(id);
        pendingIds.delete(id);
      }
      for (const reward of pending) {
        if (pendingIds.has(reward.id)) continue;
        entities.addReward(reward);
        pendingIds.add(reward.id);
      }
    },
    remove: () => entities.remove(),
  };
}

/** One entity per row; a choice row carries `ChoiceItem`, whatever its branches. */
function ownRows<W>(bound: BoundAdoption<W>): readonly OwnRow[] {
  return [
    ...bound.catchUp.map(
      ({ id, amount, fidelity, limit }): OwnRow => ({
        kind: 'catch-up',
        values: {
          row: id,
          amountBranch: amount.branch,
          fidelityBranch: fidelity.branch,
          limitBranch: limit.branch,
          carryMs: 0,
          admittedMs: 0,
          limitReached: false,
        },
      }),
    ),
    ...bound.fixed.map(({ id }): OwnRow => ({ kind: 'fixed', values: { row: id } })),
    ...bound.continuous.map(({ id }): OwnRow => ({ kind: 'continuous', values: { row: id } })),
    ...bound.choices.map(({ id }): OwnRow => ({ kind: 'choice', values: { row: id, branch: '' } })),
  ];
}
