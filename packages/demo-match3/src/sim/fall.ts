import { hasComponent, removeComponent } from 'bitecs';
import { Cleared, Piece, Round } from './components.js';
import { roll } from './dice.js';
import { readGrid, rowOf } from './grid.js';
import { levelAt } from './levels.js';
import { enterPhase } from './phase.js';
import { FALL_MS, FALL_ROW_MS, Phase, SIZE, Special } from './rules.js';
import type { Drop, GameWorld } from './world.js';

/** Lets pieces fall into the gaps; each piece that went comes back on top as a fresh one, so that there are always 64. */
export function beginFall(world: GameWorld): void {
  const grid = readGrid(world);
  const kinds = levelAt(Round.level[world.round]!).kinds;
  const drops: Drop[] = [];
  for (let column = 0; column < SIZE; column++) {
    const cells = Array.from({ length: SIZE }, (_, i) => (SIZE - 1 - i) * SIZE + column);
    const pieces = cells.map((cell) => grid.piece[cell]!);
    const staying = pieces.filter((piece) => !hasComponent(world, piece, Cleared));
    const fresh = pieces.filter((piece) => hasComponent(world, piece, Cleared));
    [...staying, ...fresh].forEach((piece, i) => {
      const cell = cells[i]!;
      const isFresh = i >= staying.length;
      const fromRow = isFresh ? rowOf(cell) - fresh.length : rowOf(Piece.cell[piece]!);
      if (isFresh) {
        Piece.kind[piece] = roll(world, kinds);
        Piece.special[piece] = Special.none;
        removeComponent(world, piece, Cleared);
      }
      Piece.cell[piece] = cell;
      if (fromRow !== rowOf(cell)) drops.push({ piece, fromRow, cell });
    });
  }
  const furthest = Math.max(0, ...drops.map((drop) => rowOf(drop.cell) - drop.fromRow));
  enterPhase(world, Phase.fall, FALL_MS + FALL_ROW_MS * furthest);
  world.events.push({ type: 'fell', drops });
}
