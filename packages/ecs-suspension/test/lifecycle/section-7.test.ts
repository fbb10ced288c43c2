import { describe, expect, test } from 'vitest';
import type { Reward, Snapshot } from '../../src/index.js';
import { memoryStorage } from '../../src/testing.js';
import type { GameSpec } from '../support/game.js';
import { createGame, startGame } from '../support/game.js';

// How the contract is read where it is open: one describe per point of the design's section 7.

const HOUR = 3_600_000;
const turns = async (): Promise<void> => {
  for (let i = 0; i < 50; i++) await Promise.resolve();
};

describe('7.1 readings', () => {
  test('a fraction of a reading is dropped', async () => {
    const game = await startGame();
    game.clock.set(1_000_000.9);
    game.suspension.background();
    game.clock.set(1_005_000.2);
    const report = await game.suspension.foreground();
    expect(report?.interval).toMatchObject({ startMs: 1_000_000, endMs: 1_005_000, elapsedMs: 5_000 });
  });

  test('what an update has below a millisecond waits for the next one', async () => {
    const game = await startGame();
    for (let i = 0; i < 60; i++) game.suspension.update(1_000 / 60 + 0.001);
    expect(game.get('item')).toBe(1);
  });
});

describe('7.2 ends', () => {
  test('a crossing at the start is not in the interval, one at the end is', async () => {
    const game = await startGame({ boundaries: [{ id: 'tick', everyMs: 10_000 }] });
    const report = await game.away(10_000);
    expect(report?.calendar.map(({ atMs }) => atMs)).toEqual([1_010_000]);
  });

  test('an update that falls due exactly at a crossing happens before it', async () => {
    const game = await startGame({ boundaries: [{ id: 'tick', everyMs: 2_000 }] });
    await game.away(3_000);
    expect(game.log).toEqual([
      'apply item 1 at 1001000',
      'apply item 1 at 1002000',
      'settle tick 1002000',
      'apply item 1 at 1003000',
    ]);
  });
});

describe('7.3 the last moments of play', () => {
  test('the monotonic time since the last call is played before the snapshot', async () => {
    const game = await startGame();
    game.pass(600);
    game.suspension.update(600);
    game.pass(400);
    game.suspension.background();
    expect(game.get('item')).toBe(1);
  });

  test('nothing is played where the last call is longer ago than longestUpdateMs', async () => {
    const game = await startGame();
    game.pass(2_001);
    game.suspension.background();
    expect(game.get('item')).toBe(0);
  });

  test('a game paused by its own choice has no edge', async () => {
    const game = await startGame();
    game.suspension.update(0);
    game.pass(1_500);
    game.suspension.background();
    expect(game.get('item')).toBe(0);
  });
});

describe('7.4 carry', () => {
  test('the carry is saved, restored, and continued by the pass and by play', async () => {
    const game = await startGame();
    game.play(700);
    game.suspension.close();
    game.pass(600);
    const next = game.reopen();
    await next.suspension.start();
    expect(next.get('item')).toBe(1);
    next.play(699);
    expect(next.get('item')).toBe(1);
    next.play(1);
    expect(next.get('item')).toBe(2);
  });
});

describe('7.5 ceiling', () => {
  const full = { id: 'item', limit: 'state-ceiling', ceiling: 3, inPlay: true } as const;

  test('an update that would pass the ceiling gets what is left to it', async () => {
    const game = await startGame({ rows: [{ ...full, rate: 2 }] });
    const report = await game.away(10_000);
    expect(game.get('item')).toBe(3);
    expect(report?.catchUp).toMatchObject([{ amount: 3, updates: 2, limitReached: true, toMs: 1_002_000 }]);
  });

  test('the wait for the next unit begins when the level falls', async () => {
    const game = await startGame({ rows: [{ ...full, start: 3 }] });
    game.play(HOUR / 60);
    game.set('item', 2);
    game.play(999);
    expect(game.get('item')).toBe(2);
    game.play(1);
    expect(game.get('item')).toBe(3);
  });

  test('a level that another row lowers in the middle of an update begins its wait there', async () => {
    const game = await startGame({
      rows: [
        { ...full, start: 3 },
        {
          id: 'eater',
          stepMs: 500,
          apply: (state) => {
            if (state.get('eater') === 0) state.set('item', 2);
            state.set('eater', 1);
          },
        },
      ],
    });
    game.play(2_000, 2_000);
    expect(game.log.filter((line) => line.startsWith('apply item'))).toEqual(['apply item 1 at 1001500']);
    expect(game.get('item')).toBe(3);
  });

  test('with inPlay play is clipped whatever the fidelity', async () => {
    const row = { ...full, fidelity: 'one-derived-change', stepMs: null, start: 2.5 } as const;
    const game = await startGame({ rows: [row] });
    game.play(2_000);
    expect(game.get('item')).toBe(3);
  });

  test('without inPlay play is not clipped, and a level above the ceiling stays and gains nothing', async () => {
    const game = await startGame({ rows: [{ ...full, inPlay: false }] });
    game.play(5_000);
    expect(game.get('item')).toBe(5);
    await game.away(5_000);
    expect(game.get('item')).toBe(5);
  });

  test('a row that is full at the start gives one report, no settlement, and its pass has ended', async () => {
    const game = await startGame({
      rows: [{ ...full, start: 3, fidelity: 'one-derived-change' }],
      boundaries: [{ id: 'tick', everyMs: 2_000, settle: (state) => state.set('item', 0) }],
      rewards: [{ id: 'gift', source: 'item' }],
    });
    const report = await game.away(5_000);
    expect(report?.catchUp).toMatchObject([{ fromMs: 1_000_000, toMs: 1_000_000, admittedMs: 0, limitReached: true }]);
    expect(report?.rewards).toEqual([]);
    expect(game.get('item')).toBe(0);
    expect(report?.calendar).toHaveLength(2);
  });
});

