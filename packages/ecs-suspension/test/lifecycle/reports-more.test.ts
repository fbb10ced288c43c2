import { describe, expect, test } from 'vitest';
import type { SavedRecord } from '../../src/index.js';
import { memoryStorage } from '../../src/testing.js';
import type { Extra, GameSpec, State } from '../support/game.js';
import { createGame, startGame } from '../support/game.js';

// The faults of other games (reports.md of the design), by number, continued.

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

/** A scheduler whose clock shows a slice's end at every look, and whose turns a test gives. */
function handTurned(): { readonly scheduler: NonNullable<Extra['scheduler']>; turn(): boolean } {
  let nowMs = 0;
  let give: (() => void) | undefined;
  return {
    scheduler: {
      now: () => {
        nowMs += 3;
        return nowMs;
      },
      wallNow: () => 0,
      turn: () =>
        new Promise<void>((resolve) => {
          give = resolve;
        }),
      after: () => new Promise<void>(() => {}),
    },
    turn() {
      const pending = give;
      give = undefined;
      pending?.();
      return pending !== undefined;
    },
  };
}
const flush = async (): Promise<void> => {
  for (let i = 0; i < 20; i++) await Promise.resolve();
};

describe('time counted twice, or lost', () => {
  test('A10: killed in the middle of a long return, a new start settles it once', async () => {
    const { scheduler, turn } = handTurned();
    const game = await startGame({}, { scheduler });
    game.suspension.close();
    const before = game.get('item');
    game.clock.advance(10 * HOUR);
    void game.suspension.reopen();
    await flush();
    for (let i = 0; i < 5; i++) {
      turn();
      await flush();
    }
    expect(game.get('item')).toBeGreaterThan(before);
    expect(game.suspension.phase).toBe('returning');
    const next = createGame({}, {}, { storage: game.storage.fork(), clock: game.clock });
    await next.suspension.start();
    expect(next.get('item')).toBe(before + 36_000);
  });

  test('A11: an autosave that falls due during a return writes neither half of the pair', async () => {
    const { scheduler, turn } = handTurned();
    const game = await startGame({}, { scheduler, autosaveMs: 1 });
    game.suspension.close();
    const pair = (record: SavedRecord | undefined) => [record?.anchorMs, record?.readingMs];
    const old = pair(game.storage.record());
    game.clock.advance(HOUR);
    const returned = game.suspension.reopen();
    await flush();
    while (game.suspension.phase === 'returning') {
      expect(pair(game.storage.record())).toEqual(old);
      game.suspension.update(16);
      if (!turn()) break;
      await flush();
    }
    await returned;
    expect(pair(game.storage.record())).toEqual([1_000_000 + HOUR, 1_000_000 + HOUR]);
  });
});

describe('the clock', () => {
  test('B1: a device clock that was ahead at closing gives nothing until it passes the anchor', async () => {
    const spec: GameSpec = { clock: 'device-clock', anchor: 'suspension-snapshot' };
    const game = await startGame(spec);
    game.clock.advance(8 * HOUR);
    game.suspension.close();
    game.clock.advance(-8 * HOUR);
    const first = await game.suspension.reopen();
    expect(first).toMatchObject({
      interval: { outcome: 'skipped', elapsedMs: 0 },
      backwardClock: { anchor: 'suspension-snapshot' },
    });
    expect((await game.away(10_000))?.interval).toMatchObject({ outcome: 'skipped', elapsedMs: 0 });
    expect(game.get('item')).toBe(0);
    game.suspension.close();
    game.clock.set(1_000_000 + 8 * HOUR + 5_000);
    expect((await game.suspension.reopen())?.interval.elapsedMs).toBe(5_000);
  });

  test('B2: a day forward, back and forward again is paid once', async () => {
    const game = await startGame({ clock: 'device-clock' });
    for (const ms of [DAY, -DAY, DAY]) {
      game.suspension.close();
      game.clock.advance(ms);
      await game.suspension.reopen();
    }
    expect(game.get('item')).toBe(86_400);
  });

  test('B3: an hour back and right again pays the time that passed, not the hour', async () => {
    const game = await startGame({ clock: 'device-clock' });
    game.suspension.close();
    game.clock.advance(-HOUR);
    await game.suspension.reopen();
    game.suspension.close();
    game.clock.advance(HOUR + 100);
    const report = await game.suspension.reopen();
    expect(report?.interval.elapsedMs).toBe(100);
  });

  test('B5: 400 days away overflow nothing, and deadlines past 2^31 ms are right', async () => {
    const days = 400 * DAY;
    const game = await startGame({
      rows: [{ id: 'item', fidelity: 'one-derived-change' }],
      rewards: [{ id: 'gift', source: 'item', expiresMs: days, offer: () => false }],
    });
    await game.away(days);
    expect(game.get('item')).toBe(days / 1_000);
    game.pass(days - 1);
    expect(game.suspension.rewards).toHaveLength(1);
    game.pass(1);
    expect(game.suspension.rewards).toHaveLength(0);
  });
});

