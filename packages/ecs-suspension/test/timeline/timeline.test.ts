import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { deadlineReading, isExpired } from '../../src/rewards/deadline.js';
import { inOfferOrder } from '../../src/rewards/pending-reward.js';
import type { BoundReward } from '../../src/rules/bound.js';
import type { BoundaryRule, Reward } from '../../src/rules/duties.js';
import { pauseMs, wholeReading } from '../../src/time.js';
import { admittedEndMs, leftBeforeMs, limitPointMs } from '../../src/timeline/clip.js';
import { discoverCrossings, selectCrossings } from '../../src/timeline/crossings.js';
import { orderEvents } from '../../src/timeline/order.js';
import { measureInterval } from '../../src/timeline/span.js';

const boundary = (crossings: BoundaryRule['crossings']): BoundaryRule => ({
  calendar: 'c',
  timeZone: 'UTC',
  test: 't',
  skipped: 's',
  repeated: 'r',
  crossings,
});

describe('readings', () => {
  test('are whole milliseconds, and nothing that is not exact', () => {
    expect([1.9, -1.1, -0].map(wholeReading)).toEqual([1, -2, 0]);
    for (const bad of [Number.NaN, Number.POSITIVE_INFINITY, '1', undefined, null, 2 ** 53, {}]) {
      expect(wholeReading(bad)).toBeUndefined();
    }
  });

  test('pauses grow from a second to a minute', () => {
    expect([1, 2, 3, 6, 7, 100].map(pauseMs)).toEqual([1_000, 2_000, 4_000, 32_000, 60_000, 60_000]);
  });
});

describe('an interval', () => {
  test('is never negative, and says how far the clock went back', () => {
    fc.assert(
      fc.property(fc.integer(), fc.integer(), (startMs, returnMs) => {
        const { elapsedMs, backMs } = measureInterval(startMs, returnMs);
        expect(elapsedMs - backMs).toBe(returnMs - startMs);
        expect(Math.min(elapsedMs, backMs)).toBe(0);
      }),
    );
  });
});

describe('an admitted span', () => {
  test('is ended by a time limit only', () => {
    const limit = { branch: 'time-limit', rule: { afterMs: 500 } } as const;
    expect(admittedEndMs(limit, 1_000, 9_000)).toBe(1_500);
    expect(admittedEndMs(limit, 1_000, 1_200)).toBe(1_200);
    const less = { branch: 'less-after-a-point', rule: { afterMs: 500, amount: () => 0 } } as const;
    expect(admittedEndMs(less, 1_000, 9_000)).toBe(9_000);
    expect(limitPointMs(less, 1_000)).toBe(1_500);
    expect(limitPointMs({ branch: 'whole-interval' }, 1_000)).toBeUndefined();
  });

  test('splits at a point into what lies before and after it', () => {
    expect([leftBeforeMs(0, 10, 4), leftBeforeMs(5, 10, 4), leftBeforeMs(0, 3, 4)]).toEqual([4, 0, 3]);
  });
});

describe('crossings', () => {
  test('are rounded up, so that a whole reading has passed them', () => {
    expect(
      discoverCrossings(
        'day',
        boundary(() => [10.5, 12]),
        10,
        20,
      ),
    ).toEqual([11, 12]);
    expect(
      discoverCrossings(
        'day',
        boundary(() => [10.5]),
        0,
        11,
      ),
    ).toEqual([11]);
  });

  test.each([
    ['below the start', [10]],
    ['beyond the end', [21]],
    ['descending', [15, 14]],
    ['equal', [15, 15]],
    ['no number', [Number.NaN]],
    ['a text', ['15' as unknown as number]],
  ])('%s fail', (_, given) => {
    expect(() =>
      discoverCrossings(
        'day',
        boundary(() => given),
        10,
        20,
      ),
    ).toThrow(/CROSSINGS|finite, ascending/);
  });

  test('of a rule that never ends fail at its first one outside', () => {
    const endless = boundary(function* () {
      for (let at = 11; ; at++) yield at;
    });
    expect(() => discoverCrossings('day', endless, 10, 20)).toThrow(/21/);
  });

  test('are selected by the calendar answer', () => {
    const found = [11, 14, 19];
    expect(selectCrossings('every-crossing-in-order', 'd', found, 20)).toHaveLength(3);
    expect(selectCrossings('latest-crossing-only', 'd', found, 20)).toEqual([{ row: 'd', atMs: 19 }]);
    expect(selectCrossings('one-combined-crossing', 'd', found, 20)).toEqual([
      { row: 'd', atMs: 20, count: 3, firstMs: 11, lastMs: 19 },
    ]);
    expect(selectCrossings('one-combined-crossing', 'd', [], 20)).toEqual([]);
  });
});

describe('event order', () => {
  const at = (row: string, atMs: number) => ({ row, atMs });

  test('is by time, ties in row order', () => {
    expect(orderEvents([[at('a', 5), at('a', 9)], [at('b', 5)]])).toEqual([at('a', 5), at('b', 5), at('a', 9)]);
  });

  test('gives equal times to event resolution, which may only reorder', () => {
    const rows = [[at('a', 5)], [at('b', 5)]];
    expect(orderEvents(rows, (events) => [...events].reverse()).map(({ row }) => row)).toEqual(['b', 'a']);
    for (const resolve of [
      () => [],
      () => [at('a', 5), at('b', 5)],
      (events: { row: string; atMs: number }[]) => [events[0]!, events[0]!],
    ]) {
      expect(() => orderEvents(rows, resolve)).toThrow(/resolveEvents/);
    }
  });
});

describe('a deadline', () => {
  const reward = (deadlineMs?: number): Reward => ({
    id: 'r',
    row: 'r',
    payload: 1,
    createdMs: 0,
    status: 'pending',
    ...(deadlineMs !== undefined && { deadlineMs }),
  });

  test('is compared with the highest reading known, and ends the reward when it comes', () => {
    expect(deadlineReading(5, 9, 7)).toBe(9);
    expect([isExpired(reward(9), 8), isExpired(reward(9), 9)]).toEqual([false, true]);
    expect([isExpired(reward(), 1e15), isExpired(reward(9), undefined)]).toEqual([false, false]);
  });

  test('offers go in row order, oldest first', () => {
    const rows = ['b', 'a'].map((id) => ({ row: { id } }) as BoundReward<object>);
    const made = (row: string, createdMs: number): Reward => ({
      ...reward(),
      id: `${row}@${createdMs}`,
      row,
      createdMs,
    });
    const order = inOfferOrder(rows, [made('a', 1), made('b', 2), made('b', 1)]);
    expect(order.map(({ id }) => id)).toEqual(['b@1', 'b@2', 'a@1']);
  });
});
