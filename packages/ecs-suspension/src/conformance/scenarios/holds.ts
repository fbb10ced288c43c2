import type { Suspension } from '../../bitecs/suspension.js';
import type { ReturnReport } from '../../lifecycle/reports.js';
import { equal } from '../compare.js';
import type { Run } from '../run.js';
import type { Trial } from '../trial.js';
import type { Scenario } from './helpers.js';
import { answerOffers, CLAIM, hasClock, keptCrossings, lastWith } from './helpers.js';

/** How many cycles one seed walks. */
const CYCLES = 10;

/** A small generator of numbers in [0, 1), the same for the same text. */
export function seeded(seed: string): () => number {
  let state = 2_166_136_261;
  for (let i = 0; i < seed.length; i++) state = Math.imul(state ^ seed.charCodeAt(i), 16_777_619);
  return () => {
    state = Math.imul(state ^ (state >>> 15), 2_246_822_519) + 0x6d2b79f5;
    const mixed = Math.imul(state ^ (state >>> 13), 3_266_489_917);
    return ((mixed ^ (mixed >>> 16)) >>> 0) / 2 ** 32;
  };
}

/** What is carried from one cycle to the next. */
interface Ledger {
  endMs: number;
  anchorMs: number;
  timeline: number;
  /** Rewards created and not accepted or expired so far. */
  readonly pending: Set<string>;
}

/** The first thing wrong with one return, or `undefined`. */
function violation(t: Trial, run: Run, report: ReturnReport, ledger: Ledger): string | undefined {
  const { interval, committed } = report;
  const settled = interval.outcome === 'settled';
  const timeline = run.stream('return-timeline').slice(ledger.timeline);
  ledger.timeline += timeline.length;

  // Time: no moment in two intervals, none outside, none twice within one.
  if (interval.startMs !== undefined && interval.endMs !== undefined) {
    if (interval.startMs < ledger.endMs)
      return `the interval from ${interval.startMs} overlaps the one up to ${ledger.endMs}`;
    if (interval.elapsedMs !== Math.max(0, interval.endMs - interval.startMs))
      return `${interval.elapsedMs} ms elapsed`;
    ledger.endMs = Math.max(ledger.endMs, interval.startMs, interval.endMs);
  } else if (interval.elapsedMs !== 0) return 'time elapsed without a clock';
  const ends = lastWith(run.stream('suspension-interval'), 'ends');
  if (ends?.['elapsedMs'] !== interval.elapsedMs) return `the interval stream says ${String(ends?.['elapsedMs'])} ms`;
  if (!settled && (report.catchUp.length > 0 || report.calendar.length > 0))
    return `an interval that is ${interval.outcome} settled`;

  // Rows: their own branches, segments that chain, nothing beyond the interval.
  const reported = run.stream('catch-up-report').slice(-report.catchUp.length || Number.POSITIVE_INFINITY);
  if (!equal(reported, report.catchUp)) return 'the catch-up reports differ from those of the return';
  for (const row of t.adoption.rows['catch-up-items']) {
    let fromMs = interval.startMs ?? 0;
    const made = report.catchUp.filter((one) => one.row === row.id);
    if (settled && made.length === 0) return `${row.id} was not settled`;
    for (const one of made) {
      const branches = [one.amountBranch, one.fidelityBranch, one.limitBranch];
      if (!equal(branches, [row['away-amount'], row['catch-up-fidelity'], row['away-limit']]))
        return `${row.id} followed ${branches.join(', ')}`;
      if (one.fromMs !== fromMs || one.toMs > (interval.endMs ?? 0))
        return `${row.id}: a segment from ${one.fromMs} to ${one.toMs} follows ${fromMs}`;
      if (one.admittedMs > one.toMs - one.fromMs || one.admittedMs < 0)
        return `${row.id}: ${one.admittedMs} ms admitted`;
      fromMs = one.toMs;
    }
  }

  // Crossings: those selected, once each, in order, and no segment after a later event.
  const answer = t.adoption.answers['crossed-calendar-boundaries'];
  for (const { id } of answer ? t.adoption.rows['calendar-boundaries'] : []) {
    const wanted = settled ? keptCrossings(t, run, id, interval.startMs ?? 0, interval.endMs ?? 0) : [];
    const found = report.calendar.filter(({ row }) => row === id).map(({ atMs, count }) => [atMs, count]);
    if (
      !equal(
        found,
        wanted.map(({ atMs, count = 1 }) => [atMs, count]),
      )
    )
      return `${id} settled ${found.join(' and ')}`;
  }
  const times = report.calendar.map(({ atMs }) => atMs);
  if (times.some((at, i) => i > 0 && at < Number(times[i - 1]))) return 'events were settled out of order';
  if (run.stream('calendar-report').length < report.calendar.length) return 'a calendar report is missing';
  let eventMs = Number.NEGATIVE_INFINITY;
  for (const entry of timeline) {
    if (entry['settles'] === 'event') eventMs = entry['atMs'];
    else if (entry['settles'] === 'segment' && entry['toMs'] < eventMs)
      return `a segment up to ${entry['toMs']} came after the event at ${eventMs}`;
  }

  // Rewards: created by settled intervals alone, then pending until they are accepted or expire.
  for (const made of report.rewards) {
    const isNew = made.id === `${made.row}@${interval.endMs}`;
    if (isNew && !settled && !ledger.pending.has(made.id))
      return `${made.id} was created by an interval that is ${interval.outcome}`;
    if (made.status === 'pending') ledger.pending.add(made.id);
    else ledger.pending.delete(made.id);
  }
  const gone = lost(run.suspension, ledger);
  if (gone !== undefined) return gone;
  if (run.stream('reward-report').length < report.rewards.length) return 'a reward report is missing';

  // Anchor: never lower.
  if (hasClock(t) !== (committed.anchorMs !== undefined)) return `the anchor is ${String(committed.anchorMs)}`;
  if (Number(committed.anchorMs ?? 0) < ledger.anchorMs)
    return `the anchor fell from ${ledger.anchorMs} to ${committed.anchorMs}`;
  if (committed.anchorMs !== undefined && committed.anchorMs < ledger.endMs)
    return `the anchor ${committed.anchorMs} is below ${ledger.endMs}`;
  const commits = run.stream('anchor-commit');
  if (commits.at(-1)?.['anchorMs'] !== committed.anchorMs) return 'the commit stream has another anchor';
  ledger.anchorMs = committed.anchorMs ?? 0;
  return undefined;
}

