import { query } from 'bitecs';
import { Piece } from './components.js';
import { CELLS, SIZE } from './rules.js';
import type { GameWorld } from './world.js';

/** The board by cell: which entity lies there, and what it is. */
export interface Grid {
  readonly piece: Uint32Array;
  readonly kind: Uint8Array;
  readonly special: Uint8Array;
}

export const rowOf = (cell: number): number => Math.floor(cell / SIZE);
export const columnOf = (cell: number): number => cell % SIZE;

/** Reads the board. By cell, and so independent of the order in which a query lists its entities. */
export function readGrid(world: GameWorld): Grid {
  const grid = { piece: new Uint32Array(CELLS), kind: new Uint8Array(CELLS), special: new Uint8Array(CELLS) };
  for (const piece of query(world, [Piece])) {
    const cell = Piece.cell[piece]!;
    grid.piece[cell] = piece;
    grid.kind[cell] = Piece.kind[piece]!;
    grid.special[cell] = Piece.special[piece]!;
  }
  return grid;
}

export function areNeighbours(a: number, b: number): boolean {
  return Math.abs(rowOf(a) - rowOf(b)) + Math.abs(columnOf(a) - columnOf(b)) === 1;
}
