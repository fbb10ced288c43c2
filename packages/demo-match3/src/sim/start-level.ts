import { addComponent, addEntity, query, removeComponent, removeEntity } from 'bitecs';
import { Cleared, Mist, Piece, Round } from './components.js';
import { deal } from './deal.js';
import { roll } from './dice.js';
import { levelAt, mistCells } from './levels.js';
import { enterPhase } from './phase.js';
import { Phase, Special } from './rules.js';
import type { GameWorld } from './world.js';

/** Deals a level's board into the 64 pieces, lays its mist and sets its goals. */
export function startLevel(world: GameWorld, index: number): void {
  const level = levelAt(index);
  const round = world.round;
  const kind = deal((sides) => roll(world, sides), level.kinds);
  for (const piece of [...query(world, [Piece])]) {
    Piece.kind[piece] = kind[Piece.cell[piece]!]!;
    Piece.special[piece] = Special.none;
    removeComponent(world, piece, Cleared);
  }
  for (const mist of [...query(world, [Mist])]) removeEntity(world, mist);
  for (const cell of mistCells(level)) {
    const mist = addEntity(world);
    Mist.cell[mist] = cell;
    addComponent(world, mist, Mist);
  }
  Round.level[round] = index;
  Round.moves[round] = level.moves;
  Round.score[round] = 0;
  Round.chain[round] = 0;
  Round.firstLeft[round] = level.goals[0].count;
  Round.secondLeft[round] = level.goals[1]?.count ?? 0;
  enterPhase(world, Phase.rest);
  world.events.push({ type: 'dealt' });
}
