import { SuspensionError } from '../errors.js';
import { inOfferOrder } from '../rewards/pending-reward.js';
import type { Reward } from '../rules/duties.js';
import { captureSnapshot, restoreSnapshot } from './02-capture-snapshot.js';
import { tellReward } from './12-expire-pending.js';
import type { ActiveReturn } from './active-return.js';
import type { Context } from './context.js';
import { report } from './context.js';
import type { RewardReport } from './reports.js';
import { makeRecord, writeRecord } from './writer.js';

/** Automatic rewards that wait for their destination, in the order they are offered. */
export function automaticRewards<W>(context: Context<W>): readonly Reward[] {
  const rows = context.bound.rewards.filter(({ row }) => row.delivery === 'automatic');
  return inOfferOrder(rows, context.rewards);
}

/**
 * Offers one reward to its destination. Accepted, it leaves the pending ones and what the destination wrote stays;
 * refused, or where `offer` throws, the same reward stays pending.
 */
export async function offer<W>(context: Context<W>, reward: Reward, task?: ActiveReturn): Promise<RewardReport> {
  const bound = context.bound.rewards.find(({ row }) => row.id === reward.row);
  let accepted = false;
  const before = captureSnapshot(context);
  let within = true;
  try {
    const answer = bound?.destination.offer(reward, context.world) ?? false;
    within = !(answer instanceof Promise);
    accepted = (await answer) === true;
  } catch (cause) {
    const said = cause instanceof Error ? cause.message : String(cause);
    report(
      context,
      new SuspensionError(
        'OFFER_FAILED',
        `Reward "${reward.id}": offer(reward, world) threw "${said}", which counts as a refusal; the reward stays pending. Correct the rule bound to "${bound?.row['destination-declared-in']}".`,
        { cause, details: { row: reward.row, reward: reward.id } },
      ),
    );
  }
  if (!accepted) {
    // What a refusing destination wrote goes. One that answers later writes once it accepts: play went on meanwhile.
    if (within) restoreSnapshot(context, before);
    return tellReward(context, reward);
  }
  if (task) task.guard = undefined;
  context.rewards = context.rewards.filter((pending) => pending !== reward);
  context.onRewards();
  return tellReward(context, { ...reward, status: 'accepted' });
}

/** Writes settled state, next anchor and rewards as one record: before the first offer, and after each acceptance. */
export async function writeSettled<W>(
  context: Context<W>,
  task: ActiveReturn,
  readingMs: number | undefined,
): Promise<boolean> {
  const snapshot = task.guard ?? captureSnapshot(context);
  const settledTo = readingMs ?? context.anchorMs;
  const written = await writeRecord(context, makeRecord(context, { snapshot, readingMs, settledTo }));
  if (written) task.record = 'written';
  return written;
}

/** Offers, in play, what could not be offered at the return because no record could be written then. */
export async function offerWaiting<W>(context: Context<W>, write: () => Promise<boolean>): Promise<void> {
  context.offersWait = false;
  for (const reward of automaticRewards(context)) {
    if (context.phase !== 'playing') {
      context.offersWait = true;
      return;
    }
    const made = await offer(context, reward);
    if (made.status === 'accepted') await write();
  }
}
