import { Round } from './components.js';
import { beginFall } from './fall.js';
import { enterPhase } from './phase.js';
import { Phase } from './rules.js';
import { settle } from './settle.js';
import { endSwap } from './swap.js';
import type { GameWorld } from './world.js';

/** What follows each phase that ends by itself; the others wait for the player. */
const FOLLOWS: { readonly [phase: number]: (world: GameWorld) => void } = {
  [Phase.swap]: endSwap,
  [Phase.swapBack]: (world) => enterPhase(world, Phase.rest),
  [Phase.clear]: beginFall,
  [Phase.fall]: settle,
  [Phase.shuffle]: (world) => enterPhase(world, Phase.rest),
};

/** Runs swaps, cascades and shuffles by `world.time.delta`, in milliseconds. However time is cut up, the result is the same. */
export function boardSystem(world: GameWorld): GameWorld {
  const round = world.round;
  if (!FOLLOWS[Round.phase[round]!]) return world;
  Round.leftMs[round]! -= world.time.delta;
  for (;;) {
    const follow = FOLLOWS[Round.phase[round]!];
    if (!follow || Round.leftMs[round]! > 0) return world;
    follow(world);
  }
}
