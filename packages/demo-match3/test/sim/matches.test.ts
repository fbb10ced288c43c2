import { describe, expect, it } from 'vitest';
import { Special } from '../../src/sim/index.js';
import { findMatches, hasMatch } from '../../src/sim/matches.js';
import { QUIET } from './game.js';

/** The quiet board with some cells of kind 5. */
function board(fives: readonly number[]): number[] {
  const kind = [...QUIET.join('')].map(Number);
  for (const cell of fives) kind[cell] = 5;
  return kind;
}

describe('matches', () => {
  it('finds nothing on a board without three of a kind in line', () => {
    expect(findMatches(board([0, 1, 10]))).toEqual([]);
    expect(hasMatch(board([0, 1, 10]))).toBe(false);
  });

  it('takes three in a row, and leaves nothing behind', () => {
    expect(findMatches(board([17, 18, 19]))).toEqual([{ cells: [17, 18, 19], made: undefined }]);
  });

  it('does not join the end of one row with the beginning of the next', () => {
    expect(findMatches(board([6, 7, 8, 9]))).toEqual([]);
  });

  it('leaves a beam along four in a row, where the swapped piece lies', () => {
    expect(findMatches(board([24, 25, 26, 27]), [25])[0]?.made).toEqual({ cell: 25, special: Special.row });
  });

  it('leaves a beam down four in a column, in the middle where nothing was swapped', () => {
    expect(findMatches(board([3, 11, 19, 27]))[0]?.made).toEqual({ cell: 19, special: Special.column });
  });

  it('leaves a burst where two runs cross', () => {
    const match = findMatches(board([16, 17, 18, 26, 34]));
    expect(match).toHaveLength(1);
    expect(match[0]?.made).toEqual({ cell: 18, special: Special.burst });
  });

  it('leaves a star for five in a row, also where another run crosses it', () => {
    expect(findMatches(board([32, 33, 34, 35, 36, 42, 50]))[0]?.made).toEqual({ cell: 34, special: Special.star });
  });

  it('keeps two matches apart that do not touch', () => {
    expect(findMatches(board([0, 1, 2, 56, 57, 58]))).toHaveLength(2);
  });
});
