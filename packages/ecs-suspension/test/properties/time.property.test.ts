import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { lengthArb, RUNS } from '../support/arbitrary.js';
import type { Extra, Game, GameSpec } from '../support/game.js';
import { createGame, startGame } from '../support/game.js';

const QUIET: Extra = { quiet: true, autosaveMs: 0 };

type Move = readonly ['play' | 'hide' | 'close', number];
const movesArb = fc.array(fc.tuple(fc.constantFrom('play', 'hide', 'close'), lengthArb), {
  minLength: 1,
  maxLength: 6,
}) as fc.Arbitrary<Move[]>;

/** Plays one mix of play, hiding and closing; a close ends the process. */
async function run(spec: GameSpec, moves: readonly Move[]): Promise<Game> {
  let game = await startGame(spec, QUIET);
  for (const [move, ms] of moves) {
    if (move === 'play') game.play(ms, 777);
    else if (move === 'hide') await game.away(ms);
    else {
      game.suspension.close();
      game.pass(ms);
      game = game.reopen();
      await game.suspension.start();
    }
  }
  return game;
}

describe('no elapsed time is counted twice or lost', () => {
  test('play and absence in any mix equal play alone, whatever the splits', async () => {
    const rowsArb = fc.array(fc.record({ stepMs: fc.constantFrom(1_000, 700, 333), rate: fc.constantFrom(1, 3) }), {
      minLength: 1,
      maxLength: 3,
    });
    await fc.assert(
      fc.asyncProperty(rowsArb, movesArb, async (rows, moves) => {
        const spec: GameSpec = { rows: rows.map((row, i) => ({ id: `r${i}`, ...row, ...counting(`r${i}`) })) };
        const totalMs = moves.reduce((sum, [, ms]) => sum + ms, 0);
        const mixed = await run(spec, moves);
        const twin = await startGame(spec, QUIET);
        twin.play(totalMs, 1_999);
        const final = (game: Game) => ({
          levels: rows.map((_, i) => game.get(`r${i}`)),
          carries: game.suspension.capture().carries,
        });
        expect(final(mixed)).toEqual(final(twin));
      }),
      { numRuns: RUNS },
    );
  });
});

/** State in whole updates, so that no sum of fractions is compared. */
function counting(id: string): Pick<NonNullable<GameSpec['rows']>[number], 'apply'> {
  return { apply: (state) => state.set(id, state.get(id) + 1) };
}

describe('the anchor', async () => {
  const state = (await startGame({}, QUIET)).suspension.capture();

  test('never falls, over any sequence of clock moves', async () => {
    const anchorArb = fc.constantFrom('suspension-snapshot', 'last-trusted-checkpoint', 'keep-return-state');
    const stepArb = fc.tuple(fc.constantFrom('play', 'hide', 'close'), fc.integer({ min: -200_000, max: 200_000 }));
    await fc.assert(
      fc.asyncProperty(
        anchorArb,
        fc.boolean(),
        fc.array(stepArb, { minLength: 1, maxLength: 8 }),
        fc.integer({ min: 900_000, max: 1_200_000 }),
        async (anchor, device, steps, trustedMs) => {
          const spec: GameSpec = device
            ? {
                clock: 'device-clock',
                anchor,
                ...(anchor === 'last-trusted-checkpoint' && { checkpoint: () => ({ readingMs: trustedMs, state }) }),
              }
            : {};
          let game = await startGame(spec, QUIET);
          let anchorMs = game.suspension.anchorMs ?? Number.NaN;
          for (const [move, ms] of steps) {
            if (move === 'close') {
              game.suspension.close();
              game.clock.advance(ms);
              game = createGame(spec, QUIET, { storage: game.storage.fork(), clock: game.clock });
              await game.suspension.start();
            } else if (move === 'hide') {
              game.suspension.background();
              game.clock.advance(ms);
              await game.suspension.foreground();
            } else {
              game.clock.advance(ms);
              game.suspension.update(500);
              await game.suspension.checkpoint();
            }
            const next = game.suspension.anchorMs ?? Number.NaN;
            expect(next).toBeGreaterThanOrEqual(anchorMs);
            expect(game.storage.record()?.anchorMs).toBe(next);
            anchorMs = next;
          }
        },
      ),
      { numRuns: RUNS },
    );
  });
});
