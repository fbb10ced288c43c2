import type { CatchUpReport } from '../../lifecycle/reports.js';
import type { Run } from '../run.js';
import type { Trial } from '../trial.js';
import { changeOf } from './amounts.js';
import type { Scenario } from './helpers.js';
import { appliedSince, catchUpRow, FIDELITY, hasClock, LIMIT, levelOf, STATE, sum } from './helpers.js';

interface Absence {
  readonly run: Run;
  readonly mark: number;
  readonly reports: readonly CatchUpReport[];
  readonly elapsedMs: number;
}

async function absence(t: Trial, row: string, lengthMs: number): Promise<Absence> {
  const run = await t.open();
  const mark = run.mark();
  const report = await run.away(lengthMs);
  return {
    run,
    mark,
    reports: report.catchUp.filter((made) => made.row === row),
    elapsedMs: report.interval.elapsedMs,
  };
}

const admitted = ({ reports }: Absence): number => sum(reports.map(({ admittedMs }) => admittedMs));

/** The rule was handed the limit and owns it: what it returned was applied, no more and no less. */
function assertOwned(t: Trial, row: string, { run, mark }: Absence): void {
  const { 'catch-up-fidelity': fidelity, 'away-limit': limit } = catchUpRow(t, row);
  const calls = run
    .calls(row, FIDELITY, fidelity === 'larger-steps' ? 'distribute' : 'derive')
    .filter(({ order }) => order >= mark);
  for (const { args } of calls) t.same(2, (args[0] as { limit: { kind: string } }).limit.kind, limit, 'the limit');
  if (fidelity === 'one-derived-change') {
    t.same(
      2,
      appliedSince(run, row, mark),
      calls.map(({ result }) => changeOf(result)),
      'the changes applied',
    );
  }
  t.holds(2, run.stream('catch-up-report').length > 0, 'there is no report');
}

function skipWithoutClock(t: Trial, ...lines: readonly number[]): boolean {
  if (hasClock(t)) return false;
  for (const line of lines) t.nothing(line, 'without a clock row no interval is measured');
  return true;
}

const missed = (t: Trial, row: string): boolean => catchUpRow(t, row)['catch-up-fidelity'] === 'every-missed-update';

const wholeInterval: Scenario = async (t, row) => {
  if (skipWithoutClock(t, 1, 2)) return;
  for (const length of [t.spanMs, 2 * t.spanMs]) {
    const made = await absence(t, row, length);
    t.same(1, admitted(made), length, 'the time admitted');
    t.same(1, made.reports.at(-1)?.toMs, made.run.clock.now(), 'the end of the last segment');
    t.holds(
      1,
      made.run.stream('return-timeline').some((entry) => entry['row'] === row),
      'the timeline lacks the row',
    );
    if (missed(t, row)) {
      const stepMs = Number(made.run.rule(row, STATE).stepMs);
      t.same(2, appliedSince(made.run, row, made.mark).length, Math.floor(length / stepMs), 'missed updates');
      t.holds(
        2,
        made.run.stream('catch-up-report').every((entry) => entry['row'] !== row || !entry['limitReached']),
        'a limit was reached',
      );
    } else assertOwned(t, row, made);
  }
};

const timeLimit: Scenario = async (t, row) => {
  const first = await t.open();
  t.cites(3, first, row, LIMIT);
  if (skipWithoutClock(t, 1, 2)) return;
  const afterMs = Math.floor(first.rule(row, LIMIT).afterMs);
  const [upTo, past] = [await absence(t, row, afterMs), await absence(t, row, 2 * afterMs + t.spanMs)];
  for (const made of [upTo, past]) {
    t.same(1, admitted(made), afterMs, 'the time admitted');
    const pointMs = made.run.clock.now() - made.elapsedMs + afterMs;
    for (const { crossing } of made.reports) {
      t.holds(
        1,
        crossing === undefined || crossing.atMs <= pointMs,
        `a crossing after the point settled against ${row}`,
      );
    }
    t.holds(
      1,
      made.run.stream('return-timeline').some((entry) => entry['row'] === row),
      'the timeline lacks the row',
    );
  }
  t.same(1, past.reports.at(-1)?.limitReached, true, 'whether the limit was reached');
  if (missed(t, row)) {
    const gains = [upTo, past].map(({ run, mark }) => appliedSince(run, row, mark));
    t.same(2, gains[1], gains[0], 'what was gained past the point, and up to it');
    t.holds(2, past.run.stream('catch-up-report').length > 0, 'there is no report');
  } else assertOwned(t, row, past);
};

