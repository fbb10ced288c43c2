import { query } from 'bitecs';
import { Farm, Pumpkin, Soil } from './components.js';
import { RIPE, WEATHER_LASTS, waterLasts } from './rules.js';
import { nextWeather } from './weather.js';
import type { FarmWorld } from './world.js';

/** One growth update: weather, growth where there is water, and water running out. In play and in a replay alike. */
export function growthSystem(world: FarmWorld): FarmWorld {
  const { farm } = world;
  const { waterLeft } = Soil;
  Farm.updates[farm]!++;
  if (Farm.updates[farm]! % WEATHER_LASTS === 0) world.weather = nextWeather(world.weather);
  const soils = query(world, [Soil]);
  if (world.weather.raining) {
    const full = waterLasts(Farm.deepSoil[farm]!);
    for (const plot of soils) waterLeft[plot] = full;
  }
  for (const plot of query(world, [Soil, Pumpkin])) {
    if (waterLeft[plot]! > 0 && Pumpkin.grown[plot]! < RIPE) Pumpkin.grown[plot]!++;
  }
  for (const plot of soils) if (waterLeft[plot]! > 0) waterLeft[plot]!--;
  return world;
}
