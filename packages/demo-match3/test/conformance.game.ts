import type { ConformanceOptions } from 'ecs-suspension/conformance';
import { livesRefillWhileAway } from '../contracts/lives-refill-while-away.js';
import { createGameWorld, LIFE_MS, Lives } from '../src/sim/index.js';
import { suspendGame } from '../src/suspension.js';

/** The lives as the conformance kit tests them; an absence of an hour is two lives. */
export const underTest: ConformanceOptions = {
  id: 'lives-refill-while-away',
  adoption: livesRefillWhileAway,
  spanMs: 3_600_000,
  game({ createSuspension, clock, storage }) {
    const world = createGameWorld();
    const { lives } = suspendGame(world, { clock, storage, seed: 5, show: () => {}, install: createSuspension });
    return {
      world,
      suspension: lives,
      put: (_, pick) => {
        Lives.refilledMs[world.player] = pick === 'a' ? 0 : 1.5 * LIFE_MS;
      },
      read: () => Lives.refilledMs[world.player],
    };
  },
};
