import type { Scenario } from './helpers.js';
import { catchUpRow, hasClock, lengthWith, levelOf } from './helpers.js';

/** Every report of a catch-up row says what the contract has it say. */
const catchUpFields: Scenario = async (t, row) => {
  if (!hasClock(t)) {
    t.nothing(1, 'without a clock row no report is produced');
    return;
  }
  const declared = catchUpRow(t, row);
  const run = await t.open();
  const boundaries = t.adoption.rows['calendar-boundaries'].map(({ id }) => id);
  const startMs = run.clock.now();
  let level = levelOf(run, row);
  const report = await run.away(boundaries.length > 0 ? lengthWith(t, run, boundaries, 1) : t.spanMs);
  const made = run.stream('catch-up-report').filter((entry) => entry['row'] === row);
  t.holds(1, made.length > 0, `${row} has no report`);
  t.same(
    1,
    made,
    report.catchUp.filter((one) => one.row === row),
    'the diagnostic reports and those of the return',
  );
  let fromMs = startMs;
  for (const entry of made) {
    t.same(1, [entry['startMs'], entry['endMs']], [startMs, run.clock.now()], 'the readings of the interval');
    t.same(1, entry['fromMs'], fromMs, 'where the segment starts');
    const { admittedMs, limitReached, before, after, toMs } = entry;
    t.holds(1, admittedMs >= 0 && admittedMs <= toMs - fromMs, `the time admitted is ${String(admittedMs)}`);
    t.same(
      1,
      [entry['amountBranch'], entry['fidelityBranch'], entry['limitBranch']],
      [declared['away-amount'], declared['catch-up-fidelity'], declared['away-limit']],
      'the branches',
    );
    t.same(1, typeof limitReached, 'boolean', 'whether the limit was reached');
    t.same(1, before, level, 'the level before');
    const crossed = report.calendar.find(
      (one) => one.atMs === toMs && t.adoption.answers['crossed-calendar-boundaries'] !== 'one-combined-crossing',
    );
    if (crossed && !limitReached) t.same(1, entry['crossing']?.atMs, toMs, 'the crossing that split the segment');
    if (!crossed) t.same(1, entry['crossing'], undefined, 'a crossing of a segment that none split');
    level = after;
    fromMs = toMs;
  }
  if (boundaries.length === 0) t.same(1, level, levelOf(run, row), 'the level after the last segment');
};

export const reportScenarios: { readonly [template: string]: Scenario } = { 'catch-up-report-fields': catchUpFields };
