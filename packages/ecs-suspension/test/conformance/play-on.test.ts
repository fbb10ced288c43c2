import { addComponent, addEntity, createWorld } from 'bitecs';
import { describe, expect, test } from 'vitest';
import type { MakeGame } from '../../src/conformance.js';
import { playOn } from '../../src/conformance.js';
import { adoptionFrom, SAMPLES } from './adoptions.js';
import { sampleGame } from './sample-game.js';

/** A game whose rule draws on a seed; covered or forgotten. */
function seededGame(isCovered: boolean): MakeGame {
  return ({ createSuspension, clock }) => {
    const Luck = { points: new Float64Array(8) };
    const world = createWorld({ time: { delta: 0 }, seed: 1 });
    let eid = 1;
    const suspension = createSuspension(world, {
      id: 'seeded',
      adoption: adoptionFrom({}),
      rules: {
        'time.clock': clock,
        'items.n1': {
          components: { Luck },
          ...(isCovered && {
            resources: {
              seed: {
                get: () => world.seed,
                set: (_: object, value: number) => {
                  world.seed = value;
                },
              },
            },
          }),
          unit: 'points',
          ordinary: 'a draw every second',
          stepMs: 1_000,
          amount: () => 1,
          apply: () => {
            world.seed = (world.seed * 16_807) % 2_147_483_647;
            Luck.points[eid] = (Luck.points[eid] ?? 0) + (world.seed % 6);
          },
          level: () => Luck.points[eid] ?? 0,
        },
      },
      newGame: () => {
        eid = addEntity(world);
        addComponent(world, eid, Luck);
      },
    } as never);
    return { suspension, world, put: () => {}, read: () => Luck.points[eid] };
  };
}

describe('playOn', () => {
  test('finds no difference in a game whose state is covered', async () => {
    const options = { adoption: adoptionFrom({}), id: 'seeded', everyUpdates: 7, deltaMs: 900 };
    expect(await playOn({ ...options, game: seededGame(true) })).toEqual({ same: true });
  });

  test('names component, field and entity where a rule reads state that no row covers', async () => {
    const options = { adoption: adoptionFrom({}), id: 'seeded', everyUpdates: 7, deltaMs: 900 };
    const found = await playOn({ ...options, game: seededGame(false) });
    expect(found).toMatchObject({ same: false, component: 'Luck', field: 'points', entity: 1, updates: 14 });
  });

  test.each(SAMPLES.slice(0, 2))('finds no difference in the sample "$id"', async ({ id, adoption, tuning }) => {
    expect(await playOn({ id, adoption, game: sampleGame(adoption, tuning), everyUpdates: 5, deltaMs: 700 })).toEqual({
      same: true,
    });
  });
});
