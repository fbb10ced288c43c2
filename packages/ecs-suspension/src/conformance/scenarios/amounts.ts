import type { CatchUpReport } from '../../lifecycle/reports.js';
import { shown } from '../compare.js';
import type { Run } from '../run.js';
import { putAll } from '../run.js';
import type { Trial } from '../trial.js';
import type { Scenario } from './helpers.js';
import {
  AMOUNT,
  appliedSince,
  catchUpRow,
  FIDELITY,
  hasClock,
  LIMIT,
  levelOf,
  STATE,
  stateOf,
  sum,
} from './helpers.js';

const withoutClock = 'without a clock row no amount is computed';

/** One absence in which the row has segments, with what was called during the return. */
async function settleAway(
  t: Trial,
  row: string,
  lengthMs = t.spanMs,
): Promise<{ readonly run: Run; readonly mark: number; readonly reports: readonly CatchUpReport[] }> {
  const run = await t.open();
  run.leave();
  run.pass(lengthMs);
  const mark = run.mark();
  const report = await run.comeBack();
  return { run, mark, reports: report?.catchUp.filter((made) => made.row === row) ?? [] };
}

const results = (run: Run, row: string, field: string, path: string, mark: number): readonly number[] =>
  run
    .calls(row, field, path)
    .filter(({ order }) => order >= mark)
    .map(({ result }) => Number(result));

/** What the fidelity rule was handed as the amount; with missed updates there is no such rule. */
const handed = (run: Run, row: string, mark: number): readonly number[] =>
  [...run.calls(row, FIDELITY, 'derive'), ...run.calls(row, FIDELITY, 'distribute')]
    .filter(({ order }) => order >= mark)
    .map(({ args }) => (args[0] as { amount: number }).amount);

const settles: Scenario = async (t, row) => {
  if (!hasClock(t)) {
    t.nothing(1, withoutClock);
    t.nothing(2, withoutClock);
    return;
  }
  const run = await t.open();
  const level = levelOf(run, row);
  run.leave();
  putAll(run, t.local(run), 'b');
  run.pass(t.spanMs);
  const report = await run.comeBack();
  const made = report?.catchUp.filter((one) => one.row === row) ?? [];
  t.holds(1, made.length > 0, `${row} has no report`);
  t.same(1, made[0]?.before, level, 'the level it settled from');
  t.same(1, report?.interval.elapsedMs, t.spanMs, 'the elapsed time');
  const settled = stateOf(t, run);
  const twin = await t.open();
  await twin.away(t.spanMs);
  t.same(1, settled, stateOf(t, twin), 'the state settled from the snapshot');
  const zero = await t.open();
  await zero.away(0);
  const outcomes = [run, zero].map(
    (one) => one.stream('return-timeline').find((entry) => 'elapsedMs' in entry)?.['outcome'],
  );
  t.same(2, outcomes, ['settled', 'zero-length'], 'the outcomes of an interval and of an empty one');
  t.same(2, zero.stream('catch-up-report').length, 0, 'reports of an empty interval');
  t.same(2, run.stream('catch-up-trace').length, 0, 'entries outside the absence');
};

const sameAsPlaying: Scenario = async (t, row) => {
  const declared = catchUpRow(t, row);
  if (!hasClock(t)) {
    t.nothing(1, withoutClock);
    t.nothing(2, withoutClock);
    return;
  }
  const { run, mark, reports } = await settleAway(t, row);
  const rule = run.rule(row, STATE);
  const calls = run.calls(row, STATE, 'amount').filter(({ order }) => order >= mark);
  t.holds(1, calls.length > 0, `${row}: its ordinary amount was not asked for`);
  for (const { args, result } of calls) {
    t.same(1, result, rule.amount(args[0], run.game.world), `the amount of ${shown(args[0])} ms`);
  }
  const amounts = handed(run, row, mark);
  if (amounts.length > 0) {
    t.same(
      1,
      amounts,
      calls.map(({ result }) => result),
      'the amounts handed to the fidelity rule',
    );
    const spans = reports.filter(({ fromMs, toMs }) => toMs > fromMs).map(({ fromMs, toMs }) => toMs - fromMs);
    t.same(
      1,
      calls.map(({ args }) => args[0]),
      spans,
      'the spans the amounts are of',
    );
  } else {
    // The same time in play: the same updates with the same amounts, as far as no limit tells them apart.
    const stepMs = Number(rule.stepMs);
    const { afterMs = t.spanMs } = run.rule(row, LIMIT) ?? {};
    const playedMs = Math.max(stepMs, Math.min(t.spanMs, 10 * stepMs, afterMs));
    const changes: (readonly number[])[] = [];
    for (const isAway of [true, false]) {
      const one = await t.open();
      if (isAway) await one.away(playedMs);
      else one.play(playedMs);
      changes.push(appliedSince(one, row, 0));
    }
    // The last one may be what a limit left of it.
    const last = Number(declared['away-limit'] !== 'whole-interval');
    const count = Math.max(0, Math.min(...changes.map(({ length }) => length)) - last);
    const [away, played] = changes.map((made) => made.slice(0, count));
    t.same(1, away, played, `changes of ${playedMs} ms away, and of as much play`);
  }
  for (const made of run.stream('catch-up-report').filter((entry) => entry['row'] === row)) {
    t.same(
      2,
      [made['amountBranch'], made['fidelityBranch'], made['limitBranch']],
      ['same-as-playing', declared['catch-up-fidelity'], declared['away-limit']],
      'the decisions of the report',
    );
  }
};

