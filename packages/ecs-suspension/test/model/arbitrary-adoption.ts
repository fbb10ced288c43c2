import fc from 'fast-check';
import type { AdoptionData, BranchData, ChoiceData, RowData } from './spec.js';

/** Lengths of time around the edges that matter: steps, limits, crossings. */
const lengthArb: fc.Arbitrary<number> = fc.oneof(
  fc.integer({ min: 0, max: 3_000 }),
  fc.integer({ min: 0, max: 30_000 }),
  fc.constantFrom(0, 1, 250, 700, 1_000, 1_500, 4_000, 9_000),
);

/** A row's rules; steps are few per interval, so that a game stays small. */
const rowArb = (id: string, stepMs?: number | null): fc.Arbitrary<RowData> =>
  fc
    .record({
      id: fc.constant(id),
      amount: fc.constantFrom('same-as-playing', 'reduced', 'away-rule'),
      fidelity: fc.constantFrom('every-missed-update', 'larger-steps', 'one-derived-change'),
      limit: fc.constantFrom('whole-interval', 'time-limit', 'less-after-a-point', 'state-ceiling'),
      start: fc.constantFrom(0, 1_000, 4_000, 9_999),
      stepMs: stepMs === undefined ? fc.constantFrom(1_000, 700, 250, null) : fc.constant(stepMs),
      afterMs: lengthArb,
      ceiling: fc.oneof(fc.integer({ min: 0, max: 60_000 }), fc.constantFrom(0, 4_000, 16_000)),
      inPlay: fc.boolean(),
    })
    .map((row) => ({
      ...row,
      stepMs: row.stepMs === null && row.fidelity === 'every-missed-update' ? 1_000 : row.stepMs,
    }));

/** Two branches on one state: catch-up branches share the state's rule, and so its step. */
const choiceArb = (id: string): fc.Arbitrary<ChoiceData> => {
  const catchUpArb: fc.Arbitrary<BranchData> = fc.record({
    kind: fc.constant('catch-up'),
    row: rowArb(id, 700),
  });
  const branchArb: fc.Arbitrary<BranchData> = fc.oneof(
    fc.constant({ kind: 'fixed' } as const),
    fc.constant({ kind: 'continuous' } as const),
    catchUpArb,
  );
  return fc.record({
    id: fc.constant(id),
    selectedAt: fc.constantFrom('suspend', 'return'),
    first: branchArb,
    second: branchArb,
  });
};

/** Zero to three of a kind, named `<letter>0` and on. */
const severalArb = <T>(make: (id: string) => fc.Arbitrary<T>, letter: string): fc.Arbitrary<T[]> =>
  fc.integer({ min: 0, max: 3 }).chain((n) => fc.tuple(...Array.from({ length: n }, (_, i) => make(`${letter}${i}`))));

const idArb = (id: string): fc.Arbitrary<string> => fc.constant(id);

/** Any valid adoption of the contract, as far as games of plain numbers go. */
export const adoptionArb: fc.Arbitrary<AdoptionData> = fc
  .record({
    background: fc.constantFrom('counts-as-away', 'keeps-playing', 'waits-until-closed'),
    display: fc.constantFrom('state-only', 'visible-before-resume', 'return-summary', 'detailed-return-summary'),
    // Without a clock little happens: one in seven is enough.
    clock: fc.oneof(
      { weight: 6, arbitrary: fc.constantFrom('protected-clock', 'device-clock') },
      { weight: 1, arbitrary: fc.constant('none') },
    ),
    anchor: fc.constantFrom('suspension-snapshot', 'last-trusted-checkpoint', 'keep-return-state'),
    notice: fc.constantFrom('silent', 'explain'),
    calendar: fc.constantFrom('every-crossing-in-order', 'latest-crossing-only', 'one-combined-crossing'),
    autosaveMs: fc.constantFrom(0, 3_000),
    rows: severalArb(rowArb, 'r'),
    fixed: severalArb(idArb, 'f'),
    continuous: severalArb(idArb, 'c'),
    choices: severalArb(choiceArb, 'o'),
    boundaries: severalArb(
      (id) =>
        fc.record({
          id: fc.constant(id),
          everyMs: fc.constantFrom(4_000, 6_000, 9_500),
          inPlay: fc.boolean(),
          takes: fc.option(fc.nat({ max: 2 }), { nil: undefined }),
        }),
      'b',
    ),
    rewards: severalArb(
      (id) =>
        fc.record({
          id: fc.constant(id),
          source: fc.nat({ max: 5 }),
          delivery: fc.constantFrom('automatic', 'player-claims'),
          expiresMs: fc.constantFrom(undefined, 0, 1, 5_000, 20_000),
        }),
      'w',
    ),
  })
  .map(({ rows, boundaries, rewards, choices, ...rest }): AdoptionData => {
    const sources = [...rows, ...boundaries].map(({ id }) => id);
    const summary = rest.display === 'return-summary' || rest.display === 'detailed-return-summary';
    // A rollback rule stands beside no other clock and anchor.
    const anchor = rest.clock === 'device-clock' ? rest.anchor : 'suspension-snapshot';
    return {
      ...rest,
      anchor,
      // Without a clock a record has no reading by which its moment in play is known.
      autosaveMs: rest.clock === 'none' ? 0 : rest.autosaveMs,
      rows,
      choices,
      boundaries: boundaries.map((boundary) => ({
        ...boundary,
        takes: boundary.takes === undefined ? undefined : rows[boundary.takes]?.id,
      })),
      rewards: rewards.flatMap((reward) => {
        const source = sources[reward.source % Math.max(1, sources.length)];
        if (source === undefined) return [];
        return [{ ...reward, source, delivery: summary ? reward.delivery : 'automatic' }];
      }),
    };
  });

