import { installedOn } from './installed.js';

/**
 * Drives every suspension installed on the world with `world.time.delta`, in milliseconds, as it comes: not clamped,
 * and 0 while the game is paused by its own choice. Put it first in the pipe, and call it in every phase.
 *
 * A world without `time.delta` calls `suspension.update(deltaMs)` itself; the system then does nothing.
 *
 * @returns The world, for `pipe`.
 * @throws RangeError `DELTA_INVALID` for a negative or non-finite delta.
 *
 * @example
 * const systems = pipe(SuspensionSystem, inputSystem, boardSystem)
 */
export function SuspensionSystem<W extends object>(world: W): W {
  const deltaMs = (world as { readonly time?: { readonly delta?: number } }).time?.delta;
  if (deltaMs !== undefined) for (const suspension of installedOn(world)) suspension.update(deltaMs);
  return world;
}

/**
 * Whether ordinary play may run: every suspension of the world is in phase `playing`.
 *
 * @example
 * if (isPlaying(world)) systems(world)
 * else SuspensionSystem(world)
 */
export function isPlaying(world: object): boolean {
  return installedOn(world).every((suspension) => suspension.playing);
}
