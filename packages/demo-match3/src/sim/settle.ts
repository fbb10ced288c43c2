import { query } from 'bitecs';
import { blast } from './blast.js';
import { beginClear } from './clear.js';
import { Piece, Progress, Round } from './components.js';
import { deal, shuffle } from './deal.js';
import { roll } from './dice.js';
import { readGrid } from './grid.js';
import { levelAt } from './levels.js';
import { spendLife } from './lives.js';
import { findMatches } from './matches.js';
import { hasMove } from './moves.js';
import { enterPhase } from './phase.js';
import { keepStars } from './progress.js';
import { COINS_PER_MOVE_LEFT, COINS_PER_WIN, Phase, SHUFFLE_MS, Special } from './rules.js';
import type { GameWorld } from './world.js';

/** What the win of the level in play brings: three stars with a quarter of the moves left, two with a tenth. */
export function prizeOf(world: GameWorld): { readonly stars: number; readonly coins: number } {
  const left = Round.moves[world.round]!;
  const { moves } = levelAt(Round.level[world.round]!);
  return {
    stars: left >= moves / 4 ? 3 : left >= moves / 10 ? 2 : 1,
    coins: COINS_PER_WIN + COINS_PER_MOVE_LEFT * left,
  };
}

function win(world: GameWorld): void {
  const prize = prizeOf(world);
  keepStars(world, Round.level[world.round]!, prize.stars);
  Progress.coins[world.round]! += prize.coins;
  enterPhase(world, Phase.won);
  world.events.push({ type: 'won', ...prize });
}

/** Ends the level in play as lost, which costs a life. */
export function lose(world: GameWorld): void {
  spendLife(world);
  enterPhase(world, Phase.lost);
  world.events.push({ type: 'lost' });
}

function beginShuffle(world: GameWorld): void {
  const grid = readGrid(world);
  const draw = (sides: number): number => roll(world, sides);
  const source = shuffle(draw, grid.kind, grid.special);
  if (source) {
    source.forEach((from, cell) => {
      Piece.cell[grid.piece[from]!] = cell;
    });
    const moved = [...source].map((from) => ({ piece: grid.piece[from]!, from }));
    world.events.push({ type: 'shuffled', moved });
  } else {
    const kind = deal(draw, levelAt(Round.level[world.round]!).kinds);
    for (const piece of query(world, [Piece])) {
      Piece.kind[piece] = kind[Piece.cell[piece]!]!;
      Piece.special[piece] = Special.none;
    }
    world.events.push({ type: 'dealt' });
  }
  enterPhase(world, Phase.shuffle, SHUFFLE_MS);
}

/** After a fall: the next step of the cascade, or, on a board at rest, the win, the loss, the shuffle or the next turn. */
export function settle(world: GameWorld): void {
  const grid = readGrid(world);
  const matches = findMatches(grid.kind);
  if (matches.length > 0) {
    const made = matches.flatMap((match) => match.made ?? []);
    beginClear(world, grid, {
      ...blast(
        grid,
        matches.flatMap((match) => match.cells),
      ),
      made,
    });
    return;
  }
  const round = world.round;
  Round.chain[round] = 0;
  if (Round.firstLeft[round] === 0 && Round.secondLeft[round] === 0) win(world);
  else if (Round.moves[round] === 0) lose(world);
  else if (hasMove(grid.kind, grid.special)) enterPhase(world, Phase.rest);
  else beginShuffle(world);
}