describe('7.6 limits', () => {
  test('limits count from the start of every interval anew', async () => {
    const game = await startGame({ rows: [{ id: 'item', limit: 'time-limit', afterMs: 3_000 }] });
    await game.away(10_000);
    await game.away(10_000);
    expect(game.get('item')).toBe(6);
  });

  test('a less-after-a-point pass has an edge at the point, and later updates use the later amount', async () => {
    const game = await startGame({ rows: [{ id: 'item', limit: 'less-after-a-point', afterMs: 3_000 }] });
    const report = await game.away(5_000);
    expect(report?.catchUp).toMatchObject([
      { fromMs: 1_000_000, toMs: 1_003_000, untilPoint: 3, pastPoint: 0, updates: 3 },
      { fromMs: 1_003_000, toMs: 1_005_000, untilPoint: 0, pastPoint: 0.5, updates: 2, limitReached: true },
    ]);
  });

  test('a fidelity rule gets the whole amount and the limit, and its change is applied once, as it is', async () => {
    const row = { id: 'item', fidelity: 'one-derived-change', limit: 'time-limit', afterMs: 3_000 } as const;
    const game = await startGame({ rows: [row] });
    const report = await game.away(10_000);
    expect(report?.catchUp).toMatchObject([{ toMs: 1_010_000, admittedMs: 3_000, amount: 3, updates: 1 }]);
    expect(game.log).toEqual(['apply item 3 at 1010000']);
  });

  test('the report carries both parts of a split change', async () => {
    const row = { id: 'item', fidelity: 'larger-steps', limit: 'less-after-a-point', afterMs: 3_000 } as const;
    const game = await startGame({ rows: [row] });
    const report = await game.away(5_000);
    expect(report?.catchUp).toMatchObject([{ amount: 3.5, untilPoint: 3, pastPoint: 0.5, updates: 2 }]);
  });
});

