import { addComponent, addEntity, createWorld, entityExists, hasComponent, pipe, query } from 'bitecs';
import { describe, expect, test } from 'vitest';
import type { Adoption, SuspensionOptions } from '../../src/index.js';
import {
  CatchUpItem,
  createSuspension,
  FixedItem,
  isPlaying,
  PendingReward,
  SuspensionSystem,
} from '../../src/index.js';
import { manualClock, manualScheduler, memoryStorage } from '../../src/testing.js';
import type { GameSpec } from '../support/game.js';
import { adoptionOf, createGame, rulesOf, startGame } from '../support/game.js';

describe('rows as entities', () => {
  test('each row is an entity with the component of its kind, from the end of start()', async () => {
    const game = createGame({ fixed: ['score'] });
    expect(() => game.suspension.row('item')).toThrow(/start/);
    await game.suspension.start();
    const row = game.suspension.row('item');
    expect([...query(game.world, [CatchUpItem])]).toEqual([row]);
    expect(hasComponent(game.world, game.suspension.row('score'), FixedItem)).toBe(true);
    game.play(1_700);
    expect(CatchUpItem(game.world).carryMs[row]).toBe(700);
    expect(CatchUpItem(game.world).fidelityBranch[row]).toBe('every-missed-update');
  });

  test('a pending reward is an entity until it is accepted', async () => {
    const game = await startGame({
      display: 'return-summary',
      rewards: [{ id: 'gift', source: 'item', delivery: 'player-claims' }],
    });
    await game.away(5_000);
    const [entity = 0] = query(game.world, [PendingReward]);
    expect(PendingReward(game.world).id[entity]).toBe('gift@1005000');
    await game.suspension.claim('gift@1005000');
    expect([...query(game.world, [PendingReward])]).toEqual([]);
  });

  test('they give way where a restore needs their id, and are in no snapshot', async () => {
    const game = await startGame();
    await game.suspension.stop();
    const next = game.reopen();
    await next.suspension.start();
    const ids = [...query(next.world, [CatchUpItem])];
    expect([...next.suspension.capture().entities.covered]).not.toEqual(expect.arrayContaining(ids));
    expect(next.get('item')).toBe(0);
  });
});

describe('SuspensionSystem', () => {
  test('drives every suspension of the world with its delta and returns the world', async () => {
    const game = await startGame();
    const systems = pipe(SuspensionSystem, (world: typeof game.world) => world);
    for (let i = 0; i < 3; i++) {
      game.pass(500);
      game.world.time.delta = 500;
      expect(systems(game.world)).toBe(game.world);
    }
    expect(game.get('item')).toBe(1);
    expect(isPlaying(game.world)).toBe(true);
    game.suspension.background();
    expect(isPlaying(game.world)).toBe(false);
  });
});

describe('several adoptions on one world', () => {
  test('have records, anchors and phases of their own in one storage', async () => {
    const world = createWorld({ time: { delta: 0 } });
    const storage = memoryStorage();
    const scheduler = manualScheduler();
    const clock = manualClock(1_000_000);
    const install = (id: string, spec: GameSpec) => {
      const component = { value: new Float64Array(16) };
      let entity = 0;
      const state = {
        get: () => component.value[entity] ?? 0,
        set: (_: string, value: number) => {
          component.value[entity] = value;
        },
        log: [],
        accumulatedMs: { ms: 0 },
      };
      const suspension = createSuspension(world, {
        id,
        adoption: adoptionOf(spec),
        rules: rulesOf(spec, { state, components: { item: component } }, clock),
        newGame: () => {
          entity = addEntity(world);
          addComponent(world, entity, component);
        },
        storage,
        scheduler,
      } as unknown as SuspensionOptions<typeof world, Adoption>);
      return { suspension, value: () => component.value[entity] };
    };
    const a = install('a', { background: 'counts-as-away' });
    const b = install('b', { background: 'waits-until-closed' });
    await a.suspension.start();
    await b.suspension.start();
    for (const { suspension } of [a, b]) suspension.background();
    expect([a.suspension.phase, b.suspension.phase]).toEqual(['away', 'held']);
    clock.advance(5_000);
    scheduler.advance(5_000);
    for (const { suspension } of [a, b]) await suspension.foreground();
    expect([a.value(), b.value()]).toEqual([5, 0]);
    expect(isPlaying(world)).toBe(true);
    expect(storage.record('a')?.anchorMs).toBe(1_005_000);
    expect(storage.record('b')?.anchorMs).toBe(1_000_000);
  });
});

describe('reset', () => {
  test('removes save and rewards, keeps the anchor, and runs newGame', async () => {
    const game = await startGame({ rewards: [{ id: 'gift', source: 'item', offer: () => false }] });
    await game.away(5_500);
    await game.suspension.reset();
    expect(game.get('item')).toBe(0);
    expect(game.suspension.rewards).toEqual([]);
    expect(game.suspension.anchorMs).toBe(1_005_500);
    expect(game.suspension.capture().carries).toEqual({ item: 0 });
    expect(game.storage.record()).toMatchObject({ anchorMs: 1_005_500, rewards: [] });
    game.play(1_000);
    expect(game.get('item')).toBe(1);
  });
});

