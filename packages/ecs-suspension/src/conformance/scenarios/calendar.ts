import type { Crossing } from '../../rules/duties.js';
import type { Run } from '../run.js';
import type { Trial } from '../trial.js';
import type { Scenario } from './helpers.js';
import { BOUNDARY, catchUpRow, hasClock, keptCrossings, LIMIT, lengthWith, SETTLEMENT } from './helpers.js';

const calendarRows = (t: Trial): readonly string[] => t.adoption.rows['calendar-boundaries'].map(({ id }) => id);

const settled = (run: Run, row: string, mark: number): readonly Crossing[] =>
  run
    .calls(row, SETTLEMENT, 'settle')
    .filter(({ order }) => order >= mark)
    .map(({ args }) => args[1] as Crossing);

const withoutClock = 'without a clock row there is no crossing';

const crossingsWait: Scenario = async (t, row) => {
  if (!hasClock(t)) {
    t.nothing(1, withoutClock);
    t.nothing(2, withoutClock);
    return;
  }
  const run = await t.open();
  const length = lengthWith(t, run, [row], 1);
  const startMs = run.clock.now();
  run.leave();
  const mark = run.mark();
  run.pass(length - 2_000);
  run.play(2_000);
  t.same(2, settled(run, row, mark).length, 0, 'crossings settled before the return');
  t.same(2, run.stream('calendar-report').length, 0, 'calendar reports before the return');
  await run.comeBack();
  const asked = run.calls(row, BOUNDARY, 'crossings').filter(({ order }) => order >= mark);
  t.same(
    1,
    asked.map(({ args }) => args),
    [[startMs, startMs + length]],
    'the interval asked for',
  );
  t.same(1, settled(run, row, mark), keptCrossings(t, run, row, startMs, startMs + length), 'the crossings settled');
  t.same(
    2,
    run.stream('return-timeline').filter((entry) => entry['settles'] === 'event' && entry['row'] === row).length,
    settled(run, row, mark).length,
    'events of the timeline',
  );
};

const noCalendarRow: Scenario = async (t) => {
  t.nothing(2, 'it speaks of adoptions with a calendar row');
  if (calendarRows(t).length > 0) {
    t.nothing(1, 'there is a calendar row');
    return;
  }
  const run = await t.open();
  const report = await run.away(t.spanMs);
  t.same(1, report.calendar, [], 'the crossings of the report');
  t.same(1, run.stream('calendar-report').length, 0, 'calendar reports');
  t.same(1, run.stream('return-timeline').filter((entry) => entry['settles'] === 'event').length, 0, 'events');
};

/** All crossings of an interval with at least two, as the answer selects them, once each, in order. */
const selection: Scenario = async (t, row) => {
  if (!hasClock(t)) {
    t.nothing(1, withoutClock);
    t.nothing(2, withoutClock);
    return;
  }
  const run = await t.open();
  const length = lengthWith(t, run, [row], 2);
  const startMs = run.clock.now();
  const mark = run.mark();
  const report = await run.away(length);
  const wanted = keptCrossings(t, run, row, startMs, startMs + length);
  const asked = run.calls(row, BOUNDARY, 'crossings').filter(({ order }) => order >= mark);
  t.same(
    1,
    asked.map(({ args }) => args),
    [[startMs, startMs + length]],
    'the interval it admits',
  );
  const made = report.calendar.filter((one) => one.row === row);
  const full = wanted.map(({ atMs, count = 1, firstMs = atMs, lastMs = atMs }) => ({
    row,
    atMs,
    count,
    firstMs,
    lastMs,
  }));
  t.same(1, made, full, 'the crossings of the report');
  t.same(
    1,
    run.stream('calendar-report').filter((entry) => entry['row'] === row),
    full,
    'the diagnostic reports',
  );
  t.same(2, settled(run, row, mark), wanted, 'the crossings settled');
  const events = run.stream('return-timeline').filter((entry) => entry['settles'] === 'event' && entry['row'] === row);
  t.same(
    2,
    events.map((entry) => entry['atMs']),
    wanted.map(({ atMs }) => atMs),
    'the events of the timeline',
  );
};

const ties: Scenario = async (t) => {
  const rows = calendarRows(t);
  const nothing = (reason: string): void => {
    t.nothing(1, reason);
    t.nothing(2, reason);
  };
  if (rows.length < 2 || !hasClock(t)) {
    nothing('no two calendar rows can cross at one time');
    return;
  }
  const run = await t.open();
  const startMs = run.clock.now();
  const step = lengthWith(t, run, rows, 1);
  for (let length = step; length <= 64 * step; length += step) {
    const events = rows.flatMap((row) => keptCrossings(t, run, row, startMs, startMs + length));
    const times = events.map(({ atMs }) => atMs);
    const tied = times.find((at, i) => times.indexOf(at) !== i);
    if (tied === undefined) continue;
    const mark = run.mark();
    await run.away(length);
    const wanted = events.filter(({ atMs }) => atMs === tied);
    const given = run.resolved.find((group) => group[0]?.atMs === tied);
    t.same(1, given, wanted, 'the tied events that event resolution was given');
    const calls = rows
      .flatMap((row) => run.calls(row, SETTLEMENT, 'settle'))
      .filter(({ order, args }) => order >= mark && (args[1] as Crossing).atMs === tied);
    t.same(1, calls.length, wanted.length, 'tied events settled');
    const order = run
      .stream('return-timeline')
      .filter((entry) => entry['settles'] === 'event' && entry['atMs'] === tied);
    t.same(1, order.length, wanted.length, 'tied events of the timeline');
    t.same(1, run.stream('calendar-report').filter((entry) => entry['atMs'] === tied).length, wanted.length, 'reports');
    t.holds(
      1,
      run.stream('catch-up-report').every((entry) => entry['fromMs'] <= entry['toMs']),
      'a segment ends early',
    );
    t.nothing(2, 'equal times were constructed');
    return;
  }
  nothing('no equal times were found');
};

