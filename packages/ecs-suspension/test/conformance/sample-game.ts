import { addComponent, addEntity, createWorld } from 'bitecs';
import type { MakeGame } from '../../src/conformance.js';
import type { Adoption, Crossing, Reward } from '../../src/index.js';

/** How a sample game plays; every row alike. */
export interface Tuning {
  /** Stores of each game's own; by default all games share them, as they do stores on module level. */
  readonly apart?: boolean;
  readonly stepMs?: number;
  /** Point of a time limit or of less-after-a-point, from the interval's start. */
  readonly afterMs?: number;
  readonly ceiling?: number;
  readonly inPlay?: boolean;
  /** Each boundary is crossed every so often; a second row may share the rule. */
  readonly everyMs?: readonly number[];
  readonly expiresMs?: number;
  readonly selectedAt?: 'suspend' | 'return';
  readonly branches?: readonly ('fixed' | 'catchUp' | 'continuous')[];
}

interface Row {
  readonly id: string;
  readonly [field: string]: string;
}
interface Input {
  readonly amount: number;
  readonly level: number;
  readonly span: {
    readonly fromMs: number;
    readonly toMs: number;
    readonly elapsedMs: number;
    readonly sinceMs: number;
  };
  readonly limit: {
    readonly kind: string;
    readonly ceiling: number;
    readonly leftMs: number;
    laterAmount(span: object): number;
  };
}

/** What a fidelity rule gives under each limit: it owns the limit. */
function limited({ amount, limit, level, span }: Input): number | { untilPoint: number; pastPoint: number } {
  const share = span.elapsedMs === 0 ? 0 : (limit.leftMs ?? span.elapsedMs) / span.elapsedMs;
  switch (limit.kind) {
    case 'time-limit':
      return amount * share;
    case 'less-after-a-point': {
      const fromMs = Math.min(span.toMs, span.fromMs + limit.leftMs);
      return {
        untilPoint: amount * share,
        pastPoint: limit.laterAmount({ ...span, fromMs, elapsedMs: span.toMs - fromMs }),
      };
    }
    case 'state-ceiling':
      return Math.min(amount, Math.max(0, limit.ceiling - level));
    default:
      return amount;
  }
}

const SHARED: Record<string, { value: Float64Array }> = {};

