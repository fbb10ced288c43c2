import type { ConformanceOptions } from 'ecs-suspension/conformance';
import { pumpkinGrowthWindow } from '../contracts/pumpkin-growth-window.js';
import { createFarmWorld, Farm } from '../src/sim/index.js';
import { suspendFarm } from '../src/suspension.js';

/** The farm as the conformance kit tests it; an absence of ten minutes is sixty growth updates. */
export const underTest: ConformanceOptions = {
  id: 'pumpkin-growth-window',
  adoption: pumpkinGrowthWindow,
  spanMs: 600_000,
  game({ createSuspension, clock, storage }) {
    const world = createFarmWorld();
    return {
      world,
      suspension: suspendFarm(world, { clock, storage, seed: 5, install: createSuspension }),
      put: (_, pick) => {
        Farm.updates[world.farm] = pick === 'a' ? 100 : 700;
      },
      read: () => Farm.updates[world.farm],
    };
  },
};
