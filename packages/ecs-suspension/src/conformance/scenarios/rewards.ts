import type { RewardReport } from '../../lifecycle/reports.js';
import type { Run } from '../run.js';
import type { Trial } from '../trial.js';
import { branchNames } from '../trial.js';
import type { Scenario } from './helpers.js';
import {
  answerOffers,
  backward,
  CLAIM,
  DESTINATION,
  EXPIRES,
  earn,
  entriesSince,
  hasClock,
  offersOf,
  REWARD,
  STATE,
} from './helpers.js';

const TEN_YEARS_MS = 315_360_000_000;

const rewardRow = (t: Trial, row: string): Trial['adoption']['rows']['return-rewards'][number] => {
  const found = t.adoption.rows['return-rewards'].find(({ id }) => id === row);
  if (!found) throw new Error(`${row} is no reward row`);
  return found;
};
const isPending = (run: Run, id: string): boolean => run.suspension.rewards.some((reward) => reward.id === id);
const reportsOf = (run: Run, id: string, status?: string): readonly unknown[] =>
  run
    .stream('reward-report')
    .filter((entry) => entry['id'] === id && (status === undefined || entry['status'] === status));

/** Gives the claim event and waits until it has been answered. */
async function claimByEvent(run: Run, row: string, id: string): Promise<readonly RewardReport[]> {
  const mark = run.mark();
  run.emit(run.rule(row, CLAIM).event, id);
  // Claims go one after another: one that has to be refused ends after those before it.
  await run.suspension.claim(`${row}@no-such-reward`).catch(() => {});
  return entriesSince(run, 'reward', mark).filter((made) => made.id === id);
}

/** Whether no reward of that row can ever come to be; then the statements say nothing. */
async function skip(t: Trial, row: string, ...lines: readonly number[]): Promise<boolean> {
  const run = await t.open();
  const source: string = run.rule(row, REWARD).source;
  const settles =
    t.adoption.rows['catch-up-items'].some(({ id }) => id === source) ||
    t.adoption.rows['calendar-boundaries'].some(({ id }) => id === source) ||
    branchNames(run, source, ['catchUp']).length > 0;
  if (hasClock(t) && settles) return false;
  const reason = hasClock(t) ? `its source ${source} never settles` : 'without a clock row nothing settles';
  for (const line of lines) t.nothing(line, reason);
  return true;
}

const staysPending: Scenario = async (t, row) => {
  if (await skip(t, row, 1, 2)) return;
  const { delivery, 'expires-declared-in': expires } = rewardRow(t, row);
  const run = await t.open();
  const { id } = await earn(t, run, row, false);
  t.holds(1, isPending(run, id), `${id} is not pending after its creation`);
  t.holds(1, reportsOf(run, id, 'pending').length > 0, `${id} is not reported as pending`);
  if (delivery === 'player-claims') await claimByEvent(run, row, id);
  t.holds(1, isPending(run, id), `${id} is not pending after a refusal`);
  t.same(1, reportsOf(run, id, 'accepted').length, 0, 'acceptances');
  if (expires !== undefined) {
    t.nothing(2, 'the row has an expiry rule');
    return;
  }
  run.leave();
  run.clock.advance(t.spanMs);
  await run.comeBack();
  run.clock.advance(TEN_YEARS_MS);
  t.holds(2, isPending(run, id), `${id} has gone without an expiry rule`);
  t.same(2, reportsOf(run, id, 'expired').length, 0, 'expiries');
};

