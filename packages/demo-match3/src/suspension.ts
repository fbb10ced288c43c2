import type { ClockRule, Host, ReturnDisplay, ReturnReport, Scheduler, Storage, Suspension } from 'ecs-suspension';
import { createSuspension } from 'ecs-suspension';
import { boardPosition } from '../contracts/board-position.js';
import { livesRefillWhileAway } from '../contracts/lives-refill-while-away.js';
import type { GameWorld } from './sim/index.js';
import {
  Cleared,
  findPlayer,
  findRound,
  LIFE_MS,
  Lives,
  MAX_LIVES,
  Mist,
  newBoard,
  newPlayer,
  Piece,
  Progress,
  Round,
} from './sim/index.js';

/** What differs between a page, a headless run and a test. */
export interface Surroundings {
  readonly clock: ClockRule;
  readonly storage: Storage;
  readonly host?: Host;
  readonly scheduler?: Scheduler;
  readonly seed: number;
  readonly install?: typeof createSuspension; // the conformance kit's, in tests
  show(display: ReturnDisplay): void | Promise<void>;
}

export interface GameSuspensions {
  readonly lives: Suspension;
  readonly board: Suspension;
}

export function suspendGame(
  world: GameWorld,
  { clock, seed, show, install = createSuspension, ...ports }: Surroundings,
): GameSuspensions {
  const lives = install(world, {
    ...ports, // both share one storage, which keeps a record for each id, and one host, which tells both
    id: 'lives-refill-while-away',
    adoption: livesRefillWhileAway, // the designer's part: what happens; the rules say how, one for each citation in it
    rules: {
      'time.account-time': clock, // the server's, so that setting the device's clock refills nothing
      'mechanics.life-refill': {
        components: { Lives }, // covered: saved, held while away, put back before a return; 'Lives' is its name in the save
        unit: 'lives',
        ordinary: 'one life every 30 minutes, up to five',
        amount: (elapsedMs) => elapsedMs / LIFE_MS, // in play and away alike: this row is same-as-playing
        apply: (world, lives) => {
          Lives.refilledMs[world.player]! += Math.round(lives * LIFE_MS); // whole milliseconds, so that any split adds up
        },
        level: (world) => Lives.refilledMs[world.player]! / LIFE_MS, // what reports, the ceiling and `until` speak of
      },
      'lives.from-elapsed-time': {
        derives: 'elapsed time over the refill period, up to the maximum',
        derive: ({ amount, limit, level }) => Math.min(amount, Math.max(0, limit.ceiling - level)), // the rule owns the limit
      },
      'contracts.player-lives.max': { ceiling: () => MAX_LIVES, inPlay: true }, // inPlay: ordinary refilling stops there too
    },
    newGame: newPlayer, // runs where there is no save; covered entities are made here and nowhere before start()
    display: { show }, // asked for by visible-before-resume: play waits until the counter has run up
  });

  const board = createSuspension(world, {
    ...ports,
    id: 'board-position',
    adoption: boardPosition, // one fixed row and no clock: the board comes back as it was left
    rules: { 'board.current': { components: { Piece, Cleared, Mist, Round, Progress } } }, // stars and coins are safe with it
    newGame: (world) => newBoard(world, seed),
  });
  lives.on('restored', () => findPlayer(world)); // a save brings its own entity ids back
  board.on('restored', () => findRound(world));
  return { lives, board };
}

/** Loads both saves and settles the return of a game that was closed; resolves when play may begin. */
export async function startGame({ lives, board }: GameSuspensions): Promise<ReturnReport | undefined> {
  await board.start(); // first, so that the board is there while the life counter runs up
  return await lives.start();
}
