import type { ReturnReport } from '../../lifecycle/reports.js';
import type { DisplayRow, ReturnDisplay } from '../../ports/display.js';
import type { Run, Told } from '../run.js';
import { putAll, readAll } from '../run.js';
import type { Trial } from '../trial.js';
import type { Scenario } from './helpers.js';
import { answerOffers, backward, earningMs, last, lengthWith, levelOf, stateOf } from './helpers.js';

const SURFACES: readonly Told['type'][] = ['notice', 'show', 'summary'];
const surfacesSince = (run: Run, mark: number): readonly Told[] =>
  run.told.filter(({ type, order }) => order >= mark && SURFACES.includes(type));
const explains = (t: Trial): boolean => t.adoption.answers['backward-clock-notice'] === 'explain';

/** An absence that changes what can be changed: items settle, boundaries are crossed, authorities move on. */
async function affecting(t: Trial): Promise<{
  readonly run: Run;
  readonly report: ReturnReport;
  readonly mark: number;
  readonly levels: ReadonlyMap<string, number>;
}> {
  const run = await t.open();
  const boundaries = t.adoption.rows['calendar-boundaries'].map(({ id }) => id);
  await run.away(0);
  const levels = new Map(t.adoption.rows['catch-up-items'].map(({ id }) => [id, levelOf(run, id)]));
  for (const { id } of t.adoption.rows['continuous-items'])
    run.reply(id, 'state-declared-in', 'read', () => run.game.reading?.(id, 'b'));
  const length =
    boundaries.length > 0 && t.adoption.rows.clock.length > 0 ? lengthWith(t, run, boundaries, 1) : t.spanMs;
  const mark = run.mark();
  return { run, report: await run.away(length), mark, levels };
}

/** Rows the return changed, by what its report says. */
function affected(
  t: Trial,
  run: Run,
  report: ReturnReport,
  levels: ReadonlyMap<string, number>,
): readonly Partial<DisplayRow>[] {
  return [
    ...t.adoption.rows['catch-up-items'].flatMap(({ id }) => {
      const [before, after] = [levels.get(id), levelOf(run, id)];
      return before === after ? [] : [{ row: id, kind: 'catch-up' as const, before, after }];
    }),
    ...report.continuous
      .filter(({ read }) => read)
      .map(({ row, reading }) => ({ row, kind: 'continuous' as const, after: reading })),
    ...t.adoption.rows['calendar-boundaries'].flatMap(({ id }) => {
      const after = report.calendar.filter(({ row }) => row === id).reduce((count, made) => count + made.count, 0);
      return after === 0 ? [] : [{ row: id, kind: 'calendar' as const, before: 0, after }];
    }),
  ];
}

const resumedAt = (run: Run, mark: number): number =>
  run.told.find(({ type, order }) => type === 'resume' && order >= mark)?.order ?? Number.POSITIVE_INFINITY;

const silent: Scenario = async (t) => {
  const run = await t.open();
  run.play(1_000);
  const report = await backward(run, 5_000);
  t.same(1, report.interval.outcome, 'skipped', 'the outcome');
  t.same(1, run.display.shown.filter(({ surface }) => surface === 'notice').length, 0, 'explanations');
  t.holds(
    1,
    run.stream('return-display-trace').every((entry) => entry['surface'] !== 'notice'),
    'the trace has a notice',
  );
};

/** Goes back with a pending reward to show, so that a general surface follows where one can. */
async function backwardWithReward(t: Trial): Promise<{ readonly run: Run; readonly mark: number }> {
  const run = await t.open();
  run.play(1_000);
  answerOffers(t, run, false);
  const [reward] = t.adoption.rows['return-rewards'];
  if (reward) await run.away(earningMs(t, run, reward.id));
  for (const { id } of t.adoption.rows['continuous-items'])
    run.reply(id, 'state-declared-in', 'read', () => run.game.reading?.(id, 'b'));
  const mark = run.mark();
  await backward(run, 5_000);
  return { run, mark };
}