describe('until', () => {
  test('tells the play that is left until a level, carry and ceiling counted', async () => {
    const game = await startGame({ rows: [{ id: 'item', limit: 'state-ceiling', ceiling: 5, inPlay: true }] });
    game.play(1_300);
    expect(game.suspension.until('item', 1)).toBe(0);
    expect(game.suspension.until('item', 3)).toBe(1_700);
    expect(game.suspension.until('item', 6)).toBeUndefined();
  });

  test('works for amounts without steps', async () => {
    const game = await startGame({ rows: [{ id: 'item', fidelity: 'one-derived-change', stepMs: null }] });
    expect(game.suspension.until('item', 2)).toBe(2_000);
  });
});

describe('stop', () => {
  test('closes a game in play, and takes everything of ours off the world', async () => {
    const game = await startGame();
    const row = game.suspension.row('item');
    game.play(2_000);
    await game.suspension.stop();
    expect(game.storage.record()).toMatchObject({ interval: { kind: 'close', startMs: 1_002_000 } });
    expect(game.host.listeners).toBe(0);
    expect(entityExists(game.world, row)).toBe(false);
  });

  test('writes nothing for a game that is away', async () => {
    const game = await startGame();
    game.suspension.background();
    const { writes } = game.storage;
    await game.suspension.stop();
    expect(game.storage.writes).toBe(writes);
  });
});

describe('the host', () => {
  test('drives the phases, and repeated signals are harmless', async () => {
    const game = await startGame();
    for (const signal of ['background', 'background', 'close', 'close'] as const) game.host[signal]();
    game.pass(4_000);
    for (const signal of ['foreground', 'reopen', 'foreground'] as const) game.host[signal]();
    await expect.poll(() => game.suspension.phase).toBe('playing');
    expect(game.events.return).toHaveLength(1);
    expect(game.get('item')).toBe(4);
  });
});

describe('claim events', () => {
  test('claim the reward they name, or the oldest of the row', async () => {
    const handlers = new Map<string, (payload: unknown) => void>();
    const events = {
      on: (type: string, handler: (payload: unknown) => void) => handlers.set(type, handler),
      off: (type: string) => handlers.delete(type),
    };
    const game = await startGame(
      { display: 'return-summary', rewards: [{ id: 'gift', source: 'item', delivery: 'player-claims' }] },
      { events },
    );
    await game.away(1_000);
    await game.away(1_000);
    handlers.get('claim-gift')?.('gift@1002000');
    await expect.poll(() => game.suspension.rewards.map(({ id }) => id)).toEqual(['gift@1001000']);
    handlers.get('claim-gift')?.(undefined);
    await expect.poll(() => game.get('purse.gift')).toBe(2);
    await game.suspension.stop();
    expect(handlers.size).toBe(0);
  });
});

describe('a row that the game plays itself', () => {
  test('hands over its accumulator, and only what was missed is settled', async () => {
    const game = createGame({ rows: [{ id: 'item', playedBy: 'game' }] });
    await game.suspension.start();
    game.play(3_000);
    expect(game.get('item')).toBe(0);
    game.accumulatedMs.ms = 400;
    await game.away(2_700);
    expect(game.get('item')).toBe(3);
    expect(game.accumulatedMs.ms).toBe(100);
  });
});

describe('a display', () => {
  test('gets pending rewards and those that were delivered, and a detailed summary explains each row', async () => {
    const game = await startGame({
      display: 'detailed-return-summary',
      rows: [{ id: 'item', amount: 'reduced', limit: 'time-limit', afterMs: 2_000 }],
      rewards: [
        { id: 'gift', source: 'item' },
        { id: 'box', source: 'item', delivery: 'player-claims' },
      ],
    });
    await game.away(5_000);
    expect(game.display.shown).toMatchObject([
      {
        surface: 'summary',
        summary: {
          elapsedMs: 5_000,
          rows: [
            {
              row: 'item',
              unit: 'points',
              before: 0,
              after: 1,
              detail: {
                admittedMs: 2_000,
                amountBranch: 'reduced',
                amountRule: 'half of the ordinary amount',
                fidelityBranch: 'every-missed-update',
                limitBranch: 'time-limit',
                limitReached: true,
              },
            },
          ],
          rewards: [
            { id: 'box@1005000', status: 'pending' },
            { id: 'gift@1005000', status: 'accepted' },
          ],
        },
      },
    ]);
  });

  test('a notice precedes the summary, and only a device clock has one', async () => {
    const game = await startGame({
      clock: 'device-clock',
      notice: 'explain',
      display: 'return-summary',
      rewards: [{ id: 'box', source: 'item', delivery: 'player-claims' }],
    });
    await game.away(5_000);
    game.suspension.background();
    game.clock.advance(-60_000);
    const report = await game.suspension.foreground();
    expect(game.display.shown.map(({ surface }) => surface)).toEqual(['summary', 'notice', 'summary']);
    expect(game.display.shown[1]).toMatchObject({
      notice: { anchor: 'suspension-snapshot', startMs: 1_005_000, readingMs: 945_000, backMs: 60_000 },
    });
    expect(report?.backwardClock).toEqual({ anchor: 'suspension-snapshot', notice: true });
  });
});

