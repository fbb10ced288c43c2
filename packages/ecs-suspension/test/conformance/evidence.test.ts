import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { sha256 } from '../../src/conformance/sha256.js';
import type { ConformanceResult, TestResult } from '../../src/conformance.js';
import { canonicalJson, evidenceOf, runConformance } from '../../src/conformance.js';
import { SAMPLES } from './adoptions.js';
import { sampleGame } from './sample-game.js';

const made = (template: string, status: TestResult['status'], reason = ''): TestResult => ({
  test: `game/${template}`,
  template,
  applies: status !== 'does-not-apply',
  status,
  reason,
  nothing: {},
  cites: [],
});
const RESULT: ConformanceResult = {
  adoption: 'game',
  pack: 'sha256:00',
  seeds: ['audit-a'],
  counts: { passed: 2, failed: 1, vacuous: 1, 'not-run': 1, 'does-not-apply': 1 },
  tests: [
    made('first', 'passed'),
    made('second', 'vacuous', 'no rows'),
    made('third', 'failed', 'statement 1'),
    made('fourth', 'not-run', 'to be read'),
    made('fifth', 'does-not-apply', 'no rows'),
    made('suspension-holds', 'passed'),
  ],
};

describe('evidence', () => {
  test('is this object for these results', () => {
    const { evidence, payload } = evidenceOf([RESULT], {
      runner: { id: 'kit', version: '1.2.3' },
      file: 'payload.json',
    });
    expect(evidence).toEqual({
      acceptance: {
        passed: 3,
        total: 5,
        sampled: ['game/suspension-holds'],
        not_passed: {
          'game/third': { result: 'failed', reason: 'statement 1' },
          'game/fourth': { result: 'not-run', reason: 'to be read' },
        },
      },
      result_hash: createHash('sha256').update(payload).digest('hex'),
      payload: { covers: 'acceptance', file: 'payload.json' },
      runner: { id: 'kit', version: '1.2.3' },
      contracts: [{ adoption: 'game', pack: 'sha256:00' }],
    });
    expect(payload.startsWith('[{"adoption":"game","pack":"sha256:00","seeds":["audit-a"],"tests":[{"cites":[]')).toBe(
      true,
    );
  });

  test('has counts that add up for a real run', async () => {
    const [sample] = SAMPLES.filter(({ id }) => id === 'plain');
    if (!sample) throw new Error('no sample');
    const { id, adoption, tuning } = sample;
    const result = await runConformance({ id, adoption, game: sampleGame(adoption, tuning) });
    const { acceptance } = evidenceOf([result], { runner: { id: 'kit', version: '1' }, file: 'p.json' }).evidence;
    expect(acceptance.passed + Object.keys(acceptance.not_passed ?? {}).length).toBe(acceptance.total);
    expect(acceptance.total).toBe(result.tests.filter(({ applies }) => applies).length);
  });

  test('hashes bytes as SHA-256 does', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 300 }), (bytes) => {
        expect(sha256(bytes)).toBe(createHash('sha256').update(bytes).digest('hex'));
      }),
      { numRuns: 200 },
    );
  });

  test('writes canonical JSON: names in order, no space, the value unchanged', () => {
    expect(canonicalJson({ b: [1e21, 0.1, -0], a: { é: '\u20ac\n', A: null } })).toBe(
      '{"a":{"A":null,"é":"€\\n"},"b":[1e+21,0.1,0]}',
    );
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        expect(JSON.parse(canonicalJson(value))).toEqual(JSON.parse(JSON.stringify(value)));
      }),
      { numRuns: 300 },
    );
    for (const wrong of [Number.NaN, () => 1, '\ud800', undefined])
      expect(() => canonicalJson([wrong])).toThrow(TypeError);
  });
});
