import { SuspensionError } from '../errors.js';
import type { Emitter } from '../ports/display.js';
import { deadlineReading, isExpired } from '../rewards/deadline.js';
import type { Reward } from '../rules/duties.js';
import { restoreSnapshot } from './02-capture-snapshot.js';
import { rewardReport, tellReward } from './12-expire-pending.js';
import { writeCurrent } from './checkpoint.js';
import type { Context } from './context.js';
import { readNow, report } from './context.js';
import { offer, writeSettled } from './offers.js';
import type { RewardReport } from './reports.js';

/** Pending rewards without those past their deadline at this moment. */
export function pendingRewards<W>(context: Context<W>): readonly Reward[] {
  const at = readingForDeadlines(context);
  return context.rewards.filter((reward) => !isExpired(reward, at));
}

function readingForDeadlines<W>(context: Context<W>): number | undefined {
  return deadlineReading(readNow(context), context.interval?.startMs, context.anchorMs);
}

/**
 * Claims one pending reward, in play or from the summary: checks its deadline, then offers it (step 14).
 * Claims go one after another, so that of two for one reward one is accepted.
 *
 * @throws SuspensionError `NOT_PLAYING`, `REWARD_UNKNOWN`, `REWARD_NOT_CLAIMABLE`.
 */
export function claimNow<W>(context: Context<W>, rewardId: string): Promise<RewardReport> {
  context.claimsWaiting++;
  const claimed = context.claiming
    .then(() => claimOne(context, rewardId))
    .finally(() => {
      context.claimsWaiting--;
    });
  context.claiming = claimed.catch(() => {});
  return claimed;
}

async function claimOne<W>(context: Context<W>, rewardId: string): Promise<RewardReport> {
  const task = context.activeReturn?.claims ? context.activeReturn : undefined;
  if (context.phase !== 'playing' && !task) {
    throw new SuspensionError(
      'NOT_PLAYING',
      `claim("${rewardId}") works in play or from the return summary, but the phase is "${context.phase}". Claim again once play has resumed; the reward stays pending.`,
      { details: { phase: context.phase, reward: rewardId } },
    );
  }
  const reward = context.rewards.find(({ id }) => id === rewardId);
  if (!reward) {
    const pending = context.rewards.map(({ id }) => id).join(', ') || 'none';
    throw new SuspensionError(
      'REWARD_UNKNOWN',
      `No pending reward has the id "${rewardId}"; pending: ${pending}. It may have been accepted or have expired already.`,
      { details: { reward: rewardId } },
    );
  }
  const bound = context.bound.rewards.find(({ row }) => row.id === reward.row);
  if (bound?.row.delivery !== 'player-claims') {
    throw new SuspensionError(
      'REWARD_NOT_CLAIMABLE',
      `Reward "${rewardId}" is delivered automatically: its destination is asked again at each return. Only a player-claims row is claimed.`,
      { details: { reward: rewardId, row: reward.row } },
    );
  }
  const write = (): Promise<boolean> => (task ? writeSettled(context, task, task.readingMs) : writeCurrent(context));
  if (isExpired(reward, readingForDeadlines(context))) {
    context.rewards = context.rewards.filter((pending) => pending !== reward);
    context.onRewards();
    const made = tellReward(context, { ...reward, status: 'expired' });
    await write();
    return made;
  }
  // Nothing is offered that no record knows of; what others wrote while the summary was open stays out of it.
  if (task?.guard) restoreSnapshot(context, task.guard);
  const known = task ? task.settled !== undefined : context.saved;
  if (!known && !(await write())) return tellReward(context, reward);
  // While that record was written a new game may have begun, or another offer of this reward.
  if (context.offering.has(rewardId) || !context.rewards.includes(reward)) return rewardReport(context, reward);
  const made = await offer(context, reward);
  if (made.status !== 'accepted') return made;
  // The return may have ended while the destination thought; its record is written only while it is the one under way.
  if (task && context.activeReturn === task) await writeSettled(context, task, task.readingMs);
  else if (!context.activeReturn) await writeCurrent(context);
  return made;
}

/**
 * Claims what a claim event of the game names: its payload is a reward's id, `{ id }`, or nothing for the oldest
 * reward of the row. What cannot be claimed is told as an `error` event.
 */
export function listenForClaims<W>(context: Context<W>, events: Emitter): () => void {
  const undo = context.bound.rewards.flatMap(({ row, claim }) => {
    if (!claim) return [];
    const handler = (payload: unknown): void => {
      claimNow(context, claimedId(context, row.id, payload)).catch((error: unknown) => report(context, error));
    };
    events.on(claim.event, handler);
    return [() => events.off(claim.event, handler)];
  });
  return () => {
    for (const end of undo) end();
  };
}

function claimedId<W>(context: Context<W>, row: string, payload: unknown): string {
  if (payload === undefined || payload === null) {
    return pendingRewards(context).find((pending) => pending.row === row)?.id ?? `the oldest of ${row}`;
  }
  return String(typeof payload === 'object' && 'id' in payload ? payload.id : payload);
}
