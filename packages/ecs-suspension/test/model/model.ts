import type { ChoiceReport, ContinuousReport, Reward, RewardReport, RewardStatus } from '../../src/index.js';
import { carry, crossed, crossingsOf, level, settle } from './settle.js';
import type { AdoptionData, BranchData, ChoiceData, Covered, Predicted, RewardData, RowData } from './spec.js';
import { LONGEST_UPDATE_MS, ORDINARY } from './spec.js';

/** What a game cannot change: the model's copy of the world around it. */
export interface Around {
  nowMs: number;
  /** What destinations say. */
  refuse: boolean;
  /** What authorities say, and whether they can be asked. */
  authority: number;
  outage: boolean;
  /** Which branch a choice selects. */
  setting: 'first' | 'second';
}

interface Interval {
  readonly sampledMs: number;
  readonly startMs: number;
  readonly snapshot: Covered;
  readonly selected: Record<string, 'first' | 'second'>;
}
interface Durable {
  readonly covered: Covered;
  readonly readingMs: number;
  readonly pending: readonly Reward[];
  readonly anchorMs: number;
  readonly interval: Interval | undefined;
}

export interface Model {
  readonly spec: AdoptionData;
  readonly around: Around;
  phase: 'playing' | 'held' | 'away';
  covered: Covered;
  pending: Reward[];
  anchorMs: number;
  interval: Interval | undefined;
  /** State at the beginning of a hold. */
  heldState: Covered | undefined;
  /** The reading that belongs to the state: of the last update, or, while held, the last one known. */
  readingMs: number;
  /** The reading up to which boundaries were settled in play. */
  playedToMs: number;
  durable: Durable | undefined;
  trusted: { readonly readingMs: number; readonly covered: Covered } | undefined;
}

/** A first start: no interval, no continuous reading. */
export function createModel(spec: AdoptionData, nowMs: number): Model {
  const levels: Record<string, number> = {};
  const carries: Record<string, number> = {};
  for (const row of spec.rows) levels[row.id] = row.start;
  for (const id of [...spec.fixed, ...spec.continuous, ...spec.choices.map((choice) => choice.id)]) levels[id] = 0;
  for (const { id } of spec.rewards) levels[`purse.${id}`] = 0;
  for (const { id } of spec.boundaries) levels[`effect.${id}`] = 0;
  for (const { id, stepMs } of played(spec)) if (stepMs !== null) carries[id] = 0;
  const covered = { levels, carries };
  return {
    spec,
    around: { nowMs, refuse: false, authority: 0, outage: false, setting: 'first' },
    phase: 'playing',
    covered,
    pending: [],
    anchorMs: nowMs,
    interval: undefined,
    heldState: undefined,
    readingMs: nowMs,
    playedToMs: nowMs,
    durable: undefined,
    trusted: { readingMs: nowMs, covered: structuredClone(covered) },
  };
}

/** Rows that ordinary play moves: a choice follows its first catch-up branch. */
function played(spec: AdoptionData): RowData[] {
  return [...spec.rows, ...spec.choices.flatMap(({ first, second }) => [first, second].flatMap(catchUpOf).slice(0, 1))];
}
const catchUpOf = (branch: BranchData): RowData[] => (branch.kind === 'catch-up' ? [branch.row] : []);

const timed = ({ spec }: Model): boolean => spec.clock !== 'none';

/** Ordinary play of `ms` that ends now. */
export function play(model: Model, ms: number): void {
  const { spec, around, covered } = model;
  const fromMs = around.nowMs - ms;
  const events = spec.boundaries
    .filter(({ inPlay }) => inPlay && timed(model))
    .flatMap((row) => crossingsOf(row, model.playedToMs, around.nowMs).map((atMs) => ({ row, atMs })))
    .sort((a, b) => a.atMs - b.atMs);
  let atMs = fromMs;
  for (const event of events) {
    const toMs = Math.max(atMs, event.atMs);
    for (const row of played(spec)) advance(row, covered, toMs - atMs);
    crossed(covered, event.row, 1);
    atMs = toMs;
  }
  for (const row of played(spec)) advance(row, covered, around.nowMs - atMs);
  model.playedToMs = Math.max(model.playedToMs, around.nowMs);
  model.readingMs = around.nowMs;
}

