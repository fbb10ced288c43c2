import { equal } from '../compare.js';
import { putAll, readAll } from '../run.js';
import type { Scenario } from './helpers.js';
import { appliedSince, entriesSince, hasClock, last, lastWith, stateOf } from './helpers.js';

/** One beginning, where the background answer has it, and one return. */
const intervalBoundaries: Scenario = async (t) => {
  const run = await t.open();
  const answer = t.adoption.answers['while-in-the-background'];
  run.play(1_000);
  const hiddenMs = run.clock.now();
  run.host.background();
  run.play(5_000);
  const closedMs = run.clock.now();
  run.host.close();
  run.host.close();
  run.pass(t.spanMs);
  const report = await run.comeBack();
  await run.suspension.foreground();
  const entries = run.stream('suspension-interval');
  t.same(1, entries.filter((entry) => 'begins' in entry).length, 1, 'the number of beginnings');
  t.same(1, entries.filter((entry) => 'ends' in entry).length, 1, 'the number of ends');
  const startMs = hasClock(t) ? (answer === 'counts-as-away' ? hiddenMs : closedMs) : undefined;
  const endMs = hasClock(t) ? run.clock.now() : undefined;
  t.same(1, lastWith(entries, 'begins')?.['startMs'], startMs, 'the beginning');
  t.same(1, report?.interval.endMs, endMs, 'the end');
  t.same(2, report?.interval.elapsedMs, hasClock(t) ? Number(endMs) - Number(startMs) : 0, 'the time in the interval');
  for (const { fromMs, toMs } of report?.catchUp ?? []) {
    t.holds(2, fromMs >= Number(startMs) && toMs <= Number(endMs), `a segment ${fromMs} to ${toMs} lies outside`);
  }
};

const snapshotVocabulary: Scenario = async (t) => {
  const run = await t.open();
  const rows = t.local(run);
  run.play(700);
  putAll(run, rows, 'a');
  const before = readAll(run, rows);
  run.leave();
  const entry = last(run.stream('suspension-snapshot'));
  const whole = run.suspension.capture();
  putAll(run, rows, 'b');
  for (const row of rows) {
    t.holds(1, !equal(run.game.read(row), before[row]), `${row} reads the same in states a and b: tell them apart`);
  }
  t.same(1, entry?.['components'], whole.components, 'the components of the snapshot');
  t.same(1, entry?.['carries'], whole.carries, 'the carries of the snapshot');
  await run.comeBack();
  t.same(1, readAll(run, rows), before, 'the state that came back from the snapshot');
  if (hasClock(t)) t.same(2, entry?.['readingMs'], run.clock.now(), 'the reading of the snapshot');
  else t.nothing(2, 'there is no clock row');
};

const countsAsAway: Scenario = async (t) => {
  const run = await t.open();
  run.play(1_000);
  const held = stateOf(t, run);
  const hiddenMs = run.clock.now();
  run.host.background();
  const mark = run.mark();
  t.same(1, lastWith(run.stream('suspension-interval'), 'begins')?.['begins'], 'background', 'what began the interval');
  run.play(4_000);
  t.same(2, stateOf(t, run), held, 'covered state in the background');
  for (const { id } of t.adoption.rows['catch-up-items']) {
    t.same(2, appliedSince(run, id, mark).length, 0, `ordinary changes of ${id} in the background`);
  }
  run.pass(t.spanMs);
  const report = await run.suspension.foreground();
  if (hasClock(t)) t.same(1, report?.interval.startMs, hiddenMs, 'the beginning of the interval');
  const settled = stateOf(t, run);
  const twin = await t.open();
  twin.play(1_000);
  twin.host.background();
  twin.pass(4_000 + t.spanMs);
  await twin.suspension.foreground();
  t.same(2, settled, stateOf(t, twin), 'the state after background updates, and after none');
  t.same(2, run.stream('return-timeline').length, twin.stream('return-timeline').length, 'entries of the timeline');
};

const keepsPlaying: Scenario = async (t) => {
  const twin = await t.open();
  twin.play(5_000);
  const foreground = stateOf(t, twin);
  const run = await t.open();
  run.host.background();
  const mark = run.mark();
  run.play(5_000);
  const entries = run.stream('background-update-trace');
  t.holds(
    1,
    entries.some((entry) => entry['played'] === true),
    'no update was played in the background',
  );
  t.same(1, stateOf(t, run), foreground, 'the state after background play, and after play in the foreground');
  const played = stateOf(t, run);
  const report = await run.suspension.foreground();
  t.same(2, report, undefined, 'the report of coming back to the foreground');
  t.same(2, stateOf(t, run), played, 'the state after coming back to the foreground');
  t.same(2, run.stream('return-timeline').filter((entry) => 'outcome' in entry).length, 0, 'the number of returns');
  t.same(2, entriesSince(run, 'suspend', mark).length, 0, 'the number of intervals');
};

