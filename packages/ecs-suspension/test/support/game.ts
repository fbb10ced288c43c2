import { addComponent, addEntity, createWorld } from 'bitecs';
import type {
  Adoption,
  Crossing,
  Emitter,
  Reward,
  Snapshot,
  Suspension,
  SuspensionEvents,
  SuspensionOptions,
  Update,
} from '../../src/index.js';
import { createSuspension } from '../../src/index.js';
import type { ManualClock, ManualScheduler, MemoryStorage, ScriptedDisplay, ScriptedHost } from '../../src/testing.js';
import { manualClock, manualScheduler, memoryStorage, scriptedDisplay, scriptedHost } from '../../src/testing.js';

/** One catch-up row of a test game; its state is one number. Default: 1 point a second, in steps of 1 s. */
export interface RowSpec {
  readonly id: string;
  readonly amount?: 'same-as-playing' | 'reduced' | 'away-rule';
  readonly fidelity?: 'every-missed-update' | 'larger-steps' | 'one-derived-change';
  readonly limit?: 'whole-interval' | 'time-limit' | 'less-after-a-point' | 'state-ceiling';
  readonly start?: number;
  /** Points a second of play; away rules give half of it, past a point a quarter. */
  readonly rate?: number;
  /** `null`: no steps. */
  readonly stepMs?: number | null;
  readonly afterMs?: number;
  readonly ceiling?: number | ((game: State) => number);
  readonly inPlay?: boolean;
  readonly playedBy?: 'library' | 'game';
  /** A distribution that never ends. */
  readonly endless?: boolean;
  /** In place of adding the amount. */
  readonly apply?: (game: State, amount: number, update: Update | undefined) => void;
}
export interface RewardSpec {
  readonly id: string;
  readonly source: string;
  readonly delivery?: 'automatic' | 'player-claims';
  /** Deadline after creation. */
  readonly expiresMs?: number;
  readonly derive?: (settlements: readonly unknown[]) => unknown;
  readonly offer?: (reward: Reward, game: State) => boolean | Promise<boolean>;
}
export interface BoundarySpec {
  readonly id: string;
  readonly everyMs?: number;
  readonly crossings?: (fromMs: number, toMs: number) => Iterable<number>;
  readonly inPlay?: boolean;
  readonly settle?: (game: State, crossing: Crossing) => void;
}
export interface ContinuousSpec {
  readonly id: string;
  readonly read?: (signal: AbortSignal) => number | Promise<number>;
  readonly whenUnavailable?: 'wait' | 'keep-last';
}
export interface GameSpec {
  readonly id?: string;
  readonly background?: 'counts-as-away' | 'keeps-playing' | 'waits-until-closed';
  readonly display?: 'state-only' | 'visible-before-resume' | 'return-summary' | 'detailed-return-summary';
  readonly clock?: 'protected-clock' | 'device-clock' | 'none';
  readonly anchor?: 'suspension-snapshot' | 'last-trusted-checkpoint' | 'keep-return-state';
  readonly notice?: 'silent' | 'explain';
  readonly calendar?: 'every-crossing-in-order' | 'latest-crossing-only' | 'one-combined-crossing';
  readonly rows?: readonly RowSpec[];
  readonly fixed?: readonly string[];
  readonly continuous?: readonly ContinuousSpec[];
  /** `components` is what the row's own state is kept in, under the row's id. */
  readonly choices?: readonly { readonly id: string; readonly rule: (state: State, components: object) => object }[];
  readonly rewards?: readonly RewardSpec[];
  readonly boundaries?: readonly BoundarySpec[];
  readonly checkpoint?: () => { readingMs: number; state: Snapshot } | Promise<{ readingMs: number; state: Snapshot }>;
}

/** The game's own side: one number per row, addressed by row id, and what the rules were called with. */
export interface State {
  get(row: string): number;
  set(row: string, value: number): void;
  readonly log: string[];
  /** The accumulator of rows that the game plays itself. */
  readonly accumulatedMs: { ms: number };
}

