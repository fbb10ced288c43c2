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

  test('leave the first ordering violation named, with its seed and cycle', async () => {
    const mutant = MUTANTS.find(({ name }) => name === 'a refused reward is dropped');
    const { runSample } = await bundles.load(mutant);
    const { tests } = await runSample('stepped', ['suspension-holds']);
    expect(tests[0]?.reason).toMatch(
      /first ordering violation, seed audit-[ab], cycle \d+ of \d+: gift-\d@\d+ is neither/,
    );
  });

  test('are there for each template that runs', () => {
    const caught = new Set(MUTANTS.flatMap(({ caughtBy }) => caughtBy));
    expect(Object.keys(SCENARIOS).filter((template) => !caught.has(template))).toEqual([]);
  });
});
