import { addComponent, addEntity, query } from 'bitecs';
import { Lives, Piece, Progress, Round } from './components.js';
import { deal } from './deal.js';
import { roll } from './dice.js';
import { CELLS, LIFE_MS, MAX_LIVES, Phase } from './rules.js';
import type { GameWorld } from './world.js';

/** A new player, with all lives. */
export function newPlayer(world: GameWorld): void {
  const player = addEntity(world);
  world.player = player;
  addComponent(world, player, Lives);
  Lives.refilledMs[player] = MAX_LIVES * LIFE_MS;
}

/** A new board: the round's entity and 64 pieces. `seed` is any whole number. */
export function newBoard(world: GameWorld, seed: number): void {
  const round = addEntity(world);
  world.round = round;
  addComponent(world, round, Round);
  addComponent(world, round, Progress);
  for (const field of Object.values(Round)) field[round] = 0;
  Round.phase[round] = Phase.map;
  Round.dice[round] = seed >>> 0;
  Progress.coins[round] = 60;
  Progress.stars[round] = 0;
  const kind = deal((sides) => roll(world, sides), 6);
  for (let cell = 0; cell < CELLS; cell++) {
    const piece = addEntity(world);
    Piece.cell[piece] = cell;
    Piece.kind[piece] = kind[cell]!;
    Piece.special[piece] = 0;
    addComponent(world, piece, Piece);
  }
}

/** Looks up the player, whose entity id is the save's. */
export function findPlayer(world: GameWorld): void {
  world.player = query(world, [Lives])[0]!;
}

/** Looks up the round, whose entity id is the save's. */
export function findRound(world: GameWorld): void {
  world.round = query(world, [Round])[0]!;
}