/** What survives a process: storage and time outside it. */
export interface Outside {
  readonly storage: MemoryStorage;
  readonly clock: ManualClock;
}

export interface Game extends Outside, State {
  readonly world: { time: { delta: number } };
  readonly suspension: Suspension;
  readonly scheduler: ManualScheduler;
  readonly host: ScriptedHost;
  readonly display: ScriptedDisplay;
  readonly events: { [K in keyof SuspensionEvents]: SuspensionEvents[K][] };
  /** Clock and monotonic time go on, without an update. */
  pass(ms: number): void;
  /** Plays in updates of at most `stepMs`, time going on with them. */
  play(ms: number, stepMs?: number): void;
  /** Time passes hidden; resolves to the return's report. */
  away(ms: number): ReturnType<Suspension['foreground']>;
  /** The next process on the same storage and clock, not started. */
  reopen(spec?: GameSpec, extra?: Extra): Game;
  /** All 18 streams, by stream. */
  stream(name: string): readonly Readonly<Record<string, unknown>>[];
}
export type Extra = Partial<
  Pick<
    SuspensionOptions<object, Adoption>,
    'sliceMs' | 'autosaveMs' | 'longestUpdateMs' | 'resolveEvents' | 'scheduler'
  >
> & {
  readonly events?: Emitter;
  readonly showing?: Parameters<typeof scriptedDisplay>[0];
  readonly newGame?: boolean;
  readonly read?: (signal: AbortSignal) => number | Promise<number>;
  /** Without diagnostics nobody listens, as in a shipped game. */
  readonly quiet?: boolean;
};

const PACK = 'sha256:d1ec8edb7c86cda9f923cacba4a1d4a0c6c4af5ee4302842865d39636cd8a81d';

export function adoptionOf(spec: GameSpec): Adoption {
  const clock = spec.clock ?? 'protected-clock';
  const device = clock === 'device-clock';
  return {
    contract: 'suspension-and-catch-up',
    version: 1,
    pack: PACK,
    answers: {
      'while-in-the-background': spec.background ?? 'counts-as-away',
      'return-display': spec.display ?? 'state-only',
      ...(clock !== 'none' && { 'clock-source': clock }),
      ...(device && { 'backward-clock-anchor': spec.anchor ?? 'suspension-snapshot' }),
      ...(device && { 'backward-clock-notice': spec.notice ?? 'silent' }),
      ...(spec.boundaries?.length && { 'crossed-calendar-boundaries': spec.calendar ?? 'every-crossing-in-order' }),
    },
    values: {},
    rows: {
      clock: clock === 'none' ? [] : [{ id: 'the-clock', 'clock-declared-in': 'time.clock' }],
      'fixed-items': (spec.fixed ?? []).map((id) => ({ id, 'state-declared-in': `fixed.${id}` })),
      'catch-up-items': (spec.rows ?? [{ id: 'item' }]).map((row) => {
        const amount = row.amount ?? 'same-as-playing';
        const fidelity = row.fidelity ?? 'every-missed-update';
        const limit = row.limit ?? 'whole-interval';
        return {
          id: row.id,
          'state-declared-in': `state.${row.id}`,
          'away-amount': amount,
          ...(amount !== 'same-as-playing' && { 'amount-rule-declared-in': `amount.${row.id}` }),
          'catch-up-fidelity': fidelity,
          ...(fidelity !== 'every-missed-update' && { 'fidelity-rule-declared-in': `fidelity.${row.id}` }),
          'away-limit': limit,
          ...(limit !== 'whole-interval' && { 'limit-rule-declared-in': `limit.${row.id}` }),
        };
      }),
      'continuous-items': (spec.continuous ?? []).map(({ id }) => ({ id, 'state-declared-in': `authority.${id}` })),
      'choice-items': (spec.choices ?? []).map(({ id }) => ({ id, 'choice-declared-in': `choice.${id}` })),
      'return-rewards': (spec.rewards ?? []).map(({ id, delivery = 'automatic', expiresMs }) => ({
        id,
        'reward-declared-in': `reward.${id}`,
        'destination-declared-in': `destination.${id}`,
        delivery,
        ...(delivery === 'player-claims' && { 'claim-declared-in': `claim.${id}` }),
        ...(expiresMs !== undefined && { 'expires-declared-in': `expires.${id}` }),
      })),
      'calendar-boundaries': (spec.boundaries ?? []).map(({ id }) => ({
        id,
        'boundary-declared-in': `boundary.${id}`,
        'settlement-declared-in': `settlement.${id}`,
      })),
      'rollback-rules':
        device && spec.anchor === 'last-trusted-checkpoint'
          ? [{ id: 'trusted', 'trusted-state-declared-in': 'trusted.state' }]
          : [],
    },
  };
}

