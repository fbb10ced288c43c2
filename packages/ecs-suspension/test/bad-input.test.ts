import { addComponent, addEntity, createEntityIndex, createWorld, query, withVersioning } from 'bitecs';
import { describe, expect, test } from 'vitest';
import type { Adoption, SuspensionOptions } from '../src/index.js';
import { createSuspension, SuspensionError } from '../src/index.js';
import { manualClock, manualScheduler, memoryStorage } from '../src/testing.js';
import type { GameSpec } from './support/game.js';
import { adoptionOf, createGame, rulesOf, startGame } from './support/game.js';

/** What a call throws; a test that expects an error and gets none fails. */
function thrown(call: () => unknown): { code?: string; message: string; details?: Record<string, unknown> } {
  try {
    call();
  } catch (error) {
    return error as never;
  }
  throw new Error('nothing was thrown');
}

interface Parts {
  readonly world?: object;
  readonly spec?: GameSpec;
  readonly id?: string;
  readonly change?: (options: { adoption: Adoption; rules: Record<string, unknown> }) => void;
  readonly component?: object;
}

/** Installs a one-row suspension, with one thing changed. */
function install({ world = createWorld({}), spec = {}, id = 'game', change, component }: Parts = {}) {
  const adoption = structuredClone(adoptionOf(spec));
  const components = { item: (component ?? { value: new Float64Array(8) }) as { value: Float64Array } };
  const state = { get: () => 0, set: () => {}, log: [], accumulatedMs: { ms: 0 } };
  const rules = rulesOf(spec, { state, components }, manualClock());
  change?.({ adoption, rules });
  const options = { id, adoption, rules, storage: memoryStorage(), scheduler: manualScheduler() };
  return {
    world,
    component: components.item,
    suspension: createSuspension(world, options as unknown as SuspensionOptions<object, Adoption>),
  };
}

describe('a document at fault', () => {
  test('is refused with all findings at once, each with its place', () => {
    const error = thrown(() =>
      install({
        change: ({ adoption }) => {
          (adoption.answers as Record<string, string>)['while-in-the-background'] = 'sometimes';
          (adoption.rows['catch-up-items']?.[0] as Record<string, string>)['away-limit'] = 'none';
        },
      }),
    );
    expect(error.code).toBe('ADOPTION_INVALID');
    expect(error.message).toContain('#/answers/while-in-the-background');
    expect(error.message).toContain('#/rows/catch-up-items/0/away-limit');
    expect((error.details?.['findings'] as unknown[] | undefined)?.length).toBeGreaterThanOrEqual(2);
  });

  test('is refused where a declaration check forbids it', () => {
    const error = thrown(() =>
      install({
        spec: { display: 'state-only', rewards: [{ id: 'gift', source: 'item', delivery: 'player-claims' }] },
      }),
    );
    expect(error.code).toBe('ADOPTION_INVALID');
  });
});

describe('rules', () => {
  test('that are missing or unbound are named all at once', () => {
    const error = thrown(() =>
      install({
        change: ({ rules }) => {
          delete rules['time.clock'];
          rules['state.itme'] = rules['state.item'];
          delete rules['state.item'];
        },
      }),
    );
    expect(error.code).toBe('RULES_INCOMPLETE');
    for (const place of ['time.clock', 'state.item', 'state.itme', 'the-clock', 'state-declared-in']) {
      expect(error.message).toContain(place);
    }
  });

  test('a display that the answers ask for and that is missing is named', () => {
    const error = thrown(() => install({ spec: { display: 'visible-before-resume' } }));
    expect(error.code).toBe('DISPLAY_MISSING');
    expect(error.message).toContain('display.show');
  });
});

describe('a world', () => {
  test('that bitecs did not make is refused', () => {
    expect(thrown(() => install({ world: {} })).code).toBe('WORLD_FOREIGN');
  });

  test('with a versioned entity index is refused', () => {
    expect(thrown(() => install({ world: createWorld(createEntityIndex(withVersioning(8))) })).code).toBe(
      'WORLD_VERSIONED',
    );
  });

  test('takes one suspension of an id, and another one after stop()', async () => {
    const { world, suspension } = install();
    const error = thrown(() => install({ world }));
    expect(error.code).toBe('ALREADY_INSTALLED');
    expect(error.message).toContain('"game"');
    await suspension.stop();
    expect(() => install({ world })).not.toThrow();
  });

  test('has each component covered once', () => {
    const component = { value: new Float64Array(8) };
    const { world } = install({ component });
    const error = thrown(() => install({ world, id: 'other', component }));
    expect(error.code).toBe('ITEM_COVERED_TWICE');
    expect(error.message).toContain('item');
  });

  test('whose store is too short is told so, before anything is written', async () => {
    const { world, component, suspension } = install({ component: { value: new Float64Array(2) } });
    await suspension.start();
    for (let i = 0; i < 4; i++) addComponent(world, addEntity(world), component);
    const error = thrown(() => suspension.capture());
    expect(error.code).toBe('STORE_TOO_SHORT');
    expect(error.message).toMatch(/item|value/);
  });

  test('with a covered entity that was spawned before start() over a save is left as it was', async () => {
    const first = createGame();
    await first.suspension.start();
    await first.suspension.stop();
    const error = await spawnedBefore(first.storage).catch((caught: SuspensionError) => caught);
    expect(error).toMatchObject({ code: 'SPAWNED_BEFORE_START' });
  });
});

