// Rules that hold, then each fault beside a line that has to be an error.
import type {
  CatchUpRule,
  ClockRule,
  CrossingSettlement,
  FixedRule,
  LessAfterAPointLimit,
  RulesFor,
  SegmentSettlement,
  SplitChange,
  StateCeilingLimit,
  TimeLimit,
} from '../../src/index.js';
import { choice, continuous } from '../../src/index.js';
import type { everyKind } from './adoptions.js';

interface World {
  readonly player: number;
}
type Rules = RulesFor<typeof everyKind, World>;
type Same<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false;
/** Stands for an assertion on an inferred type: compiles where both are one. */
declare function same<A, B>(...holds: Same<A, B> extends true ? [] : [never]): void;

const Lamp = { on: [] as number[] };
declare const clock: ClockRule;
declare const state: CatchUpRule<World>;
const fixed: FixedRule<World> = { components: { Lamp } };

export const rules: Rules = {
  'time.clock': clock,
  'held.state': { components: { Lamp }, resources: { seed: { get: (world) => world.player, set: () => {} } } },
  'stepped.state': {
    components: { Lamp },
    unit: 'units',
    ordinary: 'one a second',
    amount: (elapsedMs, world) => elapsedMs * world.player,
    apply: (world, amount, update) => {
      same<typeof world, World>();
      Lamp.on[world.player] = amount + (update?.dtMs ?? 0);
    },
    level: (world) => world.player,
    stepMs: 1_000,
  },
  // Cited by two fields: a rule for each.
  'stepped.rules': {
    'amount-rule-declared-in': {
      amounts: 'half',
      unit: 'units',
      amount: (span, world) => span.elapsedMs * world.player,
    },
    'limit-rule-declared-in': { afterMs: 1_000, amount: ({ sinceMs, toMs }) => toMs - sinceMs },
  },
  'derived.state': state,
  'derived.limit': { afterMs: 1_000 },
  'capped.state': state,
  'capped.limit': { ceiling: (world) => world.player, inPlay: false },
  // Cited by two rows: the limit of either.
  'shared.change': {
    derives: 'the amount, up to the limit',
    derive: ({ amount, limit }) => {
      same<typeof limit, TimeLimit | StateCeilingLimit>();
      return limit.kind === 'time-limit' ? amount + limit.leftMs : Math.min(amount, limit.ceiling);
    },
  },
  'coarse.state': state,
  'coarse.limit': { afterMs: 1_000, amount: () => 1 },
  'coarse.steps': {
    steps: 'two halves',
    distribute: ({ limit, span }): SplitChange[] => {
      same<typeof limit, LessAfterAPointLimit>();
      return [{ untilPoint: limit.leftMs, pastPoint: limit.laterAmount(span) }];
    },
  },
  'market.prices': continuous({
    components: { Lamp },
    authority: 'the market',
    read: async () => ({ price: 1 }),
    apply: (world, reading) => {
      same<typeof reading, { price: number }>();
      Lamp.on[world.player] = reading.price;
    },
  }),
  'lamp.choice': choice({
    branches: { lit: { fixed: { components: { Lamp } } }, dark: { fixed } },
    select: (world) => (world.player ? 'lit' : 'dark'),
    selectedAt: 'return',
  }),
  'chest.reward': {
    source: 'dawn',
    derives: 'one for each dawn',
    derive: (settlements) => {
      same<typeof settlements, readonly CrossingSettlement[]>();
      return settlements.map(({ atMs }) => atMs);
    },
  },
  'chest.purse': { accepts: 'everything', offer: (reward, world) => reward.row !== '' && world.player > 0 },
  'chest.claim': { event: 'chest' },
  'chest.expires': { expires: 'after a day', deadline: ({ createdMs }) => createdMs + 1 },
  'dawn.boundary': {
    calendar: 'civil',
    timeZone: 'UTC',
    test: 'six in the morning',
    skipped: 'the next moment',
    repeated: 'the first',
    crossings: (fromMs, toMs) => [fromMs + 1, toMs],
  },
  'dawn.effect': { effects: 'wakes all', settle: (world, { atMs }) => void (world.player + atMs) },
  'trusted.state': { trusted: 'the server', checkpoint: () => Promise.reject(new Error('none')) },
};

