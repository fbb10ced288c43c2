import { SuspensionError } from '../errors.js';
import { inOfferOrder } from '../rewards/pending-reward.js';
import type { DestinationRule, Reward, Snapshot } from '../rules/duties.js';
import { captureSnapshot, restoreSnapshot } from './02-capture-snapshot.js';
import { rewardReport, tellReward } from './12-expire-pending.js';
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
export async function offer<W>(context: Context<W>, reward: Reward): Promise<RewardReport> {
  const bound = context.bound.rewards.find(({ row }) => row.id === reward.row);
  let accepted = false;
  if (bound) context.offering.set(reward.id, bound.destination);
  const before = captureSnapshot(context);
  let within = true;
  try {
    const answer = bound?.destination.offer(reward, context.world) ?? false;
    within = !(answer instanceof Promise);
    // An answer that is there is taken at once: between it and what it wrote nothing may come.
    accepted = (answer instanceof Promise ? await answer : answer) === true;
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
  context.offering.delete(reward.id);
  // A new game has begun meanwhile, or a deadline has come: the reward is not there to be accepted.
  if (!context.rewards.includes(reward)) return rewardReport(context, reward);
  if (!accepted) {
    // What a refusing destination wrote goes. One that answers later writes once it accepts: play went on meanwhile.
    if (within) restoreSnapshot(context, before);
    return tellReward(context, reward);
  }
  keepDelivered(context, bound?.destination);
  context.rewards = context.rewards.filter((pending) => pending !== reward);
  context.onRewards();
  return tellReward(context, { ...reward, status: 'accepted' });
}

/**
 * Keeps what a destination wrote, by the names it declares: in the world while the game plays, and in whatever stands
 * for covered state while it does not. What others wrote meanwhile is not taken along.
 */
function keepDelivered<W>(context: Context<W>, destination: DestinationRule<W> | undefined): void {
  const names = Object.keys(destination?.components ?? {});
  const resources = Object.keys(destination?.resources ?? {});
  if (context.phase === 'playing' || names.length + resources.length === 0) return;
  const now = captureSnapshot(context);
  const merge = (snapshot: Snapshot): Snapshot => ({
    ...snapshot,
    // The destination may have spawned what it delivered.
    entities: now.entities.covered.length > snapshot.entities.covered.length ? now.entities : snapshot.entities,
    components: { ...snapshot.components, ...pick(now.components, names) },
    resources: { ...snapshot.resources, ...pick(now.resources, resources) },
  });
  const { interval, heldAt, activeReturn } = context;
  if (activeReturn?.guard) activeReturn.guard = merge(activeReturn.guard);
  if (heldAt) context.heldAt = merge(heldAt);
  // A return's own offers are part of what it commits, not of what it started from.
  if (interval && !activeReturn?.settled) context.interval = { ...interval, snapshot: merge(interval.snapshot) };
}

function pick<T>(from: { readonly [name: string]: T }, names: readonly string[]): { readonly [name: string]: T } {
  return Object.fromEntries(Object.entries(from).filter(([name]) => names.includes(name)));
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
  if (written) task.settled = snapshot;
  return written;
}

/** Offers, in play, what could not be offered at the return because no record could be written then. */
export async function offerWaiting<W>(context: Context<W>, write: () => Promise<boolean>): Promise<void> {
  context.offersWait = false;
  for (const reward of automaticRewards(context)) {
    if (context.offering.has(reward.id)) continue;
    if (context.phase !== 'playing') {
      context.offersWait = true;
      return;
    }
    const made = await offer(context, reward);
    if (made.status === 'accepted') await write();
  }
}
