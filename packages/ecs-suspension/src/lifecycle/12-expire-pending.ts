import { deadlineReading, isExpired } from '../rewards/deadline.js';
import type { Reward } from '../rules/duties.js';
import type { Context } from './context.js';
import { emit, trace } from './context.js';
import type { RewardReport } from './reports.js';

/**
 * Removes pending rewards whose deadline has come (step 12).
 *
 * When it ends, every reward that is left outlives this return. Pending rewards are local state: they survive this and
 * later suspensions until they are accepted or their deadline removes them.
 */
export function expirePending<W>(
  context: Context<W>,
  rewards: readonly Reward[],
  readingMs: number | undefined,
): { readonly left: Reward[]; readonly expired: readonly Reward[] } {
  const at = deadlineReading(readingMs, context.interval?.startMs, context.anchorMs);
  const expired = rewards.filter((reward) => isExpired(reward, at));
  return { left: rewards.filter((reward) => !expired.includes(reward)), expired };
}

/** The report of one reward at this moment. */
export function rewardReport<W>(context: Context<W>, reward: Reward): RewardReport {
  const bound = context.bound.rewards.find(({ row }) => row.id === reward.row);
  return {
    id: reward.id,
    row: reward.row,
    source: bound?.reward.source ?? '',
    destination: bound?.row['destination-declared-in'] ?? '',
    delivery: bound?.row.delivery ?? 'automatic',
    status: reward.status,
    ...(reward.deadlineMs !== undefined && { deadlineMs: reward.deadlineMs }),
    ...(bound?.claim && { claimEvent: bound.claim.event }),
  };
}

/** Tells what became of a reward. */
export function tellReward<W>(context: Context<W>, reward: Reward): RewardReport {
  const made = rewardReport(context, reward);
  emit(context, 'reward', made);
  trace(context, 'reward-report', () => ({ ...made }));
  return made;
}