export function ids(spec: GameSpec): readonly string[] {
  return [
    ...(spec.rows ?? [{ id: 'item' }]).map(({ id }) => id),
    ...(spec.fixed ?? []),
    ...(spec.continuous ?? []).map(({ id }) => id),
    ...(spec.choices ?? []).map(({ id }) => id),
    ...(spec.rewards ?? []).map(({ id }) => `purse.${id}`),
    ...(spec.boundaries ?? []).map(({ id }) => `effect.${id}`),
  ];
}

interface Store {
  readonly state: State;
  readonly components: Record<string, { value: Float64Array }>;
  spawn(): void;
}

function createStore(world: object, spec: GameSpec): Store {
  const names = ids(spec);
  const components = Object.fromEntries(names.map((name) => [name, { value: new Float64Array(64) }]));
  const rows = new Map((spec.rows ?? [{ id: 'item' } as RowSpec]).map((row) => [row.id, row]));
  const log: string[] = [];
  // One entity carries everything; the first id of a fresh world.
  let eid = 1;
  const cell = (name: string): Float64Array => {
    const component = components[name];
    if (!component) throw new Error(`the test game has no state "${name}"`);
    return component.value;
  };
  return {
    components,
    state: {
      get: (name) => cell(name)[eid] ?? Number.NaN,
      set: (name, value) => {
        cell(name)[eid] = value;
      },
      log,
      accumulatedMs: { ms: 0 },
    },
    spawn() {
      eid = addEntity(world);
      for (const name of names) {
        const component = components[name];
        if (component) addComponent(world, eid, component);
        cell(name)[eid] = rows.get(name)?.start ?? 0;
      }
    },
  };
}

/** Rules over the store, one per citation of {@link adoptionOf}. */
export function rulesOf(
  spec: GameSpec,
  { state, components }: Pick<Store, 'state' | 'components'>,
  clock: object,
): Record<string, unknown> {
  const rules: Record<string, unknown> = {};
  const own = (name: string): Record<string, unknown> => ({ [name]: components[name] });
  if (spec.clock !== 'none') rules['time.clock'] = clock;
  for (const id of spec.fixed ?? []) rules[`fixed.${id}`] = { components: own(id) };
  for (const row of spec.rows ?? [{ id: 'item' }]) Object.assign(rules, rowRules(row, state, own(row.id)));
  for (const { id, read, whenUnavailable } of spec.continuous ?? []) {
    rules[`authority.${id}`] = {
      components: own(id),
      authority: 'a server',
      read: read ?? (() => 1),
      apply: (_: object, reading: number) => {
        state.log.push(`apply ${id} ${reading}`);
        state.set(id, reading);
      },
      ...(whenUnavailable && { whenUnavailable }),
    };
  }
  for (const { id, rule } of spec.choices ?? []) rules[`choice.${id}`] = rule(state, own(id));
  for (const reward of spec.rewards ?? []) {
    const purse = `purse.${reward.id}`;
    rules[`reward.${reward.id}`] = {
      source: reward.source,
      derives: 'one for each settlement',
      derive: reward.derive ?? ((settlements: readonly unknown[]) => ({ coins: settlements.length })),
    };
    rules[`destination.${reward.id}`] = {
      accepts: 'everything',
      components: own(purse),
      offer: (given: Reward) => {
        state.log.push(`offer ${given.id}`);
        if (reward.offer) return reward.offer(given, state);
        state.set(purse, state.get(purse) + 1);
        return true;
      },
    };
    if (reward.delivery === 'player-claims') rules[`claim.${reward.id}`] = { event: `claim-${reward.id}` };
    const { expiresMs } = reward;
    if (expiresMs !== undefined) {
      rules[`expires.${reward.id}`] = {
        expires: 'some time after its creation',
        deadline: ({ createdMs }: Reward) => createdMs + expiresMs,
      };
    }
  }
  for (const { id, everyMs = 10_000, crossings, inPlay, settle } of spec.boundaries ?? []) {
    rules[`boundary.${id}`] = {
      calendar: 'a count of milliseconds',
      timeZone: 'UTC',
      test: `every ${everyMs} ms`,
      skipped: 'never',
      repeated: 'never',
      crossings:
        crossings ??
        function* (fromMs: number, toMs: number) {
          for (let at = (Math.floor(fromMs / everyMs) + 1) * everyMs; at <= toMs; at += everyMs) yield at;
        },
      ...(inPlay !== undefined && { inPlay }),
    };
    rules[`settlement.${id}`] = {
      effects: 'counts',
      components: own(`effect.${id}`),
      settle: (_: object, crossing: Crossing) => {
        state.log.push(`settle ${id} ${crossing.atMs}`);
        state.set(`effect.${id}`, state.get(`effect.${id}`) + (crossing.count ?? 1));
        settle?.(state, crossing);
      },
    };
  }
  if (spec.checkpoint) rules['trusted.state'] = { trusted: 'a server', checkpoint: spec.checkpoint };
  return rules;
}

