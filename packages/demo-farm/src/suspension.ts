import type { ClockRule, Host, ReturnReport, Scheduler, Storage, Suspension } from 'ecs-suspension';
import { createSuspension } from 'ecs-suspension';
import { pumpkinGrowthWindow } from '../contracts/pumpkin-growth-window.js';
import type { FarmWorld } from './sim/index.js';
import { Farm, findFarm, growthSystem, newFarm, Plot, Pumpkin, Soil, STEP_MS } from './sim/index.js';

/** What differs between a page, a headless run and a test. */
export interface Surroundings {
  readonly clock: ClockRule;
  readonly storage: Storage;
  readonly host?: Host;
  readonly scheduler?: Scheduler;
  /** First seed of the weather. */
  readonly seed: number;
  readonly install?: typeof createSuspension; // the conformance kit's, in tests
}

export function suspendFarm(
  world: FarmWorld,
  { clock, seed, install = createSuspension, ...ports }: Surroundings,
): Suspension {
  const suspension = install(world, {
    ...ports,
    id: 'pumpkin-growth-window', // the key of the save
    adoption: pumpkinGrowthWindow, // the designer's part: what happens; the rules say how, one for each citation in it
    rules: {
      'time.world-time': clock, // the server's: growing waits for the world's time, not for the phone's
      'contracts.pumpkin-growth-window': {
        components: { Farm, Plot, Soil, Pumpkin }, // covered: saved, held while closed, put back before a return
        resources: {
          weather: {
            get: (world) => world.weather, // a draw of chance outside components: the replay needs the same seed as play
            set: (world, weather: FarmWorld['weather']) => {
              world.weather = weather;
            },
          },
        },
        unit: 'updates',
        ordinary: 'one growth update every ten seconds: weather, growth in wet soil, water running out',
        stepMs: STEP_MS, // play goes in whole steps, and every missed one is replayed after a close
        amount: (elapsedMs) => elapsedMs / STEP_MS,
        apply: (world) => {
          growthSystem(world); // the same system in play and in a replay; the row has no ceiling, so one update is one
        },
        level: (world) => Farm.updates[world.farm] ?? 0, // what reports speak of
      },
    },
    newGame: (world) => newFarm(world, seed), // covered entities are made here and nowhere before start()
  });
  suspension.on('restored', () => findFarm(world)); // a save brings its own entity ids back
  return suspension;
}

/** Loads the save and replays what was missed while the farm was closed; resolves when play may begin. */
export async function startFarm(suspension: Suspension): Promise<ReturnReport | undefined> {
  return await suspension.start();
}
