import type { ListedTest } from '../adoption/applicability.js';
import { listTests } from '../adoption/applicability.js';
import type { Adoption, ReadAdoption } from '../adoption/document.js';
import { readAdoption } from '../adoption/read.js';
import { TEMPLATES } from '../adoption/templates.js';
import { SuspensionError } from '../errors.js';
import type { MakeGame } from './game.js';
import type { Reading } from './prose.js';
import { PROSE, readingFor } from './prose.js';
import type { Pack, Wording } from './render.js';
import { readPack } from './render.js';
import { SCENARIOS, statementsOf } from './scenarios.js';
import { createTrial } from './trial.js';

export type Status = 'passed' | 'failed' | 'vacuous' | 'not-run' | 'does-not-apply';

/** What became of one test. */
export interface TestResult extends ListedTest {
  readonly status: Status;
  /** Why it does not apply, failed, was not run or asserts nothing; who read it. Empty for a plain pass. */
  readonly reason: string;
  /** Statements that say nothing about this adoption, with the reason, counted from 1. */
  readonly nothing: { readonly [statement: number]: string };
  /** Addresses that the test names. */
  readonly cites: readonly string[];
  /** What a person has to read, for a test of prose. */
  readonly reading?: Reading;
  readonly wording?: Wording;
}

export interface ConformanceResult {
  readonly adoption: string;
  readonly pack: string;
  readonly seeds: readonly string[];
  readonly tests: readonly TestResult[];
  readonly counts: { readonly [status in Status]: number };
}

export interface ConformanceOptions {
  readonly adoption: Adoption;
  readonly id: string;
  /** A fresh game on the kit's ports, not started. */
  readonly game: MakeGame;
  /** The pack file of the adoption's version: titles and texts come from it. */
  readonly pack?: Uint8Array | string;
  /** Prose tests that a person has read and signed off, by test name. */
  readonly readings?: { readonly [test: string]: { readonly by: string; readonly on: string } };
  /** Length of an ordinary absence, in ms, in which every catch-up row gains something; default 60,000. */
  readonly spanMs?: number;
  /** Seeds of the test that walks whole runs; default `audit-a` and `audit-b`. */
  readonly seeds?: readonly string[];
}

const SEEDS = ['audit-a', 'audit-b'];

interface Kit {
  readonly adoption: ReadAdoption;
  readonly listed: readonly ListedTest[];
  readonly pack: Pack | undefined;
  run(test: ListedTest): Promise<TestResult>;
  result(tests: readonly TestResult[]): ConformanceResult;
}

