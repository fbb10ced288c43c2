import { blast } from './blast.js';
import type { Clearing } from './clear.js';
import { beginClear } from './clear.js';
import { Piece, Round } from './components.js';
import type { Grid } from './grid.js';
import { readGrid } from './grid.js';
import { findMatches } from './matches.js';
import { enterPhase } from './phase.js';
import { CELLS, Phase, Special, STAR_KIND, SWAP_MS } from './rules.js';
import type { GameWorld } from './world.js';

function exchange(world: GameWorld, back: boolean): void {
  const from = Round.swapFrom[world.round]!;
  const to = Round.swapTo[world.round]!;
  const grid = readGrid(world);
  Piece.cell[grid.piece[from]!] = to;
  Piece.cell[grid.piece[to]!] = from;
  enterPhase(world, back ? Phase.swapBack : Phase.swap, SWAP_MS);
  world.events.push({ type: 'swapped', from: grid.piece[from]!, to: grid.piece[to]!, back });
}

export function beginSwap(world: GameWorld, from: number, to: number): void {
  Round.swapFrom[world.round] = from;
  Round.swapTo[world.round] = to;
  exchange(world, false);
}

/** A star takes all of its partner's kind, and makes them what its partner is; two stars take the board. */
function clearByStar(grid: Grid, star: number, partner: number): Clearing {
  const both = grid.kind[partner] === STAR_KIND;
  const taken = Array.from({ length: CELLS }, (_, cell) => cell).filter(
    (cell) => both || cell === star || grid.kind[cell] === grid.kind[partner],
  );
  const special = both ? Special.none : grid.special[partner]!;
  if (special !== Special.none) for (const cell of taken) if (cell !== star) grid.special[cell] = special;
  const spent = new Set(both ? [star, partner] : [star]);
  const { cells, effects } = blast(grid, taken, spent);
  return { cells, effects: [{ special: Special.star, cell: star, reach: taken }, ...effects], made: [] };
}

function swapResult(grid: Grid, from: number, to: number): Clearing | undefined {
  if (grid.kind[to] === STAR_KIND) return clearByStar(grid, to, from);
  if (grid.kind[from] === STAR_KIND) return clearByStar(grid, from, to);
  const matches = findMatches(grid.kind, [to, from]);
  const made = matches.flatMap((match) => match.made ?? []);
  const cells = matches.flatMap((match) => match.cells);
  if (grid.special[from] !== Special.none && grid.special[to] !== Special.none) cells.push(from, to);
  return cells.length > 0 ? { ...blast(grid, cells), made } : undefined;
}

/** When two pieces have changed places: what that clears, or the way back. */
export function endSwap(world: GameWorld): void {
  const grid = readGrid(world);
  const clearing = swapResult(grid, Round.swapFrom[world.round]!, Round.swapTo[world.round]!);
  if (!clearing) {
    exchange(world, true);
    return;
  }
  Round.moves[world.round]! -= 1;
  beginClear(world, grid, clearing);
}
