import { addComponent, addEntity, query } from 'bitecs';
import { Farm, Plot, Pumpkin, Soil } from './components.js';
import { COLUMNS, FIRST_COINS, FIRST_ROWS, FIRST_SEEDS, RIPE } from './rules.js';
import type { FarmWorld } from './world.js';

/** What the last farmer left on the field, dry: cell and growth. One of them only wants half a minute of water. */
const LEFT_BEHIND: readonly (readonly [cell: number, grown: number])[] = [
  [25, RIPE],
  [26, (RIPE * 5) / 6],
  [27, RIPE - 3],
  [28, RIPE / 2],
  [32, RIPE / 3],
  [33, RIPE],
];

/** Spawns everything that is covered: where there is no save, and nowhere else. */
export function newFarm(world: FarmWorld, seed: number): void {
  const farm = addEntity(world);
  addComponent(world, farm, Farm);
  Farm.coins[farm] = FIRST_COINS;
  Farm.seeds[farm] = FIRST_SEEDS;
  Farm.updates[farm] = 0;
  Farm.deepSoil[farm] = 0;
  Farm.newGround[farm] = 0;
  world.weather = { seed, raining: false };
  for (let row = 0; row < FIRST_ROWS; row++) addRow(world, row);
  for (const [cell, grown] of LEFT_BEHIND) {
    const plot = plotAt(world, cell);
    if (plot === undefined) continue;
    Soil.waterLeft[plot] = 0;
    Pumpkin.grown[plot] = grown;
    addComponent(world, plot, Soil);
    addComponent(world, plot, Pumpkin);
  }
  findFarm(world);
}

/** Adds a row of plots. */
export function addRow(world: FarmWorld, row: number): void {
  for (let column = 0; column < COLUMNS; column++) {
    const plot = addEntity(world);
    addComponent(world, plot, Plot);
    Plot.cell[plot] = row * COLUMNS + column;
  }
}

/** After a load or a new game: where the farm is. */
export function findFarm(world: FarmWorld): void {
  world.farm = query(world, [Farm])[0] ?? 0;
}

/** The plot of a cell; `undefined` beyond the farm. */
export function plotAt(world: FarmWorld, cell: number): number | undefined {
  for (const plot of query(world, [Plot])) if (Plot.cell[plot] === cell) return plot;
  return undefined;
}