describe('rules and limits', () => {
  test('C1: away equals play to the last draw of chance that is in covered state', async () => {
    for (let seed = 1; seed <= 1_000; seed++) {
      const drawing: GameSpec = {
        rows: [
          {
            id: 'item',
            start: seed,
            apply: (state) => state.set('item', (Math.imul(state.get('item'), 1_664_525) + 1_013_904_223) >>> 0),
          },
        ],
      };
      const away = await startGame(drawing, { quiet: true });
      await away.away(10_000);
      const played = await startGame(drawing, { quiet: true });
      played.play(10_000);
      expect(away.get('item')).toBe(played.get('item'));
    }
  });

  test('C2: a ceiling that depends on state is reached as it then is, and the carry is zero there', async () => {
    const game = await startGame({
      rows: [
        {
          id: 'item',
          start: 29,
          limit: 'state-ceiling',
          ceiling: (state) => state.get('upgraded') || 30,
          inPlay: true,
        },
      ],
      fixed: ['upgraded'],
    });
    game.set('upgraded', 39);
    await game.away(HOUR + 500);
    expect(game.get('item')).toBe(39);
    expect(game.suspension.capture().carries).toEqual({ item: 0 });
  });

  test('C3: full for an hour, spend one: the wait begins when the level falls', async () => {
    const game = await startGame({
      rows: [{ id: 'item', start: 10, limit: 'state-ceiling', ceiling: 10, inPlay: true, stepMs: 2_000 }],
    });
    game.play(HOUR);
    game.set('item', 8);
    game.play(100, 100);
    expect(game.get('item')).toBe(8);
    game.play(2_000, 100);
    expect(game.get('item')).toBe(10);
  });

  test('C5: a distribution that never ends is stopped with an error, and the page stays alive', async () => {
    const game = createGame({ rows: [{ id: 'item', fidelity: 'larger-steps' }] }, { quiet: true });
    await game.suspension.start();
    game.suspension.close();
    game.pass(1_000);
    const endless = createGame(
      { rows: [{ id: 'item', fidelity: 'larger-steps', endless: true }] },
      { quiet: true },
      { storage: game.storage.fork(), clock: game.clock },
    );
    await expect(endless.suspension.start()).rejects.toMatchObject({
      code: 'CHANGES_TOO_MANY',
      details: { row: 'item' },
    });
    expect(endless.suspension.phase).toBe('failed');
  });

  test('C6: absences of 0 to 120 s are finite and never decreasing', async () => {
    for (const fidelity of ['every-missed-update', 'larger-steps', 'one-derived-change'] as const) {
      let last = -1;
      for (let s = 0; s <= 120; s++) {
        const game = await startGame(
          { rows: [{ id: 'item', fidelity, limit: 'less-after-a-point', afterMs: 60_000 }] },
          { quiet: true },
        );
        await game.away(s * 1_000);
        expect(game.get('item')).toBeGreaterThanOrEqual(last);
        last = game.get('item');
      }
      expect(Number.isFinite(last)).toBe(true);
    }
  });

  test('C7: three items in a chain are equal to play, in row order within an update time', async () => {
    const feed =
      (from: string, into: string) =>
      (state: State): void => {
        const moved = Math.floor(state.get(from) / 2);
        state.set(from, state.get(from) - moved);
        state.set(into, state.get(into) + moved);
      };
    const chain: GameSpec = {
      rows: [
        { id: 'a', apply: (state, amount) => state.set('a', state.get('a') + amount * 3) },
        { id: 'b', apply: feed('a', 'b') },
        { id: 'c', apply: feed('b', 'c'), stepMs: 1_500 },
      ],
    };
    const away = await startGame(chain);
    await away.away(60_000);
    const played = await startGame(chain);
    played.play(60_000, 250);
    for (const id of ['a', 'b', 'c']) expect(away.get(id)).toBe(played.get(id));
  });

  test('C8: the delta shown equals the delta in state, for every row', async () => {
    const game = await startGame({
      display: 'return-summary',
      rows: [
        { id: 'a', rate: 3 },
        { id: 'b', fidelity: 'one-derived-change', limit: 'state-ceiling', ceiling: 7 },
        { id: 'idle', rate: 0 },
      ],
      boundaries: [{ id: 'day', everyMs: 4_000, settle: (state) => state.set('a', state.get('a') - 1) }],
    });
    game.play(1_000);
    const before = { a: game.get('a'), b: game.get('b') };
    await game.away(20_000);
    const [shown] = game.display.shown;
    expect(shown).toMatchObject({
      surface: 'summary',
      summary: {
        rows: [
          { row: 'a', before: before.a, after: game.get('a') },
          { row: 'b', before: before.b, after: 7 },
          { row: 'day', kind: 'calendar', after: 5 },
        ],
      },
    });
  });
});

