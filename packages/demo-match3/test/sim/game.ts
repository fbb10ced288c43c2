import { query } from 'bitecs';
import type { GameWorld, Request } from '../../src/sim/index.js';
import {
  boardSystem,
  CELLS,
  createGameWorld,
  inputSystem,
  newBoard,
  newPlayer,
  Phase,
  Piece,
  phaseOf,
  SIZE,
} from '../../src/sim/index.js';

/** A game with a full player and a dealt board. */
export function createGame(seed: number): GameWorld {
  const world = createGameWorld();
  newPlayer(world);
  newBoard(world, seed);
  return world;
}

/** One update of play. */
export function update(world: GameWorld, deltaMs: number): void {
  world.time.delta = deltaMs;
  inputSystem(world);
  boardSystem(world);
}

/** Asks for something and plays on until the board waits again. */
export function play(world: GameWorld, request: Request, stepMs = 10_000): void {
  world.requests.push(request);
  update(world, 0);
  for (let n = 0; n < 20_000 && isMoving(world); n++) update(world, stepMs);
}

export function isMoving(world: GameWorld): boolean {
  const phase = phaseOf(world);
  return phase !== Phase.map && phase !== Phase.rest && phase !== Phase.won && phase !== Phase.lost;
}

/** Lays out a board from eight rows of digits; `-` beside a digit is written in `specials`, as `cell: special`. */
export function layOut(world: GameWorld, rows: readonly string[], specials: { [cell: number]: number } = {}): void {
  const digits = rows.join('');
  if (digits.length !== CELLS) throw new RangeError(`${SIZE} rows of ${SIZE} digits, not ${digits.length} digits`);
  for (const piece of query(world, [Piece])) {
    const cell = Piece.cell[piece]!;
    Piece.kind[piece] = Number(digits[cell]);
    Piece.special[piece] = specials[cell] ?? 0;
  }
}

/** Eight rows without a match, in which what a test lays down stands alone. */
export const QUIET: readonly string[] = [
  '01201201',
  '12012012',
  '20120120',
  '01201201',
  '12012012',
  '20120120',
  '01201201',
  '12012012',
];
