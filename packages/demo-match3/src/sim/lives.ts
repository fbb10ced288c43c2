import { Lives } from './components.js';
import { LIFE_MS } from './rules.js';
import type { GameWorld } from './world.js';

/** Lives a player can use: whole ones. */
export function wholeLives(world: GameWorld): number {
  return Math.floor(Lives.refilledMs[world.player]! / LIFE_MS);
}

/** Takes one life. The time already waited for the next one stays. */
export function spendLife(world: GameWorld): void {
  Lives.refilledMs[world.player] = Math.max(0, Lives.refilledMs[world.player]! - LIFE_MS);
}