const waitsUntilClosed: Scenario = async (t) => {
  const run = await t.open();
  run.play(1_000);
  const held = stateOf(t, run);
  run.host.background();
  const mark = run.mark();
  run.play(5_000);
  t.same(1, stateOf(t, run), held, 'covered state in the background');
  const entries = run.stream('background-update-trace');
  t.holds(1, entries.length > 0 && !entries.some((entry) => entry['played'] === true), 'an update was played');
  putAll(run, t.local(run), 'b');
  const report = await run.suspension.foreground();
  t.same(1, report, undefined, 'the report of coming back to the foreground');
  t.same(1, entriesSince(run, 'settle', mark).length, 0, 'the number of settlements');
  t.same(2, stateOf(t, run), held, 'covered state after coming back');
  const closedMs = run.clock.now();
  run.host.close();
  t.same(2, stateOf(t, run), held, 'covered state at the close');
  const entry = last(run.stream('suspension-snapshot'));
  t.same(2, entry?.['components'], run.suspension.capture().components, 'the snapshot at the close');
  if (hasClock(t)) t.same(2, entry?.['readingMs'], closedMs, 'the reading of the snapshot');
};

const closureCaptures: Scenario = async (t) => {
  const run = await t.open();
  const rows = t.local(run);
  run.play(1_000);
  // The last moments before a close come without an update.
  run.pass(400);
  const snapshots = run.stream('suspension-snapshot').length;
  const closedMs = run.clock.now();
  run.host.close();
  const captured = run.suspension.capture();
  const atClose = readAll(run, rows);
  putAll(run, rows, 'b');
  run.host.background();
  run.host.close();
  t.same(1, run.stream('suspension-snapshot').length - snapshots, 1, 'the number of snapshots of one close');
  t.same(1, last(run.stream('suspension-snapshot'))?.['components'], captured.components, 'the snapshot');
  await run.comeBack();
  t.same(1, readAll(run, rows), atClose, 'the state that came back');
  t.same(
    2,
    run.stream('suspension-interval').filter((entry) => 'begins' in entry).length,
    1,
    'the number of intervals',
  );
  const begun = lastWith(run.stream('suspension-interval'), 'begins');
  if (hasClock(t)) t.same(2, begun?.['startMs'], closedMs, 'the beginning of the interval');
  const twin = await t.open();
  twin.play(1_000);
  twin.pass(400);
  if (twin.game.play) twin.game.play(400);
  else twin.suspension.update(400);
  t.same(2, atClose, readAll(twin, rows), 'the state at a close, and of play up to that moment');
  const { components, carries } = twin.suspension.capture();
  t.same(2, [captured.components, captured.carries], [components, carries], 'covered state of both, carries included');
};

const fixedItemHeld: Scenario = async (t, row) => {
  const run = await t.open();
  run.play(1_000);
  const before = structuredClone(run.game.read(row));
  run.leave();
  t.same(
    1,
    last(run.stream('suspension-snapshot'))?.['components'],
    run.suspension.capture().components,
    'the snapshot',
  );
  run.play(2_000);
  t.same(1, run.game.read(row), before, `${row} while away`);
  run.game.put(row, 'b');
  run.pass(t.spanMs);
  await run.comeBack();
  t.same(1, run.game.read(row), before, `${row} after the return`);
  const held = run.stream('fixed-state-trace').filter((entry) => entry['row'] === row);
  t.same(1, held.length, 1, `entries of ${row}`);
};

const catchUpItemHeld: Scenario = async (t, row) => {
  const run = await t.open();
  const before = structuredClone(run.game.read(row));
  run.leave();
  const mark = run.mark();
  t.same(
    1,
    last(run.stream('suspension-snapshot'))?.['components'],
    run.suspension.capture().components,
    'the snapshot',
  );
  run.play(3_000);
  t.same(1, run.game.read(row), before, `${row} while away`);
  t.same(1, appliedSince(run, row, mark).length, 0, `changes of ${row} while away`);
  const entries = run.stream('catch-up-trace').filter((entry) => entry['row'] === row);
  t.holds(1, entries.length > 0 && entries.every((entry) => entry['settled'] === false), `${row} settled while away`);
  t.same(1, new Set(entries.map((entry) => entry['level'])).size, 1, `levels of ${row} while away`);
};

const catchUpWaits: Scenario = async (t, row) => {
  const run = await t.open();
  const before = structuredClone(run.game.read(row));
  run.leave();
  const mark = run.mark();
  run.play(3_000);
  const reach = run.stream('clock-readings').filter((entry) => entry['at'] === 'away');
  if (hasClock(t)) t.same(1, last(reach)?.['reachMs'], run.clock.now(), 'how far the clock reached');
  t.same(1, run.game.read(row), before, `${row} while away`);
  t.same(2, appliedSince(run, row, mark).length, 0, `changes of ${row} while away`);
  t.same(2, entriesSince(run, 'settle', mark).length, 0, 'settlements while away');
  t.holds(
    2,
    run.stream('catch-up-trace').every((entry) => entry['settled'] === false),
    `${row} settled while away`,
  );
  run.pass(t.spanMs);
  const report = await run.comeBack();
  const settled = report?.catchUp.filter((made) => made.row === row).length ?? 0;
  t.holds(2, settled > 0 === hasClock(t), `${row} has ${settled} reports of the return`);
};

export const suspendScenarios: { readonly [template: string]: Scenario } = {
  'suspension-interval-boundaries': intervalBoundaries,
  'suspension-snapshot-vocabulary': snapshotVocabulary,
  'background-counts-as-away': countsAsAway,
  'background-keeps-playing': keepsPlaying,
  'background-waits-until-closed': waitsUntilClosed,
  'closure-captures-one-snapshot': closureCaptures,
  'fixed-item-held-at-snapshot': fixedItemHeld,
  'catch-up-item-held-at-snapshot': catchUpItemHeld,
  'catch-up-waits-for-return': catchUpWaits,
};