describe('7.7 pass and calendar', () => {
  test('stepped updates of several rows run by due time, ties in row order, in a pass as in play', async () => {
    const spec: GameSpec = {
      rows: [
        { id: 'a', stepMs: 3_000 },
        { id: 'b', stepMs: 2_000 },
      ],
    };
    const order = ['b 1002000', 'a 1003000', 'b 1004000', 'a 1006000', 'b 1006000'];
    const shape = (log: readonly string[]): string[] => log.map((line) => line.replace(/apply (\w) .* at /, '$1 '));
    const away = await startGame(spec);
    await away.away(6_000);
    expect(shape(away.log)).toEqual(order);
    const played = await startGame(spec);
    played.play(6_000);
    expect(shape(played.log)).toEqual(order);
  });

  test('a row whose pass ended earlier is settled before any later event and is not split by it', async () => {
    const game = await startGame({
      rows: [{ id: 'short', limit: 'time-limit', afterMs: 1_500, fidelity: 'one-derived-change' }, { id: 'long' }],
      boundaries: [{ id: 'tick', everyMs: 2_000 }],
    });
    const report = await game.away(3_000);
    expect(report?.catchUp.map(({ row, fromMs, toMs, crossing }) => [row, fromMs, toMs, crossing?.atMs])).toEqual([
      ['short', 1_000_000, 1_003_000, undefined],
      ['long', 1_000_000, 1_002_000, 1_002_000],
      ['long', 1_002_000, 1_003_000, undefined],
    ]);
    expect(game.log.slice(0, 4)).toEqual([
      'apply long 1 at 1001000',
      // Its rule gets the whole segment's amount; it is settled where its admitted span ends.
      'apply short 1.5 at 1003000',
      'apply long 1 at 1002000',
      'settle tick 1002000',
    ]);
  });

  test('a ceiling reached ends the pass: a later crossing does not begin it again', async () => {
    const game = await startGame({
      rows: [{ id: 'item', limit: 'state-ceiling', ceiling: 2 }],
      boundaries: [{ id: 'tick', everyMs: 5_000, settle: (state) => state.set('item', 0) }],
    });
    const report = await game.away(9_000);
    expect(game.get('item')).toBe(0);
    expect(report?.catchUp).toMatchObject([{ toMs: 1_002_000, limitReached: true }]);
    expect(report?.catchUp[0]).not.toHaveProperty('crossing');
  });

  test('latest-crossing-only keeps one crossing per calendar row', async () => {
    const game = await startGame({
      calendar: 'latest-crossing-only',
      boundaries: [
        { id: 'x', everyMs: 2_000 },
        { id: 'y', everyMs: 3_000 },
      ],
    });
    const report = await game.away(7_000);
    expect(report?.calendar.map(({ row, atMs }) => [row, atMs])).toEqual([
      ['y', 1_005_000],
      ['x', 1_006_000],
    ]);
  });

  test('one-combined-crossing makes one event at the return reading, after every segment', async () => {
    const game = await startGame({ calendar: 'one-combined-crossing', boundaries: [{ id: 'x', everyMs: 2_000 }] });
    const report = await game.away(7_000);
    expect(report?.calendar).toEqual([{ row: 'x', atMs: 1_007_000, count: 3, firstMs: 1_002_000, lastMs: 1_006_000 }]);
    expect(game.log.at(-1)).toBe('settle x 1007000');
    expect(report?.catchUp).toHaveLength(1);
    expect((await game.away(500))?.calendar).toEqual([]);
  });

  test('equal times go in row order and then to resolveEvents', async () => {
    const boundaries = [
      { id: 'x', everyMs: 2_000 },
      { id: 'y', everyMs: 2_000 },
    ];
    const inOrder = await startGame({ boundaries });
    await inOrder.away(2_000);
    expect(inOrder.log.slice(-2)).toEqual(['settle x 1002000', 'settle y 1002000']);
    const resolved = await startGame({ boundaries }, { resolveEvents: (events) => events.reverse() });
    await resolved.away(2_000);
    expect(resolved.log.slice(-2)).toEqual(['settle y 1002000', 'settle x 1002000']);
  });
});

describe('7.8 what a return starts from', () => {
  test('whatever wrote to covered state while away is put back first', async () => {
    const game = await startGame();
    game.suspension.background();
    game.set('item', 99);
    game.pass(3_000);
    await game.suspension.foreground();
    expect(game.get('item')).toBe(3);
    expect(game.events.restored).toMatchObject([{ written: { item: [1] } }]);
  });

  test('under a protected clock a backward reading keeps the loaded state and reports no anchor', async () => {
    const game = await startGame();
    game.suspension.background();
    game.set('item', 7);
    game.clock.advance(-5_000);
    const report = await game.suspension.foreground();
    expect(game.get('item')).toBe(7);
    expect(report?.interval).toMatchObject({ outcome: 'skipped', elapsedMs: 0 });
    expect(report?.backwardClock).toEqual({});
  });

  test('under a device clock a backward reading follows its anchor answer', async () => {
    const back = async (spec: GameSpec): Promise<number> => {
      const game = await startGame({ clock: 'device-clock', ...spec });
      game.suspension.background();
      game.set('item', 7);
      game.clock.advance(-5_000);
      const report = await game.suspension.foreground();
      expect(report?.backwardClock?.anchor).toBe(spec.anchor);
      return game.get('item');
    };
    const donor = await startGame({ rows: [{ id: 'item', start: 42 }] });
    const state: Snapshot = donor.suspension.capture();
    expect(await back({ anchor: 'suspension-snapshot' })).toBe(0);
    expect(await back({ anchor: 'keep-return-state' })).toBe(7);
    const checkpoint = () => ({ readingMs: 1_000_000, state });
    expect(await back({ anchor: 'last-trusted-checkpoint', checkpoint })).toBe(42);
  });

  test('pending rewards come from our own record, never from a loaded state', async () => {
    const rewards = [{ id: 'gift', source: 'item', offer: () => false }];
    const game = await startGame({ rewards });
    const loaded = game.suspension.capture();
    await game.away(5_000);
    await game.suspension.stop();
    const next = game.reopen();
    await next.suspension.start({ loaded });
    expect(next.suspension.origin).toBe('loaded');
    expect(next.suspension.rewards).toHaveLength(1);
  });
});