const explain: Scenario = async (t) => {
  const { run, mark } = await backwardWithReward(t);
  const surfaces = surfacesSince(run, mark);
  const notices = surfaces.filter(({ type }) => type === 'notice');
  t.same(1, notices.length, 1, 'explanations');
  t.same(1, notices[0]?.payload.notice.anchor, t.adoption.answers['backward-clock-anchor'], 'the anchor it tells');
  t.holds(1, Number(notices[0]?.order) < resumedAt(run, mark), 'the explanation came after play had resumed');
  t.same(2, surfaces[0]?.type, 'notice', 'the first surface');
  t.holds(
    2,
    run.stream('return-display-trace').some((entry) => entry['surface'] === 'notice'),
    'the trace lacks the notice',
  );
};

const stateOnly: Scenario = async (t) => {
  const { run } = await affecting(t);
  t.same(1, run.display.shown.filter(({ surface }) => surface !== 'notice').length, 0, 'surfaces shown');
  t.holds(
    1,
    run.stream('return-display-trace').every((entry) => entry['shows'] !== true),
    'the trace shows something',
  );
  t.nothing(2, 'it leaves instrumentation out');
};

/** The explanation, where one applies, comes before the general surface. */
async function assertNoticeFirst(t: Trial, line: number): Promise<void> {
  if (!explains(t)) {
    t.nothing(line, 'no clock explanation applies');
    return;
  }
  const { run, mark } = await backwardWithReward(t);
  const surfaces = surfacesSince(run, mark);
  t.same(
    line,
    surfaces.findIndex(({ type }) => type === 'notice'),
    0,
    'the place of the explanation',
  );
}

function assertRows(
  t: Trial,
  line: number,
  shown: ReturnDisplay | undefined,
  wanted: readonly Partial<DisplayRow>[],
): void {
  for (const row of wanted) {
    const found = shown?.rows.find((candidate) => candidate.row === row.row);
    t.holds(line, found !== undefined, `the affected row ${row.row} is not shown`);
    t.same(line, [found?.kind, found?.after], [row.kind, row.after], `the result of ${row.row}`);
    if (row.before !== undefined) t.same(line, found?.before, row.before, `what ${row.row} was before`);
  }
}

/** The surface that the display answer asks for, with what it shows, before play goes on. */
const surface =
  (type: 'show' | 'summary'): Scenario =>
  async (t) => {
    const { run, report, mark, levels } = await affecting(t);
    const wanted = affected(t, run, report, levels);
    const shown = surfacesSince(run, mark).filter((told) => told.type === type);
    const payload: ReturnDisplay | undefined = shown[0]?.payload[type === 'show' ? 'display' : 'summary'];
    if (wanted.length === 0) {
      t.nothing(1, 'no row of this adoption can be affected by a return');
      run.stream('return-display-trace');
    } else {
      t.same(1, shown.length, 1, 'surfaces shown');
      t.holds(1, Number(shown[0]?.order) < resumedAt(run, mark), 'the surface came after play had resumed');
      assertRows(t, 1, payload, wanted);
      const trace = run.stream('return-display-trace');
      t.holds(
        1,
        trace.some((entry) => entry['surface'] === type && entry['ends'] === true),
        'the trace lacks its end',
      );
    }
    if (payload && t.adoption.answers['return-display'] === 'detailed-return-summary') assertDetail(t, report, payload);
    await assertNoticeFirst(t, 2);
    // Play waits for a surface that takes its time.
    const waiting = await t.open();
    let end: (() => void) | undefined;
    waiting.whileShown(
      () =>
        new Promise((resolve) => {
          end = resolve;
        }),
    );
    waiting.leave();
    waiting.pass(t.spanMs);
    const back = waiting.comeBack();
    await new Promise((resolve) => setTimeout(resolve));
    if (end) {
      t.same(1, waiting.suspension.playing, false, 'whether play goes on while the surface is shown');
      const before = stateOf(t, waiting);
      waiting.suspension.update(1_000);
      t.same(1, stateOf(t, waiting), before, 'the state after an update while the surface is shown');
      waiting.whileShown(undefined);
      end();
    }
    await back;
  };

