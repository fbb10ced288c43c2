import { describe, expect, test } from 'vitest';
import { memoryStorage } from '../../src/testing.js';
import type { GameSpec } from '../support/game.js';
import { createGame, startGame } from '../support/game.js';

// What listeners, late answers, refused writes and quick hands can do at odd moments.

const FULL: GameSpec = { rows: [{ id: 'item', rate: 1_000, stepMs: 1 }] };
const flush = async (): Promise<void> => {
  for (let i = 0; i < 60; i++) await Promise.resolve();
};
function later<T>() {
  let answer = (_: T): void => {};
  const promise = new Promise<T>((resolve) => {
    answer = resolve;
  });
  return { promise, answer: (value: T) => answer(value) };
}
const claimed: GameSpec = {
  display: 'return-summary',
  rewards: [{ id: 'gift', source: 'item', delivery: 'player-claims' }],
};

describe('a frame whose delta reaches back over a hide', () => {
  test('plays only what no return has settled', async () => {
    const game = await startGame(FULL);
    game.play(1_000, 16);
    game.suspension.background();
    game.pass(1_500);
    await game.suspension.foreground();
    game.pass(16);
    game.suspension.update(1_516);
    expect(game.get('item')).toBe(2_516);
  });

  test('plays nothing of a hold', async () => {
    const game = await startGame({ ...FULL, background: 'waits-until-closed' });
    game.play(1_000, 16);
    game.suspension.background();
    game.pass(1_500);
    await game.suspension.foreground();
    game.pass(16);
    game.suspension.update(1_516);
    expect(game.get('item')).toBe(1_016);
  });

  test('plays the edge of a hide once where the game keeps playing', async () => {
    const game = await startGame({ ...FULL, background: 'keeps-playing' });
    game.play(1_000, 100);
    game.pass(60);
    game.suspension.background();
    await game.suspension.foreground();
    game.pass(40);
    game.suspension.update(100);
    expect(game.get('item')).toBe(1_100);
  });
});

describe('a claim', () => {
  for (let ticks = 0; ticks < 9; ticks++) {
    test(`and a hide ${ticks} microtasks later: granted, once`, async () => {
      const game = await startGame(claimed, { showing: () => new Promise<void>(() => {}) });
      game.suspension.background();
      game.pass(5_000);
      const returned = game.suspension.foreground();
      await flush();
      const [reward] = game.suspension.rewards;
      void game.suspension.claim(reward?.id ?? '').catch(() => {});
      for (let i = 0; i < ticks; i++) await Promise.resolve();
      game.suspension.background();
      await returned;
      await flush();
      expect(game.get('purse.gift') + game.suspension.rewards.length).toBe(1);
      const next = game.reopen();
      await next.suspension.start();
      expect(next.get('purse.gift') + next.suspension.rewards.filter(({ id }) => id === reward?.id).length).toBe(1);
    });
  }

  test('made in play and answered during the next return is granted once', async () => {
    const answer = later<boolean>();
    const game = await startGame(
      {
        ...claimed,
        rewards: [
          {
            id: 'gift',
            source: 'item',
            delivery: 'player-claims',
            offer: async (_, state) => {
              const accepted = await answer.promise;
              state.set('purse.gift', state.get('purse.gift') + 1);
              return accepted;
            },
          },
        ],
      },
      { showing: () => (game.display.shown.length > 1 ? new Promise<void>(() => {}) : undefined) },
    );
    await game.away(5_000);
    void game.suspension.claim('gift@1005000');
    await flush();
    game.suspension.background();
    game.pass(2_000);
    const returned = game.suspension.foreground();
    await flush();
    answer.answer(true);
    await flush();
    game.suspension.dismiss();
    await returned;
    expect(game.get('purse.gift')).toBe(1);
    expect(game.suspension.rewards.map(({ id }) => id)).toEqual(['gift@1007000']);
  });

  test('answered while away takes nothing of what others wrote into the snapshot', async () => {
    const answer = later<boolean>();
    const game = await startGame({
      ...claimed,
      rewards: [{ id: 'gift', source: 'item', delivery: 'player-claims', offer: () => answer.promise }],
    });
    await game.away(5_000);
    void game.suspension.claim('gift@1005000');
    await flush();
    game.suspension.background();
    game.set('item', 999);
    answer.answer(true);
    await flush();
    await game.suspension.foreground();
    expect(game.get('item')).toBe(5);
    expect(game.suspension.rewards).toEqual([]);
  });
});

