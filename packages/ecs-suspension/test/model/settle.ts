import type { CalendarReport, CatchUpReport } from '../../src/index.js';
import type { AdoptionData, BoundaryData, Covered, RowData } from './spec.js';
import { AWAY, HARVEST, ORDINARY, PAST_THE_POINT } from './spec.js';

interface Crossing {
  readonly row: BoundaryData;
  readonly atMs: number;
}
interface Pass {
  readonly row: RowData;
  fromMs: number;
  ended: boolean;
}

export function crossingsOf(row: BoundaryData, fromMs: number, toMs: number): number[] {
  const all: number[] = [];
  for (let atMs = (Math.floor(fromMs / row.everyMs) + 1) * row.everyMs; atMs <= toMs; atMs += row.everyMs) {
    all.push(atMs);
  }
  return all;
}

/** One calendar event's immediate effect. */
export function crossed(covered: Covered, row: BoundaryData, count: number): void {
  const { levels } = covered;
  levels[`effect.${row.id}`] = level(covered, `effect.${row.id}`) + count;
  if (row.takes !== undefined) levels[row.takes] = Math.max(0, level(covered, row.takes) - HARVEST);
}

export const level = (covered: Covered, id: string): number => covered.levels[id] ?? Number.NaN;
export const carry = (covered: Covered, id: string): number => covered.carries[id] ?? 0;

const perMs = (row: RowData): number => (row.amount === 'same-as-playing' ? ORDINARY : AWAY);

/** Steps 9 to 11 over `(startMs, endMs]`: changes `covered` and tells how. */
export function settle(
  spec: AdoptionData,
  rows: readonly RowData[],
  covered: Covered,
  startMs: number,
  endMs: number,
): { readonly catchUp: CatchUpReport[]; readonly calendar: CalendarReport[] } {
  const catchUp: CatchUpReport[] = [];
  const calendar: CalendarReport[] = [];
  if (startMs === endMs) return { catchUp, calendar };

  const events: Crossing[] = [];
  const combined: CalendarReport[] = [];
  for (const row of spec.boundaries) {
    const all = crossingsOf(row, startMs, endMs);
    const [firstMs, lastMs] = [all[0], all.at(-1)];
    if (firstMs === undefined || lastMs === undefined) continue;
    if (spec.calendar === 'one-combined-crossing') {
      combined.push({ row: row.id, atMs: endMs, count: all.length, firstMs, lastMs });
    } else {
      for (const atMs of spec.calendar === 'latest-crossing-only' ? [lastMs] : all) events.push({ row, atMs });
    }
  }

  const passes = rows.map((row): Pass => ({ row, fromMs: startMs, ended: false }));
  const close = (pass: Pass, atMs: number): void => {
    const split = events.find((event) => event.atMs === atMs);
    catchUp.push(segment(pass, covered, startMs, endMs, atMs, split));
  };
  for (const pass of passes) if (fullAtStart(pass.row, covered)) close(pass, startMs);

  for (let nowMs = startMs; nowMs < endMs; ) {
    const edges = passes.map((pass) => limitEdge(pass, startMs, nowMs));
    const next = events.find(({ atMs }) => atMs > nowMs && events.every((e) => e.atMs <= nowMs || e.atMs >= atMs));
    const atMs = Math.min(endMs, next?.atMs ?? endMs, ...edges);
    for (const [i, pass] of passes.entries()) {
      const filledMs = fillMs(pass, covered);
      if (pass.ended) continue;
      // A row that filled on the way is told of in its turn, with the moment at which it filled.
      if (filledMs <= atMs || atMs === endMs || atMs === next?.atMs || atMs === edges[i]) {
        close(pass, Math.min(filledMs, atMs));
      }
    }
    for (const { row, atMs: eventMs } of events) {
      if (eventMs !== atMs) continue;
      crossed(covered, row, 1);
      calendar.push({ row: row.id, atMs, count: 1, firstMs: atMs, lastMs: atMs });
    }
    nowMs = atMs;
  }
  for (const event of combined) {
    const row = spec.boundaries.find(({ id }) => id === event.row);
    if (row) crossed(covered, row, event.count);
    calendar.push(event);
  }
  return { catchUp, calendar };
}

