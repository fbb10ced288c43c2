import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { readPack } from '../../src/conformance/render.js';
import { conformance, runConformance } from '../../src/conformance.js';
import { createSuspension } from '../../src/index.js';
import { adoptionFrom, SAMPLES } from './adoptions.js';
import { sampleGame } from './sample-game.js';

const plain = adoptionFrom({});
const clockDuty = 'plain/clock-citation-duty/the-clock';

/** Runs what `conformance` registers, as a runner would. */
async function runRegistered(
  options: Omit<Parameters<typeof conformance>[0], 'test'>,
): Promise<{ names: string[]; failures: string[]; result: ReturnType<ReturnType<typeof conformance>['result']> }> {
  const registered: { name: string; run: () => Promise<void> }[] = [];
  const kit = conformance({ ...options, test: (name, run) => registered.push({ name, run }) });
  const failures: string[] = [];
  for (const { name, run } of registered)
    await run().catch((error: Error) => failures.push(`${name}: ${error.message}`));
  return { names: registered.map(({ name }) => name), failures, result: kit.result() };
}

describe('conformance', () => {
  test('registers the tests that apply with the runner, and lists all of them after the run', async () => {
    const { names, failures, result } = await runRegistered({ adoption: plain, id: 'plain', game: sampleGame(plain) });
    expect(failures).toEqual([]);
    expect(names).toHaveLength(result.tests.filter(({ applies }) => applies).length);
    expect(new Set(result.tests.map(({ template }) => template)).size).toBe(80);
    expect(names).toContain(`${clockDuty} (to be read by a person)`);
  });

  test('says what a person has to read, and who has read it', async () => {
    const only = ['clock-citation-duty'];
    const unread = await runConformance({ adoption: plain, id: 'plain', game: sampleGame(plain), only });
    expect(unread.tests[0]).toMatchObject({
      status: 'not-run',
      reading: { address: 'time.clock', texts: { reading: 'a clock moved by hand', unit: 'ms' }, missing: [] },
    });
    const readings = { [clockDuty]: { by: 'A. Reader', on: '2026-01-05' } };
    const read = await runConformance({ adoption: plain, id: 'plain', game: sampleGame(plain), only, readings });
    expect(read.tests[0]).toMatchObject({ status: 'passed', reason: 'read by A. Reader on 2026-01-05' });
  });

  test('reads every prose test of the samples with its texts there', async () => {
    for (const { id, adoption, tuning } of SAMPLES) {
      const result = await runConformance({
        id,
        adoption,
        game: sampleGame(adoption, tuning),
        only: ['choice-rule-citation-duty', 'limit-rule-citation-duty', 'calendar-boundary-citation-duty'],
      });
      for (const { applies, status, test: name } of result.tests)
        expect([name, status]).toEqual([name, applies ? 'not-run' : 'does-not-apply']);
    }
  });

  test('refuses an adoption at fault, a game that installs another suspension, and another pack', async () => {
    const faulty = { ...plain, version: 7 };
    expect(() => conformance({ adoption: faulty, id: 'x', game: sampleGame(plain), test: () => {} })).toThrow(
      expect.objectContaining({ code: 'ADOPTION_INVALID' }),
    );
    const own = await runConformance({
      adoption: plain,
      id: 'plain',
      only: ['at-most-one-clock-row'],
      game: (ports) => sampleGame(plain)({ ...ports, createSuspension }),
    });
    expect(own.tests[0]).toMatchObject({ status: 'failed', reason: expect.stringContaining('ports.createSuspension') });
    await expect(runConformance({ adoption: plain, id: 'x', game: sampleGame(plain), pack: '{}' })).rejects.toThrow(
      RangeError,
    );
  });

  test('renders titles and texts from the pack: places of the row, bindings and inputs', async () => {
    const pack = JSON.stringify({
      templates: [
        {
          id: 'catch-up-report-fields',
          title: '{{row.id}} of {{instance}}',
          text: 'It is {{bind:kind}}.',
          collection: 'catch-up-items',
          bindings: {
            kind: { row_field: 'away-limit', map: { 'whole-interval': 'all of {{row.state-declared-in}}' } },
          },
          test: JSON.parse('{ "given": "a", "when": ["b"], "then": ["{{bind:kind}}"] }'),
        },
        {
          id: 'suspension-holds',
          title: 't',
          text: '{{inputs:seeds}} and {{inputs:scope}}, {{bind:where}}',
          bindings: { where: { flag: 'while-in-the-background', map: { 'counts-as-away': 'away' } } },
          inputs: { scope: { default: 'all' } },
          test: {},
        },
      ],
    });
    const adoption = { ...plain, id: 'game', pack: `sha256:${createHash('sha256').update(pack).digest('hex')}` };
    const { wording } = readPack(pack, adoption as never, { seeds: ['s1', 's2'] });
    expect(wording('catch-up-report-fields', 'item-1')).toEqual({
      title: 'item-1 of game',
      text: 'It is all of items.n1.',
      given: 'a',
      when: ['b'],
      thens: ['all of items.n1'],
    });
    expect(wording('suspension-holds', undefined)?.text).toBe('s1, s2 and all, away');
  });
});