function assertDetail(t: Trial, report: ReturnReport, shown: ReturnDisplay | undefined): void {
  t.same(1, shown?.elapsedMs, report.interval.elapsedMs, 'the elapsed time shown');
  for (const row of shown?.rows ?? []) {
    if (row.kind !== 'catch-up') continue;
    const made = report.catchUp.filter((one) => one.row === row.row);
    const declared = t.adoption.rows['catch-up-items'].find(({ id }) => id === row.row);
    const { detail } = row as { detail?: Record<string, unknown> };
    t.same(
      1,
      [
        detail?.['admittedMs'],
        detail?.['amountBranch'],
        detail?.['fidelityBranch'],
        detail?.['limitBranch'],
        detail?.['limitReached'],
      ],
      [
        made.reduce((total, one) => total + one.admittedMs, 0),
        declared?.['away-amount'],
        declared?.['catch-up-fidelity'],
        declared?.['away-limit'],
        made.some(({ limitReached }) => limitReached),
      ],
      `the detail of ${row.row}`,
    );
    t.holds(
      1,
      typeof detail?.['amountRule'] === 'string' && detail['amountRule'] !== '',
      `${row.row} shows no amount rule`,
    );
  }
}

const commitTogether: Scenario = async (t) => {
  const run = await t.open();
  run.play(1_000);
  answerOffers(t, run, true);
  const hasAnchor = t.adoption.rows.clock.length > 0;
  const order: string[] = [];
  run.whileShown((name) => {
    order.push(`${name} ${run.suspension.phase}`);
  });
  const mark = run.mark();
  const report = await run.away(t.spanMs);
  const record = run.storage.record();
  t.same(1, record?.anchorMs ?? undefined, report.committed.anchorMs, 'the anchor of the record');
  t.same(1, last(run.stream('anchor-commit'))?.['anchorMs'], report.committed.anchorMs, 'the anchor of the commit');
  const captured = run.suspension.capture();
  t.same(1, [record?.components, record?.carries], [captured.components, captured.carries], 'the state of the record');
  if (hasAnchor) {
    t.same(1, report.committed.anchorMs, run.clock.now(), 'the committed anchor');
    const anchorMs = Number(run.suspension.anchorMs);
    await backward(run, 5_000);
    t.holds(2, Number(run.suspension.anchorMs) >= anchorMs, 'the anchor fell');
    t.same(2, run.storage.record()?.anchorMs, run.suspension.anchorMs, 'the anchor of the record');
  } else {
    t.nothing(2, 'without a clock row there is no anchor');
  }
  t.holds(
    3,
    order.every((shown) => shown.endsWith('returning')),
    `play had resumed while a surface was shown: ${order.join(', ')}`,
  );
  const resumed = resumedAt(run, mark);
  const committedAt =
    run.told.find(({ type, order: at }) => type === 'commit' && at >= mark)?.order ?? Number.POSITIVE_INFINITY;
  t.holds(3, committedAt < resumed, 'play resumed before the commit');
  t.same(
    3,
    run.stream('return-display-trace').filter((entry) => entry['begins'] === true).length,
    run.stream('return-display-trace').filter((entry) => entry['ends'] === true).length,
    'surfaces ended',
  );
  // Last, since it takes the record over: the next process finds the pair of them.
  const rows = t.local(run);
  const committed = readAll(run, rows);
  putAll(run, rows, 'b');
  const next = await run.reopen();
  t.same(1, readAll(next, rows), committed, 'the state that the next process finds');
};

export const presentScenarios: { readonly [template: string]: Scenario } = {
  'backward-clock-notice-silent': silent,
  'backward-clock-notice-explain': explain,
  'state-only-return-display': stateOnly,
  'visible-before-resume-return-display': surface('show'),
  'return-summary-display': surface('summary'),
  'detailed-return-summary-display': surface('summary'),
  'final-state-and-anchor-commit-together': commitTogether,
};
