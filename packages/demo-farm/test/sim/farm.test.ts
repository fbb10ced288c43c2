import { hasComponent, query } from 'bitecs';
import { describe, expect, test } from 'vitest';
import { fieldOf, runAway, runPlayed, sow } from '../../src/headless-run.js';
import {
  createFarmWorld,
  Farm,
  growthSystem,
  inputSystem,
  newFarm,
  Plot,
  Pumpkin,
  plotAt,
  RIPE,
  Soil,
  stageOf,
  waterLasts,
} from '../../src/sim/index.js';

function newWorld() {
  const world = createFarmWorld();
  newFarm(world, 7);
  return world;
}
const work = (world: ReturnType<typeof newWorld>, tool: 'plough' | 'plant' | 'water' | 'harvest', cell = 0) => {
  world.outcomes.length = 0;
  world.requests.push({ type: 'work', tool, cell });
  inputSystem(world);
  return world.outcomes[0]?.done;
};
const grow = (world: ReturnType<typeof newWorld>, updates: number) => {
  for (let i = 0; i < updates; i++) growthSystem(world);
};

describe('the field', () => {
  test('begins with 48 plots, and a few pumpkins of the farmer before', () => {
    const world = newWorld();
    expect(query(world, [Plot])).toHaveLength(48);
    const left = [...query(world, [Soil, Pumpkin])];
    expect(query(world, [Soil])).toHaveLength(left.length);
    expect(left.filter((plot) => Pumpkin.grown[plot] === RIPE)).toHaveLength(2);
  });

  test('is ploughed before it is planted, and takes one pumpkin a plot', () => {
    const world = newWorld();
    expect(work(world, 'plant')).toBe(false);
    expect(work(world, 'plough')).toBe(true);
    expect(work(world, 'plant')).toBe(true);
    expect(work(world, 'plant')).toBe(false);
    expect(Farm.seeds[world.farm]).toBe(5);
  });

  test('grows only in the growth window after watering', () => {
    const world = newWorld();
    sow(world, 1);
    const plot = plotAt(world, 0) ?? 0;
    world.weather = { seed: 7, raining: false };
    grow(world, 100);
    expect(Pumpkin.grown[plot]).toBe(100);
    expect(Soil.waterLeft[plot]).toBe(waterLasts(0) - 100);
    Soil.waterLeft[plot] = 0;
    grow(world, 100);
    expect(Pumpkin.grown[plot]).toBe(100);
  });

  test('keeps a ripe pumpkin until it is harvested, for coins', () => {
    const world = newWorld();
    sow(world, 1);
    const plot = plotAt(world, 0) ?? 0;
    Pumpkin.grown[plot] = RIPE - 1;
    expect(work(world, 'harvest')).toBe(false);
    grow(world, 50);
    expect(Pumpkin.grown[plot]).toBe(RIPE);
    const coins = Farm.coins[world.farm] ?? 0;
    expect(work(world, 'harvest')).toBe(true);
    expect(Farm.coins[world.farm]).toBe(coins + 12);
    expect(hasComponent(world, plot, Pumpkin)).toBe(false);
    expect(hasComponent(world, plot, Soil)).toBe(true);
  });

  test('grows through six stages', () => {
    expect([0, RIPE / 5, RIPE - 1, RIPE].map(stageOf)).toEqual([0, 1, 4, 5]);
  });
});

describe('the shop', () => {
  test('sells seeds and two upgrades for coins', () => {
    const world = newWorld();
    world.requests.push({ type: 'buy', upgrade: 'newGround' });
    inputSystem(world);
    expect(world.outcomes.at(-1)?.done).toBe(false);
    Farm.coins[world.farm] = 1_000;
    world.requests.push(
      { type: 'buy', upgrade: 'newGround' },
      { type: 'buy', upgrade: 'deepSoil' },
      { type: 'buy-seeds', count: 5 },
    );
    inputSystem(world);
    expect(query(world, [Plot])).toHaveLength(54);
    expect(Farm.coins[world.farm]).toBe(1_000 - 80 - 60 - 20);
    expect(waterLasts(Farm.deepSoil[world.farm] ?? 0)).toBeGreaterThan(waterLasts(0));
  });
});

describe('the weather', () => {
  test('comes from its seed alone', () => {
    // One after the other: worlds share the stores.
    const bare = newWorld();
    grow(bare, 5_000);
    const sown = newWorld();
    sow(sown, 3);
    grow(sown, 5_000);
    expect(sown.weather).toEqual(bare.weather);
  });
});

describe('away', () => {
  test.each([1, 8, 24 * 30])('%s hours closed equal as many hours played, to the last unit', async (hours) => {
    const { report, field } = await runAway(hours * 3_600_000);
    expect(field).toEqual(runPlayed(hours * 3_600_000));
    expect(report?.catchUp[0]?.updates).toBe(hours * 360);
  });

  test('a field that was not compared would not be noticed', () => {
    const world = newWorld();
    const before = fieldOf(world);
    sow(world, 1);
    expect(fieldOf(world)).not.toEqual(before);
  });
});
