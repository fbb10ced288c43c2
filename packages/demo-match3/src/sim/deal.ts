import { hasMove } from './moves.js';
import { CELLS, SIZE, STAR_KIND } from './rules.js';

/** Draws a whole number from 0 to `sides - 1`. */
export type Draw = (sides: number) => number;

const NO_SPECIALS = new Uint8Array(CELLS);

/** One board without a match; whether it has a move is luck. */
function dealOnce(draw: Draw, kinds: number): Uint8Array {
  const kind = new Uint8Array(CELLS);
  for (let cell = 0; cell < CELLS; cell++) {
    const left = cell % SIZE >= 2 && kind[cell - 1] === kind[cell - 2] ? kind[cell - 1] : -1;
    const above = cell >= 2 * SIZE && kind[cell - SIZE] === kind[cell - 2 * SIZE] ? kind[cell - SIZE] : -1;
    const allowed = Array.from({ length: kinds }, (_, k) => k).filter((k) => k !== left && k !== above);
    kind[cell] = allowed[draw(allowed.length)]!;
  }
  return kind;
}

/** A board without a match and with a move. */
export function deal(draw: Draw, kinds: number): Uint8Array {
  for (;;) {
    const kind = dealOnce(draw, kinds);
    if (hasMove(kind, NO_SPECIALS)) return kind;
  }
}

/** How often a shuffle tries before it gives up on these pieces. */
const TRIES = 100;

/** Lays the pieces down in a random order, none where it would match; `undefined` where none is left that may lie there. */
function shuffleOnce(draw: Draw, kind: Uint8Array): Uint8Array | undefined {
  const left = Array.from({ length: CELLS }, (_, cell) => cell);
  const laid = new Uint8Array(CELLS);
  const source = new Uint8Array(CELLS);
  for (let cell = 0; cell < CELLS; cell++) {
    const start = draw(left.length);
    const index = left.findIndex((_, i) => {
      const own = kind[left[(start + i) % left.length]!];
      const across = cell % SIZE >= 2 && laid[cell - 1] === own && laid[cell - 2] === own;
      const down = cell >= 2 * SIZE && laid[cell - SIZE] === own && laid[cell - 2 * SIZE] === own;
      return own === STAR_KIND || (!across && !down);
    });
    if (index < 0) return undefined;
    const [from] = left.splice((start + index) % left.length, 1);
    source[cell] = from!;
    laid[cell] = kind[from!]!;
  }
  return source;
}

/**
 * Puts 64 pieces in an order without a match and with a move.
 * @returns For each cell the cell its piece came from; `undefined` where no such order was found, as with 40 of a kind.
 */
export function shuffle(draw: Draw, kind: Uint8Array, special: Uint8Array): Uint8Array | undefined {
  for (let attempt = 0; attempt < TRIES; attempt++) {
    const source = shuffleOnce(draw, kind);
    if (!source) continue;
    const kinds = source.map((from) => kind[from]!);
    const specials = source.map((from) => special[from]!);
    if (hasMove(kinds, specials)) return source;
  }
  return undefined;
}
