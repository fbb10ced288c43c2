import { addComponent, hasComponent, removeComponent } from 'bitecs';
import { Farm, Pumpkin, Soil } from './components.js';
import { addRow, plotAt } from './new-farm.js';
import { FIRST_ROWS, PUMPKIN_PRICE, RIPE, SEED_PRICE, UPGRADES, waterLasts } from './rules.js';
import type { FarmWorld, Outcome, Request } from './world.js';

type Answer = readonly [done: boolean, words: string];

/** Does what the player asked for since the last frame. */
export function inputSystem(world: FarmWorld): FarmWorld {
  for (const request of world.requests) {
    const [done, words] = answer(world, request);
    const outcome: Outcome = { request, done, words };
    world.outcomes.push(outcome);
  }
  world.requests.length = 0;
  return world;
}

function answer(world: FarmWorld, request: Request): Answer {
  const { farm } = world;
  switch (request.type) {
    case 'work': {
      const plot = plotAt(world, request.cell);
      return plot === undefined ? [false, 'There is no ground.'] : WORK[request.tool](world, plot);
    }
    case 'buy-seeds': {
      const price = request.count * SEED_PRICE;
      if (!pay(farm, price)) return [false, `That costs ${price} coins.`];
      Farm.seeds[farm]! += request.count;
      return [true, `${request.count} seeds bought.`];
    }
    case 'buy': {
      const levels = Farm[request.upgrade];
      const level = levels[farm]!;
      const { most, price } = UPGRADES[request.upgrade];
      if (level >= most) return [false, 'There is no more of it.'];
      if (!pay(farm, price(level))) return [false, `That costs ${price(level)} coins.`];
      levels[farm] = level + 1;
      if (request.upgrade === 'newGround') addRow(world, FIRST_ROWS + level);
      return [true, request.upgrade === 'newGround' ? 'Six more plots.' : 'Water lasts longer now.'];
    }
  }
}

function pay(farm: number, price: number): boolean {
  if (Farm.coins[farm]! < price) return false;
  Farm.coins[farm]! -= price;
  return true;
}

const WORK: {
  readonly [tool in 'plough' | 'plant' | 'water' | 'harvest']: (world: FarmWorld, plot: number) => Answer;
} = {
  plough(world, plot) {
    if (hasComponent(world, plot, Soil)) return [false, 'It is ploughed already.'];
    Soil.waterLeft[plot] = 0;
    addComponent(world, plot, Soil);
    return [true, 'Ploughed.'];
  },
  plant(world, plot) {
    const { farm } = world;
    if (!hasComponent(world, plot, Soil)) return [false, 'Plough it first.'];
    if (hasComponent(world, plot, Pumpkin)) return [false, 'Something grows here.'];
    if (Farm.seeds[farm]! === 0) return [false, 'No seeds are left: buy some.'];
    Farm.seeds[farm]!--;
    Pumpkin.grown[plot] = 0;
    addComponent(world, plot, Pumpkin);
    return [true, 'Planted.'];
  },
  water(world, plot) {
    if (!hasComponent(world, plot, Soil)) return [false, 'Plough it first.'];
    Soil.waterLeft[plot] = waterLasts(Farm.deepSoil[world.farm]!);
    return [true, 'Watered.'];
  },
  harvest(world, plot) {
    if (!hasComponent(world, plot, Pumpkin)) return [false, 'Nothing grows here.'];
    if (Pumpkin.grown[plot]! < RIPE) return [false, 'It is not ripe.'];
    removeComponent(world, plot, Pumpkin);
    Farm.coins[world.farm]! += PUMPKIN_PRICE;
    return [true, `A pumpkin, for ${PUMPKIN_PRICE} coins.`];
  },
};
