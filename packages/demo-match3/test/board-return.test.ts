import { pipe, query } from 'bitecs';
import { SuspensionSystem } from 'ecs-suspension';
import { manualClock, manualScheduler, memoryStorage } from 'ecs-suspension/testing';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { GameWorld, Request } from '../src/sim/index.js';
import {
  boardSystem,
  createGameWorld,
  findMoves,
  inputSystem,
  LIFE_MS,
  Lives,
  Mist,
  Phase,
  Piece,
  Progress,
  phaseOf,
  Round,
  readGrid,
} from '../src/sim/index.js';
import type { GameSuspensions } from '../src/suspension.js';
import { startGame, suspendGame } from '../src/suspension.js';

const STEP_MS = 40;
const systems = pipe(SuspensionSystem, inputSystem, boardSystem);

/** A player's device: one storage and one time for each run of the game on it. */
function createDevice(seed: number) {
  const clock = manualClock(Date.UTC(2026, 0, 1));
  const scheduler = manualScheduler();
  const storage = memoryStorage();
  return {
    clock,
    async open(): Promise<{ readonly world: GameWorld; readonly suspensions: GameSuspensions }> {
      const world = createGameWorld();
      const suspensions = suspendGame(world, { clock, scheduler, storage, seed, show: () => {} });
      await startGame(suspensions);
      return { world, suspensions };
    },
    update(world: GameWorld): void {
      clock.advance(STEP_MS);
      scheduler.advance(STEP_MS);
      world.time.delta = STEP_MS;
      systems(world);
      world.events.length = 0;
    },
  };
}

/** Asks for the pick-th move wherever the board waits for one. */
function choose(world: GameWorld, pick: number): void {
  if (phaseOf(world) !== Phase.rest) return;
  const { kind, special } = readGrid(world);
  const moves = findMoves(kind, special);
  const move = moves[pick % moves.length];
  if (move) world.requests.push({ type: 'swap', ...move } satisfies Request);
}

function stateOf(world: GameWorld) {
  const { kind, special } = readGrid(world);
  const mist = [...query(world, [Mist])].map((entity) => Mist.cell[entity]!).sort((a, b) => a - b);
  return {
    kind: [...kind],
    special: [...special],
    mist,
    round: Object.values(Round).map((field) => field[world.round]),
    progress: Object.values(Progress).map((field) => field[world.round]),
  };
}

/** A new process has empty stores. */
function forget(): void {
  for (const component of [Lives, Mist, Piece, Progress, Round]) {
    for (const field of Object.values(component)) field.fill(0);
  }
}

async function begin(seed: number) {
  const device = createDevice(seed);
  const game = await device.open();
  Progress.stars[game.world.round] = 0x3ff;
  game.world.requests.push({ type: 'start', level: 2 });
  device.update(game.world);
  return { device, game };
}

it('a board closed at any moment plays on as if it had never been closed', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.integer({ min: 0, max: 0xffff_ffff }),
      fc.array(fc.nat(63), { minLength: 20, maxLength: 60 }),
      fc.nat(59),
      fc.integer({ min: 0, max: 10 * 3_600_000 }),
      async (seed, picks, closeAt, awayMs) => {
        // One after the other: the component stores are the process's, and both games use the same entities of them.
        const play = async (isClosed: boolean): Promise<ReturnType<typeof stateOf>> => {
          const { device, game } = await begin(seed);
          let { world, suspensions } = game;
          for (const [n, pick] of picks.entries()) {
            choose(world, pick);
            device.update(world);
            if (isClosed && n === closeAt % picks.length) {
              await Promise.all([suspensions.lives.stop(), suspensions.board.stop()]);
              device.clock.advance(awayMs);
              forget();
              ({ world, suspensions } = await device.open());
            }
          }
          return stateOf(world);
        };
        expect(await play(true)).toEqual(await play(false));
      },
    ),
    { numRuns: 40 },
  );
});

it('lives are refilled by the time away while the board stands still', async () => {
  const { device, game } = await begin(5);
  Lives.refilledMs[game.world.player] = 2 * LIFE_MS;
  const left = stateOf(game.world);
  await Promise.all([game.suspensions.lives.stop(), game.suspensions.board.stop()]);
  device.clock.advance(LIFE_MS + 1);
  forget();
  const { world } = await device.open();
  expect(Lives.refilledMs[world.player]).toBe(3 * LIFE_MS + 1);
  expect(stateOf(world)).toEqual(left);
});

it('any number of short absences refills as one long one', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.integer({ min: 0, max: 500_000 }), { maxLength: 12 }), async (absences) => {
      const { device, game } = await begin(5);
      Lives.refilledMs[game.world.player] = 1;
      let { suspensions, world } = game;
      for (const awayMs of absences) {
        await Promise.all([suspensions.lives.stop(), suspensions.board.stop()]);
        device.clock.advance(awayMs);
        forget();
        ({ world, suspensions } = await device.open());
      }
      const total = absences.reduce((sum, ms) => sum + ms, 0);
      expect(Lives.refilledMs[world.player]).toBe(Math.min(5 * LIFE_MS, 1 + total));
    }),
    { numRuns: 25 },
  );
});
