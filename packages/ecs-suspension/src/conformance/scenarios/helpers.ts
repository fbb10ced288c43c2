import type { ReturnReport } from '../../lifecycle/reports.js';
import type { Crossing, Given, Reward } from '../../rules/duties.js';
import type { Entry, Run } from '../run.js';
import { readAll } from '../run.js';
import type { Trial } from '../trial.js';
import { branchNames } from '../trial.js';

export type Scenario = (t: Trial, row: string) => void | Promise<void>;

export const STATE = 'state-declared-in';
export const AMOUNT = 'amount-rule-declared-in';
export const FIDELITY = 'fidelity-rule-declared-in';
export const LIMIT = 'limit-rule-declared-in';
export const CHOICE = 'choice-declared-in';
export const REWARD = 'reward-declared-in';
export const DESTINATION = 'destination-declared-in';
export const CLAIM = 'claim-declared-in';
export const EXPIRES = 'expires-declared-in';
export const BOUNDARY = 'boundary-declared-in';
export const SETTLEMENT = 'settlement-declared-in';
export const TRUSTED = 'trusted-state-declared-in';

export const hasClock = (t: Trial): boolean => t.adoption.rows.clock.length > 0;

export const catchUpRow = (t: Trial, row: string): Trial['adoption']['rows']['catch-up-items'][number] => {
  const found = t.adoption.rows['catch-up-items'].find(({ id }) => id === row);
  if (!found) throw new Error(`${row} is no catch-up row`);
  return found;
};

/** The level of a catch-up row, in its unit. */
export const levelOf = (run: Run, row: string): number => run.rule(row, STATE).level(run.game.world);

/** All that can be told apart of a game: its rows and its covered state. */
export const stateOf = (t: Trial, run: Run): unknown => readAll(run, t.local(run));

export const last = <T>(list: readonly T[]): T | undefined => list.at(-1);

/** The amounts a row's state rule was given since a mark. */
export const appliedSince = (run: Run, row: string, mark: number): readonly number[] =>
  run
    .calls(row, STATE, 'apply')
    .filter(({ order }) => order >= mark)
    .map(({ args }) => Number(args[1]));

export const sum = (numbers: readonly number[]): number => numbers.reduce((total, one) => total + one, 0);

/** The crossings of a calendar row, as its own rule tells them, in whole readings. */
export const crossingsOf = (run: Run, row: string, fromMs: number, toMs: number): readonly number[] =>
  [...(run.rule(row, BOUNDARY).crossings(fromMs, toMs) as Iterable<number>)].map((at) => Math.ceil(at));

/** What the calendar answer keeps of a row's crossings: told here anew, so that a fault of the lifecycle is seen. */
export function keptCrossings(t: Trial, run: Run, row: string, fromMs: number, toMs: number): readonly Crossing[] {
  const found = crossingsOf(run, row, fromMs, toMs);
  const [firstMs, lastMs] = [found[0], found.at(-1)];
  if (firstMs === undefined || lastMs === undefined) return [];
  switch (t.adoption.answers['crossed-calendar-boundaries']) {
    case 'every-crossing-in-order':
      return found.map((atMs) => ({ row, atMs }));
    case 'latest-crossing-only':
      return [{ row, atMs: lastMs }];
    case 'one-combined-crossing':
      return [{ row, atMs: toMs, count: found.length, firstMs, lastMs }];
    default:
      return [];
  }
}

/** The shortest of the doubled spans from now on in which every one of these calendar rows has that many crossings. */
export function lengthWith(t: Trial, run: Run, rows: readonly string[], count: number): number {
  const fromMs = run.clock.now();
  for (let length = t.spanMs; length <= t.spanMs * 2 ** 20; length *= 2) {
    if (rows.every((row) => crossingsOf(run, row, fromMs, fromMs + length).length >= count)) return length;
  }
  throw new Error(`${rows.join(', ')}: no ${count} crossings were found; give conformance() a longer spanMs`);
}

/** An absence in which a reward's source settles. */
export function earningMs(t: Trial, run: Run, row: string): number {
  const source: string = run.rule(row, REWARD).source;
  if (t.adoption.rows['calendar-boundaries'].some(({ id }) => id === source)) return lengthWith(t, run, [source], 1);
  const branch = branchNames(run, source, ['catchUp'])[0];
  if (branch !== undefined) run.reply(source, CHOICE, 'select', () => branch);
  return t.spanMs;
}

/** Goes away until a reward of that row exists, with every destination refusing or taking what comes. */
export async function earn(
  t: Trial,
  run: Run,
  row: string,
  accepts: boolean,
): Promise<{ readonly report: ReturnReport; readonly id: string; readonly reward: Reward | undefined }> {
  answerOffers(t, run, accepts);
  const report = await run.away(earningMs(t, run, row));
  const id = `${row}@${report.interval.endMs}`;
  if (!report.rewards.some((reward) => reward.id === id)) {
    throw new Error(`${row}: its source settled and no reward was created; give conformance() a spanMs that earns one`);
  }
  return { report, id, reward: run.suspension.rewards.find((reward) => reward.id === id) };
}

/** What every destination answers from now on; one that accepts is the game's own. */
export function answerOffers(t: Trial, run: Run, accepts: boolean): void {
  for (const { id } of t.adoption.rows['return-rewards']) {
    run.reply(id, DESTINATION, 'offer', accepts ? (_, own) => own() : () => false);
  }
}

export const offersOf = (run: Run, row: string, id: string): number =>
  run.calls(row, DESTINATION, 'offer').filter(({ args }) => (args[0] as Reward).id === id).length;

export const entriesSince = (run: Run, type: string, mark: number): readonly Given[] =>
  run.told.filter((told) => told.type === type && told.order >= mark).map(({ payload }) => payload);

/** The last entry of a stream that has a name. */
export const lastWith = (entries: readonly Entry[], name: string): Entry | undefined =>
  entries.filter((entry) => name in entry).at(-1);

/** A backward return: left at this reading, back at one that is earlier. Whatever writes meanwhile, writes. */
export async function backward(run: Run, backMs: number, meanwhile: () => void = () => {}): Promise<ReturnReport> {
  run.leave();
  meanwhile();
  run.clock.advance(-backMs);
  const report = await run.comeBack();
  if (!report) throw new Error(`a return was expected, and the phase is "${run.suspension.phase}"`);
  return report;
}