/** One thing that happens to a game; the driver leaves out what a phase has no place for. */
export type Move =
  | { readonly move: 'play'; readonly ms: number; readonly stepMs: number }
  | { readonly move: 'hide' | 'close'; readonly edgeMs: number }
  | { readonly move: 'show' | 'reopen' | 'restart' | 'checkpoint' | 'scribble' }
  | { readonly move: 'trust'; readonly aheadMs: number }
  | { readonly move: 'wait' | 'sleep' | 'clock'; readonly ms: number }
  | { readonly move: 'claim'; readonly which: number }
  | { readonly move: 'refuse' | 'outage'; readonly on: boolean }
  | { readonly move: 'authority'; readonly value: number }
  | { readonly move: 'setting'; readonly name: 'first' | 'second' };

const edgeArb = fc.constantFrom(0, 0, 300, 2_000, 2_001);
const clockArb: fc.Arbitrary<Move> = fc.record({
  move: fc.constant('clock'),
  ms: fc.integer({ min: -30_000, max: 20_000 }),
});
const playArb: fc.Arbitrary<Move> = fc.record({
  move: fc.constant('play'),
  ms: fc.integer({ min: 0, max: 6_000 }),
  stepMs: fc.constantFrom(1_000, 777),
});
const waitArb: fc.Arbitrary<Move> = fc.record({ move: fc.constant('wait'), ms: lengthArb });
const leaveArb: fc.Arbitrary<Move> = fc.record({ move: fc.constantFrom('hide', 'close'), edgeMs: edgeArb });
const backArb: fc.Arbitrary<Move> = fc.record({ move: fc.constantFrom('show', 'reopen', 'restart') });
const turnArb: fc.Arbitrary<Move> = fc.oneof(
  fc.record({ move: fc.constantFrom('refuse', 'outage'), on: fc.boolean() }),
  fc.record({ move: fc.constant('authority'), value: fc.nat({ max: 9 }) }),
  fc.record({ move: fc.constant('setting'), name: fc.constantFrom('first', 'second') }),
  fc.record({ move: fc.constant('scribble') }),
);
/** The move in one of `n` cases. */
const sometimes = (move: fc.Arbitrary<Move>, n: number): fc.Arbitrary<Move[]> =>
  fc.oneof({ weight: n - 1, arbitrary: fc.constant<Move[]>([]) }, { weight: 1, arbitrary: move.map((one) => [one]) });
/** One absence as it mostly goes, now and then with a clock that moves meanwhile. */
const absenceArb: fc.Arbitrary<Move[]> = fc
  .tuple(leaveArb, sometimes(turnArb, 2), waitArb, sometimes(clockArb, 4), backArb)
  .map(([leave, turn, wait, clock, back]) => [leave, ...turn, wait, ...clock, back]);
const loneArb: fc.Arbitrary<Move[]> = fc
  .oneof(
    { weight: 4, arbitrary: playArb },
    { weight: 4, arbitrary: fc.record({ move: fc.constant('claim'), which: fc.nat({ max: 3 }) }) },
    { weight: 2, arbitrary: turnArb },
    leaveArb,
    backArb,
    waitArb,
    clockArb,
    fc.record({ move: fc.constant('checkpoint') }),
    fc.record({ move: fc.constant('trust'), aheadMs: fc.constantFrom(0, 10_000, -10_000) }),
    fc.record({ move: fc.constant('sleep'), ms: fc.integer({ min: 2_001, max: 20_000 }) }),
  )
  .map((move) => [move]);

/** What happens to a game in one run. */
export const movesArb: fc.Arbitrary<Move[]> = fc
  .array(fc.oneof(absenceArb, loneArb), { minLength: 1, maxLength: 7 })
  .map((groups) => groups.flat());