describe('7.9 anchor', () => {
  test('the first start measures no interval and reads no continuous item; its reading is the anchor', async () => {
    let reads = 0;
    const game = createGame({ continuous: [{ id: 'skill', read: () => ++reads }] });
    expect(await game.suspension.start()).toBeUndefined();
    expect(reads).toBe(0);
    expect(game.suspension.anchorMs).toBe(1_000_000);
  });

  test('later it is the highest of the previous one, the start, the return and a trusted reading', async () => {
    const donor = await startGame();
    const state = donor.suspension.capture();
    const game = await startGame({
      clock: 'device-clock',
      anchor: 'last-trusted-checkpoint',
      checkpoint: () => ({ readingMs: 1_500_000, state }),
    });
    await game.away(10_000);
    expect(game.suspension.anchorMs).toBe(1_010_000);
    game.suspension.background();
    game.clock.advance(-60_000);
    await game.suspension.foreground();
    expect(game.suspension.anchorMs).toBe(1_500_000);
    const report = await game.away(30_000);
    expect(report?.interval).toMatchObject({ startMs: 1_500_000, elapsedMs: 0, outcome: 'skipped' });
  });
});

describe('7.10 rewards', () => {
  test('one reward per row and return, with a stable id, none from a zero-length or skipped interval', async () => {
    const game = await startGame({ rewards: [{ id: 'gift', source: 'item', offer: () => false }] });
    expect((await game.away(5_000))?.rewards).toMatchObject([{ id: 'gift@1005000', status: 'pending' }]);
    expect((await game.away(0))?.rewards).toMatchObject([{ id: 'gift@1005000' }]);
    expect(game.suspension.rewards).toHaveLength(1);
  });

  test('a reward is derived from all settlements of its source in that return', async () => {
    const game = await startGame({
      boundaries: [{ id: 'tick', everyMs: 2_000 }],
      rewards: [{ id: 'gift', source: 'tick', offer: () => false }],
    });
    await game.away(5_000);
    expect(game.suspension.rewards[0]?.payload).toEqual({ coins: 2 });
  });

  test('at its deadline a reward is gone, at once from rewards and reported at the next return', async () => {
    const game = await startGame({
      rewards: [{ id: 'gift', source: 'item', expiresMs: 60_000, offer: () => false }],
    });
    await game.away(5_000);
    game.pass(59_999);
    expect(game.suspension.rewards).toHaveLength(1);
    game.pass(1);
    expect(game.suspension.rewards).toHaveLength(0);
    const report = await game.away(1);
    expect(report?.rewards.filter(({ status }) => status === 'expired')).toMatchObject([{ id: 'gift@1005000' }]);
  });

  test('refused automatic rewards are offered again at each return, oldest first within row order', async () => {
    let accepts = false;
    const offer = () => accepts;
    const game = await startGame({
      rewards: [
        { id: 'b', source: 'item', offer },
        { id: 'a', source: 'item', offer },
      ],
    });
    await game.away(1_000);
    await game.away(1_000);
    accepts = true;
    game.log.length = 0;
    await game.away(1_000);
    const offers = game.log.filter((line) => line.startsWith('offer'));
    expect(offers).toEqual([
      'offer b@1001000',
      'offer b@1002000',
      'offer b@1003000',
      'offer a@1001000',
      'offer a@1002000',
      'offer a@1003000',
    ]);
    expect(game.suspension.rewards).toEqual([]);
  });

  test('before the first offer, settled state, anchor and rewards are one record', async () => {
    let seen: unknown;
    const spec: GameSpec = {
      rewards: [
        {
          id: 'gift',
          source: 'item',
          offer: () => {
            const record = storage.record();
            seen = { anchorMs: record?.anchorMs, rewards: record?.rewards.length, settledTo: record?.settledTo };
            return true;
          },
        },
      ],
    };
    const storage = memoryStorage();
    const game = await startGame(spec, {}, { storage });
    await game.away(5_000);
    expect(seen).toEqual({ anchorMs: 1_005_000, rewards: 1, settledTo: 1_005_000 });
  });

  test('a process that dies after the first offer goes on under the same ids and settles nothing twice', async () => {
    const never = new Promise<boolean>(() => {});
    const rewards = [{ id: 'gift', source: 'item', offer: (): Promise<boolean> => never }];
    const game = await startGame({ rewards });
    void game.away(5_000);
    await expect.poll(() => game.log.includes('offer gift@1005000')).toBe(true);
    const next = game.reopen({ rewards: [{ id: 'gift', source: 'item' }] });
    game.pass(2_000);
    const report = await next.suspension.start();
    expect(report?.interval).toMatchObject({ startMs: 1_005_000, elapsedMs: 2_000 });
    expect(next.get('item')).toBe(7);
    expect(next.log.filter((line) => line.startsWith('offer'))).toEqual(['offer gift@1005000', 'offer gift@1007000']);
    expect(next.get('purse.gift')).toBe(2);
  });

  test('an offer that throws counts as a refusal, and what it wrote goes', async () => {
    const game = await startGame({
      rewards: [
        {
          id: 'gift',
          source: 'item',
          offer: (_reward, state) => {
            state.set('purse.gift', 5);
            throw new Error('full');
          },
        },
      ],
    });
    const report = await game.away(5_000);
    expect(report?.rewards).toMatchObject([{ status: 'pending' }]);
    expect(game.events.error).toMatchObject([{ code: 'OFFER_FAILED' }]);
    expect(game.get('purse.gift')).toBe(0);
    expect(game.suspension.phase).toBe('playing');
  });

  test('of two claims at once one is accepted', async () => {
    const game = await startGame({
      display: 'return-summary',
      rewards: [{ id: 'gift', source: 'item', delivery: 'player-claims' }],
    });
    await game.away(5_000);
    const claims = await Promise.allSettled([
      game.suspension.claim('gift@1005000'),
      game.suspension.claim('gift@1005000'),
    ]);
    expect(claims.map(({ status }) => status)).toEqual(['fulfilled', 'rejected']);
    expect(game.get('purse.gift')).toBe(1);
  });
});