const lessAfterAPoint: Scenario = async (t, row) => {
  const first = await t.open();
  t.cites(3, first, row, LIMIT);
  if (skipWithoutClock(t, 1, 2)) return;
  const afterMs = Math.floor(first.rule(row, LIMIT).afterMs);
  const length = 2 * afterMs + t.spanMs;
  const made = await absence(t, row, length);
  t.same(1, admitted(made), length, 'the time admitted');
  t.holds(
    1,
    made.run.stream('return-timeline').some((entry) => entry['row'] === row),
    'the timeline lacks the row',
  );
  const parts = made.run.stream('catch-up-report').filter((entry) => entry['row'] === row);
  const [until, past] = ['untilPoint', 'pastPoint'].map((part) => sum(parts.map((entry) => Number(entry[part]))));
  if (missed(t, row)) {
    const pointMs = made.run.clock.now() - length + afterMs;
    const later = made.run.calls(row, LIMIT, 'amount').filter(({ order }) => order >= made.mark);
    const updates = made.run.calls(row, STATE, 'apply').filter(({ order }) => order >= made.mark);
    const [before, after] = [true, false].map((isBefore) =>
      sum(
        updates
          .filter(({ args }) => (args[2] as { atMs: number }).atMs <= pointMs === isBefore)
          .map(({ args }) => Number(args[1])),
      ),
    );
    t.same(2, [until, past], [before, after], 'the reported gain up to the point, and past it');
    t.same(2, sum(later.map(({ result }) => Number(result))), past, 'what the later amount gave');
    t.holds(2, later.length > 0, 'the later amount was not asked for');
  } else {
    assertOwned(t, row, made);
    t.same(2, Number(until) + Number(past), sum(appliedSince(made.run, row, made.mark)), 'both parts together');
    t.holds(
      2,
      parts.every((entry) => typeof entry['untilPoint'] === 'number' && typeof entry['pastPoint'] === 'number'),
      'the report does not tell both parts apart',
    );
  }
};

const stateCeiling: Scenario = async (t, row) => {
  const first = await t.open();
  t.cites(4, first, row, LIMIT);
  const rule = first.rule(row, LIMIT);
  if (!rule.inPlay) t.nothing(3, 'the ceiling is not one of ordinary play');
  if (skipWithoutClock(t, 1, 2, 3)) return;
  let reached = false;
  for (let length = t.spanMs; !reached && length <= t.spanMs * 2 ** 16; length *= 2) {
    const made = await absence(t, row, length);
    const ceiling = Number(rule.ceiling(made.run.game.world));
    const level = levelOf(made.run, row);
    t.holds(1, level <= ceiling + 1e-9, `the level ${level} is above the ceiling ${ceiling}`);
    reached = made.reports.some(({ limitReached }) => limitReached);
    t.same(1, reached, level >= ceiling - 1e-9, `whether the limit was reached at the level ${level} of ${ceiling}`);
    t.holds(
      1,
      made.run.stream('return-timeline').some((entry) => entry['row'] === row),
      'the timeline lacks the row',
    );
    if (missed(t, row)) {
      const updates = made.run.calls(row, STATE, 'apply').filter(({ order }) => order >= made.mark);
      const filledMs = made.reports.find(({ limitReached }) => limitReached)?.toMs ?? Number.POSITIVE_INFINITY;
      t.holds(
        2,
        updates.every(({ args }) => (args[2] as { atMs: number }).atMs <= filledMs),
        'an update was run after the ceiling',
      );
      for (const { crossing } of made.reports)
        t.holds(2, (crossing?.atMs ?? 0) <= filledMs, 'a later crossing is in the pass');
      t.holds(2, made.run.stream('catch-up-report').length > 0, 'there is no report');
    } else {
      assertOwned(t, row, made);
      for (const { args } of [
        ...made.run.calls(row, FIDELITY, 'derive'),
        ...made.run.calls(row, FIDELITY, 'distribute'),
      ]) {
        const { limit } = args[0] as { limit: { ceiling: number } };
        t.same(rule.inPlay ? 3 : 2, limit.ceiling, ceiling, 'the ceiling handed over');
      }
    }
    if (rule.inPlay && reached) {
      made.run.play(3_000);
      t.holds(3, levelOf(made.run, row) <= ceiling + 1e-9, 'ordinary play went past the same ceiling');
    }
  }
  t.holds(1, reached, 'the ceiling was not reached; give conformance() a longer spanMs');
};

export const limitScenarios: { readonly [template: string]: Scenario } = {
  'whole-interval-limit': wholeInterval,
  'time-limit': timeLimit,
  'less-after-a-point-limit': lessAfterAPoint,
  'state-ceiling-limit': stateCeiling,
};