function advance(row: RowData, covered: Covered, ms: number): void {
  const ceiling = row.limit === 'state-ceiling' && row.inPlay ? row.ceiling : Number.POSITIVE_INFINITY;
  const add = (amount: number): void => {
    const now = level(covered, row.id);
    covered.levels[row.id] = Math.max(now, Math.min(now + amount, ceiling));
  };
  if (row.stepMs === null) {
    add(ms * ORDINARY);
    return;
  }
  let waitedMs = carry(covered, row.id) + ms;
  if (level(covered, row.id) >= ceiling) waitedMs = 0;
  for (; waitedMs >= row.stepMs && level(covered, row.id) < ceiling; waitedMs -= row.stepMs) add(row.stepMs * ORDINARY);
  covered.carries[row.id] = level(covered, row.id) >= ceiling ? 0 : waitedMs;
}

/** State and its reading, as a checkpoint in play takes them. */
export interface Moment {
  readonly covered: Covered;
  readonly readingMs: number;
}
export function momentOf({ covered, readingMs }: Model): Moment {
  return structuredClone({ covered, readingMs });
}

/** What the storage holds from here on: what is true now, or the state of a moment before. */
export function written(model: Model, moment?: Moment): void {
  const { pending, anchorMs, interval, readingMs } = model;
  const covered = model.heldState ?? interval?.snapshot ?? model.covered;
  model.durable = structuredClone({ covered, readingMs, pending, anchorMs, interval, ...moment });
}

/** Plays what passed since the last update, `edgeMs` of it, where that is no sleep; boundaries count all the same. */
export function edge(model: Model, edgeMs: number): void {
  if (model.phase === 'playing') play(model, edgeMs <= LONGEST_UPDATE_MS ? edgeMs : 0);
}

function suspend(model: Model, sampledMs: number): void {
  const { spec, around, anchorMs } = model;
  endHold(model);
  const selected: Interval['selected'] = {};
  for (const { id, selectedAt } of spec.choices) if (selectedAt === 'suspend') selected[id] = around.setting;
  model.phase = 'away';
  model.interval = {
    sampledMs,
    startMs: Math.max(sampledMs, anchorMs),
    snapshot: structuredClone(model.covered),
    selected,
  };
}

/** Whatever was written during a hold goes. */
function endHold(model: Model): void {
  if (model.heldState) putBack(model, model.heldState);
  model.heldState = undefined;
}

export function hide(model: Model): void {
  if (model.phase !== 'playing') return;
  if (model.spec.background === 'counts-as-away') suspend(model, model.around.nowMs);
  if (model.spec.background === 'waits-until-closed') {
    model.phase = 'held';
    model.heldState = structuredClone(model.covered);
  }
}

export function close(model: Model): void {
  if (model.phase !== 'away') suspend(model, model.around.nowMs);
}

/** A held or hidden game is asked for an update: nothing moves, and it is known to be open. */
export function idle(model: Model): void {
  if (model.phase === 'held') model.readingMs = model.around.nowMs;
}

/** The player comes back to the living process. */
export function show(model: Model): Predicted | undefined {
  if (model.phase === 'held') {
    endHold(model);
    model.phase = 'playing';
    model.readingMs = model.around.nowMs;
  }
  return model.phase === 'away' ? comeBack(model) : undefined;
}

