import { readAdoption } from '../../adoption/read.js';
import type { Run } from '../run.js';
import type { Trial } from '../trial.js';
import type { Scenario } from './helpers.js';
import { hasClock } from './helpers.js';

type Rows = Trial['adoption']['rows'];

/** The adoption with some rows or answers changed, as a document. */
function altered(t: Trial, rows: object, answers: object = {}): unknown {
  const { contract, version, pack } = t.adoption;
  return {
    contract,
    version,
    pack,
    answers: { ...t.adoption.answers, ...answers },
    values: {},
    rows: { ...t.adoption.rows, ...rows },
  };
}

/** What is declared is what the game runs, and an adoption of another shape is refused. */
async function assertShape(t: Trial, line: number, ok: boolean, wrong: unknown, code: string): Promise<Run> {
  const run = await t.open();
  t.holds(line, ok, 'the adoption has another shape');
  const [record] = run.stream('declaration-record');
  t.same(line, [record?.['answers'], record?.['rows']], [t.adoption.answers, t.adoption.rows], 'what was declared');
  const read = readAdoption(wrong, t.adoption.id);
  t.holds(
    line,
    !read.ok && read.findings.some((finding) => finding.code === code),
    `an adoption at fault is not refused with ${code}`,
  );
  return run;
}

const twice = <S extends keyof Rows>(t: Trial, set: S, row: object): object => ({
  [set]: [...(t.adoption.rows[set].length > 0 ? t.adoption.rows[set] : [row]), { ...row, id: 'one-too-many' }],
});
const ROLLBACK = { id: 'trusted', 'trusted-state-declared-in': 'trusted.state' };
const CLOCK = { id: 'clock', 'clock-declared-in': 'time.clock' };

const trustedShape: Scenario = async (t) => {
  const ok = t.adoption.rows['rollback-rules'].length === 1;
  await assertShape(t, 1, ok, altered(t, { 'rollback-rules': [] }), 'DECLARATION_ROLLBACK_ROWS');
  await assertShape(t, 2, ok, altered(t, twice(t, 'rollback-rules', ROLLBACK)), 'DECLARATION_ROLLBACK_ROWS');
};

const rollbackOnlyTrusted: Scenario = async (t) => {
  const needed = t.adoption.answers['backward-clock-anchor'] === 'last-trusted-checkpoint';
  if (needed) {
    for (const line of [1, 2]) t.nothing(line, 'the anchor is the last trusted checkpoint');
    t.nothing(3, 'there is a rollback row, as there must be');
    t.nothing(4, 'the shape is owned by another check');
    (await t.open()).stream('declaration-record');
    return;
  }
  const ok = t.adoption.rows['rollback-rules'].length === 0;
  const line = hasClock(t) ? 1 : 2;
  await assertShape(t, line, ok, altered(t, { 'rollback-rules': [ROLLBACK] }), 'DECLARATION_ROLLBACK_ROWS');
  if (hasClock(t)) t.nothing(2, 'there is a clock row');
  else {
    t.nothing(1, 'there is no clock row');
    t.same(2, t.adoption.answers['backward-clock-anchor'], undefined, 'the anchor answer');
  }
  t.nothing(3, 'the anchor is not the last trusted checkpoint');
  t.holds(4, ok, 'there is a rollback row');
};

const oneClock: Scenario = async (t) => {
  const ok = t.adoption.rows.clock.length <= 1;
  await assertShape(
    t,
    1,
    ok,
    altered(t, twice(t, 'clock', CLOCK), hasClock(t) ? {} : { 'clock-source': 'protected-clock' }),
    'DECLARATION_CLOCK_ROWS',
  );
  t.holds(2, ok, 'there is more than one clock row');
};

const oneRollback: Scenario = async (t) => {
  const ok = t.adoption.rows['rollback-rules'].length <= 1;
  await assertShape(t, 1, ok, altered(t, twice(t, 'rollback-rules', ROLLBACK)), 'DECLARATION_ROLLBACK_ROWS');
  t.holds(2, ok, 'there is more than one rollback row');
};

const claimSurface: Scenario = async (t) => {
  const { 'return-display': display } = t.adoption.answers;
  const ok = display === 'return-summary' || display === 'detailed-return-summary';
  for (const [i, other] of ['state-only', 'visible-before-resume'].entries()) {
    await assertShape(t, i + 1, ok, altered(t, {}, { 'return-display': other }), 'DECLARATION_CLAIM_SURFACE');
  }
  t.holds(3, ok, 'there is no surface to claim from');
};

/** An empty row set gives nothing of its kind. */
const emptySets: Scenario = async (t) => {
  const run = await t.open();
  const { rows } = t.adoption;
  const [record] = run.stream('declaration-record');
  const report = await run.away(t.spanMs);
  if (run.stream('return-timeline').length === 0) throw new Error('the timeline is empty');
  const trace = (name: Parameters<Run['stream']>[0]): number => run.stream(name).length;
  const clauses: readonly (readonly [keyof Rows, readonly number[]])[] = [
    ['fixed-items', [trace('fixed-state-trace')]],
    ['catch-up-items', [report.catchUp.filter(({ row }) => !rows['choice-items'].some(({ id }) => id === row)).length]],
    ['continuous-items', [report.continuous.length]],
    ['choice-items', [report.choices.length, trace('choice-trace')]],
    ['return-rewards', [report.rewards.length, run.suspension.rewards.length, trace('reward-report')]],
    ['rollback-rules', [trace('rollback-trace')]],
  ];
  for (const [i, [set, counts]] of clauses.entries()) {
    if (rows[set].length > 0) t.nothing(i + 1, `${set} has rows`);
    else {
      t.same(i + 1, record?.['rows']?.[set], [], `the declared ${set}`);
      t.same(
        i + 1,
        counts,
        counts.map(() => 0),
        `what a return did for ${set}`,
      );
    }
  }
};

export const declarationScenarios: { readonly [template: string]: Scenario } = {
  'empty-row-sets-create-nothing': emptySets,
  'trusted-checkpoint-row-shape': trustedShape,
  'rollback-row-only-for-trusted-checkpoint': rollbackOnlyTrusted,
  'at-most-one-clock-row': oneClock,
  'at-most-one-rollback-row': oneRollback,
  'player-claim-needs-return-surface': claimSurface,
};
