import { addComponent, query, removeEntity } from 'bitecs';
import type { Effect } from './blast.js';
import { Cleared, Mist, Piece, Round } from './components.js';
import type { Grid } from './grid.js';
import type { Goal } from './levels.js';
import { levelAt } from './levels.js';
import { enterPhase } from './phase.js';
import { CLEAR_MS, Phase, POINTS_PER_PIECE, Special, STAR_KIND } from './rules.js';
import type { GameWorld } from './world.js';

export interface Clearing {
  readonly cells: ReadonlySet<number>;
  readonly effects: readonly Effect[];
  /** Special pieces that stay where their match was. */
  readonly made: readonly { readonly cell: number; readonly special: number }[];
}

function gained(goal: Goal, kinds: readonly number[], lifted: number, points: number): number {
  if (goal.type === 'mist') return lifted;
  return goal.type === 'score' ? points : kinds.filter((kind) => kind === goal.kind).length;
}

function liftMist(world: GameWorld, cells: ReadonlySet<number>): number {
  const lifted = [...query(world, [Mist])].filter((mist) => cells.has(Mist.cell[mist]!));
  for (const mist of lifted) removeEntity(world, mist);
  return lifted.length;
}

/** Marks the pieces that go, makes the special ones, counts points and goals. The pieces leave when the phase ends. */
export function beginClear(world: GameWorld, grid: Grid, clearing: Clearing): void {
  const round = world.round;
  const kept = new Set(clearing.made.map((made) => made.cell));
  const kinds = [...clearing.cells].map((cell) => grid.kind[cell]!);
  const pieces = [...clearing.cells]
    .filter((cell) => !kept.has(cell))
    .map((cell) => ({ piece: grid.piece[cell]!, cell, kind: grid.kind[cell]! }));
  for (const { piece } of pieces) addComponent(world, piece, Cleared);
  for (const { cell, special } of clearing.made) {
    const piece = grid.piece[cell]!;
    Piece.special[piece] = special;
    if (special === Special.star) Piece.kind[piece] = STAR_KIND;
  }
  const chain = Round.chain[round]! + 1;
  const points = POINTS_PER_PIECE * clearing.cells.size * chain;
  Round.chain[round] = chain;
  Round.score[round]! += points;
  const lifted = liftMist(world, clearing.cells);
  const [first, second] = levelAt(Round.level[round]!).goals;
  Round.firstLeft[round] = Math.max(0, Round.firstLeft[round]! - gained(first, kinds, lifted, points));
  if (second) Round.secondLeft[round] = Math.max(0, Round.secondLeft[round]! - gained(second, kinds, lifted, points));
  enterPhase(world, Phase.clear, CLEAR_MS);
  world.events.push({
    type: 'cleared',
    pieces,
    effects: clearing.effects,
    made: clearing.made.map((made) => grid.piece[made.cell]!),
    chain,
    points,
  });
}
