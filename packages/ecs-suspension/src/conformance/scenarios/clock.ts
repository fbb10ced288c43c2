import { equal } from '../compare.js';
import type { Run } from '../run.js';
import { putAll, readAll } from '../run.js';
import type { Trial } from '../trial.js';
import type { Scenario } from './helpers.js';
import { backward, entriesSince, hasClock, last, stateOf, TRUSTED } from './helpers.js';

const BACK_MS = 5_000;

/** A skipped interval: nothing elapsed, nothing settled, nothing created. */
function assertSkipped(
  t: Trial,
  line: number,
  run: Run,
  report: { interval: { outcome: string; elapsedMs: number } },
): void {
  t.same(line, report.interval.outcome, 'skipped', 'the outcome');
  t.same(line, report.interval.elapsedMs, 0, 'the elapsed time');
  t.holds(
    line,
    run
      .stream('return-timeline')
      .some((entry) => entry['outcome'] === 'skipped' && String(entry['skips']) === '9,10,11'),
    'the timeline does not say that steps 9 to 11 were skipped',
  );
  t.same(line, run.suspension.rewards.length, 0, 'rewards created');
  t.same(line, run.stream('reward-report').length, 0, 'reward reports');
  t.same(line, last(run.stream('clock-readings'))?.['at'], 'return', 'the last reading');
}

/** Leaves, lets something else write to every local row, and comes back at an earlier reading. */
async function backwardOverWrites(t: Trial): Promise<{
  readonly run: Run;
  readonly report: Awaited<ReturnType<typeof backward>>;
  readonly left: unknown;
  readonly loaded: unknown;
}> {
  const run = await t.open();
  run.play(1_000);
  putAll(run, t.local(run), 'a');
  const left = stateOf(t, run);
  let loaded: unknown;
  const report = await backward(run, BACK_MS, () => {
    putAll(run, t.local(run), 'b');
    loaded = stateOf(t, run);
  });
  const isTold = t.local(run).length === 0 || !equal(left, loaded);
  if (!isTold) throw new Error('states a and b of the rows read the same: tell them apart');
  return { run, report, left, loaded };
}

const startingReading: Scenario = async (t) => {
  const run = await t.open();
  run.play(1_000);
  await run.away(t.spanMs);
  const anchorMs = Number(run.suspension.anchorMs);
  run.clock.set(anchorMs + 300);
  run.leave();
  const above = last(run.stream('clock-readings'));
  t.same(1, [above?.['sampledMs'], above?.['startMs']], [anchorMs + 300, anchorMs + 300], 'a reading above the anchor');
  t.same(1, last(run.stream('suspension-snapshot'))?.['readingMs'], anchorMs + 300, 'the reading of the snapshot');
  await run.comeBack();
  const nowAnchor = Number(run.suspension.anchorMs);
  run.clock.set(nowAnchor - BACK_MS);
  run.leave();
  const below = last(run.stream('clock-readings'));
  t.same(1, [below?.['sampledMs'], below?.['startMs']], [nowAnchor - BACK_MS, nowAnchor], 'a reading below the anchor');
  run.clock.set(nowAnchor + 2_000);
  const report = await run.comeBack();
  t.same(2, report?.interval.elapsedMs, 2_000, 'the time from the anchor on');
  for (const made of report?.catchUp ?? [])
    t.holds(2, made.fromMs >= nowAnchor, `${made.row} settled from ${made.fromMs}`);
};

const protectedPaths: Scenario = async (t) => {
  const run = await t.open();
  run.play(1_000);
  const startMs = run.clock.now();
  run.leave();
  putAll(run, t.local(run), 'b');
  run.pass(t.spanMs);
  // A device set to another time: the wall moves, the row's clock does not.
  run.scheduler.moveWall(3_600_000);
  const report = await run.comeBack();
  t.same(1, [report?.interval.outcome, report?.interval.elapsedMs], ['settled', t.spanMs], 'a return after some time');
  t.same(3, report?.interval.endMs, startMs + t.spanMs, 'the reading after a change of device settings');
  t.same(1, last(run.stream('clock-readings'))?.['startMs'], startMs, 'the starting reading');
  const settled = stateOf(t, run);
  const twin = await t.open();
  twin.play(1_000);
  await twin.away(t.spanMs);
  t.same(1, settled, stateOf(t, twin), 'the state settled from the snapshot');
  const resynced = await backwardOverWrites(t);
  t.same(2, stateOf(t, resynced.run), resynced.loaded, 'the state kept after a resync');
  assertSkipped(t, 2, resynced.run, resynced.report);
  t.same(4, resynced.report.backwardClock?.anchor, undefined, 'an anchor after a resync');
  t.same(4, resynced.run.display.shown.filter(({ surface }) => surface === 'notice').length, 0, 'notices');
};

