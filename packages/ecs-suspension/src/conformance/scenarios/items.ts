import type { Run } from '../run.js';
import type { Trial } from '../trial.js';
import { branchNames } from '../trial.js';
import type { Scenario } from './helpers.js';
import { appliedSince, CHOICE, entriesSince, hasClock, last, STATE, sum } from './helpers.js';

/** A game whose authority has gone on from state `a` to state `b`. */
async function withAuthority(t: Trial, row: string): Promise<{ readonly run: Run; readonly wanted: unknown }> {
  const run = await t.open();
  if (!run.game.reading) throw new Error(`${row} is continuous: give the game reading(row, pick)`);
  run.game.put(row, 'b');
  const wanted = structuredClone(run.game.read(row));
  run.game.put(row, 'a');
  run.reply(row, STATE, 'read', () => run.game.reading?.(row, 'b'));
  return { run, wanted };
}

const staysWithAuthority: Scenario = async (t, row) => {
  const { run, wanted } = await withAuthority(t, row);
  const report = await run.away(t.spanMs);
  const reading = run.game.reading?.(row, 'b');
  t.same(
    1,
    report.continuous.find((made) => made.row === row),
    { row, read: true, reading },
    'the report',
  );
  t.same(1, run.game.read(row), wanted, `${row} after the return`);
  const trace = run.stream('continuous-state-trace').filter((entry) => entry['row'] === row);
  t.same(
    1,
    trace.map((entry) => entry['reading']),
    [reading],
    'the readings of the trace',
  );
};

const notPredicted: Scenario = async (t, row) => {
  const { run } = await withAuthority(t, row);
  const before = structuredClone(run.game.read(row));
  run.leave();
  const mark = run.mark();
  run.play(3_000);
  t.same(1, run.game.read(row), before, `${row} while away`);
  t.same(1, run.calls(row, STATE).filter(({ order }) => order >= mark).length, 0, `calls of ${row} while away`);
  t.same(1, run.stream('continuous-state-trace').length, 0, 'entries while away');
  await run.comeBack();
  t.same(1, run.calls(row, STATE, 'apply').length, 1, `changes of ${row} on return`);
};

const readOnce: Scenario = async (t, row) => {
  const { run, wanted } = await withAuthority(t, row);
  await run.away(t.spanMs);
  t.same(1, run.calls(row, STATE, 'read').length, 1, `readings of ${row}`);
  t.same(1, run.calls(row, STATE, 'apply').length, 1, `changes of ${row}`);
  t.same(1, run.stream('continuous-state-trace').filter((entry) => entry['row'] === row).length, 1, 'entries');
  t.same(1, run.game.read(row), wanted, `${row} after the return`);
  run.play(2_000);
  t.same(2, run.calls(row, STATE, 'apply').length, 1, `changes of ${row} after play has resumed`);
  t.same(2, run.game.read(row), wanted, `${row} after play has resumed`);
};

/** Runs one absence for each branch, in otherwise matching games. */
async function eachBranch(
  t: Trial,
  row: string,
  look: (run: Run, branch: string, kind: string, before: unknown, mark: number) => Promise<void>,
): Promise<void> {
  for (const kind of ['fixed', 'catchUp', 'continuous']) {
    const names = branchNames(await t.open(), row, [kind]);
    for (const branch of names) {
      const run = await t.open();
      run.reply(row, CHOICE, 'select', () => branch);
      if (kind === 'continuous') {
        run.reply(row, CHOICE, `branches.${branch}.continuous.read`, () => run.game.reading?.(row, 'b'));
      }
      await look(run, branch, kind, structuredClone(run.game.read(row)), run.mark());
    }
  }
}

const resolvesSelection: Scenario = async (t, row) => {
  await eachBranch(t, row, async (run, branch, kind, before, mark) => {
    run.leave();
    const { selectedAt } = run.rule(row, CHOICE) as { selectedAt: 'suspend' | 'return' };
    const early = run.calls(row, CHOICE, 'select').length;
    t.same(1, early > 0, selectedAt === 'suspend', `a selection of ${branch} when the suspension begins`);
    run.pass(t.spanMs);
    const report = await run.comeBack();
    const chosen = run.stream('choice-trace').filter((entry) => entry['row'] === row && 'selected' in entry);
    t.same(1, last(chosen)?.['selected'], branch, 'the branch selected');
    t.same(1, last(chosen)?.['at'], selectedAt, 'when it was selected');
    t.same(1, report?.choices.find((made) => made.row === row)?.branch, branch, 'the branch of the report');
    const segments = run.stream('return-timeline').filter((entry) => entry['row'] === row).length;
    const applied = entriesSince(run, 'settle', mark).filter((made) => made.row === row).length;
    t.same(1, segments > 0, kind === 'catchUp' && hasClock(t), `segments of ${branch} on the timeline`);
    t.same(1, applied, segments, `settlements of ${branch}`);
    if (kind === 'fixed') t.same(1, run.game.read(row), before, `${row} under ${branch}`);
    const reads = run.calls(row, CHOICE, `branches.${branch}.continuous.read`).length;
    t.same(1, reads, kind === 'continuous' ? 1 : 0, `readings under ${branch}`);
  });
  t.nothing(2, 'it limits what the statement before it may look at');
};

const appliedOnce: Scenario = async (t, row) => {
  await eachBranch(t, row, async (run, branch, kind, _, mark) => {
    const report = await run.away(t.spanMs);
    t.same(1, report.choices.filter((made) => made.row === row).length, 1, `reports of ${row}`);
    const applied = run.stream('choice-trace').filter((entry) => entry['row'] === row && entry['applied'] === true);
    t.same(
      1,
      applied.map((entry) => entry['branch']),
      [branch],
      'the branches applied',
    );
    if (kind === 'catchUp') {
      const made = report.catchUp.filter((one) => one.row === row);
      const changes = run
        .calls(row, CHOICE, `branches.${branch}.catchUp.state.apply`)
        .filter(({ order }) => order >= mark)
        .map(({ args }) => Number(args[1]));
      t.same(1, sum(changes), sum(made.map(({ amount }) => amount)), `what ${branch} applied`);
    } else if (kind === 'continuous') {
      t.same(1, run.calls(row, CHOICE, `branches.${branch}.continuous.apply`).length, 1, `changes of ${branch}`);
    }
    t.same(1, appliedSince(run, row, mark).length, 0, 'changes outside the branch');
  });
  t.nothing(2, 'it limits what the statement before it may look at');
};

export const itemScenarios: { readonly [template: string]: Scenario } = {
  'choice-item-resolves-selection': resolvesSelection,
  'continuous-item-stays-with-authority': staysWithAuthority,
  'continuous-item-is-not-predicted': notPredicted,
  'continuous-item-read-once-at-return': readOnce,
  'choice-item-applied-once-at-return': appliedOnce,
};
