import { describe, expect, test } from 'vitest';
import { pumpkinGrowthWindow } from '../../../demo-farm/contracts/pumpkin-growth-window.js';
import { livesRefillWhileAway } from '../../../demo-match3/contracts/lives-refill-while-away.js';
import { runConformance } from '../../src/conformance.js';
import { sampleGame } from './sample-game.js';

describe('the published adoptions', () => {
  const published = [
    { id: 'lives-refill-while-away', adoption: livesRefillWhileAway, applied: 28 },
    { id: 'pumpkin-growth-window', adoption: pumpkinGrowthWindow, applied: 27 },
  ];
  test.each(published)('$id passes every test that can run', async ({ id, adoption, applied }) => {
    const result = await runConformance({ id, adoption, game: sampleGame(adoption) });
    expect(
      result.tests.filter(({ status }) => status === 'failed').map(({ test: name, reason }) => `${name}: ${reason}`),
    ).toEqual([]);
    expect(result.tests.filter(({ applies }) => applies)).toHaveLength(applied);
  });
});