/** The process ends without a word, and the next one starts. */
export function restart(model: Model): Predicted | undefined {
  const { durable } = model;
  if (!durable) throw new Error('nothing was written before the process ended');
  const { covered, pending, anchorMs, interval, readingMs } = structuredClone(durable);
  Object.assign(model, {
    covered,
    anchorMs,
    pending: [...pending],
    heldState: undefined,
    playedToMs: 0,
    phase: 'away',
  });
  model.interval = interval ?? {
    sampledMs: readingMs,
    startMs: Math.max(readingMs, anchorMs),
    snapshot: structuredClone(covered),
    selected: {},
  };
  return comeBack(model);
}

/** One update that is longer than an update may be; the row's own clock measures it. */
export function sleep(model: Model, ms: number): Predicted | undefined {
  const measuredMs = timed(model) ? Math.max(0, model.around.nowMs - model.readingMs) : ms;
  if (model.spec.background === 'keeps-playing') play(model, measuredMs);
  if (model.spec.background === 'waits-until-closed') model.readingMs = model.around.nowMs;
  if (model.spec.background !== 'counts-as-away') return undefined;
  suspend(model, model.readingMs);
  return comeBack(model);
}

/** Puts covered state back; continuous state, and a branch that was selected to continue, as it is. */
function putBack(model: Model, state: Covered): void {
  const { levels, carries } = structuredClone(state);
  const continuing = model.spec.choices.filter(
    (choice) =>
      choice[model.interval?.selected[choice.id] ?? 'first'].kind === 'continuous' &&
      model.interval?.selected[choice.id],
  );
  for (const id of [...model.spec.continuous, ...continuing.map((choice) => choice.id)])
    levels[id] = level(model.covered, id);
  model.covered = { levels, carries };
}

function comeBack(model: Model): Predicted {
  const { spec, around, interval } = model;
  if (!interval) throw new Error('a return without an interval');
  const { sampledMs, startMs, snapshot } = interval;
  const readingMs = around.nowMs;
  const elapsedMs = timed(model) ? Math.max(0, readingMs - startMs) : 0;
  const skipped = timed(model) && readingMs < startMs;
  const device = spec.clock === 'device-clock';
  let anchorMs = Math.max(model.anchorMs, startMs, readingMs);

  if (!skipped || (device && spec.anchor === 'suspension-snapshot')) putBack(model, snapshot);
  else if (device && spec.anchor === 'last-trusted-checkpoint' && model.trusted) {
    putBack(model, model.trusted.covered);
    anchorMs = Math.max(anchorMs, model.trusted.readingMs);
  }
  const chosen = spec.choices.map((choice) => ({ choice, ...selection(model, choice, interval) }));
  const passes = [...spec.rows, ...chosen.flatMap(({ branch }) => catchUpOf(branch))];
  const { catchUp, calendar } =
    skipped || !timed(model) ? { catchUp: [], calendar: [] } : settle(spec, passes, model.covered, startMs, readingMs);

  const atMs = Math.max(readingMs, startMs, model.anchorMs);
  const rewards = expire(model, atMs);
  const continuous: ContinuousReport[] = spec.continuous.map((row) => readAuthority(model, row));
  const choices: ChoiceReport[] = [];
  for (const { choice, name, branch } of chosen) {
    if (branch.kind === 'continuous') readAuthority(model, choice.id);
    choices.push({ row: choice.id, branch: name, kind: branch.kind, selectedAt: choice.selectedAt });
  }
  const settled = [...catchUp.filter(({ admittedMs }) => admittedMs > 0), ...calendar];
  for (const row of spec.rewards) {
    const coins = settled.filter((one) => one.row === row.source).length;
    rewards.push(...create(model, row, coins, atMs));
  }
  for (const reward of model.pending) {
    const row = rowOf(model, reward);
    if (row.delivery === 'player-claims') rewards.push(report(row, reward, 'pending'));
  }
  for (const row of spec.rewards) if (row.delivery === 'automatic') rewards.push(...deliver(model, row));

  model.anchorMs = anchorMs;
  model.readingMs = readingMs;
  model.interval = undefined;
  model.phase = 'playing';
  model.playedToMs = Math.max(model.playedToMs, anchorMs);
  const read = timed(model);
  return {
    interval: {
      startMs: read ? startMs : undefined,
      sampledMs: read ? sampledMs : undefined,
      endMs: read ? readingMs : undefined,
      elapsedMs,
      outcome: !read ? 'unmeasured' : skipped ? 'skipped' : elapsedMs === 0 ? 'zero-length' : 'settled',
    },
    catchUp,
    calendar,
    rewards,
    continuous,
    choices,
    ...(skipped && { backwardClock: device ? { anchor: spec.anchor, notice: spec.notice === 'explain' } : {} }),
    anchorMs: read ? anchorMs : undefined,
  };
}

