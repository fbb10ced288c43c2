import type { Settlements } from '../rewards/pending-reward.js';
import { createReward } from '../rewards/pending-reward.js';
import type { ContinuousRule, Reward } from '../rules/duties.js';
import { branchOf } from './03-hold-items.js';
import { expirePending } from './12-expire-pending.js';
import type { Task } from './active-return.js';
import { throwIfAbandoned } from './active-return.js';
import type { Context } from './context.js';
import { emit, trace } from './context.js';
import type { During } from './guard.js';
import type { ChoiceReport, ContinuousReport } from './reports.js';
import { callRule } from './rule-failure.js';
import { whileUnavailable } from './waiting.js';

/**
 * Reads every continuous item once and applies the reading (step 13).
 *
 * When it ends, each has its authority's state, or keeps its last one where its rule says so.
 */
export async function readContinuous<W>(context: Context<W>, task: Task, during: During): Promise<ContinuousReport[]> {
  const reports: ContinuousReport[] = [];
  for (const { id, rule } of context.bound.continuous) reports.push(await readOne(context, task, id, rule, during));
  return reports;
}

async function readOne<W>(
  context: Context<W>,
  task: Task,
  row: string,
  rule: ContinuousRule<W>,
  during: During,
): Promise<ContinuousReport> {
  let reading: unknown;
  if (rule.whenUnavailable === 'keep-last') {
    try {
      reading = await during(async () => rule.read(task.signal));
    } catch (error) {
      if (task.signal.aborted) throw error;
      emit(context, 'clock-unavailable', { waitingFor: 'authority', row, error, attempts: 1, retryMs: 0 });
      trace(context, 'continuous-state-trace', () => ({ row, read: false, keeps: 'last' }));
      return { row, read: false };
    }
  } else {
    reading = await during(() => whileUnavailable(context, task, 'authority', row, (signal) => rule.read(signal)));
  }
  throwIfAbandoned(task);
  callRule(row, 'apply', () => rule.apply(context.world, reading));
  trace(context, 'continuous-state-trace', () => ({ row, read: true, reading }));
  return { row, read: true, reading };
}

/** Applies each selected branch once: a catch-up branch was settled with the passes, a continuous one is read now. */
export async function applyChoices<W>(context: Context<W>, task: Task, during: During): Promise<ChoiceReport[]> {
  const reports: ChoiceReport[] = [];
  for (const choice of context.bound.choices) {
    const branch = branchOf(choice, context.choices[choice.id] ?? '');
    if (branch.kind === 'continuous') await readOne(context, task, choice.id, branch.rule, during);
    const made: ChoiceReport = {
      row: choice.id,
      branch: branch.name,
      kind: branch.kind,
      selectedAt: choice.selectedAt,
    };
    trace(context, 'choice-trace', () => ({ ...made, applied: true }));
    context.lastBranches.set(choice.id, branch.name);
    reports.push(made);
  }
  return reports;
}

/**
 * Creates this return's rewards in row order and checks their deadlines.
 *
 * @param createdMs - The return reading; `undefined` for an interval that creates none (skipped, empty or unmeasured).
 */
export function createRewards<W>(
  context: Context<W>,
  settlements: Settlements,
  createdMs: number | undefined,
): { readonly left: Reward[]; readonly expired: readonly Reward[] } {
  if (createdMs === undefined) return { left: [], expired: [] };
  const created = context.bound.rewards.flatMap((bound) => {
    const reward = callRule(bound.row.id, 'derive or deadline', () =>
      createReward(bound, settlements, createdMs, context.world),
    );
    return reward ? [reward] : [];
  });
  return expirePending(context, created, createdMs);
}