function fullAtStart(row: RowData, covered: Covered): boolean {
  if (row.limit === 'state-ceiling') return level(covered, row.id) >= row.ceiling;
  return row.limit === 'time-limit' && row.afterMs === 0;
}

/** The next moment at which a limit in time ends a segment; infinite where there is none. */
function limitEdge({ row, ended }: Pass, startMs: number, nowMs: number): number {
  const pointMs = startMs + row.afterMs;
  const stepped = row.fidelity === 'every-missed-update';
  const edged = row.limit === 'time-limit' || (row.limit === 'less-after-a-point' && stepped);
  return edged && !ended && pointMs > nowMs ? pointMs : Number.POSITIVE_INFINITY;
}

/** When missed updates will have filled a row; infinite where they never do. */
function fillMs({ row, fromMs, ended }: Pass, covered: Covered): number {
  if (ended || row.limit !== 'state-ceiling' || row.fidelity !== 'every-missed-update' || row.stepMs === null) {
    return Number.POSITIVE_INFINITY;
  }
  const needed = Math.ceil((row.ceiling - level(covered, row.id)) / (row.stepMs * perMs(row)));
  return fromMs - carry(covered, row.id) + needed * row.stepMs;
}

/** Settles one segment that ends at `atMs`. */
function segment(
  pass: Pass,
  covered: Covered,
  startMs: number,
  endMs: number,
  atMs: number,
  split: Crossing | undefined,
): CatchUpReport {
  const { row, fromMs } = pass;
  const pointMs = startMs + row.afterMs;
  const timed = row.limit === 'time-limit';
  const owned = row.fidelity !== 'every-missed-update';
  const before = level(covered, row.id);
  const toMs = timed && owned && atMs === pointMs && atMs > startMs && !split ? endMs : atMs;
  const admittedMs = timed ? Math.min(toMs, pointMs) - fromMs : toMs - fromMs;

  let updates = 0;
  let parts: { untilPoint: number; pastPoint: number } | undefined;
  let after = before;
  if (!owned) {
    const stepMs = row.stepMs ?? 1;
    const later = row.limit === 'less-after-a-point' && fromMs >= pointMs;
    const each = stepMs * (later ? PAST_THE_POINT : perMs(row));
    let waitedMs = carry(covered, row.id) + toMs - fromMs;
    for (; waitedMs >= stepMs; waitedMs -= stepMs) {
      updates++;
      after = row.limit === 'state-ceiling' ? Math.min(after + each, row.ceiling) : after + each;
    }
    if (row.limit === 'less-after-a-point') {
      parts = later ? { untilPoint: 0, pastPoint: after - before } : { untilPoint: after - before, pastPoint: 0 };
    }
    covered.carries[row.id] = waitedMs;
  } else if (toMs > fromMs) {
    updates = row.fidelity === 'larger-steps' ? 2 : 1;
    const amount = (toMs - fromMs) * perMs(row);
    if (timed) after += admittedMs * perMs(row);
    else if (row.limit === 'state-ceiling') after += Math.min(amount, Math.max(0, row.ceiling - before));
    else if (row.limit === 'less-after-a-point') {
      const untilMs = Math.min(Math.max(0, pointMs - fromMs), toMs - fromMs);
      parts = { untilPoint: untilMs * perMs(row), pastPoint: (toMs - fromMs - untilMs) * PAST_THE_POINT };
      after += parts.untilPoint + parts.pastPoint;
    } else after += amount;
  }
  covered.levels[row.id] = after;
  // The wait for the next unit begins when the level falls, whoever owns the ceiling.
  if (row.limit === 'state-ceiling' && after >= row.ceiling && row.stepMs !== null) covered.carries[row.id] = 0;

  const limitReached =
    row.limit === 'state-ceiling' ? after >= row.ceiling : row.limit !== 'whole-interval' && toMs >= pointMs;
  pass.fromMs = toMs;
  pass.ended = limitReached && row.limit !== 'less-after-a-point';
  return {
    row: row.id,
    startMs,
    endMs,
    fromMs,
    toMs,
    admittedMs,
    amountBranch: row.amount,
    amount: after - before,
    ...parts,
    fidelityBranch: row.fidelity,
    updates,
    limitBranch: row.limit,
    limitReached,
    before,
    after,
    ...(split && { crossing: { row: split.row.id, atMs } }),
  };
}