describe('without a clock row', () => {
  test('a return measures nothing, catches nothing up and goes on from the fixed state', async () => {
    const game = await startGame({ clock: 'none', fixed: ['score'] });
    game.set('score', 4);
    game.play(2_000);
    game.suspension.background();
    game.set('score', 9);
    game.pass(60_000);
    const report = await game.suspension.foreground();
    expect(report?.interval).toEqual({
      startMs: undefined,
      sampledMs: undefined,
      endMs: undefined,
      elapsedMs: 0,
      outcome: 'unmeasured',
    });
    expect([game.get('score'), game.get('item')]).toEqual([4, 2]);
    expect(game.suspension.anchorMs).toBeUndefined();
    expect(game.storage.record()).toMatchObject({ anchorMs: null, readingMs: null });
  });
});

describe('boundaries in play', () => {
  test('are settled as they pass where the rule says so, between the updates around them', async () => {
    const game = await startGame({ boundaries: [{ id: 'day', everyMs: 2_000, inPlay: true }] });
    game.play(4_500, 1_500);
    expect(game.log.filter((line) => line.startsWith('settle'))).toEqual(['settle day 1002000', 'settle day 1004000']);
    expect(game.log.indexOf('apply item 1 at 1002000')).toBeLessThan(game.log.indexOf('settle day 1002000'));
    const report = await game.away(1_000);
    expect(report?.calendar).toEqual([]);
  });

  test('are the game’s own where it does not', async () => {
    const game = await startGame({ boundaries: [{ id: 'day', everyMs: 2_000 }] });
    game.play(5_000);
    expect(game.get('effect.day')).toBe(0);
  });
});

describe('an old tab', () => {
  test('that wakes from a sleep after another tab has taken over is elsewhere, and throws nothing', async () => {
    const a = await startGame();
    await a.reopen().suspension.start();
    a.pass(60_000);
    a.suspension.update(60_000);
    expect(a.suspension.phase).toBe('elsewhere');
  });
});

describe('an autosave', () => {
  test('holds what the game’s own systems have played by its reading', async () => {
    const game = createGame({ rows: [{ id: 'item', playedBy: 'game' }] }, { autosaveMs: 3_000 });
    await game.suspension.start();
    for (let frame = 0; frame < 10; frame++) {
      game.pass(700);
      game.suspension.update(700);
      game.accumulatedMs.ms += 700;
      while (game.accumulatedMs.ms >= 1_000) {
        game.accumulatedMs.ms -= 1_000;
        game.set('item', game.get('item') + 1);
      }
      await Promise.resolve();
    }
    const record = game.storage.record();
    const next = game.reopen();
    await next.suspension.start();
    expect(record?.readingMs).toBeGreaterThan(1_000_000);
    expect(next.get('item') * 1_000 + next.accumulatedMs.ms).toBe(game.clock.now() - 1_000_000);
  });

  test('at a hide the stretch since the last frame goes into the game’s accumulator', async () => {
    const game = createGame({ rows: [{ id: 'item', playedBy: 'game' }] });
    await game.suspension.start();
    game.pass(300);
    game.suspension.background();
    expect(game.accumulatedMs.ms).toBe(300);
  });
});

describe('a reward in play', () => {
  test('loses its entity when its deadline comes', async () => {
    const game = await startGame({
      display: 'return-summary',
      rewards: [{ id: 'gift', source: 'item', delivery: 'player-claims', expiresMs: 3_000 }],
    });
    await game.away(5_000);
    expect([...query(game.world, [PendingReward])]).toHaveLength(1);
    game.play(3_000);
    expect([...query(game.world, [PendingReward])]).toHaveLength(0);
  });
});

describe('a snapshot that went through JSON', () => {
  test('is refused by start({ loaded }) and by a checkpoint, with a reason', async () => {
    const game = await startGame();
    const broken = JSON.parse(JSON.stringify(game.suspension.capture())) as ReturnType<typeof game.suspension.capture>;
    const next = game.reopen();
    await expect(next.suspension.start({ loaded: broken })).rejects.toMatchObject({ code: 'SNAPSHOT_INVALID' });
    const trusting = await startGame({
      clock: 'device-clock',
      anchor: 'last-trusted-checkpoint',
      checkpoint: () => ({ readingMs: 1_000_000, state: broken }),
    });
    trusting.suspension.background();
    trusting.clock.advance(-5_000);
    await expect(trusting.suspension.foreground()).rejects.toMatchObject({ code: 'RULE_FAILED', message: /JSON/ });
  });
});