async function spawnedBefore(storage: ReturnType<typeof memoryStorage>): Promise<unknown> {
  const component = { value: new Float64Array(8) };
  const world = createWorld({});
  const entity = addEntity(world);
  addComponent(world, entity, component);
  const state = { get: () => 0, set: () => {}, log: [], accumulatedMs: { ms: 0 } };
  const suspension = createSuspension(world, {
    id: 'game',
    adoption: adoptionOf({}),
    rules: rulesOf({}, { state, components: { item: component } }, manualClock(2_000_000)),
    storage: storage.fork(),
    scheduler: manualScheduler(),
  } as unknown as SuspensionOptions<object, Adoption>);
  try {
    return await suspension.start();
  } finally {
    expect([...query(world, [component])]).toEqual([entity]);
  }
}

describe('calls', () => {
  test.each([-1, Number.NaN, Number.POSITIVE_INFINITY, '16' as unknown as number])(
    'update(%s) is a RangeError and plays nothing',
    async (deltaMs) => {
      const game = await startGame();
      const error = thrown(() => game.suspension.update(deltaMs));
      expect(error).toBeInstanceOf(RangeError);
      expect(error.code).toBe('DELTA_INVALID');
      expect(game.get('item')).toBe(0);
    },
  );

  test('claim of an unknown reward is refused by name', async () => {
    const game = await startGame();
    await expect(game.suspension.claim('gift@1')).rejects.toMatchObject({
      code: 'REWARD_UNKNOWN',
      details: { reward: 'gift@1' },
    });
  });

  test('claim outside play is refused, and the reward stays', async () => {
    const game = await startGame({
      display: 'return-summary',
      rewards: [{ id: 'gift', source: 'item', delivery: 'player-claims' }],
    });
    await game.away(5_000);
    game.suspension.background();
    await expect(game.suspension.claim('gift@1005000')).rejects.toMatchObject({ code: 'NOT_PLAYING' });
    expect(game.suspension.rewards).toHaveLength(1);
  });

  test('claim of an automatic reward is refused', async () => {
    const game = await startGame({ rewards: [{ id: 'gift', source: 'item', offer: () => false }] });
    await game.away(5_000);
    await expect(game.suspension.claim('gift@1005000')).rejects.toMatchObject({ code: 'REWARD_NOT_CLAIMABLE' });
  });

  test('checkpoint and reset outside play are refused', async () => {
    const game = await startGame();
    game.suspension.background();
    await expect(game.suspension.checkpoint()).rejects.toMatchObject({ code: 'NOT_PLAYING' });
    await expect(game.suspension.reset()).rejects.toMatchObject({ code: 'NOT_PLAYING' });
  });

  test('a second start, and a start after stop, are refused', async () => {
    const game = await startGame();
    await expect(game.suspension.start()).rejects.toMatchObject({ code: 'ALREADY_STARTED' });
    await game.suspension.stop();
    await expect(game.suspension.start()).rejects.toMatchObject({ code: 'STOPPED' });
  });

  test('a row that is not there is named beside those that are', async () => {
    const game = await startGame();
    expect(thrown(() => game.suspension.row('itme'))).toMatchObject({ code: 'ROW_UNKNOWN' });
    expect(thrown(() => game.suspension.until('itme', 1)).message).toContain('item');
  });

  test.each(['sliceMs', 'autosaveMs', 'longestUpdateMs'])('%s that is no length is a RangeError', (name) => {
    expect(thrown(() => createGame({}, { [name]: -1 }))).toMatchObject({ code: 'OPTION_INVALID' });
  });
});

describe('a record', () => {
  test('of another adoption is set aside, not deleted, and reported', async () => {
    const game = await startGame({ id: 'one' });
    await game.suspension.stop();
    const record = game.storage.record('one');
    game.storage.put(0, 'two', record);
    const next = createGame({ id: 'two' }, {}, { storage: game.storage.fork(), clock: game.clock });
    await next.suspension.start();
    expect(next.suspension.origin).toBe('set-aside');
    expect(next.storage.asides()).toHaveLength(1);
    expect(next.events.error).toMatchObject([{ code: 'RECORD_UNREADABLE' }]);
  });

  test('with a component that the adoption has lost keeps it; one it has gained stands as it is', async () => {
    const game = await startGame({ fixed: ['score'] });
    game.set('score', 7);
    await game.suspension.stop();
    const without = game.reopen({ fixed: ['level'] });
    await without.suspension.start();
    expect(without.events.error).toMatchObject([
      { code: 'RECORD_PARTIAL', details: { missing: ['level'], unknown: ['score'] } },
    ]);
    await without.suspension.stop();
    const again = without.reopen({ fixed: ['score'] });
    await again.suspension.start();
    expect(again.get('score')).toBe(7);
  });
});

describe('listeners', () => {
  test('that throw change nothing, and are told', async () => {
    const game = await startGame();
    game.suspension.on('settle', () => {
      throw new Error('mine');
    });
    await game.away(3_000);
    expect(game.get('item')).toBe(3);
    expect(game.events.error).toMatchObject([{ code: 'LISTENER_FAILED' }]);
    expect(game.events.error[0]).toBeInstanceOf(SuspensionError);
  });
});
