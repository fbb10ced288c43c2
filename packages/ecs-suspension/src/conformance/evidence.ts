import { canonicalJson } from './canonical.js';
import type { ConformanceResult, TestResult } from './conformance.js';
import { sha256 } from './sha256.js';

export interface NotPassed {
  readonly result: 'failed' | 'partial' | 'not-run';
  readonly reason: string;
}

/** The `evidence` object of an OpenGDD build record. */
export interface Evidence {
  readonly acceptance: {
    readonly passed: number;
    readonly total: number;
    /** Tests that hold over whole runs and were walked by seeds. */
    readonly sampled?: readonly string[];
    /** By test name. */
    readonly not_passed?: { readonly [test: string]: NotPassed };
  };
  /** SHA-256 of the payload file, in lower-case hex. */
  readonly result_hash: string;
  readonly payload: { readonly covers: string; readonly file: string };
  readonly runner: { readonly id: string; readonly version: string };
  readonly contracts: readonly { readonly adoption: string; readonly pack: string }[];
}

export interface EvidenceOptions {
  readonly runner: { readonly id: string; readonly version: string };
  /** Name of the payload file, as the record refers to it. */
  readonly file: string;
}

const isPassed = ({ status }: TestResult): boolean => status === 'passed' || status === 'vacuous';

/**
 * Makes the evidence of some results, and the text of its payload file: canonical JSON, to be written as UTF-8 and
 * without a byte more. A test that asserts nothing counts as passed; one that a person has not read yet does not.
 */
export function evidenceOf(
  results: readonly ConformanceResult[],
  { runner, file }: EvidenceOptions,
): { readonly evidence: Evidence; readonly payload: string } {
  const tests = results.flatMap((result) => result.tests.filter(({ applies }) => applies));
  const sampled = tests.filter(({ template }) => template === 'suspension-holds').map(({ test }) => test);
  const notPassed = tests
    .filter((made) => !isPassed(made))
    .map(({ test, status, reason }): [string, NotPassed] => [
      test,
      { result: status === 'not-run' ? 'not-run' : 'failed', reason },
    ]);
  const payload = canonicalJson(
    results.map(({ adoption, pack, seeds, tests: made }) => ({
      adoption,
      pack,
      seeds,
      tests: made.map(({ test, status, reason, nothing, cites }) => ({ test, status, reason, nothing, cites })),
    })),
  );
  return {
    payload,
    evidence: {
      acceptance: {
        passed: tests.filter(isPassed).length,
        total: tests.length,
        ...(sampled.length > 0 && { sampled }),
        ...(notPassed.length > 0 && { not_passed: Object.fromEntries(notPassed) }),
      },
      result_hash: sha256(new TextEncoder().encode(payload)),
      payload: { covers: 'acceptance', file },
      runner: { id: runner.id, version: runner.version },
      contracts: results.map(({ adoption, pack }) => ({ adoption, pack })),
    },
  };
}
