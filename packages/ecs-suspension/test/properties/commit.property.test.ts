import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { SavedRecord } from '../../src/index.js';
import type { StorageCall } from '../../src/testing.js';
import { manualClock, memoryStorage } from '../../src/testing.js';
import { lengthArb, RUNS, specArb } from '../support/arbitrary.js';
import type { GameSpec, State } from '../support/game.js';
import { createGame, startGame } from '../support/game.js';

const START_MS = 1_000_000;

/** One point a second from the start on: state, carry and reading of a record must tell the same time. */
function timeInState(record: SavedRecord): number {
  const { data } = record.components['item'] as { data: { value: Float64Array } };
  return START_MS + (data.value[0] ?? Number.NaN) * 1_000 + (record.carries['item'] ?? 0);
}

describe('a kill between any two storage calls', () => {
  test('leaves the old or the new pair of state and anchor', async () => {
    const moveArb = fc.tuple(fc.constantFrom('play', 'hide', 'claimless-return', 'checkpoint'), lengthArb);
    await fc.assert(
      fc.asyncProperty(
        fc.array(moveArb, { minLength: 1, maxLength: 5 }),
        fc.integer({ min: 1, max: 14 }),
        fc.boolean(),
        async (moves, killAt, rewarded) => {
          let killed = false;
          let dead = (): void => {};
          const death = new Promise<void>((resolve) => {
            dead = resolve;
          });
          const beforeCall = (_: StorageCall): void | Promise<void> => {
            if (!killed && storage.calls.length < killAt) return undefined;
            killed = true;
            dead();
            return new Promise<void>(() => {});
          };
          const storage = memoryStorage({ beforeCall });
          const spec: GameSpec = { rewards: rewarded ? [{ id: 'gift', source: 'item' }] : [] };
          const game = createGame(spec, { quiet: true, autosaveMs: 3_000 }, { storage, clock: manualClock(START_MS) });
          const life = async (): Promise<void> => {
            await game.suspension.start();
            for (const [move, ms] of moves) {
              if (move === 'play') game.play(ms);
              else if (move === 'checkpoint') await game.suspension.checkpoint();
              else await game.away(ms);
            }
          };
          await Promise.race([life(), death]);
          const record = storage.fork().record('game');
          if (!record) return;
          expect(timeInState(record)).toBe(record.readingMs);
          expect(record.anchorMs).toBeLessThanOrEqual(record.readingMs ?? Number.NaN);
          if (!rewarded) return;
          // A reward is pending in the record, or its coin is in the purse of the same record: never both, never neither.
          const { data } = record.components['purse.gift'] as { data: { value: Float64Array } };
          const next = game.reopen(spec);
          await next.suspension.start();
          expect(next.suspension.rewards).toEqual([]);
          expect(next.get('purse.gift')).toBeGreaterThanOrEqual((data.value[0] ?? 0) + record.rewards.length);
        },
      ),
      { numRuns: RUNS },
    );
  });
});

describe('a failed return', () => {
  test('leaves covered state byte for byte as the snapshot, and commits nothing', async () => {
    await fc.assert(
      fc.asyncProperty(
        specArb,
        lengthArb,
        fc.integer({ min: 0, max: 30 }),
        fc.boolean(),
        async (spec, ms, at, throws) => {
          let calls = 0;
          let armed = false;
          const disturb = (state: State, row: string, amount: number): void => {
            if (armed && calls++ === at) {
              state.set(row, 12_345);
              if (throws) throw new Error('planted');
            }
            state.set(row, armed && calls > at && !throws ? Number.NaN : state.get(row) + amount);
          };
          const planted: GameSpec = {
            ...spec,
            rows: (spec.rows ?? []).map((row) => ({
              ...row,
              apply: (state, amount) => disturb(state, row.id, amount),
            })),
            boundaries: (spec.boundaries ?? []).map((boundary) => ({
              ...boundary,
              settle: () => {
                if (armed && calls++ === at) throw new Error('planted');
              },
            })),
          };
          const game = await startGame(planted, { quiet: true });
          game.play(1_234);
          game.suspension.close();
          const before = game.suspension.capture();
          const stored = game.storage.record();
          game.pass(ms);
          armed = true;
          const outcome = await game.suspension.reopen().then(
            () => 'settled',
            () => 'failed',
          );
          if (outcome === 'settled') return;
          armed = false;
          expect(game.suspension.phase).toBe('failed');
          const { entities: _, ...after } = game.suspension.capture();
          const { entities: __, ...snapshot } = before;
          expect(after).toEqual(snapshot);
          for (const [name, { data }] of Object.entries(snapshot.components)) {
            expect(game.get(name)).toBe((data as { value: Float64Array }).value[0]);
          }
          expect(game.storage.record()).toEqual(stored);
          expect(game.suspension.anchorMs).toBe(START_MS);
          await game.suspension.retry();
          expect(game.suspension.phase).toBe('playing');
        },
      ),
      { numRuns: RUNS },
    );
  });
});