describe('7.11 background and closing', () => {
  test('closing while already away begins no second interval', async () => {
    const game = await startGame();
    game.suspension.background();
    game.pass(5_000);
    game.suspension.close();
    game.pass(5_000);
    const report = await game.suspension.reopen();
    expect(report?.interval.elapsedMs).toBe(10_000);
    expect(game.events.suspend).toHaveLength(1);
  });

  test('a hidden game that waits until closed is held, and coming back resumes without a return', async () => {
    const game = await startGame({ background: 'waits-until-closed' });
    game.play(3_000);
    game.suspension.background();
    expect(game.suspension.phase).toBe('held');
    game.play(HOUR, 2_000);
    game.set('item', 77);
    expect(await game.suspension.foreground()).toBeUndefined();
    expect(game.get('item')).toBe(3);
    expect(game.events.return).toHaveLength(0);
    game.play(2_000);
    expect(game.get('item')).toBe(5);
  });

  test('closing begins an interval in all three', async () => {
    for (const background of ['counts-as-away', 'keeps-playing', 'waits-until-closed'] as const) {
      const game = await startGame({ background });
      game.suspension.close();
      game.pass(4_000);
      await game.suspension.reopen();
      expect(game.get('item')).toBe(4);
    }
  });

  test('hiding writes a checkpoint under all three', async () => {
    for (const background of ['counts-as-away', 'keeps-playing', 'waits-until-closed'] as const) {
      const game = await startGame({ background }, { autosaveMs: 0 });
      game.play(3_000);
      game.suspension.background();
      expect(game.storage.record()?.readingMs).toBe(1_003_000);
    }
  });

  test('a reading that is no number at that moment gives way to the last good one', async () => {
    const game = await startGame();
    game.play(3_000);
    game.clock.set(Number.NaN);
    game.suspension.background();
    game.clock.set(1_010_000);
    const report = await game.suspension.foreground();
    expect(report?.interval).toMatchObject({ startMs: 1_003_000, elapsedMs: 7_000 });
  });
});

describe('7.12 no event at all', () => {
  test('the last durable checkpoint is the snapshot, its reading the start, and the anchor stays', async () => {
    const game = await startGame({}, { autosaveMs: 5_000 });
    game.play(7_000);
    await turns();
    expect(game.storage.record()).toMatchObject({ readingMs: 1_005_000, anchorMs: 1_000_000, interval: null });
    const next = game.reopen();
    game.pass(10_000);
    const report = await next.suspension.start();
    expect(report?.interval.startMs).toBe(1_005_000);
    expect(next.get('item')).toBe(17);
  });

  test('a game killed while held counts as closed at its last heartbeat', async () => {
    const game = await startGame({ background: 'waits-until-closed' }, { autosaveMs: 5_000 });
    game.suspension.background();
    for (let i = 0; i < 3; i++) {
      game.pass(5_000);
      await turns();
    }
    game.pass(2_000);
    const next = game.reopen();
    const report = await next.suspension.start();
    expect(report?.interval).toMatchObject({ startMs: 1_015_000, elapsedMs: 2_000 });
  });
});