function lost(suspension: Suspension, ledger: Ledger): string | undefined {
  const left = new Set(suspension.rewards.map(({ id }) => id));
  const gone = [...ledger.pending].find((id) => !left.has(id));
  return gone === undefined ? undefined : `${gone} is neither pending, accepted nor expired`;
}

/** One cycle: play, hide or close, time forward or back, refusals and acceptances, the same process or the next. */
async function cycle(t: Trial, run: Run, draw: () => number, ledger: Ledger): Promise<string | undefined> {
  answerOffers(t, run, draw() < 0.5);
  run.play(Math.floor(draw() * 4) * 500);
  const answer = t.adoption.answers['while-in-the-background'];
  if (draw() < 0.5) run.host.background();
  if (draw() < 0.3) run.play(1_000);
  if (answer !== 'counts-as-away' || draw() < 0.5) run.host.close();
  const kind = draw();
  if (run.suspension.phase === 'playing') run.host.close();
  if (kind < 0.2) run.clock.advance(-Math.floor(draw() * t.spanMs));
  else if (kind < 0.9) run.pass(Math.floor(draw() * 2 * t.spanMs));
  for (const reward of [...ledger.pending]) {
    // Time alone may take a reward: its deadline has come.
    if (!run.suspension.rewards.some(({ id }) => id === reward)) ledger.pending.delete(reward);
  }
  const report = await run.comeBack();
  if (!report) return undefined;
  const found = violation(t, run, report, ledger);
  if (found !== undefined) return found;
  const [reward] = run.suspension.rewards;
  const row = t.adoption.rows['return-rewards'].find(
    ({ id, delivery }) => id === reward?.row && delivery === 'player-claims',
  );
  if (reward && row && draw() < 0.5) {
    run.emit(run.rule(row.id, CLAIM).event, reward.id);
    await run.suspension.claim('none@0').catch(() => {});
    if (!run.suspension.rewards.some(({ id }) => id === reward.id)) ledger.pending.delete(reward.id);
  }
  return undefined;
}

const holds: Scenario = async (t) => {
  for (const seed of t.seeds) {
    const run = await t.open();
    const draw = seeded(seed);
    const anchorMs = run.suspension.anchorMs ?? 0;
    const ledger: Ledger = { endMs: 0, anchorMs, timeline: 0, pending: new Set() };
    run.stream('first-ordering-violation');
    for (let i = 1; i <= CYCLES; i++) {
      const found = await cycle(t, run, draw, ledger);
      t.holds(1, found === undefined, `first ordering violation, seed ${seed}, cycle ${i} of ${CYCLES}: ${found}`);
    }
  }
};

export const holdsScenarios: { readonly [template: string]: Scenario } = { 'suspension-holds': holds };
