// What the shape of an adoption makes of its rules and its display.
import { createWorld } from 'bitecs';
import { boardPosition } from '../../../demo-match3/contracts/board-position.js';
import { livesRefillWhileAway } from '../../../demo-match3/contracts/lives-refill-while-away.js';
import type { Adoption, DisplayFor, FixedRule, RulesFor } from '../../src/index.js';
import { createSuspension } from '../../src/index.js';
import type { everyKind } from './adoptions.js';

const world = createWorld();
const Piece = { kind: new Uint8Array(64) };
const fixed: FixedRule<object> = { components: { Piece } };

type Board = typeof boardPosition;
type With<Answers> = Omit<Board, 'answers'> & { readonly answers: Answers };
type Displays<Display extends string> = DisplayFor<
  With<{ readonly 'while-in-the-background': 'keeps-playing'; readonly 'return-display': Display }>
>;
declare function needed<D>(...display: Record<never, never> extends D ? [never] : []): void;
declare function optional<D>(...display: Record<never, never> extends D ? [] : [never]): void;

optional<Displays<'state-only'>>();
needed<Displays<'visible-before-resume'>>();
needed<Displays<'return-summary'>>();
needed<Displays<'detailed-return-summary'>>();
optional<Displays<string>>();

export const shows: Displays<'visible-before-resume'> = { show: () => {} };
export const both: DisplayFor<typeof everyKind> = { notice: () => {}, summary: () => {} };
// @ts-expect-error a summary is no show
export const summaryOnly: Displays<'visible-before-resume'> = { summary: () => {} };
// @ts-expect-error the backward clock is to be explained
export const unexplained: DisplayFor<typeof everyKind> = { summary: () => {} };

createSuspension(world, {
  id: 'board',
  adoption: boardPosition,
  rules: { 'board.current': { components: { Piece } } },
});
// @ts-expect-error the display is asked for
createSuspension(world, {
  id: 'lives',
  adoption: livesRefillWhileAway,
  rules: {} as RulesFor<typeof livesRefillWhileAway, object>,
});
createSuspension(world, {
  id: 'board',
  adoption: boardPosition,
  // @ts-expect-error the rule is missing
  rules: {},
});
createSuspension(world, {
  id: 'board',
  adoption: boardPosition,
  // @ts-expect-error nothing cites the second address
  rules: { 'board.current': fixed, 'board.next': fixed },
});

// A plain JSON import: texts are widened, and the check at run time does the work.
interface Json {
  contract: string;
  version: number;
  pack: string;
  answers: { 'while-in-the-background': string; 'return-display': string };
  rows: { clock: never[]; 'fixed-items': { id: string; 'state-declared-in': string }[] };
}
declare const json: Json;
createSuspension(world, { id: 'board', adoption: json, rules: { 'board.current': fixed } });
createSuspension(world, { id: 'board', adoption: json as Adoption, rules: { 'board.current': fixed } });
// @ts-expect-error a rule is an object
createSuspension(world, { id: 'board', adoption: json, rules: { 'board.current': 'Piece' } });

// A constant whose rows are widened takes any rules too.
type WidenedRows = Omit<Board, 'rows'> & { readonly rows: Json['rows'] };
export const widened: RulesFor<WidenedRows, object> = { 'board.current': fixed };

// One address for the states of a fixed and a continuous row: there is no such rule.
type SharedState = Omit<Board, 'rows'> & {
  readonly rows: {
    readonly 'fixed-items': readonly [{ readonly id: 'a'; readonly 'state-declared-in': 'one.state' }];
    readonly 'continuous-items': readonly [{ readonly id: 'b'; readonly 'state-declared-in': 'one.state' }];
  };
};
// @ts-expect-error the states have to have addresses of their own
export const sharedState: RulesFor<SharedState, object> = { 'one.state': fixed };