const deviceNonNegative: Scenario = async (t) => {
  const movedMs = 12_345;
  const elapsed: unknown[] = [];
  for (const aheadMs of [0, movedMs]) {
    const run = await t.open();
    run.play(1_000);
    const startMs = run.clock.now();
    run.leave();
    putAll(run, t.local(run), 'b');
    run.pass(t.spanMs);
    run.clock.advance(aheadMs);
    const report = await run.comeBack();
    t.same(1, report?.interval.startMs, startMs, 'the starting reading');
    t.same(1, last(run.stream('clock-readings'))?.['readingMs'], run.clock.now(), 'the return reading');
    const timeline = run.stream('return-timeline').find((entry) => 'elapsedMs' in entry);
    t.same(1, timeline?.['elapsedMs'], run.clock.now() - startMs, 'the elapsed time');
    elapsed.push(report?.interval.elapsedMs);
    const settled = stateOf(t, run);
    const twin = await t.open();
    twin.play(1_000);
    await twin.away(run.clock.now() - startMs);
    t.same(1, settled, stateOf(t, twin), 'the state settled from the snapshot');
  }
  t.same(2, Number(elapsed[1]) - Number(elapsed[0]), movedMs, 'the difference of the two intervals');
};

const restoresSnapshot: Scenario = async (t) => {
  const { run, report, left } = await backwardOverWrites(t);
  t.holds(1, run.stream('suspension-snapshot').length > 0, 'there is no snapshot');
  t.same(1, stateOf(t, run), left, 'the state after the return');
  assertSkipped(t, 2, run, report);
};

const keepsReturnState: Scenario = async (t) => {
  const { run, report, loaded } = await backwardOverWrites(t);
  t.same(1, stateOf(t, run), loaded, 'the state after the return');
  t.holds(
    1,
    run.stream('return-state-trace').some((entry) => entry['kept'] === 'loaded'),
    'the trace keeps another state',
  );
  assertSkipped(t, 2, run, report);
};

/** A checkpoint of every local row in state `b`, at a reading of its own. */
async function withCheckpoint(t: Trial, run: Run, aheadMs: number): Promise<{ trustedMs: number; state: unknown }> {
  const rows = t.local(run);
  putAll(run, rows, 'b');
  const snapshot = run.suspension.capture();
  const state = readAll(run, rows);
  putAll(run, rows, 'a');
  const trustedMs = run.clock.now() + aheadMs;
  for (const { id } of t.adoption.rows['rollback-rules']) {
    run.reply(id, TRUSTED, 'checkpoint', () => ({ readingMs: trustedMs, state: snapshot }));
  }
  return { trustedMs, state };
}

const restoresTrusted: Scenario = async (t) => {
  const run = await t.open();
  run.play(1_000);
  const { trustedMs, state } = await withCheckpoint(t, run, -200);
  const report = await backward(run, BACK_MS);
  t.same(1, stateOf(t, run), state, 'the state after the return');
  t.same(1, last(run.stream('rollback-trace'))?.['trustedMs'], trustedMs, 'the trusted reading');
  assertSkipped(t, 2, run, report);
};

