import { Progress, Round } from './components.js';
import { areNeighbours } from './grid.js';
import { LEVELS } from './levels.js';
import { wholeLives } from './lives.js';
import { enterPhase, phaseOf } from './phase.js';
import { openLevel } from './progress.js';
import { CELLS, EXTRA_MOVES, EXTRA_MOVES_COINS, Phase } from './rules.js';
import { lose } from './settle.js';
import { startLevel } from './start-level.js';
import { beginSwap } from './swap.js';
import type { GameWorld, Request } from './world.js';

const isCell = (cell: number): boolean => Number.isInteger(cell) && cell >= 0 && cell < CELLS;

/** Whether a level may begin now: it is open and there is a life to play it with. */
export function mayStart(world: GameWorld, level: number): boolean {
  const phase = phaseOf(world);
  const between = phase === Phase.map || phase === Phase.won || phase === Phase.lost;
  return between && level in LEVELS && level <= openLevel(world) && wholeLives(world) >= 1;
}

/** Takes one request where the rules allow it; `false` refuses it. */
function take(world: GameWorld, request: Request): boolean {
  const phase = phaseOf(world);
  switch (request.type) {
    case 'start':
      if (!mayStart(world, request.level)) return false;
      startLevel(world, request.level);
      return true;
    case 'swap':
      if (phase !== Phase.rest || !isCell(request.from) || !isCell(request.to)) return false;
      if (!areNeighbours(request.from, request.to)) return false;
      beginSwap(world, request.from, request.to);
      return true;
    case 'buy-moves':
      if (phase !== Phase.rest || Progress.coins[world.round]! < EXTRA_MOVES_COINS) return false;
      Progress.coins[world.round]! -= EXTRA_MOVES_COINS;
      Round.moves[world.round]! += EXTRA_MOVES;
      return true;
    case 'give-up':
      if (phase !== Phase.rest) return false;
      lose(world);
      return true;
    case 'leave':
      if (phase !== Phase.won && phase !== Phase.lost) return false;
      enterPhase(world, Phase.map);
      return true;
  }
}

/** Takes what the player asked for since the last update, in order. */
export function inputSystem(world: GameWorld): GameWorld {
  for (const request of world.requests.splice(0)) {
    if (!take(world, request)) world.events.push({ type: 'refused' });
  }
  return world;
}
