import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { SCENARIOS } from '../../src/conformance/scenarios.js';
import { MUTANTS } from './mutants.js';
import type { Bundles } from './mutate.js';
import { createBundles } from './mutate.js';

describe('mutants', () => {
  let bundles: Bundles;
  beforeAll(async () => {
    bundles = await createBundles();
  });
  afterAll(async () => {
    await bundles?.end();
  });

  test.each(MUTANTS)('$name: caught', async (mutant) => {
    const { runSample } = await bundles.load(mutant);
    const { tests } = await runSample(mutant.on, mutant.caughtBy);
    const missed = mutant.caughtBy.filter(
      (id) => !tests.some(({ template, status }) => template === id && status === 'failed'),
    );
    expect(missed, 'templates that let it pass').toEqual([]);
  });

  test('are there for each template that runs', () => {
    const caught = new Set(MUTANTS.flatMap(({ caughtBy }) => caughtBy));
    expect(Object.keys(SCENARIOS).filter((template) => !caught.has(template))).toEqual([]);
  });
});