describe('an offer that waited for a record', () => {
  test('is made in play, not inside a hide', async () => {
    let failing = false;
    const storage = memoryStorage({ failAt: () => failing });
    const game = await startGame({ rewards: [{ id: 'gift', source: 'item' }] }, { autosaveMs: 0 }, { storage });
    game.suspension.background();
    game.pass(5_000);
    failing = true;
    await game.suspension.foreground();
    failing = false;
    await game.away(1_000);
    await flush();
    expect(game.get('purse.gift') + game.suspension.rewards.length).toBe(2);
    expect(game.get('purse.gift')).toBe(2);
  });
});

describe('a sleep that is being measured', () => {
  test('is part of the interval that a close begins, and its late answer plays nothing', async () => {
    const answers: ((ms: number) => void)[] = [];
    const game = createGame(
      { ...FULL, background: 'keeps-playing' },
      { read: () => new Promise<number>((resolve) => answers.push(resolve)) },
    );
    const started = game.suspension.start();
    await flush();
    answers.shift()?.(game.clock.now());
    await started;
    game.pass(60_000);
    game.suspension.update(16);
    game.suspension.close();
    const returned = game.suspension.reopen();
    await flush();
    answers.pop()?.(game.clock.now());
    await returned;
    expect(game.get('item')).toBe(60_000);
    answers.pop()?.(game.clock.now());
    await flush();
    expect(game.get('item')).toBe(60_000);
    game.pass(500);
    game.suspension.update(500);
    expect(game.get('item')).toBe(60_500);
  });
});

describe('listeners', () => {
  test('may stop the suspension when it tells of a return', async () => {
    const game = await startGame();
    game.suspension.on('return', () => void game.suspension.stop());
    await expect(game.away(3_000)).resolves.toMatchObject({ interval: { elapsedMs: 3_000 } });
    expect(game.suspension.phase).toBe('stopped');
  });

  test('may close the game when they are told of a refused write at a sleep', async () => {
    let failing = false;
    const storage = memoryStorage({ failAt: () => failing });
    const game = await startGame({}, { autosaveMs: 0 }, { storage });
    game.play(2_000);
    game.suspension.on('unsaved', () => game.suspension.close());
    failing = true;
    game.pass(60_000);
    game.suspension.update(16);
    failing = false;
    await game.suspension.reopen();
    expect(game.get('item')).toBe(62);
  });
});

describe('a display', () => {
  test('that writes to covered state and throws changes nothing', async () => {
    const game = await startGame(
      { display: 'visible-before-resume' },
      {
        showing: () => {
          game.set('item', 999);
          throw new Error('mine');
        },
      },
    );
    await game.away(5_000);
    expect(game.get('item')).toBe(5);
  });
});

describe('reset', () => {
  test('of a held game stays held', async () => {
    const game = await startGame({ background: 'waits-until-closed' });
    game.suspension.background();
    await game.suspension.reset();
    expect(game.suspension.phase).toBe('held');
    game.play(5_000);
    expect(game.get('item')).toBe(0);
  });

  test('keeps the anchor in storage wherever it is killed', async () => {
    let dead = false;
    const storage = memoryStorage({ beforeCall: () => (dead ? new Promise<void>(() => {}) : undefined) });
    const game = await startGame({ clock: 'device-clock' }, {}, { storage });
    await game.away(100_000);
    dead = true;
    void game.suspension.reset();
    await flush();
    expect(storage.fork().record('game')?.anchorMs).toBe(1_100_000);
  });
});

describe('a refused record of a hide', () => {
  test('is tried again though an older write lands after it', async () => {
    let hold: (() => void) | undefined;
    let refuse = false;
    const storage = memoryStorage({
      failAt: () => refuse,
      beforeCall: ({ op }) =>
        op === 'write' && hold === undefined && armed
          ? new Promise<void>((resolve) => {
              hold = resolve;
            })
          : undefined,
    });
    let armed = false;
    const game = await startGame({}, { autosaveMs: 0 }, { storage });
    armed = true;
    game.play(2_000);
    const checkpoint = game.suspension.checkpoint();
    await flush();
    refuse = true;
    game.play(1_000);
    game.suspension.background();
    refuse = false;
    hold?.();
    await checkpoint;
    expect(game.suspension.saved).toBe(false);
    game.scheduler.advance(1_000);
    await flush();
    expect(storage.record('game')).toMatchObject({ interval: { startMs: 1_003_000 } });
  });
});

describe('a clock that gives no number during play', () => {
  test('counts the time that was played once', async () => {
    const game = await startGame();
    game.play(1_000);
    const good = game.clock.now();
    for (let i = 0; i < 60; i++) {
      game.clock.set(Number.NaN);
      game.scheduler.advance(1_000);
      game.suspension.update(1_000);
    }
    game.suspension.background();
    game.clock.set(good + 60_000);
    await game.suspension.foreground();
    expect(game.get('item')).toBe(61);
  });
});
