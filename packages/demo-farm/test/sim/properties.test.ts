import type { ReturnReport } from 'ecs-suspension';
import { manualClock, manualScheduler, memoryStorage } from 'ecs-suspension/testing';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { fieldOf, wipeStores } from '../../src/headless-run.js';
import type { FarmWorld, Request } from '../../src/sim/index.js';
import {
  createFarmWorld,
  Farm,
  growthSystem,
  inputSystem,
  newFarm,
  RIPE,
  STAGES,
  STEP_MS,
  stageOf,
} from '../../src/sim/index.js';
import { startFarm, suspendFarm } from '../../src/suspension.js';

const runs = { numRuns: Number(process.env['PROPERTY_RUNS'] ?? 5_000) };
// A run that opens and closes a farm costs more than one of the rules alone.
const lifeRuns = { numRuns: Math.ceil(runs.numRuns / 50) };

const request: fc.Arbitrary<Request> = fc.oneof(
  {
    weight: 8,
    arbitrary: fc.record({
      type: fc.constant('work' as const),
      tool: fc.constantFrom('plough', 'plant', 'water', 'harvest'),
      cell: fc.integer({ min: 0, max: 61 }),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      type: fc.constant('buy' as const),
      upgrade: fc.constantFrom('deepSoil', 'newGround'),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ type: fc.constant('buy-seeds' as const), count: fc.integer({ min: 1, max: 9 }) }),
  },
);
const seed = fc.integer({ min: 0, max: 0xffff_ffff });

function newWorld(from: number): FarmWorld {
  wipeStores();
  const world = createFarmWorld();
  newFarm(world, from);
  return world;
}

function ask(world: FarmWorld, requests: readonly Request[]): void {
  world.requests.push(...requests);
  inputSystem(world);
}

/** A stretch of a farm's life: what is asked for, and then time, played or away. */
const stretch = fc.record({
  requests: fc.array(request, { maxLength: 12 }),
  ms: fc.integer({ min: 0, max: 3 * 3_600_000 }),
  away: fc.boolean(),
});

/** Lives through stretches with the library: some played, some away in a new process. */
async function live(from: number, stretches: readonly (typeof stretch extends fc.Arbitrary<infer T> ? T : never)[]) {
  wipeStores();
  const clock = manualClock(1_000_000);
  const scheduler = manualScheduler();
  const surroundings = { clock, storage: memoryStorage(), scheduler, seed: from };
  const open = async (): Promise<[FarmWorld, ReturnType<typeof suspendFarm>, ReturnReport | undefined]> => {
    const world = createFarmWorld();
    const suspension = suspendFarm(world, surroundings);
    return [world, suspension, await startFarm(suspension)];
  };
  let [world, suspension] = await open();
  for (const { requests, ms, away } of stretches) {
    ask(world, requests);
    if (away) {
      await suspension.stop();
      clock.advance(ms);
      wipeStores();
      [world, suspension] = await open();
      continue;
    }
    for (let leftMs = ms; leftMs > 0; leftMs -= 1_999) {
      const deltaMs = Math.min(leftMs, 1_999);
      clock.advance(deltaMs);
      scheduler.advance(deltaMs);
      suspension.update(deltaMs);
    }
  }
  const field = fieldOf(world);
  await suspension.stop();
  return field;
}

describe('for any play', () => {
  test('coins, seeds and growth stay within what the rules allow', () => {
    fc.assert(
      fc.property(
        seed,
        fc.array(fc.tuple(request, fc.integer({ min: 0, max: 40 })), { maxLength: 40 }),
        (from, play) => {
          const world = newWorld(from);
          for (const [asked, updates] of play) {
            const before = { coins: Farm.coins[world.farm]!, seeds: Farm.seeds[world.farm]! };
            ask(world, [asked]);
            const [outcome] = world.outcomes.splice(0);
            // An underflow of an unsigned store would make anybody rich.
            expect(Farm.coins[world.farm]!).toBeLessThanOrEqual(before.coins + 12);
            expect(Farm.seeds[world.farm]!).toBeLessThanOrEqual(before.seeds + 9);
            if (!outcome?.done) {
              expect([Farm.coins[world.farm], Farm.seeds[world.farm]]).toEqual([before.coins, before.seeds]);
            }
            for (let i = 0; i < updates; i++) growthSystem(world);
          }
          expect(Math.max(...fieldOf(world).grown)).toBeLessThanOrEqual(RIPE);
        },
      ),
      { numRuns: Math.ceil(runs.numRuns / 10) },
    );
  });

  test('a plot never grows without water, and by one in each update with it', () => {
    fc.assert(
      fc.property(
        seed,
        fc.array(request, { maxLength: 30 }),
        fc.integer({ min: 1, max: 30 }),
        (from, asked, updates) => {
          const world = newWorld(from);
          ask(world, asked);
          world.weather = { ...world.weather, raining: false };
          const before = fieldOf(world);
          for (let i = 0; i < updates; i++) growthSystem(world);
          const after = fieldOf(world);
          for (const [cell, grown] of after.grown.entries()) {
            const wet = Math.min(updates, before.water[cell] ?? 0);
            // Ground without a pumpkin keeps what its store held.
            const most = Math.min(RIPE, (before.grown[cell] ?? 0) + wet);
            expect(grown === before.grown[cell] || grown === most).toBe(true);
            expect(after.water[cell]).toBe((before.water[cell] ?? 0) - wet);
          }
        },
      ),
      { numRuns: Math.ceil(runs.numRuns / 10) },
    );
  });

  test('the stage never falls as a pumpkin grows, and all stages come', () => {
    const seen = Array.from({ length: RIPE + 1 }, (_, grown) => stageOf(grown));
    expect(seen).toEqual([...seen].sort((a, b) => a - b));
    expect(new Set(seen).size).toBe(STAGES);
  });
});

describe('for any mix of play and absence', () => {
  test('the farm is what it would be if all of it had been played', async () => {
    await fc.assert(
      fc.asyncProperty(seed, fc.array(stretch, { minLength: 1, maxLength: 5 }), async (from, stretches) => {
        const mixed = await live(from, stretches);
        const played = await live(
          from,
          stretches.map((part) => ({ ...part, away: false })),
        );
        expect(mixed).toEqual(played);
      }),
      lifeRuns,
    );
  });

  test('one absence equals any number of short ones that add up to it', async () => {
    await fc.assert(
      fc.asyncProperty(
        seed,
        fc.array(request, { maxLength: 20 }),
        fc.array(fc.integer({ min: 0, max: 5 * STEP_MS }), { minLength: 1, maxLength: 12 }),
        async (from, requests, parts) => {
          const whole = parts.reduce((sum, ms) => sum + ms, 0);
          const once = await live(from, [{ requests, ms: whole, away: true }]);
          const often = await live(
            from,
            parts.map((ms, i) => ({ requests: i === 0 ? requests : [], ms, away: true })),
          );
          expect(often).toEqual(once);
        },
      ),
      lifeRuns,
    );
  });
});