interface Segment {
  readonly fromMs: number;
  readonly toMs: number;
  readonly elapsedMs: number;
  readonly sinceMs: number;
}
interface Input {
  readonly amount: number;
  readonly level: number;
  readonly span: Segment;
  readonly limit: {
    readonly kind: string;
    readonly ceiling: number;
    readonly leftMs: number;
    laterAmount(span: Segment): number;
  };
}

function* endless(): Generator<number> {
  for (;;) yield 0;
}

/** Rules of one catch-up row, addressed as {@link adoptionOf} cites them. */
export function rowRules(row: RowSpec, state: State, components: object): Record<string, unknown> {
  const { id, rate = 1, limit = 'whole-interval', fidelity = 'every-missed-update' } = row;
  const stepMs = row.stepMs === undefined ? 1_000 : row.stepMs;
  const afterMs = row.afterMs ?? 10_000;
  const { ceiling = 10 } = row;
  const rules: Record<string, unknown> = {
    [`state.${id}`]: {
      components,
      unit: 'points',
      ordinary: `${rate} points a second`,
      ...(stepMs !== null && { stepMs }),
      ...(row.playedBy === 'game' && {
        playedBy: 'game',
        carry: {
          get: () => state.accumulatedMs.ms,
          set: (_: object, ms: number) => {
            state.accumulatedMs.ms = ms;
          },
        },
      }),
      amount: (elapsedMs: number) => (elapsedMs * rate) / 1_000,
      apply: (_: object, amount: number, update?: Update) => {
        state.log.push(`apply ${id} ${amount}${update ? ` at ${update.atMs}` : ''}`);
        if (row.apply) row.apply(state, amount, update);
        else state.set(id, state.get(id) + amount);
      },
      level: () => state.get(id),
    },
  };
  if (row.amount === 'reduced' || row.amount === 'away-rule') {
    rules[`amount.${id}`] = {
      amounts: 'half of the ordinary amount',
      unit: 'points',
      amount: ({ elapsedMs }: Segment) => (elapsedMs * rate) / 2_000,
    };
  }
  const limited = ({
    amount,
    limit: given,
    level,
    span,
  }: Input): number | { untilPoint: number; pastPoint: number } => {
    // Multiplied first: whole amounts a millisecond stay whole.
    const before = span.elapsedMs === 0 ? 0 : (amount * given.leftMs) / span.elapsedMs;
    switch (given.kind) {
      case 'time-limit':
        return before;
      case 'less-after-a-point': {
        const fromMs = Math.min(span.toMs, span.fromMs + given.leftMs);
        const later = { ...span, fromMs, elapsedMs: span.toMs - fromMs };
        return { untilPoint: before, pastPoint: given.laterAmount(later) };
      }
      case 'state-ceiling':
        return Math.min(amount, Math.max(0, given.ceiling - level));
      default:
        return amount;
    }
  };
  if (fidelity === 'one-derived-change') rules[`fidelity.${id}`] = { derives: 'up to the limit', derive: limited };
  if (fidelity === 'larger-steps') {
    rules[`fidelity.${id}`] = {
      steps: 'two halves',
      distribute: (input: Input) => {
        if (row.endless) return endless();
        const whole = limited(input);
        return typeof whole === 'number'
          ? [whole / 2, whole / 2]
          : [
              { untilPoint: whole.untilPoint, pastPoint: 0 },
              { untilPoint: 0, pastPoint: whole.pastPoint },
            ];
      },
    };
  }
  if (limit === 'time-limit') rules[`limit.${id}`] = { afterMs };
  if (limit === 'less-after-a-point') {
    rules[`limit.${id}`] = { afterMs, amount: ({ elapsedMs }: Segment) => (elapsedMs * rate) / 4_000 };
  }
  if (limit === 'state-ceiling') {
    rules[`limit.${id}`] = {
      ceiling: () => (typeof ceiling === 'function' ? ceiling(state) : ceiling),
      inPlay: row.inPlay ?? false,
    };
  }
  return rules;
}