function selection(
  { around }: Model,
  choice: ChoiceData,
  interval: Interval,
): { readonly name: 'first' | 'second'; readonly branch: BranchData } {
  const name = interval.selected[choice.id] ?? around.setting;
  return { name, branch: choice[name] };
}

function readAuthority({ around, covered }: Model, row: string): ContinuousReport {
  if (around.outage) return { row, read: false };
  covered.levels[row] = around.authority;
  return { row, read: true, reading: around.authority };
}

const isOver = ({ deadlineMs }: Reward, atMs: number): boolean => deadlineMs !== undefined && atMs >= deadlineMs;

/** Step 12. */
function expire(model: Model, atMs: number): RewardReport[] {
  const over = model.pending.filter((reward) => isOver(reward, atMs));
  model.pending = model.pending.filter((reward) => !isOver(reward, atMs));
  return over.map((reward) => report(rowOf(model, reward), reward, 'expired'));
}

/** Step 13: the new reward of one row; told at once where its deadline has passed. */
function create(model: Model, row: RewardData, coins: number, atMs: number): RewardReport[] {
  if (coins === 0) return [];
  const createdMs = model.around.nowMs;
  const reward: Reward = {
    id: `${row.id}@${createdMs}`,
    row: row.id,
    payload: { coins },
    createdMs,
    ...(row.expiresMs !== undefined && { deadlineMs: createdMs + row.expiresMs }),
    status: 'pending',
  };
  if (isOver(reward, atMs)) return [report(row, reward, 'expired')];
  model.pending.push(reward);
  return [];
}

/** Step 13: offers what waits of one row, oldest first. */
function deliver(model: Model, row: RewardData): RewardReport[] {
  return model.pending
    .filter((reward) => reward.row === row.id)
    .map((reward) => report(row, reward, offer(model, reward)));
}

function offer(model: Model, reward: Reward): RewardStatus {
  if (model.around.refuse) return 'pending';
  const purse = `purse.${reward.row}`;
  model.covered.levels[purse] = level(model.covered, purse) + 1;
  model.pending = model.pending.filter((one) => one !== reward);
  return 'accepted';
}

function rowOf({ spec }: Model, reward: Reward): RewardData {
  const row = spec.rewards.find(({ id }) => id === reward.row);
  if (!row) throw new Error(`no reward row ${reward.row}`);
  return row;
}

function report(row: RewardData, reward: Reward, status: RewardStatus): RewardReport {
  return {
    id: reward.id,
    row: row.id,
    source: row.source,
    destination: `destination.${row.id}`,
    delivery: row.delivery,
    status,
    ...(reward.deadlineMs !== undefined && { deadlineMs: reward.deadlineMs }),
    ...(row.delivery === 'player-claims' && { claimEvent: `claim-${row.id}` }),
  };
}

/** A player's claim, in play. */
export function claim(model: Model, reward: Reward): RewardReport {
  const row = rowOf(model, reward);
  if (!isOver(reward, Math.max(model.around.nowMs, model.anchorMs))) return report(row, reward, offer(model, reward));
  model.pending = model.pending.filter((one) => one !== reward);
  return report(row, reward, 'expired');
}

/** Pending rewards as a game sees them. */
export function visible(model: Model): Reward[] {
  return model.pending.filter((reward) => !isOver(reward, Math.max(model.around.nowMs, model.anchorMs)));
}
