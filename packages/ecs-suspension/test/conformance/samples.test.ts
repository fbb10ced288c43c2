import { describe, expect, test } from 'vitest';
import { TEMPLATES } from '../../src/adoption/templates.js';
import { PROSE } from '../../src/conformance/prose.js';
import { SCENARIOS } from '../../src/conformance/scenarios.js';
import { runConformance } from '../../src/conformance.js';
import { SAMPLES } from './adoptions.js';
import { sampleGame } from './sample-game.js';

describe('scenarios', () => {
  test('are there for every template: 64 run, 16 read prose', () => {
    const templates = TEMPLATES.map(({ id }) => id);
    expect([...Object.keys(SCENARIOS), ...Object.keys(PROSE)].sort()).toEqual([...templates].sort());
    expect(Object.keys(SCENARIOS)).toHaveLength(64);
  });

  const passed = new Set<string>();
  test.each(SAMPLES)('pass on the adoption "$id"', async ({ id, adoption, tuning }) => {
    const result = await runConformance({ id, adoption, game: sampleGame(adoption, tuning) });
    const failed = result.tests.filter(({ status }) => status === 'failed');
    expect(failed.map(({ test: name, reason }) => `${name}: ${reason}`)).toEqual([]);
    for (const { template, status } of result.tests) if (status === 'passed') passed.add(template);
  });

  test('each pass on at least one of the adoptions', () => {
    expect(Object.keys(SCENARIOS).filter((template) => !passed.has(template))).toEqual([]);
  });
});
