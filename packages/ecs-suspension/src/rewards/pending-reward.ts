import { SuspensionError } from '../errors.js';
import type { BoundReward } from '../rules/bound.js';
import type { CrossingSettlement, Reward, SegmentSettlement } from '../rules/duties.js';

/** What a return settled: the sources a reward may derive from. */
export interface Settlements {
  readonly segments: readonly SegmentSettlement[];
  readonly crossings: readonly CrossingSettlement[];
}

/**
 * Creates the reward of one row from its source's settlements in this return (step 13).
 *
 * @returns `undefined` where the source has no settlement, or `derive` gives nothing.
 * @throws SuspensionError `RULE_FAILED` for a deadline that is not a finite number.
 */
export function createReward<W>(
  bound: BoundReward<W>,
  settlements: Settlements,
  createdMs: number,
  world: W,
): Reward | undefined {
  const { source } = bound.reward;
  const own = [...settlements.segments, ...settlements.crossings].filter((settlement) => settlement.row === source);
  if (own.length === 0) return undefined;
  const payload = bound.reward.derive(own, world);
  if (payload === undefined) return undefined;
  const { id: row } = bound.row;
  // The payload is kept in the record: a copy, so that no later change of the rule's object reaches it.
  const reward: Reward = {
    id: `${row}@${createdMs}`,
    row,
    payload: structuredClone(payload),
    createdMs,
    status: 'pending',
  };
  if (!bound.expiry) return reward;
  const deadlineMs = bound.expiry.deadline(reward);
  if (typeof deadlineMs !== 'number' || !Number.isFinite(deadlineMs)) {
    throw new SuspensionError(
      'RULE_FAILED',
      `Reward row "${row}": deadline(reward) must give a finite clock reading in ms, but it gave ${String(deadlineMs)}. Correct the rule bound to "${bound.row['expires-declared-in']}", then call retry().`,
      { details: { row, rule: 'deadline' } },
    );
  }
  return { ...reward, deadlineMs: Math.ceil(deadlineMs) };
}

/** Rewards in the order they are offered: reward-row order, oldest first within a row. */
export function inOfferOrder<W>(rows: readonly BoundReward<W>[], rewards: readonly Reward[]): readonly Reward[] {
  return rows.flatMap(({ row }) =>
    rewards.filter((reward) => reward.row === row.id).sort((a, b) => a.createdMs - b.createdMs),
  );
}