const rollbackProtectsAnchor: Scenario = async (t, row) => {
  const run = await t.open();
  run.play(1_000);
  const { trustedMs, state } = await withCheckpoint(t, run, 60_000);
  await backward(run, BACK_MS);
  t.same(1, stateOf(t, run), state, 'the restored state');
  const trace = run.stream('rollback-trace').filter((entry) => entry['row'] === row);
  t.same(
    1,
    trace.map((entry) => entry['trustedMs']),
    [trustedMs],
    'the reading it is paired with',
  );
  t.same(1, run.storage.record()?.anchorMs, trustedMs, 'the anchor of the record');
  t.same(2, last(run.stream('anchor-commit'))?.['anchorMs'], trustedMs, 'the committed anchor');
};

const anchorIsMonotonic: Scenario = async (t) => {
  const run = await t.open();
  run.play(1_000);
  const trusted = t.adoption.rows['rollback-rules'].length > 0 ? (await withCheckpoint(t, run, 60_000)).trustedMs : 0;
  const startMs = run.clock.now();
  await backward(run, BACK_MS);
  const anchorMs = Math.max(startMs, trusted);
  t.same(1, last(run.stream('anchor-commit'))?.['anchorMs'], anchorMs, 'the anchor after the first return');
  t.same(1, run.stream('rollback-trace').length, trusted === 0 ? 0 : 1, 'checkpoints restored');
  const mark = run.mark();
  run.leave();
  run.clock.set(anchorMs - 1);
  const second = await run.comeBack();
  t.same(2, second?.interval.elapsedMs, 0, 'the time replayed below the anchor');
  t.same(2, entriesSince(run, 'settle', mark).length, 0, 'settlements below the anchor');
  t.same(2, last(run.stream('anchor-commit'))?.['anchorMs'], anchorMs, 'the anchor after the second return');
  t.same(2, last(run.stream('clock-readings'))?.['startMs'], anchorMs, 'the start of the second interval');
};

const backwardFields: Scenario = async (t) => {
  const { run, report } = await backwardOverWrites(t);
  const made = report.backwardClock;
  t.holds(1, made !== undefined, 'a backward return has no backward-clock report');
  t.same(1, made?.anchor, t.adoption.answers['backward-clock-anchor'], 'the anchor of the report');
  const asked = t.adoption.answers['backward-clock-notice'];
  t.same(1, made?.notice, asked && asked === 'explain', 'whether a notice appeared');
  t.same(1, last(run.stream('clock-readings'))?.['readingMs'], run.clock.now(), 'the return reading');
  t.same(1, last(run.stream('anchor-commit'))?.['anchorMs'], run.suspension.anchorMs, 'the committed anchor');
  const forward = await run.away(t.spanMs);
  t.same(2, forward.backwardClock, undefined, 'the report of a return that went forward');
};

const noClock: Scenario = async (t) => {
  const reason = 'there is a clock row';
  if (hasClock(t)) {
    t.nothing(1, reason);
    t.nothing(2, reason);
    return;
  }
  const run = await t.open();
  run.play(1_000);
  const left = stateOf(t, run);
  const report = await run.away(t.spanMs);
  t.same(1, [report.interval.outcome, report.interval.elapsedMs], ['unmeasured', 0], 'the interval');
  t.same(1, [report.catchUp.length, report.calendar.length], [0, 0], 'settlements');
  t.same(1, stateOf(t, run), left, 'the state after the return');
  t.same(1, run.stream('return-timeline')[0]?.['outcome'], 'unmeasured', 'the outcome on the timeline');
  t.same(1, run.stream('fixed-state-trace').length, t.adoption.rows['fixed-items'].length, 'fixed items held');
  t.nothing(2, 'it speaks of adoptions with a clock row');
};

export const clockScenarios: { readonly [template: string]: Scenario } = {
  'clock-starting-reading': startingReading,
  'no-clock-return-path': noClock,
  'protected-clock-return-paths': protectedPaths,
  'device-clock-non-negative-return': deviceNonNegative,
  'device-clock-restores-suspension-snapshot': restoresSnapshot,
  'device-clock-restores-trusted-checkpoint': restoresTrusted,
  'device-clock-keeps-return-state': keepsReturnState,
  'rollback-reading-protects-next-anchor': rollbackProtectsAnchor,
  'backward-return-anchor-is-monotonic': anchorIsMonotonic,
  'backward-clock-report-fields': backwardFields,
};