const insideSpan: Scenario = async (t, row) => {
  if (!hasClock(t)) {
    for (const line of [1, 2, 3]) t.nothing(line, withoutClock);
    return;
  }
  const limit = catchUpRow(t, row)['away-limit'];
  const run = await t.open();
  const pointMs: number = limit === 'time-limit' ? Math.floor(run.rule(row, LIMIT).afterMs) : 0;
  const length = Math.max(lengthWith(t, run, calendarRows(t), 2), 2 * pointMs + t.spanMs);
  const startMs = run.clock.now();
  const mark = run.mark();
  const report = await run.away(length);
  const endMs = startMs + length;
  const timeline = run.stream('return-timeline');
  const events = calendarRows(t).flatMap((id) => keptCrossings(t, run, id, startMs, endMs));
  const isCombined = t.adoption.answers['crossed-calendar-boundaries'] === 'one-combined-crossing';
  const segments = report.catchUp.filter((made) => made.row === row);
  const passEndMs =
    segments.some(({ limitReached }) => limitReached) && limit !== 'less-after-a-point'
      ? (segments.at(-1)?.toMs ?? endMs)
      : endMs;
  const admittedEndMs = limit === 'time-limit' ? Math.min(endMs, startMs + pointMs) : passEndMs;
  for (const event of events) {
    const at = timeline.findIndex(
      (entry) => entry['settles'] === 'event' && entry['row'] === event.row && entry['atMs'] === event.atMs,
    );
    const own = timeline.flatMap((entry, i) =>
      entry['settles'] === 'segment' && entry['row'] === row ? [{ entry, i }] : [],
    );
    if (isCombined) {
      t.holds(
        1,
        own.every(({ i }) => i < at),
        `the combined event came before a segment of ${row}`,
      );
      continue;
    }
    const inside = event.atMs <= admittedEndMs;
    if (inside) {
      const before = own.filter(({ entry }) => entry['toMs'] <= event.atMs);
      t.holds(
        1,
        before.every(({ i }) => i < at),
        `a segment up to ${event.atMs} settled after the event`,
      );
      t.holds(
        1,
        own.filter(({ entry }) => entry['fromMs'] >= event.atMs && entry['toMs'] > event.atMs).every(({ i }) => i > at),
        `a segment after ${event.atMs} settled before the event`,
      );
      t.holds(
        1,
        segments.some(({ toMs, crossing }) => toMs === event.atMs && crossing !== undefined) ||
          segments.some(({ toMs, limitReached }) => limitReached && toMs <= event.atMs),
        `no segment of ${row} ends at the crossing ${event.atMs}`,
      );
    } else {
      t.holds(
        2,
        !segments.some(({ crossing }) => crossing?.atMs === event.atMs),
        `a crossing beyond the span settled against ${row}`,
      );
    }
  }
  t.holds(1, events.length > 0, 'there is no crossing');
  if (limit === 'whole-interval')
    t.holds(
      2,
      events.every(({ atMs }) => atMs <= endMs),
      'a crossing falls beyond the span',
    );
  t.holds(
    2,
    segments.every(({ crossing }) => (crossing?.atMs ?? startMs) <= admittedEndMs),
    'a crossing beyond the span split the row',
  );
  for (const id of calendarRows(t)) {
    t.same(
      3,
      settled(run, id, mark).map(({ atMs }) => atMs),
      keptCrossings(t, run, id, startMs, endMs).map(({ atMs }) => atMs),
      `events of ${id}`,
    );
  }
  t.same(3, run.stream('calendar-report').length, events.length, 'calendar reports');
  t.same(
    1,
    run.stream('catch-up-report').filter((entry) => entry['row'] === row).length,
    segments.length,
    'reports of the row',
  );
};

export const calendarScenarios: { readonly [template: string]: Scenario } = {
  'calendar-crossings-wait-for-return': crossingsWait,
  'no-calendar-row-creates-no-crossing': noCalendarRow,
  'calendar-every-crossing-in-order': selection,
  'calendar-latest-crossing-only': selection,
  'calendar-one-combined-crossing': selection,
  'segments-events-and-ties-stay-ordered': ties,
  'crossing-inside-admitted-span-settles-in-order': insideSpan,
};
