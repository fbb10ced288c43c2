import { areNeighbours } from './grid.js';
import { isMatched } from './matches.js';
import { CELLS, SIZE, Special, STAR_KIND } from './rules.js';

/** Two neighbouring cells whose pieces a player may exchange. */
export interface Move {
  readonly from: number;
  readonly to: number;
}

/** Whether exchanging two neighbours does something: a match, a star, or two special pieces. */
export function isMove(kind: Uint8Array, special: Uint8Array, from: number, to: number): boolean {
  if (!areNeighbours(from, to)) return false;
  if (kind[from] === STAR_KIND || kind[to] === STAR_KIND) return true;
  if (special[from] !== Special.none && special[to] !== Special.none) return true;
  const swapped = kind.slice();
  swapped[from] = kind[to]!;
  swapped[to] = kind[from]!;
  return isMatched(swapped, from) || isMatched(swapped, to);
}

/** Every move on a board, from the top left on. */
export function findMoves(kind: Uint8Array, special: Uint8Array): Move[] {
  const moves: Move[] = [];
  for (let from = 0; from < CELLS; from++) {
    for (const to of [from + 1, from + SIZE]) {
      if (to < CELLS && isMove(kind, special, from, to)) moves.push({ from, to });
    }
  }
  return moves;
}

export function hasMove(kind: Uint8Array, special: Uint8Array): boolean {
  for (let from = 0; from < CELLS; from++) {
    for (const to of [from + 1, from + SIZE]) if (to < CELLS && isMove(kind, special, from, to)) return true;
  }
  return false;
}