describe('7.13 a sleep without an event', () => {
  test('counts-as-away settles it, waits-until-closed drops it, keeps-playing plays it', async () => {
    const asleep = async (background: NonNullable<GameSpec['background']>): Promise<number[]> => {
      const game = await startGame({ background });
      game.play(2_000);
      game.pass(HOUR);
      game.suspension.update(16);
      await expect.poll(() => game.suspension.phase).toBe('playing');
      return [game.get('item'), game.events.return.length];
    };
    expect(await asleep('counts-as-away')).toEqual([3_602, 1]);
    expect(await asleep('waits-until-closed')).toEqual([2, 0]);
    expect(await asleep('keeps-playing')).toEqual([3_602, 0]);
  });

  test('a clock that asks its service measures the sleep once it answers', async () => {
    let answer = (_ms: number): void => {};
    const game = createGame(
      { background: 'keeps-playing' },
      {
        read: () =>
          new Promise<number>((resolve) => {
            answer = resolve;
          }),
      },
    );
    const started = game.suspension.start();
    await turns();
    answer(1_000_000);
    await started;
    game.pass(HOUR);
    game.suspension.update(16);
    game.suspension.update(16);
    expect(game.get('item')).toBe(0);
    answer(1_000_000 + HOUR);
    await expect.poll(() => game.get('item')).toBe(3_600);
  });
});

describe('7.14 hidden or closed during a return', () => {
  const slow = () => {
    let go = (_ms: number): void => {};
    const read = (): Promise<number> =>
      new Promise<number>((resolve) => {
        go = resolve;
      });
    return { read, answer: (ms: number) => go(ms) };
  };

  test('before step 13 a close abandons the return, and the interval goes on from its old start', async () => {
    const clock = slow();
    const game = createGame({ background: 'waits-until-closed' }, { read: clock.read });
    const started = game.suspension.start();
    await turns();
    clock.answer(1_000_000);
    await started;
    game.suspension.close();
    game.pass(30_000);
    const first = game.suspension.reopen();
    await turns();
    game.suspension.close();
    expect(game.suspension.phase).toBe('away');
    expect(await first).toBeUndefined();
    game.pass(10_000);
    const second = game.suspension.reopen();
    await turns();
    clock.answer(1_040_000);
    expect((await second)?.interval).toMatchObject({ startMs: 1_000_000, elapsedMs: 40_000 });
    expect(game.get('item')).toBe(40);
  });

  test('an abandoned return leaves nothing behind: events are told at once, and nothing is settled', async () => {
    const game = await startGame();
    game.suspension.background();
    game.pass(5_000);
    const returned = game.suspension.foreground();
    game.suspension.background();
    await returned;
    await turns();
    expect(game.get('item')).toBe(0);
    const told = game.events.phase.length;
    await game.suspension.stop();
    expect(game.events.phase.slice(told)).toEqual([{ from: 'away', to: 'stopped' }]);
  });

  test('under waits-until-closed a hide lets the return finish, and the game is then held', async () => {
    let open = (): void => {};
    const game = await startGame(
      { background: 'waits-until-closed', display: 'visible-before-resume' },
      {
        showing: () =>
          new Promise<void>((resolve) => {
            open = resolve;
          }),
      },
    );
    game.suspension.close();
    game.pass(5_000);
    const returned = game.suspension.reopen();
    await expect.poll(() => game.display.shown.length).toBe(1);
    game.suspension.background();
    open();
    await returned;
    expect(game.suspension.phase).toBe('held');
    expect(game.get('item')).toBe(5);
  });

  test('under keeps-playing a hide changes nothing', async () => {
    let open = (): void => {};
    const game = await startGame(
      { background: 'keeps-playing', display: 'visible-before-resume' },
      {
        showing: () =>
          new Promise<void>((resolve) => {
            open = resolve;
          }),
      },
    );
    game.suspension.close();
    game.pass(5_000);
    const returned = game.suspension.reopen();
    await expect.poll(() => game.display.shown.length).toBe(1);
    game.suspension.background();
    expect(game.suspension.phase).toBe('returning');
    open();
    await returned;
    expect(game.suspension.phase).toBe('playing');
  });

  test('from step 13 a close ends the wait for a display, and the next interval begins at that reading', async () => {
    const game = await startGame({ display: 'visible-before-resume' }, { showing: () => new Promise<void>(() => {}) });
    game.suspension.background();
    game.pass(30_000);
    const returned = game.suspension.foreground();
    await expect.poll(() => game.display.shown.length).toBe(1);
    game.pass(2_000);
    game.suspension.close();
    await returned;
    expect(game.suspension.phase).toBe('away');
    expect(game.storage.record()).toMatchObject({
      anchorMs: 1_030_000,
      interval: { startMs: 1_032_000, kind: 'close' },
    });
  });

  test('left and back again while the return commits, the interval in between has its own return', async () => {
    const game = await startGame(
      { display: 'visible-before-resume' },
      {
        showing: () => (game.display.shown.length === 1 ? new Promise<void>(() => {}) : undefined),
      },
    );
    game.suspension.background();
    game.pass(30_000);
    const first = game.suspension.foreground();
    await expect.poll(() => game.display.shown.length).toBe(1);
    game.suspension.background();
    game.pass(5_000);
    const second = game.suspension.foreground();
    expect((await first)?.interval.elapsedMs).toBe(30_000);
    expect((await second)?.interval.elapsedMs).toBe(5_000);
    expect(game.get('item')).toBe(35);
    expect(game.suspension.phase).toBe('playing');
  });
});

