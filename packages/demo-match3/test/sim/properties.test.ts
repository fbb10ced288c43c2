import { hasComponent, query } from 'bitecs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { deal, shuffle } from '../../src/sim/deal.js';
import type { GameWorld } from '../../src/sim/index.js';
import {
  Cleared,
  findMoves,
  LEVELS,
  Mist,
  Phase,
  Piece,
  Progress,
  phaseOf,
  Round,
  readGrid,
} from '../../src/sim/index.js';
import { hasMatch } from '../../src/sim/matches.js';
import { createGame, isMoving, play, QUIET, update } from './game.js';

const seeds = fc.integer({ min: 0, max: 0xffff_ffff });
const picks = fc.array(fc.nat(63), { minLength: 1, maxLength: 14 });

/** All that a save of the board holds. */
function stateOf(world: GameWorld) {
  const { kind, special } = readGrid(world);
  const mist = [...query(world, [Mist])].map((entity) => Mist.cell[entity]!).sort((a, b) => a - b);
  const round = Object.values(Round).map((field) => field[world.round]);
  return { kind: [...kind], special: [...special], mist, round };
}

function started(seed: number, level: number): GameWorld {
  const world = createGame(seed);
  Progress.stars[world.round] = 0x3ff;
  play(world, { type: 'start', level });
  return world;
}

function swapAny(world: GameWorld, pick: number, stepMs?: number): void {
  const { kind, special } = readGrid(world);
  const moves = findMoves(kind, special);
  const move = moves[pick % moves.length];
  if (move) play(world, { type: 'swap', ...move }, stepMs);
}

describe('whatever is played', () => {
  it('a board at rest has no match, has a move, and is 64 pieces on 64 cells', () => {
    fc.assert(
      fc.property(seeds, fc.nat(LEVELS.length - 1), picks, (seed, level, moves) => {
        const world = started(seed, level);
        for (const pick of moves) {
          if (phaseOf(world) !== Phase.rest) return;
          swapAny(world, pick);
          const { kind, special } = readGrid(world);
          const cells = new Set([...query(world, [Piece])].map((piece) => Piece.cell[piece]));
          expect(query(world, [Piece])).toHaveLength(64);
          expect(cells.size).toBe(64);
          expect(hasMatch(kind)).toBe(false);
          if (phaseOf(world) === Phase.rest) expect(findMoves(kind, special).length).toBeGreaterThan(0);
          expect([...query(world, [Piece])].some((piece) => hasComponent(world, piece, Cleared))).toBe(false);
        }
      }),
      { numRuns: 120 },
    );
  });

  it('the same seed and moves give the same game, however time is cut up', () => {
    fc.assert(
      fc.property(seeds, picks, fc.integer({ min: 1, max: 900 }), (seed, moves, stepMs) => {
        const whole = started(seed, 3);
        const cut = started(seed, 3);
        for (const pick of moves) {
          if (phaseOf(whole) !== Phase.rest) break;
          swapAny(whole, pick);
          swapAny(cut, pick, stepMs);
        }
        expect(stateOf(cut)).toEqual(stateOf(whole));
      }),
      { numRuns: 60 },
    );
  });

  it('a board in motion comes to rest, from any moment of it', () => {
    fc.assert(
      fc.property(seeds, fc.nat(63), fc.nat(3000), (seed, pick, atMs) => {
        const world = started(seed, 0);
        const { kind, special } = readGrid(world);
        const moves = findMoves(kind, special);
        world.requests.push({ type: 'swap', ...moves[pick % moves.length]! });
        update(world, atMs);
        for (let n = 0; n < 2000 && isMoving(world); n++) update(world, 100);
        expect(isMoving(world)).toBe(false);
      }),
      { numRuns: 60 },
    );
  });
});

/** Draws these first, then others in a fixed order. */
function drawing(first: readonly number[]) {
  let n = 0;
  return (sides: number): number => (n < first.length ? first[n++]! : (n++ * 7919) >> 3) % sides;
}

describe('a deal and a shuffle', () => {
  const quiet = Uint8Array.from(QUIET.join(''), Number);
  const special = new Uint8Array(64);

  it('try again where the first board has no move', () => {
    expect(findMoves(quiet, special)).toEqual([]);
    const draws = [...quiet].map((kind, cell) => {
      const left = cell % 8 >= 2 && quiet[cell - 1] === quiet[cell - 2] ? quiet[cell - 1]! : 9;
      const above = cell >= 16 && quiet[cell - 8] === quiet[cell - 16] ? quiet[cell - 8]! : 9;
      return kind - (left < kind ? 1 : 0) - (above < kind && above !== left ? 1 : 0);
    });
    expect(findMoves(deal(drawing(draws), 6), special).length).toBeGreaterThan(0);
    // Drawing the first piece each time lays the board down as it was.
    const source = shuffle(drawing(Array.from({ length: 64 }, () => 0)), quiet, special);
    expect(
      source &&
        findMoves(
          source.map((from) => quiet[from]!),
          special,
        ).length,
    ).toBeGreaterThan(0);
  });

  it('have no match and a move, whatever the draws', () => {
    fc.assert(
      fc.property(fc.infiniteStream(fc.nat(10_000)), fc.constantFrom(5, 6), (draws, kinds) => {
        const draw = (sides: number): number => (draws.next().value as number) % sides;
        const kind = deal(draw, kinds);
        expect(hasMatch(kind)).toBe(false);
        const special = new Uint8Array(64);
        expect(findMoves(kind, special).length).toBeGreaterThan(0);
        const source = shuffle(draw, kind, special);
        if (!source) return;
        expect([...source].sort((a, b) => a - b)).toEqual(Array.from({ length: 64 }, (_, cell) => cell));
        const moved = source.map((from) => kind[from]!);
        expect(hasMatch(moved)).toBe(false);
        expect(findMoves(moved, special).length).toBeGreaterThan(0);
      }),
      { numRuns: 100 },
    );
  });
});