const EVENTS = [
  'phase',
  'restored',
  'suspend',
  'return',
  'progress',
  'settle',
  'reward',
  'clock-unavailable',
  'commit',
  'unsaved',
  'resume',
  'diagnostic',
  'error',
] as const;

/** A test game on the doubles, not started. Its clock begins at 1,000,000. */
export function createGame(spec: GameSpec = {}, extra: Extra = {}, outside: Partial<Outside> = {}): Game {
  const storage = outside.storage ?? memoryStorage();
  const clock = outside.clock ?? manualClock(1_000_000);
  const scheduler = manualScheduler();
  const host = scriptedHost();
  const display = scriptedDisplay(extra.showing);
  const world = createWorld({ time: { delta: 0 } });
  const store = createStore(world, spec);
  const { showing: _, newGame, read, quiet, ...options } = extra;
  const suspension = createSuspension(world, {
    id: spec.id ?? 'game',
    adoption: adoptionOf(spec),
    rules: rulesOf(spec, store, read ? { ...clock, read } : clock) as never,
    ...(newGame !== false && { newGame: () => store.spawn() }),
    host,
    storage,
    scheduler,
    display,
    ...options,
  } as SuspensionOptions<typeof world, Adoption>);
  const events = Object.fromEntries(EVENTS.map((type) => [type, []])) as unknown as Game['events'];
  for (const type of EVENTS) {
    if (type === 'diagnostic' && quiet) continue;
    suspension.on(type, (payload) => (events[type] as unknown[]).push(payload));
  }
  const pass = (ms: number): void => {
    clock.advance(ms);
    scheduler.advance(ms);
  };
  return {
    ...store.state,
    world,
    suspension,
    storage,
    clock,
    scheduler,
    host,
    display,
    events,
    pass,
    play(ms, stepMs = 1_000) {
      for (let left = ms; left > 0; left -= stepMs) {
        const length = Math.min(left, stepMs);
        pass(length);
        suspension.update(length);
      }
    },
    async away(ms) {
      suspension.background();
      pass(ms);
      return suspension.foreground();
    },
    reopen: (next = spec, more = extra) => createGame(next, more, { storage: storage.fork(), clock }),
    stream: (name) => events.diagnostic.filter(({ stream }) => stream === name).map(({ entry }) => entry),
  };
}

/** A started test game. */
export async function startGame(spec?: GameSpec, extra?: Extra, outside?: Partial<Outside>): Promise<Game> {
  const game = createGame(spec, extra, outside);
  await game.suspension.start();
  return game;
}