describe('7.15 what fails', () => {
  test('an authority that cannot be read keeps the return waiting, with growing pauses', async () => {
    let online = false;
    const game = await startGame({
      continuous: [
        {
          id: 'skill',
          read: () => {
            if (!online) throw new Error('offline');
            return 9;
          },
        },
      ],
    });
    const returned = game.away(5_000);
    await expect.poll(() => game.events['clock-unavailable'].length).toBe(1);
    expect(game.suspension.waitingFor).toBe('authority');
    game.scheduler.advance(1_000);
    await expect.poll(() => game.events['clock-unavailable'].length).toBe(2);
    expect(game.events['clock-unavailable'].map(({ retryMs }) => retryMs)).toEqual([1_000, 2_000]);
    online = true;
    game.scheduler.advance(2_000);
    await returned;
    expect(game.get('skill')).toBe(9);
  });

  test('a continuous rule may keep its last state', async () => {
    const game = await startGame({
      continuous: [
        {
          id: 'skill',
          whenUnavailable: 'keep-last',
          read: () => {
            throw new Error('offline');
          },
        },
      ],
    });
    game.set('skill', 3);
    const report = await game.away(5_000);
    expect(report?.continuous).toEqual([{ row: 'skill', read: false }]);
    expect(game.get('skill')).toBe(3);
  });

  test('a rule that throws fails the return as a whole: snapshot back, nothing committed, retry settles it', async () => {
    let broken = true;
    const game = await startGame({
      rows: [
        {
          id: 'item',
          apply: (state, amount) => {
            if (broken && state.get('item') === 3) throw new Error('boom');
            state.set('item', state.get('item') + amount);
          },
        },
      ],
    });
    const before = game.storage.record()?.sequence;
    game.suspension.background();
    game.pass(5_000);
    await expect(game.suspension.foreground()).rejects.toMatchObject({
      code: 'RULE_FAILED',
      details: { row: 'item', rule: 'apply' },
    });
    expect(game.suspension.phase).toBe('failed');
    expect(game.get('item')).toBe(0);
    expect(game.suspension.anchorMs).toBe(1_000_000);
    expect(game.storage.record()?.sequence).toBe((before ?? 0) + 1);
    broken = false;
    expect((await game.suspension.retry())?.interval.elapsedMs).toBe(5_000);
    expect(game.get('item')).toBe(5);
  });

  test('a display that throws is reported and changes nothing else; one that hangs is ended by dismiss', async () => {
    const thrown = await startGame(
      { display: 'visible-before-resume' },
      {
        showing: () => {
          throw new Error('no canvas');
        },
      },
    );
    await thrown.away(5_000);
    expect(thrown.events.error).toMatchObject([{ code: 'DISPLAY_FAILED' }]);
    expect(thrown.get('item')).toBe(5);
    const hung = await startGame({ display: 'visible-before-resume' }, { showing: () => new Promise<void>(() => {}) });
    const returned = hung.away(5_000);
    await expect.poll(() => hung.suspension.waitingFor).toBe('display');
    hung.suspension.dismiss();
    await returned;
    expect(hung.suspension.phase).toBe('playing');
  });

  test('a refused write leaves saved false, is told once, is tried again, and play goes on', async () => {
    const storage = memoryStorage({ failAt: (write) => write >= 2 && write <= 3 });
    const game = await startGame({}, { autosaveMs: 0 }, { storage });
    await game.away(5_000);
    expect(game.suspension.saved).toBe(false);
    expect(game.suspension.phase).toBe('playing');
    expect(game.events.unsaved).toHaveLength(1);
    expect(storage.record()).toMatchObject({ anchorMs: 1_000_000 });
    for (let i = 0; i < 5 && !game.suspension.saved; i++) {
      game.scheduler.advance(1_000);
      await turns();
    }
    expect(game.suspension.saved).toBe(true);
    expect(storage.record()).toMatchObject({ anchorMs: 1_005_000 });
    expect(game.get('item')).toBe(5);
  });

  test('nothing is offered while the record before the offers cannot be written; the retry pays once', async () => {
    const storage = memoryStorage({ failAt: (write) => write >= 2 && write <= 4 });
    const game = await startGame({ rewards: [{ id: 'gift', source: 'item' }] }, { autosaveMs: 0 }, { storage });
    const report = await game.away(5_000);
    expect(report?.rewards).toMatchObject([{ status: 'pending' }]);
    expect(game.get('purse.gift')).toBe(0);
    for (let i = 0; i < 8 && !game.suspension.saved; i++) {
      game.scheduler.advance(60_000);
      await turns();
    }
    await expect.poll(() => game.get('purse.gift')).toBe(1);
    expect(game.suspension.rewards).toEqual([]);
    await turns();
    expect(storage.record()?.rewards).toEqual([]);
  });
});