/** Any part of the rules: what is wrong in one is an error by itself. */
type Part = Partial<Rules>;

// @ts-expect-error a rule is missing
export const missing: Rules = { 'time.clock': clock };
// @ts-expect-error nothing cites the address
export const uncited: Part = { 'time.clokc': clock };
// @ts-expect-error a clock rule is no state
export const wrong: Part = { 'held.state': clock };
// @ts-expect-error a clock counts milliseconds
export const seconds: Part = { 'time.clock': { reading: 'server', unit: 's', sampled: 'at a return', now: () => 1 } };
// @ts-expect-error every missed update has a length
export const stepless: Part = { 'stepped.state': state };
// @ts-expect-error a component is an object
export const named: Part = { 'held.state': { components: { Lamp: 'Lamp' } } };
// @ts-expect-error a module that has not been loaded yet gives undefined
export const unloaded: Part = { 'held.state': { components: { Lamp: undefined } } };
// @ts-expect-error two fields cite the address: its rules are keyed by field
export const unkeyed: Part = { 'stepped.rules': { amounts: 'half', unit: 'units', amount: () => 1 } };
// @ts-expect-error one of the two rules is missing
export const halfKeyed: Part = { 'stepped.rules': { 'limit-rule-declared-in': { afterMs: 1, amount: () => 1 } } };
export const unnarrowed: Part = {
  // @ts-expect-error a time limit has no ceiling
  'shared.change': { derives: 'all', derive: ({ limit }) => limit.ceiling },
};
// @ts-expect-error past a point the change is told apart
export const unsplit: Part = { 'coarse.steps': { steps: 'one', distribute: ({ amount }) => [amount] } };
// @ts-expect-error whether the ceiling holds in play has to be said
export const silent: Part = { 'capped.limit': { ceiling: () => 5 } };
// @ts-expect-error the row's limit is a point in time
export const otherLimit: Part = { 'derived.limit': { ceiling: () => 5, inPlay: true } };
// @ts-expect-error no such row
export const sourceless: Part = { 'chest.reward': { source: 'dusk', derives: 'none', derive: () => 1 } };
// @ts-expect-error a fixed row settles nothing
export const fixedSource: Part = { 'chest.reward': { source: 'held', derives: 'none', derive: () => 1 } };
export const segments: Part = {
  'chest.reward': {
    source: 'capped',
    derives: 'what was earned',
    derive: (settlements) => {
      same<typeof settlements, readonly SegmentSettlement[]>();
      // @ts-expect-error a segment is no crossing
      return settlements.map(({ atMs }) => atMs);
    },
  },
};
export const misread: Part = {
  'market.prices': continuous({
    components: { Lamp },
    authority: 'the market',
    read: () => ({ price: 1 }),
    // @ts-expect-error the reading has a price, no cost
    apply: (_world, reading) => reading.cost,
  }),
};
export const misselected: Part = {
  'lamp.choice': choice({
    branches: { lit: { fixed }, dark: { fixed } },
    // @ts-expect-error there is no branch of that name
    select: (world) => (world.player ? 'lit' : 'dim'),
    selectedAt: 'return',
  }),
};
export const twofold: Part = {
  'lamp.choice': {
    // @ts-expect-error a branch behaves in one way
    branches: { lit: { fixed, catchUp: fixed }, dark: { fixed } },
    select: () => 'lit',
    selectedAt: 'return',
  },
};
// @ts-expect-error the moment of the selection is one of two
export const late: Part = { 'lamp.choice': { branches: { lit: { fixed } }, select: () => 'lit', selectedAt: 'never' } };