/** The amount is the cited rule's and nothing else's. */
const citedAmount: Scenario = async (t, row) => {
  if (!hasClock(t)) t.nothing(1, withoutClock);
  const declared = catchUpRow(t, row);
  const { run, mark, reports } = await settleAway(t, row);
  if (hasClock(t)) {
    const own = results(run, row, AMOUNT, 'amount', mark);
    t.holds(1, own.length > 0, `${row}: its amount rule was not asked`);
    t.same(1, results(run, row, STATE, 'amount', mark).length, 0, `ordinary amounts of ${row}`);
    const amounts = handed(run, row, mark);
    if (declared['catch-up-fidelity'] !== 'every-missed-update') {
      t.same(1, amounts, own, 'the amounts handed to the fidelity rule');
    } else if (declared['away-limit'] === 'whole-interval' || declared['away-limit'] === 'time-limit') {
      t.same(1, appliedSince(run, row, mark), own, 'the changes');
    } else {
      t.holds(1, appliedSince(run, row, mark).length >= reports.length - 1, `${row}: changes are missing`);
    }
    t.same(
      1,
      sum(reports.map(({ amount }) => amount)),
      sum(appliedSince(run, row, mark)),
      'the amounts of the reports',
    );
  }
  if (hasClock(t)) {
    t.holds(
      1,
      run
        .stream('catch-up-report')
        .every((entry) => entry['row'] !== row || entry['amountBranch'] === declared['away-amount']),
      'a report names another amount',
    );
  }
  t.cites(2, run, row, AMOUNT);
};

const composition: Scenario = async (t, row) => {
  const { run, mark, reports } = await settleAway(t, row);
  if (!hasClock(t)) {
    t.nothing(1, withoutClock);
    t.nothing(2, withoutClock);
  } else {
    const totals = results(run, row, AMOUNT, 'amount', mark);
    t.same(1, handed(run, row, mark), totals, 'the totals handed to the fidelity rule');
    const changes = run.calls(row, FIDELITY, 'derive').filter(({ order }) => order >= mark);
    const derived = changes.map(({ result }) => changeOf(result));
    t.same(1, appliedSince(run, row, mark), derived, 'the changes applied');
    t.same(2, totals.length, derived.length, 'calls of either rule');
    t.same(2, results(run, row, STATE, 'amount', mark).length, 0, 'ordinary amounts');
    t.same(2, run.stream('catch-up-report').length >= reports.length, true, 'the reports');
  }
  t.cites(3, run, row, AMOUNT, FIDELITY);
};

/** A change as one number. */
export function changeOf(change: unknown): number {
  if (typeof change === 'number') return change;
  const { untilPoint, pastPoint } = change as { untilPoint: number; pastPoint: number };
  return untilPoint + pastPoint;
}