describe('7.16 changes during a return', () => {
  test('what others write to covered state during a return is not kept', async () => {
    const game = await startGame(
      { display: 'visible-before-resume' },
      {
        showing: () => {
          game.set('item', 1_000);
        },
      },
    );
    game.suspension.on('settle', () => game.set('item', 500));
    await game.away(5_000);
    expect(game.get('item')).toBe(5);
  });
});

describe('7.16 choice rows', () => {
  const choices = (selectedAt: 'suspend' | 'return', selected: () => string): NonNullable<GameSpec['choices']> => [
    {
      id: 'mode',
      rule: (state) => ({
        selectedAt,
        select: selected,
        branches: {
          grow: {
            catchUp: {
              'away-amount': 'same-as-playing',
              'catch-up-fidelity': 'every-missed-update',
              'away-limit': 'whole-interval',
              state: {
                components: (state as unknown as { components?: object }).components ?? {},
                unit: 'points',
                ordinary: 'one a second',
                stepMs: 1_000,
                amount: (elapsedMs: number) => elapsedMs / 1_000,
                apply: (_: object, amount: number) => state.set('mode', state.get('mode') + amount),
                level: () => state.get('mode'),
              },
            },
          },
          wait: { fixed: { components: {} } },
        },
      }),
    },
  ];

  test('a selection at return is made before the passes, and the branch settles with them', async () => {
    let mode = 'wait';
    const game = await startGame({ choices: choices('return', () => mode) });
    game.suspension.background();
    game.pass(5_000);
    mode = 'grow';
    const report = await game.suspension.foreground();
    expect(report?.choices).toEqual([{ row: 'mode', branch: 'grow', kind: 'catch-up', selectedAt: 'return' }]);
    expect(report?.catchUp.map(({ row }) => row)).toEqual(['item', 'mode']);
    expect(game.get('mode')).toBe(5);
  });

  test('a selection at suspension stays, and ordinary play follows the catch-up branch either way', async () => {
    let mode = 'wait';
    const game = await startGame({ choices: choices('suspend', () => mode) });
    game.play(3_000);
    expect(game.get('mode')).toBe(3);
    game.suspension.background();
    mode = 'grow';
    game.pass(5_000);
    const report = await game.suspension.foreground();
    expect(report?.choices).toMatchObject([{ branch: 'wait', kind: 'fixed', selectedAt: 'suspend' }]);
    expect(game.get('mode')).toBe(3);
  });
});

describe('7.17 floats', () => {
  test('a split of an absence never changes the sum of whole units', async () => {
    const row = {
      id: 'item',
      fidelity: 'one-derived-change',
      stepMs: null,
      apply: (state: { get(r: string): number; set(r: string, v: number): void }, amount: number) =>
        state.set('item', state.get('item') + Math.round(amount * 1_000)),
    } as const;
    const whole = await startGame({ rows: [row] });
    await whole.away(100_003);
    const split = await startGame({ rows: [row] });
    for (const ms of [1, 2, 33_333, 66_667]) await split.away(ms);
    expect(split.get('item')).toBe(whole.get('item'));
  });
});

test('a reward carries what derive gave, as a copy', async () => {
  const payload = { coins: 1 };
  const game = await startGame({
    display: 'return-summary',
    rewards: [{ id: 'gift', source: 'item', delivery: 'player-claims', derive: () => payload }],
  });
  await game.away(5_000);
  payload.coins = 99;
  const [reward] = game.suspension.rewards as [Reward];
  expect(reward.payload).toEqual({ coins: 1 });
});
