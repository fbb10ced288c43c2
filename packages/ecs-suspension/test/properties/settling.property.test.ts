import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { ReturnReport } from '../../src/index.js';
import { lengthArb, RUNS, specArb } from '../support/arbitrary.js';
import type { Extra, Game, GameSpec } from '../support/game.js';
import { ids, startGame } from '../support/game.js';

/** A scheduler whose time goes on with every look at it during a return, so that slices end at other places. */
function restless(stepMs: number, isReturning: () => boolean, onTurn: () => void): NonNullable<Extra['scheduler']> {
  let nowMs = 0;
  return {
    now: () => {
      if (isReturning()) nowMs += stepMs;
      return nowMs;
    },
    wallNow: () => 0,
    turn: async () => onTurn(),
    after: () => new Promise<void>(() => {}),
  };
}

async function outcome(spec: GameSpec, ms: number, extra: Extra, disturb?: (game: Game) => void): Promise<object> {
  const game: Game = await startGame(spec, { quiet: true, ...extra });
  disturb?.(game);
  game.suspension.close();
  game.pass(ms);
  const report = await game.suspension.reopen();
  return {
    report,
    levels: ids(spec).map((id) => [id, game.get(id)]),
    carries: game.suspension.capture().carries,
    log: game.log,
  };
}

/** The same object with its keys the other way round, all the way down. */
function reversed<T>(value: T): T {
  if (Array.isArray(value)) return value.map(reversed) as T;
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .reverse()
      .map(([key, inner]) => [key, reversed(inner)]),
  ) as T;
}

describe('settling', () => {
  test('depends on nothing but state and time: not on key order, listeners, input or slices', async () => {
    await fc.assert(
      fc.asyncProperty(
        specArb,
        lengthArb,
        fc.constantFrom(0, 1, 5, 50),
        fc.constantFrom(0, 1, 8, Number.POSITIVE_INFINITY),
        async (spec, ms, restlessMs, sliceMs) => {
          const plain = await outcome(spec, ms, { sliceMs: Number.POSITIVE_INFINITY });
          let game: Game | undefined;
          const input = (): void => {
            for (const id of ids(spec)) game?.set(id, -7);
          };
          const scheduler = restless(restlessMs, () => game?.suspension.phase === 'returning', input);
          const disturbed = await outcome(reversed(spec), ms, { sliceMs, scheduler }, (its) => {
            game = its;
            its.suspension.on('settle', input);
            its.suspension.on('progress', input);
          });
          expect(disturbed).toEqual(plain);
        },
      ),
      { numRuns: RUNS },
    );
  });

  test('gives reports that chain: each segment starts where the last one ended', async () => {
    await fc.assert(
      fc.asyncProperty(specArb, lengthArb, lengthArb, async (spec, playedMs, ms) => {
        const game = await startGame(spec, { quiet: true });
        game.play(playedMs);
        game.suspension.close();
        const levels = new Map((spec.rows ?? []).map(({ id }) => [id, game.get(id)]));
        game.pass(ms);
        const report = (await game.suspension.reopen()) as ReturnReport;
        for (const { id } of spec.rows ?? []) {
          const segments = report.catchUp.filter(({ row }) => row === id);
          let { startMs: atMs } = report.interval;
          let level = levels.get(id);
          for (const segment of segments) {
            expect(segment.fromMs).toBe(atMs);
            expect(segment.before).toBe(level);
            expect(segment.toMs).toBeGreaterThanOrEqual(segment.fromMs);
            expect(segment.admittedMs).toBeLessThanOrEqual(segment.toMs - segment.fromMs);
            atMs = segment.toMs;
            level = segment.after;
          }
          expect(game.get(id)).toBe(level);
        }
      }),
      { numRuns: RUNS },
    );
  });
});
