import { describe, expect, test } from 'vitest';
import { createGame, startGame } from '../support/game.js';

// The faults of other games (reports.md of the design), by number: one item, 1 point a second in steps of 1 s.

describe('time counted twice, or lost', () => {
  test('A1: the anchor moves though nothing changed', async () => {
    let rate = 0;
    const game = await startGame({
      rows: [
        {
          id: 'item',
          fidelity: 'one-derived-change',
          stepMs: null,
          apply: (state, amount) => state.set('item', state.get('item') + amount * rate),
        },
      ],
    });
    await game.away(30_000);
    rate = 1;
    const report = await game.away(2_000);
    expect(report?.interval.elapsedMs).toBe(2_000);
    expect(game.get('item')).toBe(2);
  });

  test('A2: hidden and visible three times before the commit of a long return settle it once', async () => {
    const game = await startGame({ display: 'visible-before-resume' });
    game.suspension.background();
    game.pass(12 * 3_600_000);
    const returns = [game.suspension.foreground()];
    for (let i = 0; i < 3; i++) {
      game.suspension.background();
      returns.push(game.suspension.foreground());
    }
    await Promise.all(returns);
    expect(game.get('item')).toBe(43_200);
    expect(game.events.return).toHaveLength(1);
    expect(game.display.shown).toHaveLength(1);
  });

  test('A3: a game that keeps playing catches nothing up', async () => {
    const game = await startGame({ background: 'keeps-playing' });
    game.suspension.background();
    game.play(600_000);
    expect(await game.suspension.foreground()).toBeUndefined();
    expect(game.get('item')).toBe(600);
  });

  test('A4: a claim that was accepted before the page died is not granted again', async () => {
    const spec = {
      display: 'return-summary',
      rewards: [{ id: 'gift', source: 'item', delivery: 'player-claims' }],
    } as const;
    const game = await startGame(spec);
    const report = await game.away(5_000);
    const id = report?.rewards[0]?.id ?? '';
    expect((await game.suspension.claim(id)).status).toBe('accepted');
    const next = game.reopen();
    await next.suspension.start();
    expect(next.get('purse.gift')).toBe(1);
    await expect(next.suspension.claim(id)).rejects.toMatchObject({ code: 'REWARD_UNKNOWN' });
    expect(next.get('purse.gift')).toBe(1);
  });

  test('A5: half an hour of play in which nothing changed is no absence', async () => {
    const game = await startGame({ rows: [{ id: 'item', rate: 0 }] });
    game.play(1_800_000);
    game.suspension.close();
    const next = game.reopen();
    game.pass(60_000);
    const report = await next.suspension.start();
    expect(report?.interval.elapsedMs).toBe(60_000);
  });

  test('A6: five hide and show cycles leave one loop', async () => {
    const game = await startGame();
    for (let i = 0; i < 5; i++) await game.away(0);
    game.play(10_000);
    expect(game.log).toHaveLength(10);
  });

  test('A7: a thousand returns of 10 ms give what one of 10 s gives', async () => {
    const game = await startGame({}, { quiet: true });
    for (let i = 0; i < 1_000; i++) await game.away(10);
    expect(game.log).toHaveLength(10);
  });

  test('A8: a hide while a display is open begins the next interval there', async () => {
    let open = (): void => {};
    const game = await startGame(
      { display: 'visible-before-resume' },
      {
        showing: () =>
          new Promise<void>((resolve) => {
            open = resolve;
          }),
      },
    );
    game.suspension.background();
    game.pass(30_000);
    const first = game.suspension.foreground();
    await expect.poll(() => game.display.shown.length).toBe(1);
    game.suspension.background();
    await first;
    game.pass(40_000);
    const second = game.suspension.foreground();
    await expect.poll(() => game.display.shown.length).toBe(2);
    open();
    await second;
    expect(game.get('item')).toBe(70);
  });

  test('A9: a hide before the return of a start has begun counts once', async () => {
    const game = await startGame();
    game.suspension.close();
    game.pass(14 * 3_600_000);
    const next = game.reopen();
    const started = next.suspension.start();
    next.suspension.background();
    await started;
    game.pass(60_000);
    await next.suspension.foreground();
    expect(next.get('item')).toBe(14 * 3_600 + 60);
  });

  test('A12: a sleep without any event is settled once, by the return path', async () => {
    const game = await startGame();
    game.play(3_000);
    game.pass(8 * 3_600_000);
    game.suspension.update(16);
    await expect.poll(() => game.suspension.phase).toBe('playing');
    expect(game.events.return[0]?.interval.elapsedMs).toBe(8 * 3_600_000);
    expect(game.get('item')).toBe(3 + 8 * 3_600);
  });

  test('A13: so is one in which the monotonic clock stood still', async () => {
    const game = await startGame();
    game.play(3_000);
    game.clock.advance(8 * 3_600_000);
    game.scheduler.moveWall(8 * 3_600_000);
    game.suspension.update(0);
    await expect.poll(() => game.suspension.phase).toBe('playing');
    expect(game.get('item')).toBe(3 + 8 * 3_600);
  });

  test('A14: a frame that is as long as the absence before it plays nothing', async () => {
    const game = await startGame();
    await game.away(30_000);
    game.suspension.update(30_000);
    await expect.poll(() => game.suspension.phase).toBe('playing');
    expect(game.get('item')).toBe(30);
  });
});

describe('the clock', () => {
  test('B4: a reading that is no number is refused, and the next good one settles all', async () => {
    for (const bad of [Number.NaN, Number.POSITIVE_INFINITY, '12' as unknown as number]) {
      const game = await startGame();
      game.suspension.background();
      game.pass(60_000);
      const good = game.clock.now();
      game.clock.set(bad);
      const returned = game.suspension.foreground();
      await expect.poll(() => game.events['clock-unavailable'].length).toBe(1);
      expect(game.suspension.waitingFor).toBe('clock');
      expect(game.get('item')).toBe(0);
      game.clock.set(good);
      void game.suspension.retry();
      await returned;
      expect(game.get('item')).toBe(60);
    }
  });

  test('B6: state without a reading is unreadable, never an absence since 1970', async () => {
    const game = await startGame();
    game.play(5_000);
    await game.suspension.stop();
    const { sealRecord } = await import('../../src/record/check.js');
    const record = game.storage.record();
    if (!record) throw new Error('no record');
    game.storage.put(0, 'game', sealRecord({ ...record, readingMs: null }));
    game.storage.put(1, 'game', undefined);
    const next = game.reopen();
    await next.suspension.start();
    expect(next.suspension.origin).toBe('set-aside');
    expect(next.get('item')).toBe(0);
    expect(next.events.error).toMatchObject([{ code: 'RECORD_UNREADABLE' }]);
    expect(next.storage.asides()).toHaveLength(1);
  });
});

describe('lifecycle and display', () => {
  test('E8: leaving and coming back in the same millisecond shows nothing and rewards nothing', async () => {
    const game = createGame({ display: 'return-summary', rewards: [{ id: 'gift', source: 'item' }] });
    await game.suspension.start();
    const report = await game.away(0);
    expect(report?.interval.outcome).toBe('zero-length');
    expect(report?.rewards).toEqual([]);
    expect(game.display.shown).toEqual([]);
  });
});