const deadline: Scenario = async (t, row) => {
  if (await skip(t, row, 1, 2, 3)) return;
  const { delivery } = rewardRow(t, row);
  for (const offset of [-1, 0, 1]) {
    const run = await t.open();
    const { id, reward } = await earn(t, run, row, false);
    const deadlineMs = reward?.deadlineMs;
    if (deadlineMs === undefined) throw new Error(`${id} has no deadline: its ${EXPIRES} gives one`);
    run.leave();
    run.clock.set(deadlineMs + offset);
    const mark = run.mark();
    const shownBefore = run.display.shown.length;
    const offers = offersOf(run, row, id);
    await run.comeBack();
    const isGone = offset >= 0;
    t.same(1, isPending(run, id), !isGone, `whether ${id} is pending ${offset} ms from its deadline`);
    const expired = entriesSince(run, 'reward', mark).filter((made) => made.id === id && made.status === 'expired');
    t.same(2, expired.length, isGone ? 1 : 0, `reports of its expiry ${offset} ms from its deadline`);
    for (const shown of run.display.shown.slice(shownBefore)) {
      const rewards =
        shown.surface === 'show' ? shown.display.rewards : shown.surface === 'summary' ? shown.summary.rewards : [];
      t.holds(
        1,
        !isGone || !rewards.some((one) => one.id === id && one.status === 'pending'),
        `${id} is shown as pending`,
      );
    }
    run.stream('return-display-trace');
    if (isGone) {
      await run.suspension.claim(id).catch(() => {});
      t.same(3, offersOf(run, row, id), offers, 'offers after the deadline');
      await run.away(1_000);
      t.same(2, reportsOf(run, id, 'expired').length, 1, 'reports of its expiry after another return');
    }
  }
  // In play: the claim itself checks the deadline.
  const run = await t.open();
  const { id, reward } = await earn(t, run, row, false);
  run.clock.set(Number(reward?.deadlineMs));
  t.holds(1, !isPending(run, id), `${id} is there at its deadline`);
  const offers = offersOf(run, row, id);
  const claimed = await run.suspension.claim(id).catch(() => undefined);
  t.same(3, offersOf(run, row, id), offers, 'offers of a claim at the deadline');
  if (delivery === 'player-claims') t.same(3, claimed?.status, 'expired', 'what a claim at the deadline gives');
};

const createdFromSource: Scenario = async (t, row) => {
  if (await skip(t, row, 1, 2, 3)) return;
  const run = await t.open();
  const before = run.mark();
  const { report, id } = await earn(t, run, row, false);
  const derived = run.calls(row, REWARD, 'derive').filter(({ order }) => order >= before);
  t.same(1, derived.length, 1, 'derivations');
  const source: string = run.rule(row, REWARD).source;
  const settlements = derived[0]?.args[0] as readonly { row: string }[];
  const reports = [...report.catchUp.filter((made) => made.toMs > made.fromMs), ...report.calendar];
  t.same(
    1,
    settlements.map((one) => one.row),
    reports.filter((made) => made.row === source).map((made) => made.row),
    'the settlements it derives from',
  );
  t.same(1, run.suspension.rewards.filter((reward) => reward.row === row).length, 1, 'rewards created');
  t.same(1, new Set(reportsOf(run, id)).size > 0, true, 'a report of the reward');
  const mark = run.mark();
  await run.away(0);
  await backward(run, 1_000);
  t.same(
    2,
    run.calls(row, REWARD, 'derive').filter(({ order }) => order >= mark).length,
    0,
    'derivations without a settlement',
  );
  t.same(
    2,
    run.suspension.rewards.filter((reward) => reward.row === row).map((reward) => reward.id),
    [id],
    'rewards after an empty and a skipped interval',
  );
  t.same(
    2,
    run.stream('return-timeline').filter((entry) => entry['outcome'] === 'skipped').length > 0,
    true,
    'a skipped interval',
  );
  const next = await run.reopen();
  t.holds(3, isPending(next, id), `${id} did not survive a new process`);
  t.holds(3, isPending(run, id), `${id} did not survive later suspensions`);
};

