import { SuspensionError } from '../errors.js';
import type { Display, DisplayDetail, DisplayRow, ReturnDisplay, ReturnSummary } from '../ports/display.js';
import type { Reward } from '../rules/duties.js';
import type { Measured } from './07-measure-interval.js';
import type { AppliedAnchor } from './08-apply-backward-anchor.js';
import type { ActiveReturn } from './active-return.js';
import type { Context } from './context.js';
import { report, trace } from './context.js';
import type { During } from './guard.js';
import type { CalendarReport, CatchUpReport, ContinuousReport } from './reports.js';
import { ruleFailure } from './rule-failure.js';

/** What a return has to show. */
export interface Presentation {
  readonly measured: Measured;
  readonly applied: AppliedAnchor | undefined;
  readonly catchUp: readonly CatchUpReport[];
  readonly calendar: readonly CalendarReport[];
  readonly continuous: readonly ContinuousReport[];
  /** Level of each catch-up row at the interval's start. */
  readonly levels: ReadonlyMap<string, number>;
  /** Pending rewards, and those this return delivered or expired. */
  readonly rewards: readonly Reward[];
  claim(rewardId: string): Promise<unknown>;
}

/**
 * Presents the return (step 14): first a clock explanation, then the surface that the display answer asks for.
 *
 * When it ends, every display that play waits for has ended, by itself, by its failure or by `dismiss()`. It is not
 * called upon for a return that affected no row and has no reward to show.
 *
 * @returns Whether a clock explanation appeared; `undefined` where the notice question is not asked or nothing went back.
 */
export async function presentReturn<W>(
  context: Context<W>,
  task: ActiveReturn,
  presentation: Presentation,
  during: During,
): Promise<boolean | undefined> {
  const { display, bound } = context;
  const { measured, applied } = presentation;
  const answers = bound.adoption.answers;
  const show = (surface: keyof Display, call: () => void | Promise<void> | undefined): Promise<void> =>
    presented(context, task, surface, call, during);

  let notice: boolean | undefined;
  if (measured.outcome === 'skipped' && applied?.anchor && answers['backward-clock-notice']) {
    notice = answers['backward-clock-notice'] === 'explain';
    const { startMs = 0, endMs = 0, backMs } = measured;
    const { anchor } = applied;
    if (notice) await show('notice', () => display.notice?.({ anchor, startMs, readingMs: endMs, backMs }));
  }

  const answer = answers['return-display'];
  const shown: ReturnDisplay = {
    elapsedMs: measured.elapsedMs,
    rows: rowsToShow(context, presentation),
    rewards: presentation.rewards,
  };
  const empty = shown.rows.length === 0 && !shown.rewards.some(({ status }) => status === 'pending');
  trace(context, 'return-display-trace', () => ({ answer, shows: !empty && answer !== 'state-only', notice }));
  if (empty || answer === 'state-only') return notice;
  if (answer === 'visible-before-resume') {
    await show('show', () => display.show?.(shown));
    return notice;
  }
  const summary: ReturnSummary = {
    ...shown,
    rows:
      answer === 'detailed-return-summary'
        ? shown.rows.map((row) => withDetail(context, presentation, row))
        : shown.rows,
    claim: presentation.claim,
  };
  task.claims = true;
  try {
    await show('summary', () => display.summary?.(summary));
  } finally {
    task.claims = false;
  }
  return notice;
}

/** Shows one surface; one that throws is reported, one that hangs is ended by `dismiss()`. */
async function presented<W>(
  context: Context<W>,
  task: ActiveReturn,
  surface: keyof Display,
  call: () => void | Promise<void> | undefined,
  during: During,
): Promise<void> {
  if (task.leftAt) return;
  const dismissed = new Promise<void>((resolve) => {
    task.dismiss = resolve;
  });
  context.waitingFor = 'display';
  trace(context, 'return-display-trace', () => ({ surface, begins: true }));
  try {
    // Called inside the guard, so that whatever it writes to covered state is put back like any other change.
    await during(() => Promise.race([(async () => call())(), dismissed, task.aborted]));
  } catch (cause) {
    if (task.signal.aborted) throw cause;
    const said = cause instanceof Error ? cause.message : String(cause);
    report(
      context,
      new SuspensionError(
        'DISPLAY_FAILED',
        `display.${surface} threw "${said}". The settlement stands and play resumes; correct the display.`,
        { cause, details: { surface } },
      ),
    );
  } finally {
    task.dismiss = undefined;
    if (!task.signal.aborted) context.waitingFor = undefined;
  }
  trace(context, 'return-display-trace', () => ({ surface, ends: true }));
}

/** A row that cannot be shown is no reason to undo a return: rewards may have been delivered by now. */
function rowsToShow<W>(context: Context<W>, presentation: Presentation): readonly DisplayRow[] {
  try {
    return displayRows(context, presentation);
  } catch (cause) {
    report(context, ruleFailure('', 'level', cause));
    return [];
  }
}

/** The rows this return changed: catch-up and choice rows by level, calendar rows by crossings, continuous by reading. */
function displayRows<W>(context: Context<W>, presentation: Presentation): readonly DisplayRow[] {
  const { bound, world } = context;
  const rows: DisplayRow[] = [];
  for (const { id, bound: catchUp } of context.rows) {
    const before = presentation.levels.get(id);
    const after = catchUp.state.level(world);
    const kind = bound.choices.some((choice) => choice.id === id) ? 'choice' : 'catch-up';
    if (before !== undefined && before !== after) {
      rows.push({ row: id, kind, unit: catchUp.state.unit, before, after });
    }
  }
  for (const { row, read, reading } of presentation.continuous) {
    const before = context.lastReadings.get(row);
    if (read && !sameReading(before, reading)) {
      rows.push({ row, kind: 'continuous', unit: 'reading', before, after: reading });
    }
  }
  for (const { row } of bound.calendar) {
    const after = presentation.calendar.reduce((sum, event) => (event.row === row.id ? sum + event.count : sum), 0);
    if (after > 0) rows.push({ row: row.id, kind: 'calendar', unit: 'crossings', before: 0, after });
  }
  return rows;
}

function sameReading(before: unknown, after: unknown): boolean {
  if (Object.is(before, after)) return true;
  try {
    return before !== undefined && JSON.stringify(before) === JSON.stringify(after);
  } catch {
    return false;
  }
}

function withDetail<W>(
  context: Context<W>,
  { catchUp }: Presentation,
  row: DisplayRow,
): DisplayRow & { readonly detail?: DisplayDetail } {
  const reports = catchUp.filter((report) => report.row === row.row);
  const bound = context.rows.find(({ id }) => id === row.row)?.bound;
  const [first] = reports;
  if (!first || !bound) return row;
  return {
    ...row,
    detail: {
      admittedMs: reports.reduce((sum, { admittedMs }) => sum + admittedMs, 0),
      amountBranch: first.amountBranch,
      amountRule: bound.amount.rule?.amounts ?? bound.state.ordinary,
      fidelityBranch: first.fidelityBranch,
      limitBranch: first.limitBranch,
      limitReached: reports.some(({ limitReached }) => limitReached),
    },
  };
}