const everyMissedUpdate: Scenario = async (t, row) => {
  const limit = catchUpRow(t, row)['away-limit'];
  if (!hasClock(t)) {
    for (const line of [1, 2, 3]) t.nothing(line, withoutClock);
    return;
  }
  const { run, mark, reports } = await settleAway(t, row, limit === 'whole-interval' ? t.spanMs : 4 * t.spanMs);
  const stepMs = Number(run.rule(row, STATE).stepMs);
  const startMs = reports[0]?.startMs ?? 0;
  const endMs = reports.at(-1)?.toMs ?? 0;
  const dueMs = run
    .calls(row, STATE, 'apply')
    .filter(({ order }) => order >= mark)
    .map(({ args }) => (args[2] as { atMs: number }).atMs);
  const admitted = sum(reports.map(({ admittedMs }) => admittedMs));
  t.holds(
    3,
    dueMs.every((at) => at > startMs && at <= endMs),
    `an update of ${row} lies outside its segments`,
  );
  t.same(3, sum(reports.map(({ updates }) => updates)), dueMs.length, 'the updates of the reports');
  t.holds(
    3,
    run.stream('catch-up-trace').every((entry) => entry['settled'] === false),
    'the trace has an update',
  );
  const expected = Math.floor(admitted / stepMs);
  if (limit === 'whole-interval') {
    t.nothing(1, 'the limit is the whole interval');
    t.same(2, admitted, run.clock.now() - startMs, 'the time admitted');
    t.same(
      2,
      dueMs,
      Array.from({ length: expected }, (_, i) => startMs + (i + 1) * stepMs),
      'when the updates were due',
    );
  } else {
    t.same(
      1,
      dueMs,
      Array.from({ length: expected }, (_, i) => startMs + (i + 1) * stepMs),
      'when the updates were due',
    );
    t.nothing(2, 'the limit is not the whole interval');
  }
  t.holds(1 + Number(limit === 'whole-interval'), run.stream('return-timeline').length > 0, 'the timeline is empty');
};

/** Hands amount and limit to the fidelity rule, applies what comes back in its order, and touches nothing of it. */
const ruleOwned: Scenario = async (t, row) => {
  const { 'catch-up-fidelity': fidelity, 'away-limit': limit } = catchUpRow(t, row);
  const path = fidelity === 'larger-steps' ? 'distribute' : 'derive';
  const run = await t.open();
  if (hasClock(t)) {
    // Once as the rule has it, once more than any limit of it would let pass.
    for (const factor of [1, 3]) {
      let returned: number[] = [];
      run.reply(row, FIDELITY, path, (_, own) => {
        const whole = own();
        const beyond = limit === 'state-ceiling' ? Number(run.rule(row, LIMIT).ceiling(run.game.world)) : 0;
        const changes = (fidelity === 'larger-steps' ? [...(whole as Iterable<unknown>)] : [whole]).map((change) =>
          factor === 1 ? change : scaled(change, factor, beyond),
        );
        returned.push(...changes.map(changeOf));
        return fidelity === 'larger-steps' ? changes : changes[0];
      });
      returned = [];
      run.game.put(row, 'a');
      const mark = run.mark();
      const level = levelOf(run, row);
      const report = await run.away(t.spanMs);
      const calls = run.calls(row, FIDELITY, path).filter(({ order }) => order >= mark);
      const made = report.catchUp.filter((one) => one.row === row && one.toMs > one.fromMs);
      t.same(1, calls.length, made.length, `calls of ${path}`);
      t.holds(1, calls.length > 0, `${path} was not called: ${row} is full in state a, or spanMs is too short`);
      for (const { args } of calls) {
        const input = args[0] as { limit: { kind: string }; amount: number; level: number };
        t.same(1, input.limit.kind, limit, 'the limit handed over');
        t.holds(1, Number.isFinite(input.amount), 'no amount was handed over');
      }
      t.same(1, (calls[0]?.args[0] as { level: number } | undefined)?.level, level, 'the level handed over');
      t.same(2, appliedSince(run, row, mark), returned, 'the changes applied');
      t.same(
        2,
        made.map(({ amount }) => amount).reduce((a, b) => a + b, 0),
        sum(returned),
        'the amount of the reports',
      );
      t.same(2, sum(made.map(({ updates }) => updates)), returned.length, 'the number of changes');
    }
  } else {
    t.nothing(1, withoutClock);
    t.nothing(2, withoutClock);
  }
  if (hasClock(t)) {
    t.holds(
      1,
      run.stream('catch-up-trace').every((entry) => entry['settled'] === false),
      'the trace has a change',
    );
    t.holds(
      2,
      run.stream('catch-up-report').every((entry) => entry['row'] !== row || entry['fidelityBranch'] === fidelity),
      'a report names another fidelity',
    );
  }
  t.cites(3, run, row, FIDELITY);
};

function scaled(change: unknown, factor: number, beyond: number): unknown {
  if (typeof change === 'number') return change * factor + beyond;
  const { untilPoint, pastPoint } = change as { untilPoint: number; pastPoint: number };
  return { untilPoint: untilPoint * factor, pastPoint: pastPoint * factor };
}

export const amountScenarios: { readonly [template: string]: Scenario } = {
  'non-negative-catch-up-settles': settles,
  'same-as-playing-amount': sameAsPlaying,
  'reduced-amount': citedAmount,
  'away-rule-amount': citedAmount,
  'every-missed-update-fidelity': everyMissedUpdate,
  'larger-steps-fidelity': ruleOwned,
  'one-derived-change-fidelity': ruleOwned,
  'away-rule-one-change-composition': composition,
};