const automatic: Scenario = async (t, row) => {
  if (await skip(t, row, 1, 2, 3)) return;
  const rows = t.adoption.rows['return-rewards'].filter(({ delivery }) => delivery === 'automatic').map(({ id }) => id);
  const taken = await t.open();
  const mark = taken.mark();
  const { id } = await earn(t, taken, row, true);
  t.same(1, offersOf(taken, row, id), 1, 'offers of the reward');
  const order = rows
    .flatMap((one) => taken.calls(one, DESTINATION, 'offer'))
    .filter((call) => call.order >= mark)
    .sort((a, b) => a.order - b.order)
    .map(({ args }) => (args[0] as { row: string }).row);
  t.same(
    1,
    order,
    [...order].sort((a, b) => rows.indexOf(a) - rows.indexOf(b)),
    'the order of offers',
  );
  t.same(2, reportsOf(taken, id, 'accepted').length, 1, 'reports of its acceptance; the game has to accept it');
  t.holds(2, !isPending(taken, id), `${id} is pending after its acceptance`);
  await taken.away(0);
  t.same(2, offersOf(taken, row, id), 1, 'offers after its acceptance');
  const refused = await t.open();
  const made = await earn(t, refused, row, false);
  t.holds(3, isPending(refused, made.id), `${made.id} is gone after a refusal`);
  await refused.away(0);
  t.same(3, offersOf(refused, row, made.id), 2, 'offers after two returns that refuse it');
  answerOffers(t, refused, true);
  await refused.away(0);
  t.same(3, offersOf(refused, row, made.id), 3, 'offers after a third return');
  t.holds(3, !isPending(refused, made.id), `${made.id} is pending after its acceptance`);
  t.same(3, reportsOf(refused, made.id, 'accepted').length, 1, 'reports of its acceptance');
};

const playerClaims: Scenario = async (t, row) => {
  if (await skip(t, row, 1, 2, 3, 4)) return;
  const run = await t.open();
  const { id } = await earn(t, run, row, false);
  t.same(1, offersOf(run, row, id), 0, 'offers before the claim');
  t.holds(1, isPending(run, id), `${id} is not pending before the claim`);
  run.stream('return-display-trace');
  await claimByEvent(run, row, id);
  t.same(3, offersOf(run, row, id), 1, 'offers of the first claim');
  t.holds(3, isPending(run, id), `${id} is gone after a refusal`);
  answerOffers(t, run, true);
  const mark = run.mark();
  const made = await claimByEvent(run, row, id);
  t.same(
    2,
    made.map(({ status }) => status),
    ['accepted'],
    'the reports of the accepted claim; the game has to accept it',
  );
  t.same(2, offersOf(run, row, id), 2, 'offers of the second claim');
  t.holds(2, !isPending(run, id), `${id} is pending after its acceptance`);
  await claimByEvent(run, row, id);
  t.same(
    2,
    [offersOf(run, row, id), reportsOf(run, id, 'accepted').length],
    [2, 1],
    'offers and acceptances of a third claim',
  );
  for (const item of t.adoption.rows['catch-up-items']) {
    t.same(
      4,
      run.calls(item.id, STATE, 'apply').filter(({ order }) => order >= mark).length,
      0,
      `changes of ${item.id} by a claim`,
    );
  }
  t.same(4, entriesSince(run, 'settle', mark).length, 0, 'settlements by a claim');
};

const reportFields: Scenario = async (t, row) => {
  if (await skip(t, row, 1)) return;
  const declared = rewardRow(t, row);
  const run = await t.open();
  const { id, reward } = await earn(t, run, row, false);
  const made = reportsOf(run, id);
  t.holds(1, made.length > 0, `${id} has no report`);
  for (const entry of made) {
    t.same(
      1,
      entry,
      {
        id,
        row,
        source: run.rule(row, REWARD).source,
        destination: declared['destination-declared-in'],
        delivery: declared.delivery,
        status: 'pending',
        deadlineMs: declared['expires-declared-in'] === undefined ? undefined : run.rule(row, EXPIRES).deadline(reward),
        claimEvent: declared.delivery === 'player-claims' ? run.rule(row, CLAIM).event : undefined,
      },
      'a report',
    );
  }
};

export const rewardScenarios: { readonly [template: string]: Scenario } = {
  'pending-reward-vocabulary-and-expiry': staysPending,
  'expiry-deadline-enforced': deadline,
  'return-reward-created-from-source': createdFromSource,
  'automatic-reward-delivery': automatic,
  'player-claims-reward-delivery': playerClaims,
  'return-reward-report-fields': reportFields,
};
