import { describe, expect, test, vi } from 'vitest';
import { STREAMS } from '../../src/index.js';
import type { Context } from '../../src/lifecycle/context.js';
import { trace } from '../../src/lifecycle/context.js';
import { createEventBus } from '../../src/lifecycle/events.js';
import { startGame } from '../support/game.js';

describe('diagnostics', () => {
  test('every stream that the lifecycle writes has entries, named by adoption and stream', async () => {
    const state = (await startGame()).suspension.capture();
    const game = await startGame(
      {
        id: 'the-game',
        clock: 'device-clock',
        anchor: 'last-trusted-checkpoint',
        checkpoint: () => ({ readingMs: 1_000_000, state }),
        display: 'return-summary',
        fixed: ['score'],
        continuous: [{ id: 'skill' }],
        boundaries: [{ id: 'day', everyMs: 2_000 }],
        rewards: [{ id: 'gift', source: 'item' }],
        choices: [
          {
            id: 'mode',
            rule: () => ({
              selectedAt: 'suspend',
              select: () => 'a',
              branches: { a: { fixed: { components: {} } }, b: { fixed: { components: {} } } },
            }),
          },
        ],
      },
      {},
    );
    game.suspension.background();
    game.pass(5_000);
    game.suspension.update(16);
    await game.suspension.foreground();
    game.suspension.background();
    game.clock.advance(-60_000);
    await game.suspension.foreground();
    const written = new Set(game.events.diagnostic.map(({ stream }) => stream));
    // The declaration record is written at start, before this test listens; the last one is the conformance kit's.
    const others = STREAMS.filter((stream) => stream !== 'first-ordering-violation');
    expect([...written].sort()).toEqual([...others].sort());
    for (const { stream, name } of game.events.diagnostic) expect(name).toBe(`the-game-${stream}`);
  });

  test('cost nothing where nobody listens: no entry is made', () => {
    const context = { events: createEventBus(), outbox: undefined, bound: { adoption: { id: 'a' } } };
    const entry = vi.fn(() => ({}));
    trace(context as unknown as Context<object>, 'catch-up-trace', entry);
    expect(entry).not.toHaveBeenCalled();
    context.events.on('diagnostic', () => {});
    trace(context as unknown as Context<object>, 'catch-up-trace', entry);
    expect(entry).toHaveBeenCalledOnce();
  });
});