/** A game for any adoption: each row's state is one number, and a point comes every second. */
export function sampleGame(adoption: Adoption, tuning: Tuning = {}): MakeGame {
  const {
    stepMs = 1_000,
    afterMs = 20_000,
    ceiling = 500,
    inPlay = true,
    expiresMs = 100_000,
    selectedAt = 'return',
  } = tuning;
  const { everyMs = [7_000, 14_000, 7_000], branches = ['fixed', 'catchUp'] } = tuning;
  const rows = (set: string): readonly Row[] => (adoption.rows[set] ?? []) as never;
  return ({ createSuspension, clock }) => {
    const names = [
      'fixed-items',
      'catch-up-items',
      'continuous-items',
      'choice-items',
      'return-rewards',
      'calendar-boundaries',
    ].flatMap((set) => rows(set).map(({ id }) => `${set}.${id}`));
    const stores: Record<string, { value: Float64Array }> = Object.fromEntries(
      names.map((name) => {
        const store = { value: new Float64Array(16) };
        if (!tuning.apart) SHARED[name] ??= store;
        return [name, tuning.apart ? store : (SHARED[name] ?? store)];
      }),
    );
    const world = createWorld({ time: { delta: 0 } });
    let eid = 0;
    const cell = (name: string): { value: Float64Array } => {
      const store = stores[name];
      if (!store) throw new Error(`no state ${name}`);
      return store;
    };
    const get = (name: string): number => cell(name).value[eid] ?? Number.NaN;
    const set = (name: string, value: number): void => {
      cell(name).value[eid] = value;
    };
    const own = (name: string): object => ({ components: { [name]: cell(name) } });
    const catchUp = (name: string): object => ({
      ...own(name),
      unit: 'points',
      ordinary: 'a point every second',
      stepMs,
      amount: (ms: number) => ms / 1_000,
      apply: (_: object, amount: number) => set(name, get(name) + amount),
      level: () => get(name),
    });
    const continuous = (name: string): object => ({
      ...own(name),
      authority: 'a server',
      read: () => 3,
      apply: (_: object, reading: number) => set(name, reading),
    });
    const rules: Record<string, object> = {};
    for (const row of rows('clock')) rules[row['clock-declared-in'] ?? ''] = clock;
    for (const row of rows('fixed-items')) rules[row['state-declared-in'] ?? ''] = own(`fixed-items.${row.id}`);
    for (const row of rows('continuous-items'))
      rules[row['state-declared-in'] ?? ''] = continuous(`continuous-items.${row.id}`);
    for (const row of rows('catch-up-items')) {
      rules[row['state-declared-in'] ?? ''] = catchUp(`catch-up-items.${row.id}`);
      const {
        'amount-rule-declared-in': amount,
        'fidelity-rule-declared-in': fidelity,
        'limit-rule-declared-in': limit,
      } = row;
      if (amount)
        rules[amount] = {
          amounts: 'half a point every second',
          unit: 'points',
          amount: ({ elapsedMs }: { elapsedMs: number }) => elapsedMs / 2_000,
        };
      if (fidelity) {
        rules[fidelity] = {
          steps: 'a third, then the rest',
          derives: 'the amount up to the limit',
          derive: limited,
          distribute: (input: Input) => {
            const whole = limited(input);
            if (typeof whole === 'number') return [whole / 4, (whole * 3) / 4];
            return [
              { untilPoint: whole.untilPoint, pastPoint: 0 },
              { untilPoint: 0, pastPoint: whole.pastPoint },
            ];
          },
        };
      }
      if (limit) {
        rules[limit] = {
          afterMs,
          amount: ({ elapsedMs }: { elapsedMs: number }) => elapsedMs / 4_000,
          ceiling: () => ceiling,
          inPlay,
        };
      }
    }
    for (const row of rows('choice-items')) {
      const name = `choice-items.${row.id}`;
      const behaviours = {
        fixed: { fixed: own(name) },
        catchUp: {
          catchUp: {
            state: catchUp(name),
            'away-amount': 'same-as-playing',
            'catch-up-fidelity': 'every-missed-update',
            'away-limit': 'whole-interval',
          },
        },
        continuous: { continuous: continuous(name) },
      };
      rules[row['choice-declared-in'] ?? ''] = {
        branches: {
          [`as-${branches[0]}`]: behaviours[branches[0] ?? 'fixed'],
          [`or-${branches[1]}`]: behaviours[branches[1] ?? 'catchUp'],
        },
        select: () => `as-${branches[0]}`,
        selectedAt,
      };
    }
    const sources = [...rows('catch-up-items'), ...rows('calendar-boundaries'), ...rows('choice-items')].map(
      ({ id }) => id,
    );
    for (const [i, row] of rows('return-rewards').entries()) {
      const purse = `return-rewards.${row.id}`;
      rules[row['reward-declared-in'] ?? ''] = {
        source: sources[i % sources.length],
        derives: 'a coin for each settlement',
        derive: (settlements: readonly object[]) => ({ coins: settlements.length }),
      };
      rules[row['destination-declared-in'] ?? ''] = {
        accepts: 'any number of coins',
        ...own(purse),
        offer: ({ payload }: Reward) => {
          set(purse, get(purse) + payload.coins);
          return true;
        },
      };
      if (row['claim-declared-in']) rules[row['claim-declared-in']] = { event: `claim-${row.id}` };
      if (row['expires-declared-in']) {
        rules[row['expires-declared-in']] = {
          expires: 'a while after its creation',
          deadline: ({ createdMs }: Reward) => createdMs + expiresMs,
        };
      }
    }
    for (const [i, row] of rows('calendar-boundaries').entries()) {
      const every = everyMs[i % everyMs.length] ?? 7_000;
      rules[row['boundary-declared-in'] ?? ''] = {
        calendar: 'a count of milliseconds',
        timeZone: 'UTC',
        test: `every ${every} ms`,
        skipped: 'never',
        repeated: 'never',
        *crossings(fromMs: number, toMs: number) {
          for (let at = (Math.floor(fromMs / every) + 1) * every; at <= toMs; at += every) yield at;
        },
      };
      rules[row['settlement-declared-in'] ?? ''] = {
        effects: 'counts',
        ...own(`calendar-boundaries.${row.id}`),
        settle: (_: object, crossing: Crossing) =>
          set(`calendar-boundaries.${row.id}`, get(`calendar-boundaries.${row.id}`) + (crossing.count ?? 1)),
      };
    }
    for (const row of rows('rollback-rules')) {
      rules[row['trusted-state-declared-in'] ?? ''] = {
        trusted: 'a server',
        checkpoint: () => ({ readingMs: 0, state: suspension.capture() }),
      };
    }
    const suspension = createSuspension(world, {
      id: 'sample',
      adoption,
      rules: rules as never,
      newGame: () => {
        eid = addEntity(world);
        for (const name of names) {
          addComponent(world, eid, cell(name));
          set(name, 0);
        }
      },
      display: { notice() {}, show() {}, summary() {} },
    } as never);
    // One entity carries everything, under the first id of a fresh world, in a new process too.
    eid = 1;
    const named = (row: string): string => names.find((name) => name.endsWith(`items.${row}`)) ?? '';
    return {
      suspension,
      world,
      put: (row, pick) => set(named(row), pick === 'a' ? 1 : 2),
      read: (row) => get(named(row)),
      reading: (_, pick) => (pick === 'a' ? 1 : 2),
    };
  };
}