describe('storage and tabs', () => {
  test('D1: a write that fails at any point leaves all or none, and the retry pays once', async () => {
    for (let failAt = 1; failAt <= 6; failAt++) {
      const storage = memoryStorage({ failAt });
      const game = await startGame({ rewards: [{ id: 'gift', source: 'item' }] }, { autosaveMs: 0 }, { storage });
      await game.away(5_000);
      for (let i = 0; i < 10; i++) {
        game.scheduler.advance(1_000);
        await flush();
      }
      expect(game.events.unsaved.length).toBeLessThanOrEqual(1);
      expect(game.suspension.phase).toBe('playing');
      expect(game.suspension.saved).toBe(true);
      expect(game.get('purse.gift')).toBe(1);
      const next = game.reopen();
      await next.suspension.start();
      expect(next.get('item')).toBeGreaterThanOrEqual(5);
      expect(next.get('purse.gift')).toBe(1 + (next.events.return[0]?.rewards.length ?? 0));
    }
  });

  test('D2: a quota that is exceeded for ever never damages the last good record', async () => {
    const storage = memoryStorage({ failAt: (write) => write > 1 });
    const game = await startGame({}, { autosaveMs: 1_000 }, { storage });
    const good = storage.record();
    for (let i = 0; i < 5; i++) {
      game.play(2_000);
      await game.away(1_000);
      game.scheduler.advance(500);
      await flush();
    }
    expect(storage.record()).toEqual(good);
    expect(game.events.unsaved).toHaveLength(1);
    expect(game.suspension.saved).toBe(false);
    expect(game.get('item')).toBeGreaterThanOrEqual(15);
  });

  test('D3: a tab that loaded an older record is refused, and told', async () => {
    const a = await startGame();
    a.play(1_000);
    await a.suspension.checkpoint();
    const b = a.reopen();
    await b.suspension.start();
    await a.suspension.checkpoint();
    await expect(b.suspension.checkpoint()).resolves.toBeUndefined();
    const [winner, loser] = a.suspension.phase === 'elsewhere' ? [b, a] : [a, b];
    expect(loser.suspension.phase).toBe('elsewhere');
    expect(loser.events.error).toMatchObject([{ code: 'RECORD_STALE' }]);
    const stored = winner.storage.record()?.sequence;
    loser.play(5_000);
    loser.suspension.close();
    expect(winner.storage.record()?.sequence).toBe(stored);
  });

  test('a tab that was elsewhere takes the newer save up by retry', async () => {
    const a = await startGame();
    const b = a.reopen();
    await b.suspension.start();
    b.play(3_000);
    await b.suspension.checkpoint();
    await a.suspension.checkpoint();
    expect(a.suspension.phase).toBe('elsewhere');
    await a.suspension.retry();
    expect(a.suspension.phase).toBe('playing');
    expect(a.get('item')).toBe(3);
  });

  test('D5: a torn slot gives way to the other one; with none left the record is set aside and reported', async () => {
    const game = await startGame();
    game.play(2_000);
    await game.suspension.checkpoint();
    game.play(2_000);
    await game.suspension.checkpoint();
    game.storage.damage('newest');
    const next = game.reopen();
    await next.suspension.start();
    expect(next.suspension.origin).toBe('saved');
    expect(next.get('item')).toBe(4);
    next.storage.damage('all');
    const last = next.reopen();
    await last.suspension.start();
    expect(last.suspension.origin).toBe('set-aside');
    expect(last.storage.asides().length).toBeGreaterThan(0);
    expect(last.events.error).toMatchObject([{ code: 'RECORD_UNREADABLE' }]);
  });

  test('D6: an empty world never goes over a good record before it was read', async () => {
    const game = await startGame();
    game.play(3_000);
    await game.suspension.stop();
    const next = game.reopen();
    next.suspension.update(500);
    next.suspension.background();
    next.suspension.close();
    void next.suspension.foreground();
    expect(next.storage.writes).toBe(0);
    await next.suspension.start();
    expect(next.get('item')).toBe(3);
  });
});

