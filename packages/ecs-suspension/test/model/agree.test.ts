import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { RUNS } from '../support/arbitrary.js';
import { adoptionArb, movesArb } from './arbitrary-adoption.js';
import { drive } from './drive.js';

describe('two readings of the contract', () => {
  test('agree on state, reports, anchors and rewards over any adoption and any sequence of moves', async () => {
    await fc.assert(
      fc.asyncProperty(adoptionArb, movesArb, async (data, moves) => {
        const { game, model } = await drive(data, moves);
        // Compared whole first: the matcher is slow, and only a disagreement needs its words.
        if (isDeepStrictEqual(game, model)) return;
        for (const [i, outcome] of game.entries()) expect(outcome).toStrictEqual(model[i]);
      }),
      { numRuns: RUNS },
    );
  });
});
