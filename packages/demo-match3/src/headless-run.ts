import type { ReturnReport } from 'ecs-suspension';
import { manualClock, manualScheduler, memoryStorage } from 'ecs-suspension/testing';
import { createGameWorld, LIFE_MS, Lives, wholeLives } from './sim/index.js';
import { startGame, suspendGame } from './suspension.js';

const UNITS_MS: { readonly [unit: string]: number } = { s: 1000, min: 60_000, m: 60_000, h: 3_600_000, d: 86_400_000 };

/**
 * Reads a length of time such as `90s`, `10min`, `8h` or `3d`.
 * @returns Milliseconds.
 * @throws {RangeError} When it is none.
 */
export function parseAway(text: string): number {
  const [, count = '', unit = ''] = /^(\d+(?:\.\d+)?)(s|min|m|h|d)$/.exec(text) ?? [];
  const unitMs = UNITS_MS[unit];
  if (unitMs === undefined) throw new RangeError(`--away wants a length such as 90s, 10min, 8h or 3d, not "${text}".`);
  return Math.round(Number(count) * unitMs);
}

export interface HeadlessOptions {
  /** Time away, in milliseconds. */
  readonly awayMs: number;
  /** Lives when the game is closed, 0 to 5; default 1.5. */
  readonly lives?: number;
}

export interface HeadlessResult {
  readonly report: ReturnReport | undefined;
  /** Levels that the life counter was shown with, before play resumed. */
  readonly shown: readonly { readonly before: number; readonly after: number }[];
  readonly lives: number;
}

/** Plays without a page: a game begins, is closed with some lives, and comes back in a new process. */
export async function runHeadless({ awayMs, lives = 1.5 }: HeadlessOptions): Promise<HeadlessResult> {
  const clock = manualClock(Date.UTC(2026, 0, 1, 12));
  const surroundings = { clock, storage: memoryStorage(), scheduler: manualScheduler(), seed: 1 };

  const before = createGameWorld();
  const closing = suspendGame(before, { ...surroundings, show: () => {} });
  await startGame(closing);
  Lives.refilledMs[before.player] = Math.round(lives * LIFE_MS);
  await Promise.all([closing.lives.stop(), closing.board.stop()]);

  clock.advance(awayMs);
  const shown: { before: number; after: number }[] = [];
  const after = createGameWorld();
  const returning = suspendGame(after, {
    ...surroundings,
    show: ({ rows }) => {
      for (const row of rows) shown.push({ before: row.before, after: row.after });
    },
  });
  const report = await startGame(returning);
  return { report, shown, lives: wholeLives(after) };
}

const minutes = (ms: number): string => `${(ms / 60_000).toFixed(1)} min`;

/** The report as lines of a table. */
export function reportTable({ report, shown, lives }: HeadlessResult): string[] {
  if (!report) return ['There was no return.'];
  const lines: [string, string][] = [
    ['adoption', report.adoption],
    ['interval', `${minutes(report.interval.elapsedMs)}, ${report.interval.outcome}`],
    ['anchor', report.committed.anchorMs === undefined ? 'none' : new Date(report.committed.anchorMs).toISOString()],
    ['saved', String(report.committed.saved)],
  ];
  for (const row of report.catchUp) {
    lines.push(
      [`row ${row.row}`, `${row.amountBranch}, ${row.fidelityBranch}, ${row.limitBranch}`],
      ['  admitted', minutes(row.admittedMs)],
      ['  lives', `${row.before.toFixed(3)} -> ${row.after.toFixed(3)} (+${row.amount.toFixed(3)})`],
      ['  limit reached', row.limitReached ? 'yes' : 'no'],
    );
  }
  lines.push([
    'counter shown',
    shown.map((step) => `${Math.floor(step.before)} -> ${Math.floor(step.after)}`).join(', ') || 'no',
  ]);
  lines.push(['lives to play with', String(lives)]);
  const width = Math.max(...lines.map(([name]) => name.length));
  return lines.map(([name, value]) => `${name.padEnd(width)}  ${value}`);
}
