import { Round } from './components.js';
import { Phase } from './rules.js';
import type { GameWorld } from './world.js';

/** Moves the round into a phase of that length. Time left over from the phase before counts towards it. */
export function enterPhase(world: GameWorld, phase: number, lengthMs = 0): void {
  Round.phase[world.round] = phase;
  Round.leftMs[world.round] = lengthMs === 0 ? 0 : Round.leftMs[world.round]! + lengthMs;
}

export function phaseOf(world: GameWorld): number {
  return Round.phase[world.round]!;
}

/** Whether a level is in play: it has begun and is neither won nor lost. */
export function isInLevel(world: GameWorld): boolean {
  const phase = phaseOf(world);
  return phase !== Phase.map && phase !== Phase.won && phase !== Phase.lost;
}
