import { Round } from './components.js';
import type { GameWorld } from './world.js';

/** Draws a whole number from 0 to `sides - 1`. The generator's state is the round's, so a saved board draws on as it would have. */
export function roll(world: GameWorld, sides: number): number {
  const state = (Round.dice[world.round]! + 0x6d2b79f5) >>> 0;
  Round.dice[world.round] = state;
  let mixed = Math.imul(state ^ (state >>> 15), state | 1);
  mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
  return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 0x1_0000_0000) * sides);
}