function createKit({ readings = {}, spanMs = 60_000, seeds = SEEDS, game, ...options }: ConformanceOptions): Kit {
  const read = readAdoption(options.adoption, options.id);
  if (!read.ok) {
    throw new SuspensionError(
      'ADOPTION_INVALID',
      `The adoption of "${options.id}" cannot be tested: ${read.findings.map(({ message }) => message).join(' ')}`,
      { details: { findings: read.findings } },
    );
  }
  const { adoption } = read;
  const pack = options.pack === undefined ? undefined : readPack(options.pack, adoption, { seeds });
  const byId = new Map(TEMPLATES.map((template) => [template.id, template]));

  const decide = async (
    listed: ListedTest,
  ): Promise<Pick<TestResult, 'status' | 'reason'> & Partial<Pick<TestResult, 'nothing' | 'cites' | 'reading'>>> => {
    const template = byId.get(listed.template);
    if (!listed.applies || !template) return { status: 'does-not-apply', reason: listed.reason };
    const { trial, answered } = createTrial({ adoption, template, game, spanMs, seeds });
    const prose = PROSE[template.id];
    try {
      if (prose) {
        const reading = readingFor(prose, await trial.open(), listed.row ?? '');
        const cites = [reading.address];
        if (reading.missing.length > 0) {
          return {
            status: 'failed',
            reason: `the rule at ${reading.address} states no ${reading.missing.join(', ')}`,
            reading,
            cites,
          };
        }
        const signed = Object.hasOwn(readings, listed.test) ? readings[listed.test] : undefined;
        return signed
          ? { status: 'passed', reason: `read by ${signed.by} on ${signed.on}`, reading, cites }
          : { status: 'not-run', reason: `a person has to read whether the rule ${prose.duty}`, reading, cites };
      }
      await SCENARIOS[template.id]?.(trial, listed.row ?? '');
    } catch (error) {
      return { status: 'failed', reason: error instanceof Error ? error.message : String(error) };
    }
    const nothing = Object.fromEntries([...answered.nothing].filter(([line]) => !answered.asserted.has(line)));
    const lines = Array.from({ length: statementsOf(template.id) }, (_, i) => i + 1);
    const open = lines.filter(
      (line) => ![answered.asserted, answered.named, answered.nothing].some((lines) => lines.has(line)),
    );
    const unseen = template.diagnostics.filter((name) => !answered.streams.has(name as never));
    const isVacuous = answered.asserted.size === 0;
    if (open.length > 0 || (!isVacuous && unseen.length > 0)) {
      return {
        status: 'failed',
        reason: `the kit left open: ${[...open.map((line) => `statement ${line}`), ...unseen].join(', ')}`,
      };
    }
    const status = isVacuous ? 'vacuous' : 'passed';
    return {
      status,
      reason: isVacuous ? [...new Set(Object.values(nothing))].join('; ') : '',
      nothing,
      cites: answered.cited,
    };
  };

  return {
    adoption,
    pack,
    listed: listTests(adoption),
    async run(listed) {
      const wording = listed.applies ? pack?.wording(listed.template, listed.row) : undefined;
      return { ...listed, nothing: {}, cites: [], ...(await decide(listed)), ...(wording && { wording }) };
    },
    result(tests) {
      const counts: { [status in Status]: number } = {
        passed: 0,
        failed: 0,
        vacuous: 0,
        'not-run': 0,
        'does-not-apply': 0,
      };
      for (const { status } of tests) counts[status]++;
      return { adoption: adoption.id, pack: adoption.pack, seeds, tests, counts };
    },
  };
}

/**
 * Runs the acceptance tests of an adoption on a game, without a runner.
 *
 * @param options.only - Templates to run; the others are left out of the result.
 * @throws SuspensionError `ADOPTION_INVALID`; RangeError `OPTION_INVALID` for another pack than the adoption's.
 */
export async function runConformance(
  options: ConformanceOptions & { readonly only?: readonly string[] },
): Promise<ConformanceResult> {
  const kit = createKit(options);
  const tests: TestResult[] = [];
  for (const listed of kit.listed) {
    if (!options.only || options.only.includes(listed.template)) tests.push(await kit.run(listed));
  }
  return kit.result(tests);
}

/**
 * Registers the acceptance tests of an adoption with a test runner, one by one: those that apply. A test that reads
 * prose passes once the rule's texts are there; its name says that a person has to read them.
 *
 * @param options.test - The runner's own, such as vitest's or `node:test`'s.
 * @returns What has run so far, by `result()`: whole when the runner has ended.
 *
 * @example
 * conformance({ adoption, id: 'lives-refill-while-away', game, test })
 */
export function conformance(
  options: ConformanceOptions & { readonly test: (name: string, run: () => Promise<void>) => unknown },
): { result(): ConformanceResult } {
  const kit = createKit(options);
  const done = new Map<ListedTest, TestResult>();
  for (const listed of kit.listed) {
    if (!listed.applies) {
      done.set(listed, { ...listed, status: 'does-not-apply', nothing: {}, cites: [] });
      continue;
    }
    const unread = PROSE[listed.template] && !Object.hasOwn(options.readings ?? {}, listed.test);
    const title = kit.pack?.wording(listed.template, listed.row)?.title;
    const name = [listed.test, title && `: ${title}`, unread && ' (to be read by a person)'].filter(Boolean).join('');
    options.test(name, async () => {
      const made = await kit.run(listed);
      done.set(listed, made);
      if (made.status === 'failed') throw new Error(`${listed.test}: ${made.reason}`);
    });
  }
  return { result: () => kit.result(kit.listed.flatMap((listed) => done.get(listed) ?? [])) };
}
