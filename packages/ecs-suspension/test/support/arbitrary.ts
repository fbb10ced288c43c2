import fc from 'fast-check';
import type { GameSpec, RowSpec } from './game.js';

/** Runs per property: at least 5,000, and 100,000 under `pnpm soak`. */
export const RUNS = Number(process.env['PROPERTY_RUNS'] ?? 5_000);

const rowArb = (id: string): fc.Arbitrary<RowSpec> =>
  fc.record({
    id: fc.constant(id),
    amount: fc.constantFrom('same-as-playing', 'reduced', 'away-rule'),
    fidelity: fc.constantFrom('every-missed-update', 'larger-steps', 'one-derived-change'),
    limit: fc.constantFrom('whole-interval', 'time-limit', 'less-after-a-point', 'state-ceiling'),
    start: fc.integer({ min: 0, max: 12 }),
    stepMs: fc.constantFrom(1_000, 700, 250),
    afterMs: fc.integer({ min: 0, max: 20_000 }),
    ceiling: fc.integer({ min: 0, max: 20 }),
    inPlay: fc.boolean(),
  });

/** Any mix of rows, boundaries and rewards; rows are independent of each other. */
export const specArb: fc.Arbitrary<GameSpec> = fc
  .record({
    rows: fc
      .integer({ min: 0, max: 3 })
      .chain((n) => fc.tuple(...Array.from({ length: n }, (_, i) => rowArb(`r${i}`)))),
    boundaries: fc.array(fc.constantFrom(1_500, 4_000, 9_000), { maxLength: 2 }),
    calendar: fc.constantFrom('every-crossing-in-order', 'latest-crossing-only', 'one-combined-crossing'),
    background: fc.constantFrom('counts-as-away', 'keeps-playing', 'waits-until-closed'),
    rewarded: fc.boolean(),
    fixed: fc.boolean(),
  })
  .map(({ rows, boundaries, calendar, background, rewarded, fixed }): GameSpec => {
    const sources = [...rows.map(({ id }) => id), ...boundaries.map((_, i) => `b${i}`)];
    return {
      rows,
      boundaries: boundaries.map((everyMs, i) => ({ id: `b${i}`, everyMs })),
      calendar,
      background,
      fixed: fixed ? ['held'] : [],
      rewards: rewarded ? sources.slice(0, 2).map((source) => ({ id: `reward-${source}`, source })) : [],
    };
  });

/** Lengths of time around the edges that matter: steps, limits, crossings. */
export const lengthArb: fc.Arbitrary<number> = fc.oneof(
  fc.integer({ min: 0, max: 3_000 }),
  fc.integer({ min: 0, max: 40_000 }),
  fc.constantFrom(0, 1, 250, 700, 1_000, 1_500, 4_000, 9_000),
);