describe('lifecycle and display', () => {
  test('E1: hidden, then killed: nothing is lost', async () => {
    const game = await startGame({}, { autosaveMs: 0 });
    game.play(3_300);
    game.suspension.background();
    game.pass(10_700);
    const next = game.reopen();
    await next.suspension.start();
    expect(next.get('item')).toBe(14);
  });

  test('E2: killed without a word, at most one autosave period of play is lost and none is counted twice', async () => {
    const game = await startGame({ rows: [{ id: 'item', limit: 'time-limit', afterMs: 0 }] }, { autosaveMs: 5_000 });
    for (let second = 0; second < 23; second++) {
      game.play(1_000);
      await flush();
    }
    const next = game.reopen();
    await next.suspension.start();
    expect(next.get('item')).toBe(20);
  });

  test("E3: the game's own pause outlives a suspension", async () => {
    const game = await startGame();
    game.suspension.update(0);
    await game.away(5_000);
    for (let i = 0; i < 10; i++) {
      game.pass(1_000);
      game.suspension.update(0);
    }
    expect(game.get('item')).toBe(5);
    game.suspension.update(1_000);
    expect(game.get('item')).toBe(6);
  });

  test('E5: a return that changed nothing says so and shows no summary', async () => {
    const game = await startGame({ display: 'return-summary', rows: [{ id: 'item', rate: 0 }] });
    const report = await game.away(5_000);
    expect(report?.catchUp).toMatchObject([{ amount: 0, before: 0, after: 0 }]);
    expect(game.display.shown).toEqual([]);
  });

  test('E6: exactly at its deadline a reward is expired, listed and claimed alike', async () => {
    const game = await startGame({
      display: 'return-summary',
      rewards: [{ id: 'gift', source: 'item', delivery: 'player-claims', expiresMs: 1_000 }],
    });
    await game.away(5_000);
    game.pass(1_000);
    expect(game.suspension.rewards).toEqual([]);
    expect(await game.suspension.claim('gift@1005000')).toMatchObject({ status: 'expired' });
    expect(game.get('purse.gift')).toBe(0);
  });
});
