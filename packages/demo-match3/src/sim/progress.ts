import { Progress } from './components.js';
import { LEVELS } from './levels.js';
import type { GameWorld } from './world.js';

/** Stars won in a level so far, 0 to 3. */
export function starsOf(world: GameWorld, level: number): number {
  return (Progress.stars[world.round]! >> (2 * level)) & 3;
}

/** Keeps the better of the stars won before and now. */
export function keepStars(world: GameWorld, level: number, stars: number): void {
  const others = Progress.stars[world.round]! & ~(3 << (2 * level));
  Progress.stars[world.round] = others | (Math.max(stars, starsOf(world, level)) << (2 * level));
}

/** The furthest level that may be played: the first, or the one after the last that was won. */
export function openLevel(world: GameWorld): number {
  let level = 0;
  while (level < LEVELS.length - 1 && starsOf(world, level) > 0) level++;
  return level;
}
